"""What the tests with Playwright and those with Selenium share: one app, and the browser of this machine."""

import shutil

import pytest
from app import App

CHROMIUM_WORDS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def program(name, source="", **scope):
    """Returns the path of a program, or skips with one line that says what is missing, and where it comes from."""
    return shutil.which(name) or pytest.skip(f"{name} is not installed; {source or f'apt-get install {name}'}", **scope)


def needs(module):
    """Returns the module, or skips the file with one line that says what is missing."""
    package = module.split(".")[0]
    reason = f"{package} is not installed; in a virtual environment: pip install -r Tests/Browser/requirements.txt"
    return pytest.importorskip(module, reason=reason)


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """The whole product, in one process for all tests."""
    with App("SampleStorefront", tmp_path_factory.mktemp("home")) as app:
        yield app
