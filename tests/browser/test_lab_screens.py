"""A lab on a phone, on a large screen and on a projector."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_screens import DRAWN
from tests.browser.visiting import SHOWN_WITHIN, Visitor, listens, whole

LARGE = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
NUMERALS = """
() => {
  const texts = document.querySelectorAll(".st-key-lab-picture .js-plotly-plot text");
  const sizes = [...texts]
    .filter(one => /^[+−]?\\d*[.,]?\\d+$/.test(one.textContent))
    .map(one => parseFloat(getComputedStyle(one).fontSize) *
      Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b));
  return sizes.length && sizes;
}
"""
"""How large the numbers of charts are on the screen, once there are any."""


def opened(visitor: Visitor, address: str, viewport: dict[str, int]) -> Page:
    page = visitor(viewport=viewport)
    page.goto(address)
    whole(page, 3 * SHOWN_WITHIN)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    page.locator(".js-plotly-plot .nsewdrag").first.wait_for()  # it hears the pointer
    page.wait_for_function(DRAWN)
    return page


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    return box["y"] if box else float("inf")


@pytest.mark.parametrize("lab", ["masks", "block?step=3"])
def test_a_projector_keeps_title_claim_and_question_on_the_first_screen(
    visitor: Visitor, server: str, lab: str
):
    join = "&" if "?" in lab else "?"
    page = opened(visitor, f"{server}/{lab}{join}project=true", LARGE)
    for selector in (".st-key-lab-lead", "[class*=st-key-guess-card-]"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=0.95)
    expect(page.locator("[class*=st-key-guess-card-] button").last).to_be_in_viewport()
    assert min(page.wait_for_function(NUMERALS).json_value()) >= 28


def test_a_remote_walks_the_steps_of_a_lab(visitor: Visitor, server: str):
    page = opened(visitor, f"{server}/softmax?project=true", LARGE)
    chosen = page.locator(".st-key-lab-steps [aria-checked=true]")
    expect(chosen).to_contain_text("1")
    listens(page)
    page.keyboard.press("PageDown")
    expect(chosen).to_contain_text("2")
    page.keyboard.press("PageUp")
    expect(chosen).to_contain_text("1")


@pytest.mark.parametrize(("lab", "picker"), [("masks", "Mask"), ("block", "Sublayer")])
def test_on_a_phone_the_figure_stands_above_all_that_changes_it(
    visitor: Visitor, server: str, lab: str, picker: str
):
    page = opened(visitor, f"{server}/{lab}", PHONE)
    figure = top(page, ".st-key-lab-picture .js-plotly-plot")
    assert top(page, ".st-key-lab-steps") < top(page, "h1") < figure < 844 - 100
    controls = page.locator(".st-key-lab-picture").get_by_text(picker, exact=True)
    assert figure < controls.first.bounding_box()["y"]


def test_a_large_screen_has_larger_numerals_and_its_cells_can_be_clicked(
    visitor: Visitor, server: str
):
    page = opened(visitor, f"{server}/masks", LARGE)
    assert min(page.wait_for_function(NUMERALS).json_value()) > 18
    page.locator(".st-key-lab-picture .textpoint text", has_text="+3").first.hover(
        force=True
    )
    expect(page.locator(".hoverlayer").first).to_contain_text("ate")
    page.mouse.down()
    page.mouse.up()
    expect(page).to_have_url(re.compile("mask_cells=5-3"))
