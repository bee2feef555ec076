"""One app server and one Chromium for all browser tests, and pages that must be clean.

A page fails its test on an error in the console, an uncaught exception, or a request to
any machine but this one.
"""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import chromium

ROOT = Path(__file__).parent.parent.parent
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STARTED_WITHIN = 60  # seconds, on a busy machine
SHOWN_WITHIN = 30_000  # milliseconds


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All browser tests run in one process: they share the server and the browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def healthy(address: str) -> bool:
    try:
        with urlopen(f"{address}/_stcore/health", timeout=2) as answer:
            return answer.status == 200
    except (URLError, OSError):
        return False


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running app, started as `make app` starts it."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    log = tmp_path_factory.mktemp("server") / "log.txt"
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    options = ["--server.headless=true", "--server.address=127.0.0.1"]
    with log.open("w") as written:
        process = subprocess.Popen(
            [*command, *options, f"--server.port={port}"],
            cwd=ROOT,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + STARTED_WITHIN
        while not healthy(address):
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the app did not start:\n{log.read_text()}")
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        message = "no Chromium: `make check INSTALL=1`, or CHROMIUM=/path/to/it"
        (pytest.fail if chromium.under_ci() else pytest.skip)(message)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
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
        page.on(
            "console",
            lambda said: (
                complaints.append(f"console: {said.text} ({said.location})")
                if said.type == "error"
                else None
            ),
        )
        page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
        page.on("request", lambda request: complaints.extend(strangers(request.url)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    if complaints:
        pytest.fail("the page was not clean:\n" + "\n".join(complaints))


def strangers(url: str) -> list[str]:
    """A complaint when a request leaves this machine."""
    parts = urlsplit(url)
    local = parts.scheme in {"data", "blob", "about"}
    mine = parts.hostname in {"127.0.0.1", "localhost"}
    return [] if local or mine else [f"request to {url}"]


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """One page in a window of 1280 × 800."""
    return visitor()
