"""Bahdanau in Chromium: a weight is dragged, a word clicked, rows are renamed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

GIVEN = "target=La+femme+a+mang%C3%A9+le+poisson."
OPENED_WITHIN = 3 * SHOWN_WITHIN  # the first page waits for the models as well


def weights(page: Page) -> list[float]:
    bars = page.get_by_role("slider", name=re.compile("^weight of "))
    return [float(bar.get_attribute("aria-valuenow") or "nan") for bar in bars.all()]


def test_a_weight_is_dragged_and_the_row_still_adds_up_to_one(page: Page, server: str):
    page.goto(f"{server}/bahdanau?{GIVEN}&b_more=look&b_row=3")
    fish = page.get_by_role("slider", name="weight of fish")
    expect(fish).to_be_visible(timeout=OPENED_WITHIN)
    whole(page)  # what comes last may stand above the bars
    own = weights(page)
    track = fish.locator("span")
    track.hover(position={"x": 2, "y": 2})  # once it stands still
    page.mouse.down()
    box = track.bounding_box()  # held: the pointer may leave it
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.6 * box["width"], y, steps=4)
    assert weights(page)[4] == pytest.approx(0.6, abs=0.02)
    assert sum(weights(page)) == pytest.approx(1, abs=0.004)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"b_look=[\d.]+(\+[\d.]+){6}"))
    expect(page.locator(".st-key-more-look")).to_contain_text("after: ")
    others = [weight for place, weight in enumerate(weights(page)) if place != 4]
    before = [weight for place, weight in enumerate(own) if place != 4]
    expected = [0.4 * weight / sum(before) for weight in before]
    assert others == pytest.approx(expected, abs=0.03)


def test_a_word_takes_the_whole_light_and_gives_it_back(page: Page, server: str):
    page.goto(f"{server}/bahdanau?{GIVEN}&b_more=look&b_row=3")
    word = page.get_by_role("button", name="put all weight on woman")
    word.click(timeout=OPENED_WITHIN)
    expect(page).to_have_url(re.compile(r"b_look=0\+1\+0\+0\+0\+0\+0"))
    assert weights(page) == [0, 1, 0, 0, 0, 0, 0]
    page.get_by_role("button", name="Back to the model’s own weights").click()
    expect(page).not_to_have_url(re.compile("b_look=0"))
    word.click()
    expect(page).to_have_url(re.compile(r"b_look=0\+1"))


def test_rows_are_named_by_the_word_read_or_predicted(page: Page, server: str):
    page.goto(f"{server}/bahdanau?{GIVEN}")
    rows = page.get_by_role("rowheader")
    expect(rows.first).to_have_text("La", timeout=OPENED_WITHIN)
    page.get_by_role("radio", name="just read").click()
    expect(rows.first).to_have_text("‹start›")
    expect(page).to_have_url(re.compile("names=read"))


def test_a_section_below_is_dimmed_where_the_sentence_is_refused(
    page: Page, server: str
):
    page.goto(f"{server}/bahdanau?b_more=never&sentence={'very+' * 90}long.")
    below = page.locator(".st-key-sections-dim")
    expect(below.locator(".st-key-more-never")).to_be_visible(timeout=OPENED_WITHIN)
    expect(below).to_have_css("opacity", "0.4")
    page.goto(f"{server}/bahdanau?b_more=never")
    expect(page.locator(".st-key-sections .st-key-more-never")).to_be_visible(
        timeout=OPENED_WITHIN
    )
    expect(page.locator(".st-key-sections-dim")).to_have_count(0)
