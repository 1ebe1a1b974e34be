"""The journey of test_playwright.py with Selenium, without a single wait."""

import pytest
from app import PACKAGE, Slate
from conftest import CHROMIUM_WORDS, needs, program

webdriver = needs("selenium.webdriver")
from selenium.common import exceptions  # noqa: E402
from selenium.webdriver import chrome, firefox  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select  # noqa: E402


def begin_chromium(browser, driver):
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for word in ["--headless=new", *CHROMIUM_WORDS]:
        options.add_argument(word)
    return webdriver.Chrome(options=options, service=chrome.service.Service(driver))


def begin_firefox(browser, driver):
    options = webdriver.FirefoxOptions()
    options.binary_location = browser
    options.add_argument("--headless")
    return webdriver.Firefox(options=options, service=firefox.service.Service(driver))


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def opened(app, request):
    """One page for all tests: a clean slate needs no new one."""
    if request.param == "chromium":
        driver = begin_chromium(program("chromium"), program("chromedriver", "apt-get install chromium-driver"))
    else:
        driver = begin_firefox(
            program("firefox-esr"), program("geckodriver", "it is at github.com/mozilla/geckodriver/releases"))
    driver.get(app.address)
    yield driver
    driver.quit()


@pytest.fixture
def slate(opened):
    slate = Slate(lambda *words: opened.execute_script("return app(...arguments)", *words))
    yield slate
    slate.end()


@pytest.fixture
def at(opened, slate):
    """Finds an element by its identifier."""
    return lambda identifier: opened.find_element(By.ID, identifier)


def test_search_and_order(opened, slate, at):
    slate.begin("userAlreadyLoggedIn", "--pause-clock-at", "2026-12-31T12:00:00Z")
    at("menu-search").send_keys("ramen")
    at("item-ramen").click()
    at("choice-large").click()
    at("choice-egg").click()
    assert at("choice-large").is_selected() and at("choice-egg").is_selected()
    assert not at("choice-regular").is_selected()
    at("add-to-basket").click()
    at("open-basket").click()
    at("checkout").click()
    at("delivery-street").send_keys("Long Street 1", Keys.ENTER)
    opened.switch_to.active_element.send_keys("10997", Keys.ENTER)
    opened.switch_to.active_element.send_keys("Berlin", Keys.ENTER)
    wrong = at("delivery-name")
    assert opened.switch_to.active_element == wrong
    assert at(wrong.get_attribute("aria-errormessage")).text == "Who is it for?"
    wrong.send_keys("Ada")
    wrong.clear()
    wrong.send_keys("Ada Lovelace")
    at("go-on").click()
    Select(at("delivery-times")).select_by_visible_text("13:00")
    at("go-on").click()
    Select(at("payments")).select_by_value("payment-cash")
    at("go-on").click()
    assert "At 13:00" in at("answers").text
    at("place-order").click()
    assert opened.title == "Thank you · SampleStorefront"
    at("tab-orders").click()
    assert at("order-1001").text.startswith("1001")


def test_sign_in_and_out(opened, slate, at):
    slate.begin("userAlreadyOnboarded")
    at("email").clear()
    at("email").send_keys("ada@")
    at("password").send_keys("analytical engine")
    assert at("email-problem").text == "An e-mail address looks like ada@example.com."
    assert not at("sign-in").is_enabled()
    at("email").send_keys("example.com")
    at("password").send_keys(Keys.ENTER)
    at("tab-account").click()
    at("sign-out").click()
    question = opened.find_element(By.CSS_SELECTOR, "[role=alertdialog]")
    assert question.accessible_name == "Sign out?"
    # Browsers have different names for what is behind a question.
    with pytest.raises((exceptions.ElementClickInterceptedException, exceptions.ElementNotInteractableException)):
        at("sign-out").click()
    at("confirm-sign-out").click()
    assert opened.find_element(By.TAG_NAME, "h1").text == "Sign in"
    assert at("password").get_attribute("value") == ""


def test_letters_of_all_kinds_arrive(slate, at):
    slate.begin("userAlreadyOnboarded")
    at("email").clear()
    at("email").send_keys("a\N{GRINNING FACE}\N{LATIN SMALL LETTER E WITH ACUTE}b")
    assert at("email").get_attribute("value") == "a\N{GRINNING FACE}\N{LATIN SMALL LETTER E WITH ACUTE}b"


def test_failing_network(slate, at):
    menu = PACKAGE / "Tests" / "SampleShopUITests" / "Answers" / "menu.json"
    slate.begin(
        "fullMenu", "--catalog-url", "https://kitchen.example/menu.json",
        "--network", '[{"to": "GET /menu.json", "status": 503}]')
    assert at("reason").text == "The server answered with status 503."
    slate.reply("GET /menu.json", text=menu.read_text())
    at("retry").click()
    assert at("category-soups").text.startswith("Soups")


def test_paused_clock(slate, at):
    slate.begin("lockedOut", "--pause-clock-at", "2026-12-31T12:00:00Z")
    assert at("headline").text == "Sign-in is paused"
    slate.advance_clock(899)
    assert at("headline").text == "Sign-in is paused"
    slate.advance_clock(1)
    assert at("password").is_displayed()


def test_wrong_words_are_answered_in_words(slate):
    with pytest.raises(exceptions.JavascriptException, match=r"There is no /resett\. Did you mean /reset\?"):
        slate.ask("/resett", {})
