"""The attention component in Chromium: its picture and its manners."""

import base64
import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.component import (
    CROSS,
    DECODER,
    call,
    options,
    place,
    scored,
    seen,
    show,
    sides,
    trace,
)
from viz.components.attention import pack_picture
from viz.say import captions


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
    stage.wait_for_timeout(600)
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


def test_a_thumbnail_opens_its_head_by_click_and_by_key(stage: Page):
    show(stage, *trace())
    ring = stage.locator(".ring").first
    before = ring.bounding_box()
    board = stage.locator(".mosaic")
    board.focus()
    stage.keyboard.press("ArrowRight")
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 2")
    assert ring.bounding_box()["x"] > before["x"]
    stage.keyboard.press("ArrowDown")
    expect(stage.locator("h2")).to_have_text("Decoder self-attention")
    expect(board).to_be_focused()
    size = board.bounding_box()
    board.click(position={"x": 30, "y": 26})
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 1")
    assert size["height"] > 60


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


def large(layers: int, heads: int, size: int) -> tuple[dict[str, Any], np.ndarray]:
    words = [f"mot{at}" for at in range(size)]
    header, _ = trace(id="large", next={"rows": []})
    header["sequences"] = {
        side: sides(words, "French") for side in ("source", "read", "predicted")
    }
    shape = [layers, heads, size, size]
    header["stacks"] = [header["stacks"][0] | {"shape": shape}]
    weights = np.random.default_rng(7).dirichlet([0.05] * size, shape[:3])
    return header, weights


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


def test_all_heads_of_a_12_by_12_model_are_painted_in_a_fifth_of_a_second(
    stage: Page,
):
    """Processor time of the page's thread: a clock also counts what else runs."""
    header, body = large(12, 12, 64)
    header["panels"] = ["heads"]
    stage.evaluate(
        "text => { window.bytes = Uint8Array.from(atob(text), x => x.charCodeAt(0)); }",
        base64.b64encode(pack_picture(header, body)).decode(),
    )
    tools = stage.context.new_cdp_session(stage)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    before = spent()
    stage.evaluate(
        """async () => {
          window.show(window.bytes);
          await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        }"""
    )
    assert spent() - before <= 0.2
    assert stage.locator("canvas:not(.marks)").count() == 1


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


def test_a_head_with_shift_joins_the_mean(stage: Page):
    header, _ = large(1, 3, 4)
    show(stage, header | {"panels": ["choose", "matrix", "show"]}, large(1, 3, 4)[1])
    stage.get_by_role("radio", name="head 1").click()
    stage.get_by_role("radio", name="head 3").click(modifiers=["Shift"])
    expect(stage.locator("h2")).to_have_text("Cross-attention, mean of heads 1 and 3")
    stage.get_by_role("button", name="Display options").click()
    stage.get_by_role("button", name="include head 1 in the mean").click()
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 3")


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


def test_half_floats_are_read_as_numpy_writes_them(stage: Page):
    numbers = np.array([0, -0.0, 1, -2.5, 0.1, -11.625, 65504, 6e-8, 6.1e-5, -np.inf])
    bits = numbers.astype("<f2").view("<u2")
    read = stage.evaluate(
        "bits => bits.map(window.modules.half).map(String)", bits.tolist()
    )
    assert [float(one) for one in read] == numbers.astype("<f2").tolist()


def test_scores_that_are_shared_stand_in_every_place_of_their_group(stage: Page):
    """Two steps: the two best of seven pieces, then three that share, then the rest."""
    halves = np.array([0, -1, -2, -3, 0, -0.5, -4, -8], "<f2").view("<u4")
    found = call(
        stage,
        "[...scoresOf(Uint32Array.from(values[0]), { offset: 0, vocabulary: 7, best: 2,"
        " group: 3 }, 1)]",
        halves.tolist(),
    )
    assert found == [0, -0.5, -4, -4, -4, -8, -8]


def test_a_small_probability_is_said_as_the_page_says_it(stage: Page):
    shares = [0.42, 0.0123, 0.004, 0.00003, 0.0000003, 0.0]
    found = call(stage, "values.map(probability)", *shares)
    assert found == [captions.probability(share) for share in shares]


def test_temperature_and_cuts_are_those_of_the_formula(stage: Page):
    """Scores ln 8, ln 4, ln 2, ln 2: chances 1/2, 1/4, 1/8, 1/8."""
    scores = np.log([8.0, 4, 2, 2]).tolist()

    def found(**options: float) -> dict[str, Any]:
        return call(
            stage,
            "(({ chances, ...rest }) => ({ chances: [...chances], ...rest }))"
            "(distribution(values[0], values[1]))",
            scores,
            options,
        )

    plain = found()
    assert plain["chances"] == pytest.approx([0.5, 0.25, 0.125, 0.125])
    assert (plain["kept"], plain["entropy"]) == (4, pytest.approx(1.75))
    # divided by 1/2 the scores are doubled: 64, 16, 4, 4 of 88
    sharp = found(temperature=0.5)
    assert sharp["chances"] == pytest.approx([64 / 88, 16 / 88, 4 / 88, 4 / 88])
    two = found(topk=2)
    assert (two["kept"], two["total"]) == (2, pytest.approx(0.75))
    assert two["entropy"] == pytest.approx(0.9183, abs=1e-4)  # of 2/3 and 1/3
    assert found(topp=0.75)["kept"] == 2
    assert found(topp=0.76)["kept"] == 3
    assert found(topp=0.5)["kept"] == 1
    # of the two that stay, the first has two thirds
    assert found(topk=2, topp=0.66)["kept"] == 1
    assert found(topk=2, topp=0.67)["kept"] == 2


def test_the_next_piece_follows_temperature_and_cuts(stage: Page):
    show(stage, *scored())
    chances = stage.locator(".next .bar:visible em")
    expect(chances).to_have_text(["70%", "20%", "4%", "6%"])
    stage.locator(".output button").first.click()
    expect(chances).to_have_text(["50%", "28%", "14%", "8%"])
    expect(stage.locator(".outcome")).to_have_text(
        "Entropy, a measure of how undecided the model is: 1.70 bits."
    )
    stage.get_by_label("top-k").fill("2")
    expect(chances).to_have_text(["64%", "36%", "cut off"])
    expect(stage.locator(".outcome")).to_have_text(
        "2 of 4 pieces stay, with 78% of the probability. Entropy, a measure of how "
        "undecided the model is: 0.94 bits."
        " The tick marks the model's own probability."
    )
    stage.get_by_label("top-k").fill("0")
    stage.get_by_label("temperature").fill("5")
    expect(chances).to_have_text(["71%", "22%", "6%", "2%"])
    stage.wait_for_function("window.reports.at(-1)?.[1].temperature === 5")
    assert stage.evaluate("window.leaked") == []


def test_figures_of_a_head_are_those_that_core_tells(stage: Page):
    """Against `core.analysis.head_statistics`, written without this one in view."""
    torch = pytest.importorskip("torch")
    from core.analysis.head_statistics import MEASURES, measures, uniform

    weights = np.array(DECODER, dtype=np.float32)
    cross = np.array(CROSS, dtype=np.float32)[0]
    for stack, rows, end in (("decoder", weights, None), ("cross", cross[0], 3)):
        allowed = torch.tensor(~np.isnan(rows))
        kept = torch.tensor(rows).nan_to_num(0.0)
        for figures, spread in (
            (measures(kept[None], allowed, end), "mapOf(s, view)"),
            (
                measures(uniform(allowed)[None], allowed, end),
                "evenly(mapOf(s, view), s.columns)",
            ),
        ):
            told = seen(stage, stack, {"head": 0}, f"measuresOf(s, {spread})")
            for measure, value in zip(
                MEASURES, figures[0].nanmean(0).tolist(), strict=True
            ):
                expected = None if value != value else pytest.approx(value, abs=1e-5)
                assert told[measure] == expected, (stack, measure)


def test_figures_of_a_head_stand_beside_those_of_many_sentences(stage: Page):
    header, body = trace(panels=["choose", "matrix", "statistics"])
    header["stacks"][0]["maps"] = ["decoder.0.cross_attention"]
    entropy = [{"entropy": 0.5}, {"entropy": 1.5}]
    header["statistics"] = {
        "sentences": 200,
        "unit": "words",
        "maps": {
            "decoder.0.cross_attention": {
                "heads": entropy,
                "even": {"entropy": 3.0},
                "roles": ["aligns (error rate 0.31)", "mixed"],
            }
        },
    }
    show(stage, header, body)
    row = stage.locator(".statistics tbody tr").first
    # rows of 1.8464, 1.2988 and 0 bits; evenly over four keys: 2
    expect(row).to_have_text("entropy, bits1.052.000.503.00")
    largest = stage.locator(".statistics tbody tr", has_text="largest weight")
    expect(largest.locator("td").first).to_have_text("0.68")  # (.4 + .625 + 1) / 3
    expect(stage.locator(".statistics .about")).to_have_text("aligns (error rate 0.31)")
    stage.get_by_role("radio", name="mean of 2 heads").click()
    expect(row.locator("td").nth(2)).to_have_text("1.00")
    # of each head, then averaged: the other one's largest are .4, .5 and 1
    expect(largest.locator("td").first).to_have_text("0.65")
    expect(stage.locator(".statistics .about")).to_have_text("")


@pytest.mark.parametrize("unit", ["words", "pieces"])
def test_figures_of_a_head_say_whether_words_or_pieces_are_counted(stage: Page, unit):
    header, body = trace(panels=["choose", "matrix", "statistics"])
    header["statistics"] = {"sentences": 200, "unit": unit, "maps": {}}
    show(stage, header, body)
    groups = stage.locator(".statistics th[scope=colgroup]")
    expect(groups).to_have_text([f"this sentence, {unit}", "200 sentences, pieces"])
    note = stage.locator(".statistics .note", has_text="compare like with like")
    expect(note).to_have_count(1 if unit == "words" else 0)


def test_the_heads_of_one_layer_are_shown_larger_and_open_by_key(stage: Page):
    header, body = large(2, 8, 4)
    show(stage, header | {"panels": ["choose", "matrix", "show", "heads"]}, body)
    stage.get_by_role("radio", name="this layer").click()
    board = stage.locator(".mosaic")
    board.focus()
    for key in ("ArrowRight", "ArrowDown"):
        stage.keyboard.press(key)
    expect(stage.locator("h2")).to_have_text(
        re.compile(r"Cross-attention, layer 1, head [4-8]")
    )
    assert stage.locator(".mosaic canvas").first.get_attribute("aria-label") == (
        "the 8 heads as small matrices"
    )


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
