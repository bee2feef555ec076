"""Cells forbidden and pieces chosen on the picture itself, in Chromium."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.component import call, scored, show, trace


def asked(page: Page) -> list[dict[str, Any]]:
    return [value for _, value in page.evaluate("window.asked")]


@pytest.fixture
def hand(stage: Page) -> Page:
    """The component with the hand on its matrix."""
    show(stage, *trace(hands=True))
    stage.get_by_role("button", name="Forbid cells").click()
    return stage


def test_a_click_forbids_a_cell_and_marks_it_at_once(hand: Page):
    hand.locator("[data-cell='6']").click()
    expect(hand.locator(".mark")).to_have_count(1)
    hand.mouse.move(2, 2)
    expect(hand.locator(".pick")).to_be_hidden()
    place = {"kind": "cross", "layer": 0, "heads": [0], "guess": "", "add": False}
    assert asked(hand) == [{"what": "forbid", "cells": [[1, 2]], **place}]


def test_a_stroke_is_guessed_at_and_added_only_if_that_is_chosen(hand: Page):
    guesses = hand.get_by_role("radiogroup", name="Your guess: will the model")
    expect(guesses.get_by_role("radio", name="no guess")).to_be_checked()
    guesses.get_by_role("radio", name="no guess").focus()
    hand.keyboard.press("ArrowRight")
    hand.keyboard.press("ArrowRight")
    expect(guesses.get_by_role("radio", name="just as likely")).to_be_focused()
    add = hand.get_by_role("button", name="Add to the running experiment")
    expect(add).to_have_attribute("aria-pressed", "false")
    add.click()
    expect(add).to_have_attribute("aria-pressed", "true")
    hand.locator("[data-cell='6']").click()
    assert [(one["guess"], one["add"]) for one in asked(hand)] == [("same", True)]


def test_a_stroke_forbids_all_that_it_passes(hand: Page):
    first, last = (hand.locator(f"[data-cell='{at}']") for at in (4, 6))
    first.hover()
    hand.mouse.down()
    box = last.bounding_box()
    hand.mouse.move(box["x"] + 9, box["y"] + 9, steps=30)
    hand.mouse.up()
    expect(hand.locator(".mark")).to_have_count(3)
    assert [one["cells"] for one in asked(hand)] == [[[1, 0], [1, 1], [1, 2]]]


def test_a_word_forbids_its_row_or_its_column(hand: Page):
    hand.get_by_role("rowheader").nth(2).click()
    hand.get_by_role("columnheader", name="car").click()
    assert [one["cells"] for one in asked(hand)] == [[[2, None]], [[None, 2]]]


def test_enter_forbids_a_cell_and_with_shift_its_row(hand: Page):
    hand.get_by_role("radio", name="mean of 2 heads").click()
    hand.locator("[data-cell][tabindex='0']").focus()
    hand.keyboard.press("Home")
    hand.keyboard.press("Enter")
    hand.keyboard.press("Shift+Enter")
    assert [(one["heads"], one["cells"]) for one in asked(hand)] == [
        (None, [[1, 0]]),
        (None, [[1, None]]),
    ]


def test_without_the_hand_a_click_only_looks(stage: Page):
    show(stage, *trace(hands=True))
    stage.locator("[data-cell='6']").click()
    expect(stage.locator(".pick")).to_be_visible()
    assert asked(stage) == []
    show(stage, *trace())
    expect(stage.get_by_role("button", name="Forbid cells")).to_have_count(0)


def test_a_forbidden_cell_says_who_forbade_it(modules: Page):
    whose = call(
        modules,
        """values[0].map(([row, key, head]) => forbidder(
          { mine: [[0, 1, 1, 2], [0, null, null, 3]], pads: [4], back: true },
          { layer: 0, head, heads: [] }, row, key))""",
        [[1, 2, 1], [2, 3, 0], [1, 2, -1], [0, 1, 0], [5, 1, 0]],
    )
    later = "by the causal mask (not written yet)"
    assert whose == ["by you", "by you", "by you", later, ""]
    pads = """[false, true].map(back => forbidder(
      { pads: [4], back }, { layer: 0, head: 0 }, 5, 4))"""
    assert call(modules, pads) == ["by the padding mask"] * 2


def test_another_piece_is_one_click_away(stage: Page):
    header, body = scored()
    show(stage, header | {"hands": True}, body)
    stage.locator(".output button").first.click()
    begins = stage.locator(".begins:visible")
    name = begins.first.get_attribute("aria-label")
    begins.first.click()
    ((_, done),) = stage.evaluate("window.asked")
    rows = header["next"]["rows"][0]
    assert done["what"] == "begin" and done["step"] == 0
    assert name == f"write {rows[1][0]} here, completed to a word, and go on"
    assert done["rank"] == rows[1][3]
