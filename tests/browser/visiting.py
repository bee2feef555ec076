"""One Chromium for a whole process, and pages that must be clean.

A page fails its test on an error in the console, an uncaught exception, or a request to
any machine but this one. The fixtures belong to all tests: a process may have only one
Playwright.

Pages share a context and a process, because most of what it costs to open one is to
fetch and to compile the scripts of Streamlit and Plotly: what a page stored is taken
away when its test is over, and what it fetched and compiled stays.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    TimeoutError,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser import chromium

# milliseconds; a machine that is busy with something else may ask for more patience
SHOWN_WITHIN = int(os.environ.get("PATIENCE", "30")) * 1000
SCREEN: ViewportSize = {"width": 1280, "height": 800}
STORED = "cookies,local_storage,indexeddb"

# Hundreds of pages come from one process: what a page of a reader's gains when a script
# is compiled while it still comes, and once more for speed, is never earned back here.
# The switch replaces Playwright's, so what that switches off is named again.
SPARING = [
    "--disable-features=ScriptStreaming,BackgroundResourceFetch,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
    "--js-flags=--min-semi-space-size=32,--no-concurrent-recompilation",
    "--process-per-site",
]

WHOLE = """
() => {
  const inside = root => [...root?.querySelectorAll("*") ?? []].flatMap(one =>
    [...one.matches("h1") ? [one] : [], ...inside(one.shadowRoot)]);
  return document.querySelector("[data-test-script-state=notRunning]") !== null
    && inside(document).length === 1;
}
"""
OFTEN = 50  # milliseconds

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
            executable_path=path, args=[*chromium.ARGUMENTS, *SPARING]
        )
        yield launched
        launched.close()


Contexts = Callable[..., BrowserContext]
Visitor = Callable[..., Page]


@pytest.fixture(scope="session")
def harness() -> Iterator[str]:
    """The page that shows the component without Streamlit."""
    from tests.browser.harness import serving  # its shapes are checked once pytest runs

    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def contexts(browser: Browser, harness: str) -> Contexts:
    """The context of pages with the same options, which are those of `new_context`.

    Its first page stays open, and with it the process of all.
    """

    @cache
    def context(**options: Any) -> BrowserContext:
        made = browser.new_context(viewport=SCREEN, **options)
        made.set_default_timeout(SHOWN_WITHIN)
        made.new_page().goto(harness)
        return made

    return context


@pytest.fixture
def visitor(browser: Browser, contexts: Contexts) -> Iterator[Visitor]:
    """Opens pages of any size; one that comes for the first time has fetched nothing.

    Other options are those of `new_context`.
    """
    pages: list[Page] = []
    alone: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        viewport: ViewportSize = SCREEN, first_time: bool = False, **options: Any
    ) -> Page:
        if first_time:
            context = browser.new_context(**options)
            context.set_default_timeout(SHOWN_WITHIN)
            alone.append(context)
        else:
            context = contexts(**options)
        page = context.new_page()
        page.set_viewport_size(viewport)
        pages.append(page)
        page.on("console", lambda said: complaints.extend(errors(said)))
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.on("request", lambda request: complaints.extend(strangers(request.url)))
        return page

    yield open_page
    for page in pages:
        leave(page)
    for context in alone:
        context.close()
    if complaints:
        pytest.fail("the page was not clean:\n" + "\n".join(complaints))


def leave(page: Page) -> None:
    """Close a page, without what it stored and was allowed to do."""
    at = urlsplit(page.url)
    if at.scheme == "http" and not page.is_closed():
        stored = {"origin": f"http://{at.netloc}", "storageTypes": STORED}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
    page.context.clear_permissions()
    page.close()


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
    try:  # polled: the retries of a locator slow down to one a second
        page.wait_for_function(WHOLE, timeout=within, polling=OFTEN)
    except TimeoutError:  # says which of both it was
        expect(page.locator("h1")).to_have_count(1, timeout=1)
        expect(page.get_by_test_id("stApp")).to_have_attribute(
            "data-test-script-state", "notRunning", timeout=1
        )


def holds(page: Page, true: Callable[[], bool]) -> bool:
    """Whether it comes to be true and stays so, within the time to show a page."""
    ends, before = time.monotonic() + SHOWN_WITHIN / 1000, False
    while time.monotonic() < ends:
        now = true()
        if now and before:
            return True
        before = now
        page.wait_for_timeout(OFTEN)
    return False


def listens(page: Page) -> None:
    """Wait until the two keys of a remote are heard: a page is whole before that."""
    page.wait_for_function(
        "() => globalThis.headlightPresenter?.some(({ keys }) => keys.PageDown)"
    )


def by_menu(page: Page, menu: str, name: str) -> None:
    """Open a page by its entry in a menu of the header."""
    page.get_by_test_id("stTopNavSection").filter(has_text=menu).click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=name).click()
