"""Every page and every step of it on every screen, by day and by night.

A page is loaded once; then its window changes its size and its theme in place. There
is no list of exceptions.
"""

import os
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode

import axe_playwright_python
import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.visiting import SCREEN, SHOWN_WITHIN, whole
from tests.places import OFFERED
from viz.address import LABS
from viz.content.path import load

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
CHECK = Path(__file__).with_name("screens.js")
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1920, "height": 1080}
TABLET, LANDSCAPE = {"width": 820, "height": 1180}, {"width": 1024, "height": 768}
SIZES = (SCREEN, WIDE, LANDSCAPE, TABLET, PHONE)
OTHERS = {
    "captions": ("cap_step=question", "cap_step=film", "cap_step=see"),
    "memory": ("m_story=milk&m_hops=1&m_hide=2",),
    "": ("start_beside=true", "sentence=Kylian+scored+a+goal."),
    "why": ("why_clauses=1", "why_own=We+won+the+match,+and+my+brother+scored+a+goal."),
}
"""What else a page can be asked for that is drawn otherwise."""
IN_FRENCH = ("", "why", "transformer", "compare", "heads?step=2", "captions", "lessons")
"""Where French has least room; EVERY=1 opens all screens in every language."""
PAPER = Path(__file__).with_name("paper.js")
PAPERS = (718, 740, 1047, 980)
"""A4 and Letter, upright and lying, without margins of 12 or 10 mm, in pixels."""
SETTLED_WITHIN = SHOWN_WITHIN / 2

# serious faults, names and contrast among them; what cannot be told is left out
FAULTS = """
async () => (await axe.run(document, {
  resultTypes: ["violations"], selectors: false, preload: false,
})).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
"""
DRAWN = """
!document.querySelector("[data-testid=stSkeleton]") &&
  [...document.querySelectorAll("[data-testid=stPlotlyChart]")]
    .every(chart => chart.querySelector(".main-svg"))
"""
"""All that takes its time to be drawn is there."""
STILL = f"""
{DRAWN.strip()} && document.getAnimations().every(
  ({{ playState, effect: {{ target }} }}) => playState !== "running" ||
    !target.checkVisibility({{ contentVisibilityAuto: true }}))
"""
"""And nothing that is seen moves."""
DRAWN_BY_NIGHT = """
() => [...document.styleSheets].some(({ cssRules: [now, , night] }) =>
  night?.selectorText === ':root[data-theme="night"]' &&
  now.style.getPropertyValue("--page") === night.style.getPropertyValue("--page"))
"""
"""The sheet of the page begins with the colours it was drawn in: `frame._style`."""


def screens() -> list[ParameterSet]:
    """The address of every page and of every step of it; two processes share them."""
    found: list[str] = []
    for path in OFFERED:
        stop = load().first(path)
        by_path = urlencode(stop.opened if stop else {})
        more = ("step=2", "step=3") if path in LABS else OTHERS.get(path, ())
        asked = {"": None, by_path: None, **dict.fromkeys(more)}
        found += [f"/{path}?{query}".rstrip("?") for query in asked]
    every = tuple(found) if os.environ.get("EVERY") else ()
    translated = {"fr": every or [f"/{one}" for one in IN_FRENCH], "es": every}
    found += [
        f"{one}{'&' if '?' in one else '?'}lang={lang}"
        for lang, some in translated.items()
        for one in some
    ]
    halves = [pytest.mark.xdist_group(f"screens-{half}") for half in (1, 2)]
    return [
        pytest.param(screen, marks=half)
        for screen, half in zip(found, cycle(halves), strict=False)
    ]


@pytest.mark.parametrize("screen", screens())
def test_no_text_overlaps_or_is_cut_and_all_has_a_name_and_contrast(
    page: Page, server: str, screen: str
):
    page.emulate_media(reduced_motion="reduce")  # a worked case shows its end at once
    page.goto(server + screen)
    whole(page, 3 * SHOWN_WITHIN)
    page.evaluate(CHECK.read_text("utf-8"))
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[object, list[str]] = {}
    for size in SIZES:
        page.set_viewport_size(size)
        found[size["width"]] = rested(page)
        if size is WIDE:
            found["by day"] = page.evaluate(FAULTS)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(DRAWN_BY_NIGHT)
    whole(page)
    page.wait_for_function(STILL)
    found["by night"] = page.evaluate(FAULTS)
    page.set_viewport_size(WIDE)
    found["by night"] += rested(page)
    found["on paper"] = printed(page)
    assert {where: what for where, what in found.items() if what} == {}


def printed(page: Page) -> list[str]:
    """What is cut on paper of any size; a page is printed as it is on a screen."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    cut: list[str] = []
    for width in PAPERS:
        page.set_viewport_size({"width": width, "height": 1000})
        cut += page.evaluate(PAPER.read_text("utf-8"))
    expect(page.locator(".paper .which")).to_have_text(page.title())
    expect(page.locator(".paper .where")).to_have_text(page.url)
    return cut


def rested(page: Page) -> list[str]:
    """What stays wrong once all that is drawn has come to rest."""
    whole(page)
    page.wait_for_function(STILL)
    try:
        page.wait_for_function("faults().length === 0", timeout=SETTLED_WITHIN)
    except TimeoutError:
        return page.evaluate("faults()")
    return []
