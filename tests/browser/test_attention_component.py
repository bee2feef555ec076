"""The attention component in Chromium: its arithmetic, its picture, its manners."""

import base64
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import serving
from viz.components.attention import pack

NAN = float("nan")


@pytest.fixture(scope="module")
def harness() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def open_at(visitor: Callable[..., Page], harness: str) -> Callable[..., Page]:
    def at(**options: Any) -> Page:
        page = visitor(**options)
        page.goto(harness)
        page.wait_for_function("window.ready")
        return page

    return at


@pytest.fixture
def stage(open_at: Callable[..., Page]) -> Page:
    return open_at()


PURE = (  # taken apart where they are called
    """unpack weightsOf mapOf shownOf strongest parked toggled shadeOf meanOfHeads
    received fit apart brightest channels rampColour inkOn cellText plan spread beamsOf
    glow mosaicPlan tileAt sentence cellSentence keySentence optionsSaid textOf csvOf
    csvCell tableOf svgOf fileName titleOf description half scoresOf
    forbidder distribution measuresOf evenly layerPlan"""
)


def show(page: Page, header: dict[str, Any], body: np.ndarray) -> None:
    page.evaluate("bytes => window.show(bytes)", list(pack(header, body)))


def call(page: Page, expression: str, *values: Any) -> Any:
    """A pure function of the component, with NaN written as null."""
    return page.evaluate(
        f"([values]) => {{ const {{ {', '.join(PURE.split())} }} = window.modules;"
        " const numbers = rows => Float32Array.from(rows, x => x ?? NaN);"
        f" return ({expression}); }}",
        [list(values)],
    )


def place(view: dict[str, Any]) -> dict[str, Any]:
    """Where a view is, without how it is drawn."""
    return {name: view[name] for name in ("stack", "layer", "head", "row")}


def sides(words: list[str], name: str) -> dict[str, Any]:
    special = [word.startswith("‹") for word in words]
    return {"words": words, "special": special, "name": name}


SOURCE = ["The", "red", "car", "‹end›"]
READ = ["‹start›", "La", "<b>x</b>"]
PREDICTED = ["La", "<b>x</b>", "‹end›"]
CROSS = [
    [[[0.4, 0.3, 0.2, 0.1], [0.125, 0.625, 0.25, 0.0], [0.0, 0.0, 0.0, 1.0]]],
    [[[0.2, 0.3, 0.4, 0.1], [0.375, 0.125, 0.5, 0.0], [1.0, 0.0, 0.0, 0.0]]],
]
DECODER = [[1.0, NAN, NAN], [0.75, 0.25, NAN], [0.03, 0.07, 0.9]]


def trace(**changes: Any) -> tuple[dict[str, Any], np.ndarray]:
    """Two heads of cross-attention, 3 × 4, and one of decoder self-attention, 3 × 3."""
    cross = np.array(CROSS).reshape(1, 2, 3, 4)
    decoder = np.array(DECODER)
    header = {
        "id": "first",
        "sequences": {
            "source": sides(SOURCE, "English"),
            "read": sides(READ, "French"),
            "predicted": sides(PREDICTED, "French"),
        },
        "stacks": [
            {
                "id": "cross",
                "label": "Cross-attention",
                "short": "decoder → encoder",
                "queries": "predicted",
                "keys": "source",
                "shape": [1, 2, 3, 4],
                "offset": 0,
            },
            {
                "id": "decoder",
                "label": "Decoder self-attention",
                "short": "decoder self",
                "queries": "read",
                "keys": "read",
                "shape": [1, 1, 3, 3],
                "offset": 24,
            },
        ],
        "view": {"stack": "cross", "layer": 0, "head": 0, "row": 1},
        "view_rev": "0",
        "panels": ["choose", "beams", "matrix", "heads", "row", "next"],
        "next": {
            "rows": [
                [["La", 0.5, True], ["Le", 0.25, False]],
                [["x", 0.75, True], ["y", 0.125, False]],
                [["‹end›", 0.875, True], [".", 0.0625, False]],
            ]
        },
        "labels": {"title": "The red car", "file": "headlight-test"},
        "dim": False,
    }
    return header | changes, np.concatenate([cross.ravel(), decoder.ravel()])


# The arithmetic ---------------------------------------------------------------------


def test_a_packed_trace_is_read_stack_by_stack(stage: Page):
    header, body = trace()
    stacks = call(
        stage,
        "[...unpack(new Uint8Array(values[0])).stacks.values()].map(s =>"
        " [s.id, s.layers, s.heads, s.rows, s.columns, [...s.values].slice(0, 5)])",
        list(pack(header, body)),
    )
    assert stacks[0][:5] == ["cross", 1, 2, 3, 4]
    assert stacks[1][:5] == ["decoder", 1, 1, 3, 3]
    assert stacks[0][5] == pytest.approx([0.4, 0.3, 0.2, 0.1, 0.125])
    assert stacks[1][5][0] == 1
    assert stacks[1][5][3] == 0.75
    assert np.isnan(stacks[1][5][1])


def test_the_mean_of_heads_leaves_a_cell_forbidden_only_if_all_heads_do(stage: Page):
    mean = call(
        stage,
        "[...meanOfHeads(numbers(values[0]), 2)]",
        [0.25, 0.75, None, None, 0.75, 0.25, 0.5, None],
    )
    assert mean[:3] == [0.5, 0.5, 0.25]
    assert np.isnan(mean[3])


def test_a_key_receives_the_sum_of_its_column(stage: Page):
    sums = call(
        stage,
        "[...received(numbers(values[0]), 2, 3)]",
        [0.125, 0.25, 0.625, 0.5, None, 0.5],
    )
    assert sums == [0.625, 0.25, 1.125]


def test_the_brightest_key_of_a_row_is_never_a_forbidden_one(stage: Page):
    assert call(stage, "brightest(numbers(values[0]))", [None, 0.25, 0.75, None]) == 2
    assert call(stage, "brightest(numbers(values[0]))", [None, None]) == -1


def test_a_view_is_fitted_to_what_the_trace_has(stage: Page):
    header, body = trace()
    fitted = call(
        stage,
        "values[1].map(view => fit(unpack(new Uint8Array(values[0])).stacks, view))",
        list(pack(header, body)),
        [
            {"stack": "cross", "layer": 7, "head": 9, "row": 99},
            {"stack": "encoder", "layer": -2, "head": -5, "row": "x"},
            {"stack": "decoder", "layer": 0, "head": -1, "row": 2},
        ],
    )
    assert [place(view) for view in fitted] == [
        {"stack": "cross", "layer": 0, "head": 1, "row": 2},
        {"stack": "cross", "layer": 0, "head": -1, "row": 0},
        {"stack": "decoder", "layer": 0, "head": 0, "row": 2},
    ]


def test_repeated_words_are_kept_apart_by_their_position(stage: Page):
    assert call(stage, "apart(values[0])", ["la", "voiture", "la", "n’"]) == [
        "la (1)",
        "voiture",
        "la (3)",
        "n’",
    ]


def test_a_weight_between_two_steps_of_the_ramp_is_mixed(stage: Page):
    stops = [[0, 0, 0], [90, 60, 30], [250, 240, 230]]
    at = [-1, 0.25, 0.5, 0.75, 1, 2]
    colours = call(stage, "values[1].map(w => rampColour(values[0], w))", stops, at)
    assert colours == [
        [0, 0, 0],
        [45, 30, 15],
        [90, 60, 30],
        [170, 150, 130],
        [250, 240, 230],
        [250, 240, 230],
    ]


def luminance(colour: list[int]) -> float:
    """WCAG 2.2, relative luminance."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (value / 255 for value in colour)
    ]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_numbers_reach_a_contrast_of_4_5_on_every_colour_of_the_ramp(stage: Page):
    ramp = "FFF9E8 FDD78A FCAF41 F1871E DF601B C53C33 9E2747 711F4D 3F1D49 151927"
    drawn = call(
        stage,
        "Array.from({length: 201}, (_, i) => rampColour(values[0].map(channels),"
        " i / 200)).map(c => [c, inkOn(c)])",
        [f"#{step}" for step in ramp.split()],
    )
    for colour, ink in drawn:
        light = 1.0 if ink == "#FFFFFF" else 0.0
        high, low = sorted([luminance(colour), light], reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5
    assert [drawn[0][1], drawn[-1][1]] == ["#000000", "#FFFFFF"]


def test_cells_print_two_decimals_and_nothing_under_035(stage: Page):
    weights = [0.7249, 1.0, 0.034, 0.036, 0.5, None]
    printed = call(stage, "[...numbers(values[0])].map(cellText)", weights)
    assert printed == [".72", "1.00", "", ".04", ".50", ""]


def test_words_stand_side_by_side_by_their_own_width(stage: Page):
    assert call(stage, "spread([10, 20, 30], 0, 100, 26)") == [5, 40, 85]
    assert call(stage, "spread([10, 20, 30], 0, 100, 5)") == [20, 40, 70]
    assert call(stage, "spread([12], 40, 100, 26)") == [70]


def test_a_beam_is_as_wide_at_its_key_as_its_weight_and_beams_are_stacked(stage: Page):
    beams = call(
        stage,
        "beamsOf({ weights: numbers(values[0]), rows: 2, columns: 3, from: [100, 200],"
        " to: [40, 140, 240], unit: 40, near: 8, height: 150 }).map(b =>"
        " [b.query, b.key, b.start, b.startWidth, b.end, b.endWidth])",
        [0.25, 0.75, 0.0, 1.0, None, 0.0],
    )
    assert beams == [
        [0, 0, 96, 2, 15, 10],
        [0, 1, 98, 6, 125, 30],
        [1, 0, 196, 8, 25, 40],
    ]


def test_beams_on_a_key_that_receives_more_than_1_35_are_compressed(stage: Page):
    ends = call(
        stage,
        "beamsOf({ weights: numbers([1, 1, 0.7]), rows: 3, columns: 1,"
        " from: [10, 20, 30], to: [40], unit: 40, near: 9, height: 150 })"
        ".map(b => [b.end, b.endWidth])",
    )
    assert ends == [
        pytest.approx([13, 20], abs=1e-5),
        pytest.approx([33, 20], abs=1e-5),
        pytest.approx([53, 14], abs=1e-5),
    ]


def test_links_under_2_percent_are_drawn_for_the_chosen_query_only(stage: Page):
    shape = (
        "weights: numbers([0.985, 0.015, 0.99, 0.01]), rows: 2, columns: 2,"
        " from: [10, 30], to: [20, 60], unit: 20, near: 9, height: 99"
    )
    drawn = call(stage, f"beamsOf({{ {shape}, chosen: 1 }}).map(b => [b.query, b.key])")
    assert drawn == [[0, 0], [1, 0], [1, 1]]


def test_the_chosen_query_glows_at_60_to_100_percent_others_at_10_to_30(stage: Page):
    assert call(stage, "[glow(0, true), glow(1, true)]") == [0.6, 1]
    assert call(stage, "[glow(0, false), glow(1, false)]") == pytest.approx([0.1, 0.3])


def test_columns_share_the_width_and_words_stay_level_where_they_fit(stage: Page):
    plan = call(
        stage,
        "plan({ width: 572, unit: 1, rows: 9, beams: true, rowWidths: [20, 62],"
        " keyWidths: [30, 28, 27, 14, 30, 40, 5] })",
    )
    assert (plan["label"], plan["slanted"], plan["numbers"]) == (96, False, True)
    assert plan["cell"] == pytest.approx(473 / 7)
    assert plan["keys"][6] == pytest.approx(96 + 6.5 * 473 / 7)


def test_64_columns_stay_24_wide_and_the_picture_is_wider_than_a_phone(stage: Page):
    plan = call(
        stage,
        "plan({ width: 358, unit: 1, rows: 64, beams: false, rowWidths: [60],"
        " keyWidths: Array(64).fill(50) })",
    )
    assert (plan["cell"], plan["slanted"], plan["numbers"]) == (24, True, False)
    assert plan["inner"] > 64 * 24


def test_a_click_on_a_thumbnail_finds_its_head(stage: Page):
    stacks = "[{ id: 'a', short: 'a', layers: 2, heads: 3, rows: 4, columns: 4 }]"
    tiles = call(stage, f"mosaicPlan({stacks}, 150, 1).places")
    assert len(tiles) == 6
    last = tiles[-1]
    found = call(
        stage,
        f"tileAt(mosaicPlan({stacks}, 150, 1), values[0], values[1])",
        last["x"] + 1,
        last["y"] + 1,
    )
    assert (found["layer"], found["head"]) == (1, 2)
    assert call(stage, f"tileAt(mosaicPlan({stacks}, 150, 1), 1, 1)") is None


OPEN = "const t = unpack(new Uint8Array(values[0])), s = t.stacks.get(values[1])"


def said(page: Page, stack: str, view: dict[str, int], cell: list[int]) -> list[str]:
    header, body = trace()
    return call(
        page,
        f"(() => {{ {OPEN}, view = values[2]; return ["
        "textOf(sentence(t.header, s, view)), textOf(cellSentence(s, view,"
        " ...values[3])), titleOf(s, view)]; })()",
        list(pack(header, body)),
        stack,
        view,
        cell,
    )


def test_a_row_and_a_cell_are_said_in_words(stage: Page):
    view = {"layer": 0, "head": 1, "row": 0}
    assert said(stage, "cross", view, [1, 2]) == [
        "La looks most at car (40 %).",
        "<b>x</b> → car: 0.500",
        "Cross-attention, head 2",
    ]


def test_a_decoder_row_is_said_with_the_word_read_and_the_word_written(stage: Page):
    view = {"layer": 0, "head": 0, "row": 1}
    assert said(stage, "decoder", view, [1, 2]) == [
        "To write <b>x</b>, La looks most at ‹start› (75 %).",
        "La → <b>x</b>: forbidden by the causal mask: not written yet",
        "Decoder self-attention",
    ]


def test_a_table_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(stage: Page):
    cells = ["=1+1", "+", "-", "@a", 'say "a"', "a,b", "a\nb", "mot", 0.5]
    assert call(stage, "values[0].map(csvCell)", cells) == [
        "'=1+1",
        "'+",
        "'-",
        "'@a",
        '"say ""a"""',
        '"a,b"',
        '"a\nb"',
        "mot",
        "0.500000",
    ]


SHOWN = "const view = fit(t.stacks, values[2]), shown = shownOf(t.header, s, view)"


def seen(page: Page, stack: str, view: dict[str, Any], expression: str) -> Any:
    """What a pure function says about a view of the trace, as the reader wants it."""
    return call(
        page,
        f"(() => {{ {OPEN}; {SHOWN}; return {expression}; }})()",
        list(pack(*trace())),
        stack,
        {"stack": stack, "row": 1} | view,
    )


def test_the_mean_of_chosen_heads_is_that_of_those_heads_alone(stage: Page):
    header, _ = trace()
    header["stacks"] = [header["stacks"][0] | {"shape": [1, 3, 1, 2]}]
    header["sequences"]["predicted"] = sides(["Oui"], "French")
    header["sequences"]["source"] = sides(["Yes", "‹end›"], "English")
    blob = list(pack(header, np.array([0.5, 0.5, 0.9, 0.1, 0.25, 0.75])))
    found = call(
        stage,
        "(() => { const { stacks } = unpack(new Uint8Array(values[0]));"
        " const s = stacks.get('cross'); return values[1].map(heads => {"
        " const view = fit(stacks, { heads }); return"
        " [[...mapOf(s, view)], titleOf(s, view), view.head, view.heads]; }); })()",
        blob,
        [[0, 2], [2, 2], [0, 1, 2], [7]],
    )
    assert found[0] == [
        [0.375, 0.625], "Cross-attention, mean of heads 1 and 3", -1, [0, 2]
    ]  # fmt: skip
    assert found[1] == [[0.25, 0.75], "Cross-attention, head 3", 2, []]
    assert found[2][1:] == ["Cross-attention, mean of 3 heads", -1, []]
    assert found[3][1:] == ["Cross-attention, mean of 3 heads", -1, []]


def test_a_head_joins_the_mean_and_leaves_it(stage: Page):
    steps = call(
        stage,
        "values[0].map(([view, head]) => toggled(view, head))",
        [
            [{"head": 2, "heads": []}, 0],
            [{"head": -1, "heads": [0, 2]}, 2],
            [{"head": 4, "heads": []}, 4],
            [{"head": -1, "heads": []}, 3],
        ],
    )
    assert [step["heads"] for step in steps] == [[2, 0], [0], [], [3]]
    assert steps[2]["head"] == -1


def test_the_strongest_links_are_the_fewest_that_carry_their_share(stage: Page):
    weights = [0.4, 0.3, 0.2, 0.1, None, 0.2, 0.8, None]
    kept = "Array.from(strongest(numbers(values[0]), 2, 4, values[1]) ?? [])"
    assert call(stage, kept, weights, 0.7) == [1, 1, 0, 0, 0, 0, 1, 0]
    assert call(stage, kept, weights, 0.85) == [1, 1, 1, 0, 0, 1, 1, 0]
    assert call(stage, kept, weights, 0.1) == [1, 0, 0, 0, 0, 0, 1, 0]
    assert call(stage, kept, weights, 1) == []


def test_hidden_special_keys_leave_rows_that_no_longer_sum_to_1(stage: Page):
    hidden = {"head": 0, "special": False}
    assert seen(stage, "cross", hidden, "[...mapOf(shown, view)]") == pytest.approx(
        [0.4, 0.3, 0.2, 0.125, 0.625, 0.25, 0, 0, 0]
    )
    assert seen(stage, "cross", hidden, "shown.keyWords") == ["The", "red", "car"]
    assert seen(stage, "cross", hidden, "optionsSaid(s, shown, view)") == (
        "‹end› is hidden as a key: rows no longer sum to 1."
    )
    places = seen(stage, "decoder", {"special": False}, "shown.places")
    assert places == [1, 2]
    said = "textOf(cellSentence(shown, view, 0, 0))"
    assert seen(stage, "decoder", {"special": False}, said) == (
        "‹start› → La: forbidden by the causal mask: not written yet"
    )


def test_labels_slide_by_one_word_and_the_map_stands_still(stage: Page):
    for names, words in (("read", READ), ("predicted", PREDICTED), ("", PREDICTED)):
        got = seen(
            stage,
            "cross",
            {"names": names},
            "[shown.queryWords, [...mapOf(shown, view)]]",
        )
        assert got[0] == words
        assert got[1] == pytest.approx(
            [0.3, 0.3, 0.3, 0.1, 0.25, 0.375, 0.375, 0, 0.5, 0, 0, 0.5]
        )
    words = seen(
        stage, "decoder", {"names": "predicted"}, "[shown.queryWords, shown.keyWords]"
    )
    assert words == [PREDICTED, READ]


def test_what_is_parked_on_special_keys_is_told_for_the_row_and_for_all(stage: Page):
    got = seen(
        stage,
        "cross",
        {"head": 0},
        "[0, 1, 2].map(row => parked(s, mapOf(s, view), row))",
    )
    assert [round(row["here"], 3) for row in got] == [0.1, 0.0, 1.0]
    assert got[0]["all"] == pytest.approx(1.1 / 3)


def test_a_key_tells_what_it_receives_and_that_it_is_no_probability(stage: Page):
    said = seen(stage, "cross", {"head": 0}, "textOf(keySentence(s, view, 3))")
    assert said == "‹end›: 1.100 received in all: not a probability"


def test_small_weights_are_told_apart_by_their_square_root(stage: Page):
    shades = "values[0].map(weight => [shadeOf(weight), shadeOf(weight, 'root')])"
    assert call(stage, shades, [0, 0.01, 0.25, 1]) == [
        [0, 0], [3, 26], [64, 128], [255, 255]
    ]  # fmt: skip


def test_a_row_of_several_pieces_does_not_claim_to_write_the_next_word(stage: Page):
    header, body = trace()
    header["sequences"]["read"]["pieces"] = [1, 2, 1]
    header["sequences"]["predicted"]["pieces"] = [2, 1, 1]
    said = call(
        stage,
        "(() => { const t = unpack(new Uint8Array(values[0]));"
        " return values[1].map(([stack, row, names]) => { const view ="
        " fit(t.stacks, { stack, row, names, head: 0 });"
        " const s = shownOf(t.header, t.stacks.get(stack), view);"
        " return textOf(sentence(t.header, s, view)); }); })()",
        list(pack(header, body)),
        [
            ["decoder", 0, ""],
            ["decoder", 1, ""],
            ["decoder", 2, ""],
            ["cross", 1, "read"],
            ["cross", 0, "read"],
        ],
    )
    assert said == [
        "To begin La, ‹start› looks most at ‹start› (100 %).",
        "La, the mean of its 2 pieces, looks most at ‹start› (75 %), before <b>x</b>.",
        "To write ‹end›, <b>x</b> looks most at <b>x</b> (90 %).",
        "To write <b>x</b>, La looks most at red (63 %).",
        "After ‹start›, La, the mean of its 2 pieces, looks most at The (40 %).",
    ]


# The picture ------------------------------------------------------------------------


def test_every_panel_is_drawn_and_typed_markup_stays_text(stage: Page):
    show(stage, *trace())
    expect(stage.locator(".says")).to_have_text("<b>x</b> looks most at red (63 %).")
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
        "‹start› → <b>x</b>: forbidden by the causal mask: not written yet"
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
    assert before == ["<b>x</b> looks most at car (50 %).", 0]
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
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 2")
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
    expect(stage.locator(".says")).to_have_text("‹end› looks most at ‹end› (100 %).")
    stage.mouse.move(2, 2)
    expect(stage.locator(".says")).to_have_text("<b>x</b> looks most at red (63 %).")
    stage.wait_for_timeout(400)
    assert stage.evaluate("window.reports") == []


def test_a_thumbnail_opens_its_head_by_click_and_by_key(stage: Page):
    show(stage, *trace())
    ring = stage.locator(".ring").first
    before = ring.bounding_box()
    board = stage.locator(".mosaic")
    board.focus()
    stage.keyboard.press("ArrowRight")
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 2")
    assert ring.bounding_box()["x"] > before["x"]
    stage.keyboard.press("ArrowDown")
    expect(stage.locator("h3")).to_have_text("Decoder self-attention")
    expect(board).to_be_focused()
    size = board.bounding_box()
    board.click(position={"x": 30, "y": 26})
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 1")
    assert size["height"] > 60


def test_the_slider_and_the_words_of_the_output_choose_the_step(stage: Page):
    show(stage, *trace())
    chances = stage.locator(".next .bar:visible em")
    expect(chances).to_have_text(["75 %", "13 %"])
    stage.locator(".next input").focus()
    stage.keyboard.press("ArrowRight")
    expect(chances).to_have_text(["88 %", "6 %"])
    expect(stage.locator(".says")).to_have_text("‹end› looks most at ‹end› (100 %).")
    stage.locator(".output button").first.click()
    expect(chances).to_have_text(["50 %", "25 %"])
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
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 2")
    expect(stage.locator(".says")).to_contain_text("<b>x</b>")
    show(stage, *trace(view=view, view_rev="1"))
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 1")
    expect(stage.locator(".says")).to_have_text("‹end› looks most at ‹end› (100 %).")
    assert stage.locator(".attention > *").count() == 2


def test_a_shorter_trace_keeps_what_still_exists_of_the_view(stage: Page):
    show(stage, *trace(view={"stack": "cross", "layer": 0, "head": 1, "row": 2}))
    header, _ = trace(id="short")
    header["sequences"]["predicted"] = sides(["Oui"], "French")
    header["stacks"] = [header["stacks"][0] | {"shape": [1, 2, 1, 4]}]
    show(stage, header, np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.25, 0.125, 0.125]))
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 2")
    expect(stage.locator(".says")).to_have_text("Oui looks most at The (50 %).")


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
    expect(stage.locator(".note")).to_have_text("Nothing to look at yet.")
    header, _ = trace(id="one")
    for side in header["sequences"]:
        header["sequences"][side] = sides(["Hi"], "English")
    header["stacks"] = [header["stacks"][0] | {"shape": [1, 1, 1, 1]}]
    show(stage, header, np.array([1.0]))
    expect(stage.locator(".says")).to_have_text("Hi looks most at Hi (100 %).")


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
        base64.b64encode(pack(header, body)).decode(),
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


def options(page: Page) -> None:
    show(page, *trace(panels=["choose", "beams", "matrix", "show", "heads"]))
    page.get_by_role("button", name="Show").click()


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
    assert before == ["‹end› is hidden as a key: rows no longer sum to 1.", 0]
    expect(stage.locator(".legend")).to_contain_text("√ weight 0")
    expect(stage.locator(".show")).to_be_visible()
    stage.wait_for_function("window.reports.length === 1")
    ((_, view),) = stage.evaluate("window.reports")
    assert (view["colour"], view["special"]) == ("root", False)


def test_pointing_at_a_key_shows_its_sum_a_click_holds_it_escape_lets_go(stage: Page):
    show(stage, *trace())
    readout, place = stage.locator(".readout"), stage.locator(".key-place").nth(1)
    told = "red: 0.925 received in all: not a probability"
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
    expect(stage.locator(".says")).to_have_text("<b>x</b> looks most at red (63 %).")
    assert stage.evaluate("window.leaked") == []


def test_the_sum_of_a_key_is_reached_by_the_arrow_keys_too(stage: Page):
    show(stage, *trace())
    stage.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        stage.keyboard.press(key)
    expect(stage.locator(".readout")).to_have_text(
        "car: 0.450 received in all: not a probability"
    )
    stage.keyboard.press("ArrowDown")
    expect(stage.locator(".readout")).to_have_text("La → car: 0.200")


def test_a_head_with_shift_joins_the_mean(stage: Page):
    header, _ = large(1, 3, 4)
    show(stage, header | {"panels": ["choose", "matrix", "show"]}, large(1, 3, 4)[1])
    stage.get_by_role("radio", name="head 1").click()
    stage.get_by_role("radio", name="head 3").click(modifiers=["Shift"])
    expect(stage.locator("h3")).to_have_text("Cross-attention, mean of heads 1 and 3")
    stage.get_by_role("button", name="Show").click()
    stage.get_by_role("button", name="head 1 in the mean").click()
    expect(stage.locator("h3")).to_have_text("Cross-attention, head 3")


def test_only_the_strongest_links_are_drawn_and_the_picture_says_so(stage: Page):
    show(stage, *trace(panels=["beams", "matrix", "show"]))
    stage.get_by_role("button", name="Show").click()
    stage.locator(".show input").fill("60")
    expect(stage.locator(".left")).to_have_text(
        "Only the strongest links are shown: the fewest that carry 60 % of their row."
    )
    assert stage.locator("[role=gridcell]").all_inner_texts() == [
        ".40", ".30", "", "", "", ".63", "", "", "", "", "", "1.00",
    ]  # fmt: skip
    assert stage.locator(".beams path").count() == 5


def test_half_floats_are_read_as_numpy_writes_them(stage: Page):
    numbers = np.array([0, -0.0, 1, -2.5, 0.1, -11.625, 65504, 6e-8, 6.1e-5, -np.inf])
    bits = numbers.astype("<f2").view("<u2")
    read = stage.evaluate(
        "bits => bits.map(window.modules.half).map(String)", bits.tolist()
    )
    assert [float(one) for one in read] == numbers.astype("<f2").tolist()


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


def scored() -> tuple[dict[str, Any], np.ndarray]:
    """The trace with the scores of four pieces at three steps, two to a float."""
    header, body = trace(panels=["choose", "beams", "matrix", "show", "heads", "next"])
    header["next"] = {
        "rows": [
            [["La", 0.5, True, 0], ["Le", 0.25, False, 1], ["Un", 0.125, False, 2]],
            [["x", 0.7, False, 0], ["y", 0.2, False, 1], ["z", 0.04, True, 3]],
            [["‹end›", 0.5, True, 0]],
        ],
        "logits": {"offset": 33, "vocabulary": 4},
    }
    scores = np.log([[0.28, 0.5, 0.14, 0.08], [0.04, 0.2, 0.7, 0.06], [0.125] * 4])
    halves = scores.astype("<f2").ravel().view("<f4")
    return header, np.concatenate([body.astype("<f4"), halves])


def test_the_next_piece_follows_temperature_and_cuts(stage: Page):
    show(stage, *scored())
    chances = stage.locator(".next .bar:visible em")
    expect(chances).to_have_text(["70 %", "20 %", "4 %", "6 %"])
    stage.locator(".output button").first.click()
    expect(chances).to_have_text(["50 %", "28 %", "14 %", "8 %"])
    expect(stage.locator(".outcome")).to_have_text("entropy 1.70 bits.")
    stage.get_by_label("top-k").fill("2")
    expect(chances).to_have_text(["64 %", "36 %", "cut off"])
    expect(stage.locator(".outcome")).to_have_text(
        "2 of 4 pieces stay, 78 % of the chance; entropy 0.94 bits."
        " The tick is the model's own."
    )
    stage.get_by_label("top-k").fill("0")
    stage.get_by_label("temperature").fill("5")
    expect(chances).to_have_text(["71 %", "22 %", "6 %", "2 %"])
    stage.wait_for_function("window.reports.at(-1)?.[1].temperature === 5")
    assert stage.evaluate("window.leaked") == []


def test_figures_of_a_head_are_those_that_core_tells(stage: Page):
    """Against `core.statistics`, which was written without this one in view."""
    torch = pytest.importorskip("torch")
    from core.statistics import MEASURES, measures, uniform

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


def test_the_heads_of_one_layer_are_shown_larger_and_open_by_key(stage: Page):
    header, body = large(2, 8, 4)
    show(stage, header | {"panels": ["choose", "matrix", "show", "heads"]}, body)
    stage.get_by_role("radio", name="this layer").click()
    board = stage.locator(".mosaic")
    board.focus()
    for key in ("ArrowRight", "ArrowDown"):
        stage.keyboard.press(key)
    expect(stage.locator("h3")).to_have_text(
        re.compile(r"Cross-attention, layer 1, head [4-8]")
    )
    assert stage.locator(".mosaic canvas").first.get_attribute("aria-label") == (
        "the 8 heads as small matrices"
    )


# Taking it along --------------------------------------------------------------------


def saved(page: Page, menu: str, item: str) -> tuple[str, bytes]:
    page.locator("summary", has_text=menu).click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=item, exact=True).click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


def test_the_table_is_saved_with_empty_cells_where_looking_is_forbidden(stage: Page):
    show(stage, *trace(view={"stack": "decoder", "layer": 0, "head": 0, "row": 0}))
    name, data = saved(stage, "Table", "CSV")
    assert name == "headlight-test-decoder.csv"
    assert data.decode().split("\r\n") == [
        "query \\ key,‹start›,La,<b>x</b>",
        "‹start›,1.000000,,",
        "La,0.750000,0.250000,",
        "<b>x</b>,0.030000,0.070000,0.900000",
        "",
    ]


def test_the_table_is_shown_on_the_page_and_follows_the_head(stage: Page):
    show(stage, *trace())
    stage.locator("summary", has_text="Table").click()
    stage.get_by_role("button", name="On this page").click()
    row = stage.locator("table tbody tr").nth(1)
    expect(row).to_have_text("<b>x</b>0.1250.6250.2500.000")
    stage.locator("[aria-label='head 2']").click()
    expect(row).to_have_text("<b>x</b>0.3750.1250.5000.000")


def test_the_saved_picture_stands_alone(stage: Page):
    show(stage, *trace())
    name, data = saved(stage, "Picture", "SVG")
    text = data.decode()
    assert name == "headlight-test-cross-head-1.svg"
    assert "var(" not in text
    for part in (
        "The red car",
        "keys →",
        "queries ↓",
        "&lt;b&gt;x&lt;/b&gt;",
        "Georgia",
    ):
        assert part in text
    root = stage.evaluate(
        "text => new DOMParser().parseFromString(text, 'image/svg+xml')"
        ".documentElement.nodeName",
        text,
    )
    assert root == "svg"


def test_the_saved_picture_is_drawn_as_the_one_on_the_screen(stage: Page):
    header, body = trace()
    drawn = {"colour": "root", "links": 60, "special": False}
    show(stage, header | {"view": header["view"] | drawn}, body)
    _, data = saved(stage, "Picture", "SVG")
    text = data.decode()
    assert "Colours go by the square root of the weight." in text
    assert "‹end› is hidden as a key: rows no longer sum to 1." in text
    assert "carry 60 % of their row." in text
    assert "Every row adds up to 1" not in text
    # of .4 .3 .2 the first two, of .125 .625 .25 the second, of 0 0 0 nothing
    assert text.count('class="largest"') == 2
    assert text.count('fill="url(#beam)"') == 3


def test_the_picture_is_saved_as_png_too(stage: Page):
    show(stage, *trace())
    name, data = saved(stage, "Picture", "PNG")
    assert name == "headlight-test-cross-head-1.png"
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
