"""What the tests with Playwright and those with Selenium share: one app, and the browser of this machine."""

import shutil

import pytest
from app import App

CHROMIUM_WORDS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def needs(module, **programs):
    """Returns the module, or skips the file with one line that says what is missing. Programs come with their packages."""
    for name, package in programs.items():
        if not shutil.which(name):
            pytest.skip(f"{name} is not installed; on Debian: apt-get install {package}", allow_module_level=True)
    package = module.split(".")[0]
    reason = f"{package} is not installed; in a virtual environment: pip install -r Tests/Browser/requirements.txt"
    return pytest.importorskip(module, reason=reason)


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """The whole product, in one process for all tests."""
    with App("SampleStorefront", tmp_path_factory.mktemp("home")) as app:
        yield app
