"""The attention component in Chromium: its picture and its manners."""

import json
import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.component import (
    large,
    options,
    place,
    show,
    sides,
    trace,
)


def test_every_panel_is_drawn_and_typed_markup_stays_text(stage: Page):
    show(stage, *trace())
    expect(stage.locator(".says")).to_have_text("<b>x</b> attends most to red (63%).")
    for panel in ("choose", "picture", "heads", "row", "next"):
        expect(stage.locator(f".panel.{panel}")).to_be_visible()
    expect(stage.locator(".said .word").nth(1)).to_have_text("<b>x</b>")
    assert stage.locator(".said b, [role=rowheader] b, .cell b").count() == 0
    assert stage.locator("[role=gridcell]").all_inner_texts() == [
        ".40", ".30", ".20", ".10", ".13", ".63", ".25", ".00", "", "", "", "1.00",
    ]  # fmt: skip


def test_forbidden_cells_have_no_number_and_say_so(stage: Page):
    show(stage, *trace(view={"stack": "decoder", "layer": 0, "head": 0, "row": 0}))
    assert stage.locator("[role=gridcell]").all_inner_texts() == [
        "1.00", "", "", ".75", ".25", "", "", ".07", ".90",
    ]  # fmt: skip
    stage.locator("[role=gridcell]").nth(2).hover()
    expect(stage.locator(".readout")).to_have_text(
        "‹start› → <b>x</b>: forbidden by the causal mask (not written yet)"
    )


def test_a_head_is_repainted_at_once_and_reported_when_it_rests(stage: Page):
    show(stage, *trace())
    before = stage.evaluate(
        """() => {
          const root = document.getElementById("host").shadowRoot;
          window.clicked = performance.now();
          root.querySelector("[aria-label='head 2']").click();
          return [root.querySelector(".says").textContent, window.reports.length];
        }"""
    )
    assert before == ["<b>x</b> attends most to car (50%).", 0]
    stage.wait_for_function("window.reports.length === 1")
    assert stage.evaluate("window.reported - window.clicked") >= 249
    ((name, view),) = stage.evaluate("window.reports")
    assert (name, place(view)) == (
        "view",
        {"stack": "cross", "layer": 0, "head": 1, "row": 1},
    )


def test_five_quick_steps_are_one_report_of_less_than_2_kilobytes(stage: Page):
    show(stage, *trace())
    stage.evaluate(
        """() => {
          const root = document.getElementById("host").shadowRoot;
          for (const way of ["Left", "Right", "Right", "Left", "Right"]) {
            root.querySelector("[aria-label=head] [aria-checked=true]").dispatchEvent(
              new KeyboardEvent("keydown",
                { key: `Arrow${way}`, bubbles: true, composed: true }));
          }
        }"""
    )
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 2")
    stage.wait_for_function("window.reports.length")
    stage.wait_for_timeout(600)  # for one too many
    reports = stage.evaluate("window.reports")
    assert [view["head"] for _, view in reports] == [1]
    assert len(json.dumps(reports)) < 2000
    assert stage.evaluate("window.leaked") == []


def test_pointer_tap_and_keyboard_show_the_same_read_out(
    open_at: Callable[..., Page],
):
    page = open_at(has_touch=True)
    show(page, *trace())
    cell, readout = page.locator("[role=gridcell]").nth(5), page.locator(".readout")
    cell.hover()
    expect(readout).to_have_text("<b>x</b> → red: 0.625")
    page.mouse.move(2, 2)
    expect(readout).to_have_text("")
    cell.tap()
    expect(readout).to_have_text("<b>x</b> → red: 0.625")
    page.locator("[role=gridcell]").nth(0).tap()
    expect(readout).to_have_text("La → The: 0.400")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(readout).to_have_text("<b>x</b> → red: 0.625")


def test_the_matrix_is_one_tab_stop_and_the_arrows_move_in_it(stage: Page):
    show(stage, *trace())
    assert stage.locator("[role=gridcell][tabindex='0']").count() == 1
    stage.locator("[role=gridcell][tabindex='0']").focus()
    readout = stage.locator(".readout")
    for key, text in (
        ("ArrowUp", "La → red: 0.300"),
        ("End", "La → ‹end›: 0.100"),
        ("ArrowRight", "La → ‹end›: 0.100"),
        ("Home", "La → The: 0.400"),
        ("ArrowDown", "<b>x</b> → The: 0.125"),
    ):
        stage.keyboard.press(key)
        expect(readout).to_have_text(text)
    focused = stage.locator("[role=gridcell]:focus")
    expect(focused).to_have_attribute("aria-label", "<b>x</b> → The: 0.125")
    assert stage.locator("[role=gridcell][tabindex='0']").count() == 1
    stage.keyboard.press("Escape")
    expect(focused).to_have_count(0)
    assert stage.evaluate("window.leaked") == []


def test_hovering_a_query_shows_its_row_but_chooses_nothing(stage: Page):
    show(stage, *trace())
    stage.locator(".said button").nth(2).hover()
    expect(stage.locator(".says")).to_have_text("‹end› attends most to ‹end› (100%).")
    stage.mouse.move(2, 2)
    expect(stage.locator(".says")).to_have_text("<b>x</b> attends most to red (63%).")
    stage.wait_for_timeout(400)
    assert stage.evaluate("window.reports") == []


def test_the_slider_and_the_words_of_the_output_choose_the_step(stage: Page):
    show(stage, *trace())
    chances = stage.locator(".next .bar:visible em")
    expect(chances).to_have_text(["75%", "13%"])
    stage.locator(".next input").focus()
    stage.keyboard.press("ArrowRight")
    expect(chances).to_have_text(["88%", "6%"])
    expect(stage.locator(".says")).to_have_text("‹end› attends most to ‹end› (100%).")
    stage.locator(".output button").first.click()
    expect(chances).to_have_text(["50%", "25%"])
    assert stage.locator(".row .bar em").all_inner_texts() == [
        "0.400",
        "0.300",
        "0.200",
        "0.100",
    ]


def test_python_imposes_a_view_only_with_a_new_revision(stage: Page):
    show(stage, *trace())
    stage.locator("[aria-label='head 2']").click()
    view = {"stack": "cross", "layer": 0, "head": 0, "row": 2}
    show(stage, *trace(view=view, id="second"))
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 2")
    expect(stage.locator(".says")).to_contain_text("<b>x</b>")
    show(stage, *trace(view=view, view_rev="1"))
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 1")
    expect(stage.locator(".says")).to_have_text("‹end› attends most to ‹end› (100%).")
    assert stage.locator(".attention > *").count() == 2


def test_a_shorter_trace_keeps_what_still_exists_of_the_view(stage: Page):
    show(stage, *trace(view={"stack": "cross", "layer": 0, "head": 1, "row": 2}))
    header, _ = trace(id="short")
    header["sequences"]["predicted"] = sides(["Oui"], "French")
    header["stacks"] = [header["stacks"][0] | {"shape": [1, 2, 1, 4]}]
    show(stage, header, np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.25, 0.125, 0.125]))
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 2")
    expect(stage.locator(".says")).to_have_text("Oui attends most to The (50%).")


def test_nothing_is_reported_after_the_component_is_gone(stage: Page):
    show(stage, *trace())
    stage.evaluate(
        """() => {
          const root = document.getElementById("host").shadowRoot;
          root.querySelector("[aria-label='head 2']").click();
          window.cleanup();
        }"""
    )
    stage.wait_for_timeout(400)
    assert stage.evaluate("window.reports") == []


def test_a_trace_without_words_or_with_one_word_is_no_error(stage: Page):
    header, _ = trace(stacks=[], sequences={})
    show(stage, header, np.zeros(0))
    expect(stage.locator(".note")).to_have_text("Nothing to show yet.")
    follow_rows(stage)
    stage.locator("[data-follows=output] tr").nth(1).hover()
    header, _ = trace(id="one")
    for side in header["sequences"]:
        header["sequences"][side] = sides(["Hi"], "English")
    header["stacks"] = [header["stacks"][0] | {"shape": [1, 1, 1, 1]}]
    show(stage, header, np.array([1.0]))
    expect(stage.locator(".says")).to_have_text("Hi attends most to Hi (100%).")


def test_a_stale_picture_is_dimmed_to_40_percent(stage: Page):
    show(stage, *trace(dim=True))
    expect(stage.locator(".attention")).to_have_css("opacity", "0.4")


@pytest.mark.parametrize("width", [390, 1280])
def test_64_words_scroll_inside_their_own_box(open_at: Callable[..., Page], width: int):
    page = open_at(viewport={"width": width, "height": 844})
    show(page, *large(2, 2, 64))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(".scroll")
    inside = box.evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert inside[0] > 64 * 24 > inside[1]


@pytest.mark.parametrize(("root", "line"), [(18, 36), (24, 48)])
def test_sizes_follow_the_root_font(stage: Page, root: int, line: int):
    stage.evaluate(f"document.documentElement.style.fontSize = '{root}px'")
    show(stage, *trace(panels=["matrix"]))
    height = stage.locator("[role=row]").nth(1).bounding_box()["height"]
    assert height == pytest.approx(line)


def test_options_are_painted_at_once_and_reported_when_they_rest(stage: Page):
    options(stage)
    before = stage.evaluate(
        """() => {
          const root = document.getElementById("host").shadowRoot;
          root.querySelector("[aria-label='square root']").click();
          for (const radio of root.querySelectorAll(".show [role=radio]"))
            if (radio.textContent === "hidden") radio.click();
          return [root.querySelector(".left").textContent, window.reports.length];
        }"""
    )
    assert before == ["‹end› is hidden as a key, so the rows no longer add up to 1.", 0]
    expect(stage.locator(".legend")).to_contain_text("√ weight: 0")
    expect(stage.locator(".show")).to_be_visible()
    stage.wait_for_function("window.reports.length === 1")
    ((_, view),) = stage.evaluate("window.reports")
    assert (view["colour"], view["special"]) == ("root", False)


def test_pointing_at_a_key_shows_its_sum_a_click_holds_it_escape_lets_go(stage: Page):
    show(stage, *trace())
    readout, place = stage.locator(".readout"), stage.locator(".key-place").nth(1)
    told = (
        "red gets 0.925 in total. Only rows add up to 1, so this isn't a probability."
    )
    place.hover()
    expect(readout).to_have_text(told)
    expect(stage.locator(".shaft")).to_be_visible()
    stage.mouse.move(2, 2)
    expect(readout).to_have_text("")
    place.click()
    stage.mouse.move(2, 2)
    expect(readout).to_have_text(told)
    stage.locator("[role=gridcell]").nth(0).click()
    expect(readout).to_have_text("La → The: 0.400")
    stage.keyboard.press("Escape")
    stage.mouse.move(2, 2)
    expect(readout).to_have_text("")
    expect(stage.locator(".says")).to_have_text("<b>x</b> attends most to red (63%).")
    assert stage.evaluate("window.leaked") == []


def test_the_sum_of_a_key_is_reached_by_the_arrow_keys_too(stage: Page):
    show(stage, *trace())
    stage.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        stage.keyboard.press(key)
    expect(stage.locator(".readout")).to_have_text(
        "car gets 0.450 in total. Only rows add up to 1, so this isn't a probability."
    )
    stage.keyboard.press("ArrowDown")
    expect(stage.locator(".readout")).to_have_text("La → car: 0.200")


def test_only_the_strongest_links_are_drawn_and_the_picture_says_so(stage: Page):
    show(stage, *trace(panels=["ribbons", "matrix", "show"]))
    stage.get_by_role("button", name="Display options").click()
    stage.locator(".show input").fill("60")
    expect(stage.locator(".left")).to_have_text(
        "Only the strongest links are shown, as many as it takes to carry 60% of each "
        "row."
    )
    assert stage.locator("[role=gridcell]").all_inner_texts() == [
        ".40", ".30", "", "", "", ".63", "", "", "", "", "", "1.00",
    ]  # fmt: skip
    assert stage.locator(".ribbons path").count() == 5


def follow_rows(stage: Page) -> None:
    """Put tables on the page whose rows are those of the picture."""
    stage.evaluate(
        """() => ["output", "source"].forEach(side => {
          const table = document.createElement("table");
          const box = document.createElement("div");
          ["0", "1", "2"].forEach(row => table.insertRow().insertCell().append(row));
          box.dataset.follows = side;
          box.append(table);
          document.body.append(box);
        })"""
    )


def test_a_word_that_is_pointed_at_is_marked_in_the_tables_of_the_page(stage: Page):
    show(stage, *trace())
    follow_rows(stage)
    words = stage.get_by_role("radiogroup", name="query").get_by_role("radio")
    words.nth(2).hover()
    marked = stage.locator("[data-follows] tr.on")
    expect(marked).to_have_text(["2"])
    current = stage.locator("[data-follows] tr[aria-current=true]")
    expect(current).to_have_text(["2"])
    words.nth(0).click()
    stage.mouse.move(2, 2)
    expect(marked).to_have_text(["0"])
    lines = stage.locator("[data-follows=output] tr")
    lines.nth(1).hover()  # and the other way
    expect(marked).to_have_text(["1"])
    expect(words.nth(1)).to_have_class(re.compile(r"\bon\b"))
    stage.locator("[data-follows=source] tr").nth(2).hover()
    expect(marked).to_have_text(["0"])
