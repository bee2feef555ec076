"""Every page once in Firefox, where there is one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import firefox
from tests.browser.visiting import SHOWN_WITHIN
from tests.places import OFFERED

CHECK = Path(__file__).with_name("screens.js")
SETTLED_WITHIN = SHOWN_WITHIN / 1000  # seconds
WHOLE = """
(() => document.querySelector("[data-testid=stApp]")
  ?.dataset.testScriptState === "notRunning"
  && !document.querySelector("[data-testid=stSkeleton]"))()
"""
LINKS = "document.querySelectorAll('[data-testid=stPageLink-NavLink]').length"
NOT_OURS_YET = LINKS.replace("]'", ']:not([href^="/"])\'')
NOT_OURS = re.compile("WebAssembly")


@pytest.fixture(scope="module")
def tab() -> Iterator[firefox.Tab]:
    path = firefox.find()
    if path is None:
        pytest.skip("no Firefox: apt-get install firefox-esr, or FIREFOX=/path/to/it")
    with firefox.running(path) as opened:
        opened.size(1280, 900)
        yield opened


@pytest.mark.parametrize("path", OFFERED)
def test_in_firefox_nothing_is_cut_links_are_true_and_the_console_stays_silent(
    tab: firefox.Tab, server: str, path: str
):
    tab.errors.clear()
    tab.open(f"{server}/{path}")
    assert tab.until(WHOLE, 3 * SHOWN_WITHIN / 1000), "never whole"
    tab.run(f"({CHECK.read_text('utf-8').strip().rstrip(';')}, 0)")
    tab.until("faults().length === 0", SETTLED_WITHIN)
    assert tab.run("faults()") == []
    assert tab.run("document.title").endswith(" · Headlight")
    assert tab.until("globalThis.headlightTranslated", SETTLED_WITHIN)
    assert tab.until(f"{LINKS} > 0 && {NOT_OURS_YET} === 0", SETTLED_WITHIN)
    assert [said for said in tab.errors if not NOT_OURS.search(said)] == []
