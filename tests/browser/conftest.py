"""One app server for the browser tests of a file, and a page to open it with."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.server import running
from tests.browser.visiting import Contexts, Visitor


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser tests of a file run in one process, with one server and browser.

    A file of many may name its own groups instead.
    """
    here = Path(__file__).parent
    for item in items:
        grouped = item.get_closest_marker("xdist_group") is not None
        if here in item.path.parents and not grouped:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the running app."""
    with running() as address:
        yield address


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """One page in a window of 1280 × 800."""
    return visitor()


@pytest.fixture(scope="session")
def modules(contexts: Contexts, harness: str) -> Iterator[Page]:
    """The component's page with nothing on it, for functions that leave nothing."""
    page = contexts().new_page()
    page.goto(harness)
    page.wait_for_function("window.ready")
    yield page
    page.close()


@pytest.fixture
def open_at(visitor: Callable[..., Page], harness: str) -> Callable[..., Page]:
    def at(**options: Any) -> Page:
        page = visitor(**options)
        page.goto(harness)
        page.wait_for_function("window.ready")
        return page

    return at


@pytest.fixture
def stage(open_at: Callable[..., Page]) -> Page:
    return open_at()
