"""What the parts in a browser share: the browser, our app, and stop-watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Error, Page, sync_playwright

from bench.report import Report
from tests.browser import chromium
from tests.browser.server import running

HERE = Path(__file__).parent
PATIENCE = 120_000  # milliseconds
PAINTED_WITHIN = 15_000


def in_browser(
    report: Report, what: str, work: Callable[[Report, Browser], None]
) -> None:
    """Measure with a browser, or report that `what` needs one."""
    if chromium.find() is None:
        report.miss(what, "no Chromium found")
        return
    with sync_playwright() as playwright, launched(playwright.chromium) as browser:
        work(report, browser)


@contextmanager
def launched(chrome: BrowserType) -> Iterator[Browser]:
    """A Chromium of its own, whose death is nobody else's."""
    browser = chrome.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
    try:
        yield browser
    finally:
        with suppress(Error):  # it may be gone by itself
            browser.close()


def attempt(
    report: Report, name: str, work: Callable[..., None], *given: object
) -> None:
    """Measure, or report that it could not be measured; the run goes on."""
    try:
        work(report, *given)
    except Exception as error:
        report.miss(name, error)


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    """A page in a new browser context, with the stop-watches of visit.js."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(path=HERE / "visit.js")
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        page.goto(address)
        yield page
    finally:
        with suppress(Error):
            context.close()


@contextmanager
def app_and_trivial(browser: Browser) -> Iterator[tuple[str, Callable[[], float]]]:
    """The address of our app, and what measures a trivial rerun beside it.

    That is the frame of the app around a page that does nothing: from the click to the
    painted text.
    """
    with (
        running() as address,
        running("bench/trivial.py") as trivial,
        opened(browser, trivial) as page,
    ):
        button = page.get_by_role("button", name="Once more")
        page.get_by_text("ready").wait_for()
        rounds = count(1)

        def click() -> float:
            watch = f"said('click', 'Clicked {next(rounds)}.')"
            return stopwatch(page, watch, button.click)

        for _ in range(5):
            click()
        yield address, click


def stopwatch(page: Page, watch: str, act: Callable[[], None]) -> float:
    """Milliseconds that a stop-watch of visit.js measures for one action."""
    page.evaluate(f"() => {{ window.measured = window.bench.{watch}; }}")
    act()
    return page.evaluate(
        """limit => Promise.race([window.measured, new Promise((_, refuse) =>
          setTimeout(() => refuse(new Error("nothing was painted")), limit))])""",
        PAINTED_WITHIN,
    )
