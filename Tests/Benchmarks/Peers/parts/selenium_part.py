"""Selenium: stored data cleared within a session, and a new session; chromedriver runs on in both."""

import sys
from importlib.metadata import version

from part import serve
from selenium.webdriver import ChromeOptions, Remote
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

url, chromium, chromedriver = sys.argv[1:4]
options = ChromeOptions()
options.binary_location = chromium
for word in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]:
    options.add_argument(word)


def press(driver):
    driver.find_element(By.ID, "continue").click()
    return driver.find_element(By.ID, "headline").text


def open_page(driver):
    driver.get(url)
    return press(driver)


def new_session():
    driver = Remote(service.service_url, options=options)
    text = open_page(driver)
    driver.quit()
    return text


def clear(driver):
    driver.delete_all_cookies()
    driver.execute_script("localStorage.clear(); sessionStorage.clear()")
    return open_page(driver)


service = Service(chromedriver)
service.start()
running = Remote(service.service_url, options=options)
open_page(running)
try:
    serve(
        f"{version('selenium')}, Chromium {running.capabilities['browserVersion']}",
        {"cookies and storage cleared": lambda: clear(running), "new session": new_session},
    )
finally:
    running.quit()
    service.stop()
