"""One edge with two replicas behind it for all tests that need them."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server import static
from server.rate_limit import RateLimit
from tests.browser.server import free_port
from tests.browser.visiting import whole
from tests.server.running import Replica, edge, replicas, tool, wait_for

GROUPED = {"replica", "public", "visitor"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share the replicas run in one process."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and GROUPED & set(item.fixturenames):
            item.add_marker(pytest.mark.xdist_group("server"))


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Streamlit's own files, compressed, as the image of the edge holds them."""
    folder = tmp_path_factory.mktemp("edge")
    static.copy(folder)
    return folder


@pytest.fixture(scope="session")
def running() -> Iterator[list[Replica]]:
    """Two replicas that are ready; a test may kill the second."""
    with replicas(2) as started:
        yield started


@pytest.fixture(scope="session")
def replica(running: list[Replica]) -> str:
    """The address of a replica that lives as long as the tests."""
    return running[0].address


@pytest.fixture(scope="session")
def public(running: list[Replica], files: Path) -> Iterator[str]:
    """The address of the edge before both replicas."""
    if not tool("caddy").exists():
        pytest.skip("no caddy beside Python; requirements-dev.txt installs it")
    upstream = [f"127.0.0.1:{each.port}" for each in running]
    with edge(upstream, files) as address:
        wait_for(address)
        yield address


@pytest.fixture
def nobody(files: Path) -> Iterator[str]:
    """The address of an edge with nobody behind it."""
    if not tool("caddy").exists():
        pytest.skip("no caddy beside Python; requirements-dev.txt installs it")
    with edge([f"127.0.0.1:{free_port()}"], files) as address:
        yield address


@pytest.fixture
def teacher(replica: str, visitor: Callable[..., Page]) -> Iterator[tuple[Page, str]]:
    """Whoever has begun a class, and its code."""
    page = visitor()
    page.goto(f"{replica}/transformer")
    whole(page)
    page.get_by_role("button", name="Class", exact=True).click()
    page.get_by_role("button", name="Begin a class").click()
    code = page.locator(".invite .code")
    expect(code).to_have_text(re.compile("^[ACDEFGHJKMNPQRTUVWXY3479]{5}$"))
    said = code.inner_text()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    yield page, said


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, in which more would be allowed again."""
    limit = partial(RateLimit, clock=lambda: 0.0)
    monkeypatch.setattr("server.allowed.RateLimit", limit)
