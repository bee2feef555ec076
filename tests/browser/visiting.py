"""One Chromium for a whole process, and pages that must be clean.

A page fails its test on an error in the console, an uncaught exception, or a request to
any machine but this one. Both fixtures belong to all tests: a process may have only one
Playwright.
"""

import os
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.browser import chromium

# milliseconds; a machine that is busy with something else may ask for more patience
SHOWN_WITHIN = int(os.environ.get("PATIENCE", "30")) * 1000
RERUNS = int(os.environ.get("RERUNS", "2"))

# Opened below the root, Streamlit's own page first asks whether the server is there.
PROBE = re.compile(r"/[\w-]+/_stcore/(health|host-config)$")

expect.set_options(timeout=SHOWN_WITHIN)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        message = "no Chromium: `make check INSTALL=1`, or CHROMIUM=/path/to/it"
        (pytest.fail if chromium.under_ci() else pytest.skip)(message)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=path, args=chromium.ARGUMENTS
        )
        yield launched
        launched.close()


Visitor = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    """Opens pages, each in a fresh context; options are those of `new_context`."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(**options: object) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, **options}
        )
        context.set_default_timeout(SHOWN_WITHIN)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.extend(errors(said)))
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.on("request", lambda request: complaints.extend(strangers(request.url)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    if complaints:
        pytest.fail("the page was not clean:\n" + "\n".join(complaints))


def errors(said: ConsoleMessage) -> list[str]:
    """A complaint for an error in the console."""
    where = said.location["url"]
    harmless = said.type != "error" or PROBE.search(where)
    return [] if harmless else [f"console: {said.text} ({where})"]


def strangers(url: str) -> list[str]:
    """A complaint when a request leaves this machine."""
    parts = urlsplit(url)
    local = parts.scheme in {"data", "blob", "about", "file"}
    mine = parts.hostname in {"127.0.0.1", "localhost"}
    return [] if local or mine else [f"request to {url}"]


def whole(page: Page, within: float = SHOWN_WITHIN) -> None:
    """Wait until the page has its one heading, and its script has come to its end."""
    expect(page.locator("h1")).to_have_count(1, timeout=within)
    expect(page.get_by_test_id("stApp")).to_have_attribute(
        "data-test-script-state", "notRunning", timeout=within
    )
