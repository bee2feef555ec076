"""Reviews in a real browser: typed, weighed, opened sentence by sentence."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import SHOWN_WITHIN

OPENED_WITHIN = 3 * SHOWN_WITHIN


@pytest.fixture
def lines(page: Page):
    """The sentences that can be pressed."""
    return page.locator(".sentence")


def test_a_typed_review_gets_a_column_for_each_word(page: Page, server):
    page.goto(f"{server}/reviews")
    words = page.locator(".columns .word")
    expect(words.first).to_have_text("The", timeout=OPENED_WITHIN)
    field = page.get_by_label("A review in English")
    field.fill("Terrible <b>soup</b>!")
    field.press("Control+Enter")
    expect(words.first).to_have_text("Terrible", timeout=OPENED_WITHIN)
    assert " ".join(words.all_text_contents()) == "Terrible < b > soup < / b > !"
    expect(page.locator(".verdicts p").first).to_contain_text("negative")
    expect(page).to_have_url(re.compile("rev_text=Terrible"))


def test_a_sentence_is_opened_by_click_and_by_key_and_stays_in_the_address(
    page: Page, server, lines
):
    page.goto(f"{server}/reviews?step=3&rev_seed=1")
    expect(lines).to_have_count(3, timeout=OPENED_WITHIN)
    lines.nth(0).click()
    expect(page.locator(".columns .word").first).to_have_text("Pagamos")
    expect(page.locator(".columns .gloss").first).to_have_text("we paid")
    expect(page).to_have_url(re.compile("rev_line=1"))
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_have_attribute("aria-expanded", "true")
    expect(page).to_have_url(re.compile("rev_line=2"))
    page.keyboard.press("End")
    expect(lines.nth(2)).to_be_focused()
    expect(page).to_have_url(re.compile("rev_line=3"))
    page.reload()
    expect(lines.nth(2)).to_have_attribute(
        "aria-expanded", "true", timeout=OPENED_WITHIN
    )


def test_weights_of_the_open_sentence_are_multiplied(page: Page, server, lines):
    page.goto(f"{server}/reviews?step=3&rev_seed=1&rev_line=2")
    expect(lines).to_have_count(3, timeout=OPENED_WITHIN)
    share = float(lines.nth(1).locator(".share").text_content() or "")
    column = page.locator(".column").nth(3)
    weight = float(column.locator(".weight").text_content() or "")
    product = (column.locator(".product").text_content() or "").split("= ")[1]
    assert float(product) == pytest.approx(share * weight, abs=0.011)
    expect(column).to_have_attribute("aria-label", re.compile("This word judges"))
