"""Playwright on the page of an app's screen: the clean slate alone, with a tap before it that is not timed."""

import pathlib
import sys
import tempfile
import time
from contextlib import ExitStack
from importlib.metadata import version

from part import serve
from playwright.sync_api import sync_playwright

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Browser"))
from app import App  # noqa: E402

bare, chromium = sys.argv[1:3]


class Way:
    """Has a browser of its own, so that nothing else goes on in it."""

    def __init__(self, playwright, address):
        self.browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=["--no-sandbox"])
        self.address = address
        self.open()

    def open(self):
        self.context = self.browser.new_context()
        self.page = self.context.new_page()
        self.page.goto(self.address)


class Reset(Way):
    """One request to the app; its page stays."""

    def clear(self):
        self.page.evaluate("app('/reset', {})")


class NewContext(Way):
    """A new context, with the page loaded anew."""

    def clear(self):
        self.context.close()
        self.open()


def measure(way):
    # A new context of the app's page leaves the app as it is: only the reset brings it back to its first screen.
    if isinstance(way, Reset):
        way.page.click("#continue")
    start = time.perf_counter_ns()
    way.clear()
    duration = (time.perf_counter_ns() - start) / 1000
    text = way.page.text_content("h1")
    if text != "Welcome":
        raise SystemExit(f"After a clean slate there is 'Welcome', not '{text}'.")
    return duration


with ExitStack() as stack:
    playwright = stack.enter_context(sync_playwright())
    one, other = [
        stack.enter_context(App("SampleOnboarding", stack.enter_context(tempfile.TemporaryDirectory()))) for _ in range(2)]
    reset = Reset(playwright, one.address)
    serve(
        f"{version('playwright')}, Chromium {reset.browser.version}",
        {
            "reset by the app's page": reset,
            "new context, app's page": NewContext(playwright, other.address),
            "new context, bare page": NewContext(playwright, bare),
        },
        measure,
    )
