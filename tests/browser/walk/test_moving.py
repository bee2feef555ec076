"""The walk in Chromium: its steps, its buttons, and keys alone."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

import core
from core.in_use.translator import Translator
from core.trace import Trace
from tests.browser.visiting import whole
from tests.browser.walk.walking import hand, show


def test_the_machine_is_walked_with_arrow_keys_and_moves_the_rest(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace)
    hand(stage, trace, translator)
    stage.locator(".place.here").focus()
    stage.keyboard.press("ArrowDown")
    here = stage.locator(".place.here")
    expect(here).to_be_focused()
    expect(here).to_have_text("Add & Norm")
    expect(here).to_have_attribute(
        "aria-label", re.compile("cross-attention: Add & Norm")
    )
    expect(stage.locator(".flow")).to_contain_text("gain and shift")
    expect(stage.locator(".reel [aria-current] span")).to_have_text("Add, norm")
    stage.keyboard.press("ArrowDown")
    expect(here).to_be_focused()
    expect(here).to_have_attribute("aria-label", re.compile("^Decoder 1, feed-forward"))
    expect(stage.locator(".place-name")).to_have_text("Decoder 1, feed-forward")
    expect(stage.locator(".flow")).to_contain_text("× 12")
    stage.keyboard.press("Home")
    expect(stage.locator(".place-name")).to_have_text("English input")


def test_a_length_chosen_by_pointer_leaves_the_arrow_keys_to_the_walk(
    stage: Page, trace: Trace, translator: Translator
):
    view = {"stack": "decoder", "layer": 0, "place": "attention", "stage": "softmax"}
    show(stage, trace, walk="short", **view)
    hand(stage, trace, translator)
    count = stage.locator(".count")
    expect(count).to_have_text("6 of 9")
    stage.get_by_role("radio", name="Every step").click()
    expect(stage.locator(".reel [aria-current]")).to_be_focused()
    here, all_ = map(int, count.inner_text().split(" of "))
    stage.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"{here + 1} of {all_}")
    expect(stage.get_by_role("radio", name="Every step")).to_be_checked()
    stage.get_by_role("radio", name="Every step").focus()
    stage.keyboard.press("ArrowLeft")  # by keyboard it is a group of radio buttons
    expect(stage.get_by_role("radio", name="Main steps")).to_be_focused()
    expect(stage.get_by_role("radio", name="Main steps")).to_be_checked()


def test_the_button_to_the_next_step_says_what_that_step_does(
    stage: Page, trace: Trace, translator: Translator
):
    view = {"stack": "cross", "layer": 0, "place": "attention", "stage": "softmax"}
    show(stage, trace, walk="short", **view)
    hand(stage, trace, translator)
    following = stage.locator("[data-stay=walk-on]")
    expect(following).to_have_text("Next: average the values ›")
    following.click()
    expect(stage.locator(".reel [aria-current] span")).to_have_text("Average")
    expect(following).to_have_text("Next: add and normalise ›")
    stage.keyboard.press("End")
    expect(following).to_have_text("Start again")
    stage.get_by_role("button", name="One step back").click()
    expect(stage.locator(".count")).to_have_text("8 of 9")


def test_the_sentence_of_a_step_is_the_heading_and_stands_above_the_figure(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, walk="short", stack="cross", layer=0, stage="softmax", row=1)
    hand(stage, trace, translator)
    heading = stage.get_by_role("heading", level=1)
    expect(heading).to_contain_text("weights that add up to 1")
    said, drawn = heading.bounding_box(), stage.locator(".board").bounding_box()
    assert said and drawn and said["y"] + said["height"] <= drawn["y"]


def test_the_weights_of_the_row_are_bars_beside_its_cell(
    stage: Page, trace: Trace, translator: Translator
):
    tensors = {name: tensor for name, _, tensor in core.walk(trace)}
    view = {"walk": "short", "stack": "cross", "layer": 0, "head": 1, "row": 1}
    show(stage, trace, **view, stage="softmax")
    hand(stage, trace, translator)
    weights = tensors["decoder.0.cross_attention.weights"][1, 1].tolist()
    shown = stage.locator(".row-bars em").all_inner_texts()
    assert [int(re.sub(r"\D", "", one)) for one in shown] == [
        round(100 * weight) for weight in weights
    ]
    show(stage, trace, **view, stage="scaled")
    expect(stage.locator(".row-bars")).to_have_count(0)


def test_a_walk_names_the_rows_of_the_french_as_the_map_does(
    stage: Page, trace: Trace, translator: Translator
):
    view = {"walk": "short", "stack": "cross", "layer": 0, "stage": "softmax"}
    rows = stage.locator(".board [role=rowheader]")
    show(stage, trace, **view)
    hand(stage, trace, translator)
    expect(rows).to_have_text(list(trace.predicted.pieces))
    show(stage, trace, **view, names="read")
    expect(rows).to_have_text(list(trace.read.pieces))


def test_a_walk_begins_at_the_head_that_the_page_leads_to(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, stack="cross", layer=0, head=-1, lead={"layer": 0, "head": 1})
    hand(stage, trace, translator)
    stage.locator("[data-stay=walk-open]").click()
    for _ in range(3):
        stage.keyboard.press(" ")
    expect(stage.locator(".place-name")).to_have_text(
        "Decoder 1, cross-attention, head 2"
    )


def test_a_step_passes_into_the_next_in_four_and_stands_still_where_asked(
    open_at: Callable[..., Page], trace: Trace, translator: Translator
):
    view = {"walk": "short", "stack": "cross", "layer": 0, "stage": "scaled"}
    count = (
        "() => document.querySelector('#host').shadowRoot.querySelectorAll('.cover')"
    )
    for wanted, motion in ((1, "no-preference"), (0, "reduce")):
        page = open_at(reduced_motion=motion)
        show(page, trace, **view)
        hand(page, trace, translator)
        page.wait_for_timeout(1500)
        began = page.evaluate(
            """() => { const shadow = document.querySelector("#host").shadowRoot;
              shadow.querySelector("[data-stay=walk-on]").click();
              return shadow.querySelectorAll(".cover").length; }"""
        )
        assert began == wanted
        page.wait_for_function(f"({count})().length === 0")


def test_one_line_opens_what_is_folded_away_and_reports_it(
    stage: Page, trace: Trace, translator: Translator
):
    entries = [["heads", "All heads"], ["about", "About"]]
    show(stage, trace, walk="short", stack="cross", layer=0, entries=entries)
    hand(stage, trace, translator)
    expect(stage.locator(".mosaic")).to_have_count(0)
    button = stage.get_by_role("button", name="All heads", exact=True)
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(stage.locator(".mosaic")).to_be_visible()
    stage.wait_for_function("window.reports.at(-1)?.[1].explore === 'heads'")
    button.click()
    expect(stage.locator(".mosaic")).to_have_count(0)
    stage.wait_for_function("window.reports.at(-1)?.[1].explore === 'none'")


def test_a_switch_says_what_query_key_and_value_are_in_the_recurrent_model(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, walk="full", stack="decoder", layer=0, stage="softmax")
    hand(stage, trace, translator)
    stage.get_by_role("button", name="Bahdanau’s names").click()
    expect(stage.locator(".formula munder mtext")).to_have_text(["s", "U h", "h"])


def test_a_walk_is_reported_once_when_it_rests(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace)
    hand(stage, trace, translator)
    stage.locator("[data-stay=walk-open]").evaluate(
        """button => {
          const root = button.getRootNode().querySelector(".attention");
          window.reports.length = 0;
          button.click();
          for (let step = 0; step < 4; step++) {
            root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
          }
        }"""
    )
    stage.wait_for_function("window.reports.length === 1")
    time.sleep(0.4)
    reports = stage.evaluate("window.reports")
    assert len(reports) == 1
    kept = {name: reports[0][1][name] for name in ("walk", "place", "stage", "head")}
    assert kept == {
        "walk": "short",
        "place": "attention",
        "stage": "masked",
        "head": 0,
    }


def test_play_is_one_step_where_motion_is_not_wanted(
    open_at: Callable[..., Page], trace: Trace, translator: Translator
):
    page = open_at(reduced_motion="reduce")
    show(page, trace, walk="short", stack="decoder", layer=0, place="words")
    hand(page, trace, translator)
    page.locator(".reel [aria-current]").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".count")).to_have_text("2 of 9")
    time.sleep(1.5)
    expect(page.locator(".count")).to_have_text("2 of 9")


def test_the_walk_by_keyboard_alone(page: Page, server: str):
    page.goto(f"{server}/transformer?kind=decoder&layer=2&head=3")
    page.locator("[data-stay=walk-open]").focus()
    page.keyboard.press("Enter")
    count, title = page.locator(".count"), page.locator(".place-name")
    expect(count).to_have_text("1 of 9")
    expect(page.locator(".reel [aria-current]")).to_be_focused()
    page.keyboard.press("End")
    expect(title).to_have_text("The next word")
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Decoder 2, self-attention, head 3")
    expect(page.locator(".formula .lit")).to_have_text("softmax")
    expect(page).to_have_url(re.compile("walk=short.*stage=softmax"))
    whole(page)  # the answer draws the cells anew, which takes their focus
    page.locator(".spot-cell").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".arithmetic")).to_contain_text("row sum")
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    expect(count).to_have_text("7 of 9")
    page.locator("[data-stay=walk-close]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radiogroup", name="query")).to_be_visible()
