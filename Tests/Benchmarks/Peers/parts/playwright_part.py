"""Playwright: a new context in a browser that runs on, and a new browser."""

import sys
from importlib.metadata import version

from part import serve
from playwright.sync_api import sync_playwright

url, chromium = sys.argv[1:3]
options = {"executable_path": chromium, "headless": True, "args": ["--no-sandbox"]}

with sync_playwright() as playwright:
    running = playwright.chromium.launch(**options)

    def journey(browser):
        context = browser.new_context()
        page = context.new_page()
        page.goto(url)
        page.click("#continue")
        text = page.text_content("#headline")
        context.close()
        return text

    def new_browser():
        browser = playwright.chromium.launch(**options)
        text = journey(browser)
        browser.close()
        return text

    serve(
        f"{version('playwright')}, Chromium {running.version}",
        {"new context": lambda: journey(running), "new browser": new_browser},
    )
    running.close()
