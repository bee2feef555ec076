"""On a projector: numerals for the last row, and the keys of a remote."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

SCREEN = {"width": 1920, "height": 1080}
OPENED_WITHIN = 3 * SHOWN_WITHIN  # the first page waits for the models as well


@pytest.mark.parametrize("path", ["", "transformer", "bahdanau"])
def test_title_and_matrix_are_shown_with_numerals_of_28_pixels(
    page: Page, server: str, path: str
):
    page.set_viewport_size(SCREEN)
    page.goto(f"{server}/{path}?project=true")
    whole(page, OPENED_WITHIN)
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    numbers = page.locator(".cell:not(:empty), .numbers .number")
    expect(numbers.first).to_be_in_viewport()
    sizes = numbers.evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 28


def test_a_remote_walks_the_steps_of_a_model_and_the_clauses_of_a_sentence(
    page: Page, server: str
):
    page.set_viewport_size(SCREEN)
    asked = "walk=short&place=words&stage=annotations"
    page.goto(f"{server}/bahdanau?project=true&{asked}")
    whole(page, OPENED_WITHIN)
    step = page.locator(".step[aria-current]")
    expect(step).to_have_text(re.compile("^1"))
    page.keyboard.press("PageDown")
    expect(step).to_have_text(re.compile("^2"))
    page.keyboard.press("PageUp")
    expect(step).to_have_text(re.compile("^1"))
    page.goto(f"{server}/why?project=true&why_clauses=1")
    whole(page, OPENED_WITHIN)
    expect(page.locator(".sentence")).not_to_contain_text("2")
    page.keyboard.press("PageDown")
    expect(page.locator(".sentence")).to_contain_text("2and I lost my keys.")
