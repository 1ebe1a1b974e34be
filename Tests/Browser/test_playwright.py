"""A journey through the product with Playwright. No line waits: what a line does is done when it returns."""

import pytest
from app import PACKAGE, Slate
from conftest import CHROMIUM_WORDS, needs, program

sync_api = needs("playwright.sync_api")
expect = sync_api.expect


@pytest.fixture(scope="module")
def opened(app):
    """One page for all tests: a clean slate needs no new one."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"), args=CHROMIUM_WORDS)
        page = browser.new_page()
        page.goto(app.address)
        yield page
        browser.close()


@pytest.fixture
def slate(opened):
    slate = Slate(lambda *words: opened.evaluate("words => app(...words)", words))
    yield slate
    slate.end()


@pytest.fixture
def page(opened, slate):
    return opened


def test_search_and_order(page, slate):
    slate.begin("userAlreadyLoggedIn", "--pause-clock-at", "2026-12-31T12:00:00Z")
    page.get_by_label("Search").fill("ramen")
    page.get_by_role("button", name="Shoyu ramen").click()
    page.get_by_role("radio", name="large").check()
    page.get_by_role("switch", name="another egg").check()
    expect(page.get_by_role("radio", name="regular")).not_to_be_checked()
    page.get_by_role("button", name="Add to the basket · €17.40").click()
    page.get_by_role("button", name="Basket (1) · €17.40").click()
    page.get_by_role("button", name="Check out").click()
    for label, text in {"Street and number": "Long Street 1", "Postcode": "10997", "City": "Berlin"}.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Continue").click()
    name = page.get_by_label("Name")
    expect(name).to_have_accessible_error_message("Who is it for?")
    expect(name).to_be_focused()
    name.fill("Ada Lovelace")
    page.get_by_role("button", name="Continue").click()
    page.get_by_test_id("delivery-times").select_option("13:00")
    page.get_by_role("button", name="Continue").click()
    page.get_by_test_id("payments").select_option(label="In cash at the door")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("main")).to_match_aria_snapshot("""
        - group "Checkout":
          - heading "Everything right?" [level=2]
          - paragraph: To Ada Lovelace, Long Street 1
          - paragraph: City 10997 Berlin
          - paragraph: When At 13:00
          - paragraph: Payment In cash at the door
          - button "Order for €20.30"
        """)
    page.get_by_role("button", name="Order for €20.30").click()
    expect(page).to_have_title("Thank you · SampleStorefront")
    page.get_by_role("tab", name="Orders 1").click()
    assert page.get_by_role("button", name="1001").text_content().startswith("1001")


def test_sign_in_and_out(page, slate):
    slate.begin("userAlreadyOnboarded")
    page.get_by_label("E-mail").fill("ada@")
    page.get_by_label("Password").fill("analytical engine")
    expect(page.get_by_label("E-mail")).to_have_accessible_error_message("An e-mail address looks like ada@example.com.")
    expect(page.get_by_role("button", name="Sign in")).to_be_disabled()
    page.get_by_label("E-mail").fill("ada@example.com")
    page.get_by_label("E-mail").press("Enter")
    page.get_by_label("Password").press("Enter")
    page.get_by_role("tab", name="Account").click()
    page.get_by_role("button", name="Sign out").click()
    question = page.get_by_role("alertdialog", name="Sign out?")
    expect(question.get_by_role("button", name="Stay")).to_be_focused()
    question.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_label("Password")).to_have_value("")


def test_failing_network(page, slate):
    menu = PACKAGE / "Tests" / "SampleShopUITests" / "Answers" / "menu.json"
    slate.begin(
        "fullMenu", "--catalog-url", "https://kitchen.example/menu.json",
        "--network", '[{"to": "GET /menu.json", "status": 503}]')
    expect(page.get_by_test_id("reason")).to_have_text("The server answered with status 503.")
    slate.reply("GET /menu.json", text=menu.read_text())
    page.get_by_role("button", name="Try again").click()
    assert page.get_by_role("button", name="Soups 1 dish").is_visible()


def test_paused_clock(page, slate):
    slate.begin("lockedOut", "--pause-clock-at", "2026-12-31T12:00:00Z")
    expect(page.get_by_text("Open again: 12:15")).to_be_visible()
    slate.advance_clock(899)
    assert page.get_by_role("heading", name="Sign-in is paused").is_visible()
    slate.advance_clock(1)
    assert page.get_by_label("Password").is_visible()


def test_the_mark_of_an_app_that_is_idle(page, slate):
    """Another client, or the app by itself, may do something too: one line waits for that."""
    assert page.get_by_role("main").get_attribute("aria-busy") == "false"
    page.locator("main[aria-busy=false]").wait_for()


def test_wrong_words_are_answered_in_words(page, slate):
    with pytest.raises(sync_api.Error, match=r"There is no /resett\. Did you mean /reset\?"):
        slate.ask("/resett", {})
    with pytest.raises(sync_api.Error, match=r"unknown to this app\. Did you mean \"simulateUserAlreadyLoggedIn\""):
        slate.begin("userAlredyLoggedIn")
