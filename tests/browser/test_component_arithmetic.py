"""The attention component in Chromium: its arithmetic and its words."""

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.component import (
    OPEN,
    PREDICTED,
    READ,
    call,
    place,
    seen,
    sides,
    trace,
)
from viz.components.attention import pack


def test_a_packed_trace_is_read_stack_by_stack(modules: Page):
    header, body = trace()
    stacks = call(
        modules,
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


def test_the_mean_of_heads_leaves_a_cell_forbidden_only_if_all_heads_do(modules: Page):
    mean = call(
        modules,
        "[...meanOfHeads(numbers(values[0]), 2)]",
        [0.25, 0.75, None, None, 0.75, 0.25, 0.5, None],
    )
    assert mean[:3] == [0.5, 0.5, 0.25]
    assert np.isnan(mean[3])


def test_a_key_receives_the_sum_of_its_column(modules: Page):
    sums = call(
        modules,
        "[...received(numbers(values[0]), 2, 3)]",
        [0.125, 0.25, 0.625, 0.5, None, 0.5],
    )
    assert sums == [0.625, 0.25, 1.125]


def test_the_brightest_key_of_a_row_is_never_a_forbidden_one(modules: Page):
    assert call(modules, "brightest(numbers(values[0]))", [None, 0.25, 0.75, None]) == 2
    assert call(modules, "brightest(numbers(values[0]))", [None, None]) == -1


def test_a_view_is_fitted_to_what_the_trace_has(modules: Page):
    header, body = trace()
    fitted = call(
        modules,
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


def test_repeated_words_are_kept_apart_by_their_position(modules: Page):
    assert call(modules, "apart(values[0])", ["la", "voiture", "la", "n’"]) == [
        "la (1)",
        "voiture",
        "la (3)",
        "n’",
    ]


def test_a_weight_between_two_steps_of_the_ramp_is_mixed(modules: Page):
    stops = [[0, 0, 0], [90, 60, 30], [250, 240, 230]]
    at = [-1, 0.25, 0.5, 0.75, 1, 2]
    colours = call(modules, "values[1].map(w => rampColour(values[0], w))", stops, at)
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


def test_numbers_reach_a_contrast_of_4_5_on_every_colour_of_the_ramp(modules: Page):
    ramp = "FFF9E8 FDD78A FCAF41 F1871E DF601B C53C33 9E2747 711F4D 3F1D49 151927"
    drawn = call(
        modules,
        "Array.from({length: 201}, (_, i) => rampColour(values[0].map(channels),"
        " i / 200)).map(c => [c, inkOn(c)])",
        [f"#{step}" for step in ramp.split()],
    )
    for colour, ink in drawn:
        light = 1.0 if ink == "#FFFFFF" else 0.0
        high, low = sorted([luminance(colour), light], reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5
    assert [drawn[0][1], drawn[-1][1]] == ["#000000", "#FFFFFF"]


def test_cells_print_two_decimals_and_nothing_under_035(modules: Page):
    weights = [0.7249, 1.0, 0.034, 0.036, 0.5, None]
    printed = call(modules, "[...numbers(values[0])].map(cellText)", weights)
    assert printed == [".72", "1.00", "", ".04", ".50", ""]


def test_numbers_are_written_as_the_language_of_the_page_writes_them(stage: Page):
    written = """({ lang }) => {
      const { speak, text, fixed, large, cellText, decimals, probability }
        = window.modules;
      speak({ lang, texts: {} });
      return [fixed(-1.25), fixed(-0.0001), large(12345), cellText(0.72),
        decimals(0.903), probability(0.00042), probability(1e-7), text("map.keys")];
    }"""
    assert stage.evaluate(written, {"lang": "en"}) == [
        *("−1.250", "0.000", "12,345", ".72", "0.903", "0.04%", "< 0.001%", "keys"),
    ]
    assert stage.evaluate(written, {"lang": "de"}) == [
        *("−1,250", "0,000", "12.345", ",72", "0,903", "0,04\xa0%", "< 0,001\xa0%"),
        "keys",
    ]  # what another picture has said is not forgotten


def test_words_stand_side_by_side_by_their_own_width(modules: Page):
    assert call(modules, "spread([10, 20, 30], 0, 100, 26)") == [5, 40, 85]
    assert call(modules, "spread([10, 20, 30], 0, 100, 5)") == [20, 40, 70]
    assert call(modules, "spread([12], 40, 100, 26)") == [70]


def test_a_ribbon_is_as_wide_at_its_key_as_its_weight(modules: Page):
    ribbons = call(
        modules,
        "ribbonsOf({ weights: numbers(values[0]), rows: 2, columns: 3,"
        " from: [100, 200], to: [40, 140, 240], unit: 40, near: 8, height: 150 })"
        ".map(b => [b.query, b.key, b.start, b.startWidth, b.end, b.endWidth])",
        [0.25, 0.75, 0.0, 1.0, None, 0.0],
    )
    assert ribbons == [
        [0, 0, 96, 2, 15, 10],
        [0, 1, 98, 6, 125, 30],
        [1, 0, 196, 8, 25, 40],
    ]


def test_ribbons_on_a_key_that_receives_more_than_1_35_are_compressed(modules: Page):
    ends = call(
        modules,
        "ribbonsOf({ weights: numbers([1, 1, 0.7]), rows: 3, columns: 1,"
        " from: [10, 20, 30], to: [40], unit: 40, near: 9, height: 150 })"
        ".map(b => [b.end, b.endWidth])",
    )
    assert ends == [
        pytest.approx([13, 20], abs=1e-5),
        pytest.approx([33, 20], abs=1e-5),
        pytest.approx([53, 14], abs=1e-5),
    ]


def test_a_weight_below_0_has_no_ribbon_and_moves_no_other(modules: Page):
    """Key 0 gets 0.5 and −0.9: its one ribbon is drawn as if it were alone."""
    shape = (
        "rows: 2, columns: 2, from: [100, 200], to: [40, 140], unit: 40, near: 8,"
        " height: 150, chosen: 1"
    )
    drawn = call(
        modules,
        f"ribbonsOf({{ weights: numbers([0.5, 0.5, -0.9, 0.25]), {shape} }})"
        ".map(b => [b.query, b.key, b.start, b.end, b.endWidth])",
    )
    assert drawn == [[0, 0, 96, 30, 20], [0, 1, 100, 125, 20], [1, 1, 196, 145, 10]]
    arcs = "arcsOf({ weights: numbers([0.5, null, -0.9, 0.25]), places: [0, 1],"
    assert call(modules, f"{arcs} {shape} }}).map(a => [a.query, a.key])") == [
        [0, 0],
        [1, 1],
    ]


def test_a_row_that_adds_up_to_more_than_1_begins_at_its_own_word(modules: Page):
    drawn = call(
        modules,
        "ribbonsOf({ weights: numbers([1, 1, 0.5]), rows: 1, columns: 3, from: [100],"
        " to: [40, 140, 240], unit: 40, near: 10, height: 150 })"
        ".map(b => [b.start, b.startWidth, b.endWidth])",
    )
    assert drawn == [[95, 4, 40], [99, 4, 40], [103, 2, 20]]


def test_links_under_2_percent_are_drawn_for_the_chosen_query_only(modules: Page):
    shape = (
        "weights: numbers([0.985, 0.015, 0.99, 0.01]), rows: 2, columns: 2,"
        " from: [10, 30], to: [20, 60], unit: 20, near: 9, height: 99"
    )
    drawn = call(
        modules, f"ribbonsOf({{ {shape}, chosen: 1 }}).map(b => [b.query, b.key])"
    )
    assert drawn == [[0, 0], [1, 0], [1, 1]]


def test_the_chosen_query_glows_at_60_to_100_percent_others_at_10_to_30(modules: Page):
    assert call(modules, "[glow(0, true), glow(1, true)]") == [0.6, 1]
    assert call(modules, "[glow(0, false), glow(1, false)]") == pytest.approx(
        [0.1, 0.3]
    )


def test_columns_share_the_width_and_words_stay_level_where_they_fit(modules: Page):
    plan = call(
        modules,
        "plan({ width: 572, unit: 1, rows: 9, ribbons: true, rowWidths: [20, 62],"
        " keyWidths: [30, 28, 27, 14, 30, 40, 5] })",
    )
    assert (plan["label"], plan["slanted"], plan["numbers"]) == (96, False, True)
    assert plan["cell"] == pytest.approx(473 / 7)
    assert plan["keys"][6] == pytest.approx(96 + 6.5 * 473 / 7)


def test_64_columns_stay_24_wide_and_the_picture_is_wider_than_a_phone(modules: Page):
    plan = call(
        modules,
        "plan({ width: 358, unit: 1, rows: 64, ribbons: false, rowWidths: [60],"
        " keyWidths: Array(64).fill(50) })",
    )
    assert (plan["cell"], plan["slanted"], plan["numbers"]) == (24, True, False)
    assert plan["inner"] > 64 * 24


def test_a_click_on_a_thumbnail_finds_its_head(modules: Page):
    stacks = "[{ id: 'a', short: 'a', layers: 2, heads: 3, rows: 4, columns: 4 }]"
    tiles = call(modules, f"mosaicPlan({stacks}, 150, 1).places")
    assert len(tiles) == 6
    last = tiles[-1]
    found = call(
        modules,
        f"tileAt(mosaicPlan({stacks}, 150, 1), values[0], values[1])",
        last["x"] + 1,
        last["y"] + 1,
    )
    assert (found["layer"], found["head"]) == (1, 2)
    assert call(modules, f"tileAt(mosaicPlan({stacks}, 150, 1), 1, 1)") is None


def test_as_many_heads_as_there_are_stand_side_by_side(modules: Page):
    stacks = "[{ id: 'a', short: 'a', layers: 2, heads: 32, rows: 9, columns: 9 }]"
    tiles = call(modules, f"mosaicPlan({stacks}, 338, 1).places")
    assert tiles[31]["x"] == 18 + 31 * 10 and tiles[31]["width"] == 7.5
    assert tiles[32]["y"] - tiles[31]["y"] == 14
    plan = f"mosaicPlan({stacks}, 338, 1)"
    assert call(modules, f"tileAt({plan}, 18 + 50.5, 25)")["head"] == 5


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


def test_a_row_and_a_cell_are_said_in_words(modules: Page):
    view = {"layer": 0, "head": 1, "row": 0}
    assert said(modules, "cross", view, [1, 2]) == [
        "La attends most to car (40%).",
        "<b>x</b> → car: 0.500",
        "Cross-attention, head 2",
    ]


def test_a_decoder_row_is_said_with_the_word_read_and_the_word_written(modules: Page):
    view = {"layer": 0, "head": 0, "row": 1}
    assert said(modules, "decoder", view, [1, 2]) == [
        "To write <b>x</b>, La attends most to ‹start› (75%).",
        "La → <b>x</b>: forbidden by the causal mask (not written yet)",
        "Decoder self-attention",
    ]


def test_a_table_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(modules: Page):
    cells = ["=1+1", "+", "-a", "-1+1", "@a", 'say "a"', "a,b", "a\nb", "mot", 0.5]
    assert call(modules, "values[0].map(csvCell)", cells) == [
        "'=1+1",
        "'+",
        "'-a",
        "'-1+1",
        "'@a",
        '"say ""a"""',
        '"a,b"',
        '"a\nb"',
        "mot",
        "0.500000",
    ]


def test_a_hyphen_and_a_number_below_0_stay_what_they_are_in_a_table(modules: Page):
    cells = ["-", "-1", "-0.25", -0.25]
    said = ["-", "-1", "-0.25", "-0.250000"]
    assert call(modules, "values[0].map(csvCell)", cells) == said


def test_the_mean_of_chosen_heads_is_that_of_those_heads_alone(modules: Page):
    header, _ = trace()
    header["stacks"] = [header["stacks"][0] | {"shape": [1, 3, 1, 2]}]
    header["sequences"]["predicted"] = sides(["Oui"], "French")
    header["sequences"]["source"] = sides(["Yes", "‹end›"], "English")
    blob = list(pack(header, np.array([0.5, 0.5, 0.9, 0.1, 0.25, 0.75])))
    found = call(
        modules,
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


def test_a_head_joins_the_mean_and_leaves_it(modules: Page):
    steps = call(
        modules,
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


def test_the_strongest_links_are_the_fewest_that_carry_their_share(modules: Page):
    weights = [0.4, 0.3, 0.2, 0.1, None, 0.2, 0.8, None]
    kept = "Array.from(strongest(numbers(values[0]), 2, 4, values[1]) ?? [])"
    assert call(modules, kept, weights, 0.7) == [1, 1, 0, 0, 0, 0, 1, 0]
    assert call(modules, kept, weights, 0.85) == [1, 1, 1, 0, 0, 1, 1, 0]
    assert call(modules, kept, weights, 0.1) == [1, 0, 0, 0, 0, 0, 1, 0]
    assert call(modules, kept, weights, 1) == []


def test_hidden_special_keys_leave_rows_that_no_longer_sum_to_1(modules: Page):
    hidden = {"head": 0, "special": False}
    assert seen(modules, "cross", hidden, "[...mapOf(shown, view)]") == pytest.approx(
        [0.4, 0.3, 0.2, 0.125, 0.625, 0.25, 0, 0, 0]
    )
    assert seen(modules, "cross", hidden, "shown.keyWords") == ["The", "red", "car"]
    assert seen(modules, "cross", hidden, "optionsSaid(s, shown, view).join(' ')") == (
        "‹end› is hidden as a key, so the rows no longer add up to 1."
    )
    places = seen(modules, "decoder", {"special": False}, "shown.places")
    assert places == [1, 2]
    said = "textOf(cellSentence(shown, view, 0, 0))"
    assert seen(modules, "decoder", {"special": False}, said) == (
        "‹start› → La: forbidden by the causal mask (not written yet)"
    )


def test_labels_slide_by_one_word_and_the_map_stands_still(modules: Page):
    for names, words in (("read", READ), ("predicted", PREDICTED), ("", PREDICTED)):
        got = seen(
            modules,
            "cross",
            {"names": names},
            "[shown.queryWords, [...mapOf(shown, view)]]",
        )
        assert got[0] == words
        assert got[1] == pytest.approx(
            [0.3, 0.3, 0.3, 0.1, 0.25, 0.375, 0.375, 0, 0.5, 0, 0, 0.5]
        )
    words = seen(
        modules, "decoder", {"names": "predicted"}, "[shown.queryWords, shown.keyWords]"
    )
    assert words == [PREDICTED, READ]


def test_the_weight_on_special_keys_is_told_for_the_row_and_for_all(modules: Page):
    got = seen(
        modules,
        "cross",
        {"head": 0},
        "[0, 1, 2].map(row => onSpecial(s, mapOf(s, view), row))",
    )
    assert [round(row["here"], 3) for row in got] == [0.1, 0.0, 1.0]
    assert got[0]["all"] == pytest.approx(1.1 / 3)


def test_a_key_tells_what_it_receives_and_that_it_is_no_probability(modules: Page):
    said = seen(modules, "cross", {"head": 0}, "textOf(keySentence(s, view, 3))")
    assert said == (
        "‹end› gets 1.100 in total. Only rows add up to 1, so this isn't a probability."
    )


def test_small_weights_are_told_apart_by_their_square_root(modules: Page):
    shades = "values[0].map(weight => [shadeOf(weight), shadeOf(weight, 'root')])"
    assert call(modules, shades, [0, 0.01, 0.25, 1]) == [
        [0, 0], [3, 26], [64, 128], [255, 255]
    ]  # fmt: skip


def test_a_row_of_several_pieces_does_not_claim_to_write_the_next_word(modules: Page):
    header, body = trace()
    header["sequences"]["read"]["pieces"] = [1, 2, 1]
    header["sequences"]["predicted"]["pieces"] = [2, 1, 1]
    said = call(
        modules,
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
        "To begin La, ‹start› attends most to ‹start› (100%).",
        "Before <b>x</b> is written, La (the mean of its 2 pieces) attends most to "
        "‹start› (75%).",
        "To write ‹end›, <b>x</b> attends most to <b>x</b> (90%).",
        "To write <b>x</b>, La attends most to red (63%).",
        "After ‹start›, La (the mean of its 2 pieces) attends most to The (40%).",
    ]


def test_a_text_that_attends_to_itself_has_arcs_that_lead_back(modules: Page):
    """Three words 100 apart: the furthest arc is the deepest, a loop the flattest."""
    arcs = call(
        modules,
        "arcsOf({ weights: numbers(values[0]), rows: 3, columns: 3, height: 138,"
        " places: [0, 1, 2], from: [50, 150, 250], near: 10, chosen: 2 })",
        [1, None, None, 0.01, 0.99, None, 0.6, 0.39, 0.01],
    )
    found = {(arc["query"], arc["key"]): arc for arc in arcs}
    assert set(found) == {
        (0, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
    }  # 0.01 of row 1 is not
    assert found[2, 0] == {
        "query": 2,
        "key": 0,
        "weight": pytest.approx(0.6),
        "left": 50,
        "right": 250,
        "width": pytest.approx(6),
        "depth": pytest.approx(114),  # 138 − 2.4 · 10
    }
    assert found[2, 1]["depth"] == pytest.approx(66)  # half as far: (18 + 114) / 2
    assert found[1, 1]["depth"] == pytest.approx(18)
    assert (found[1, 1]["left"], found[1, 1]["right"]) == (140, 160)
    kept = call(
        modules,
        "arcsOf({ weights: numbers([1, 0, 0.5, 0.5]), rows: 2, columns: 2, height: 50,"
        " places: [0, 1], from: [0, 9], near: 9, kept: [1, 0, 0, 1] })"
        ".map(b => [b.query, b.key])",
    )
    assert kept == [[0, 0], [1, 1]]
    without_start = call(  # the first word has no column
        modules,
        "arcsOf({ weights: numbers([NaN, NaN, 1, NaN, 0.4, 0.6]), rows: 3,"
        " columns: 2, places: [1, 2], from: [0, 80, 160], near: 9, height: 99 })"
        ".map(b => [b.query, b.left, b.right])",
    )
    assert without_start == [[1, 71, 89], [2, 80, 160], [2, 151, 169]]


def test_an_arc_hangs_as_deep_as_it_says(modules: Page):
    """A cubic between two points at the top reaches 3/4 of the depth of its handles."""
    path = call(modules, "arcPath({ left: 10, right: 90, width: 4, depth: 31 }, 5)")
    assert path == "M92,5C92,49 8,49 8,5L12,5C12,43.7 88,43.7 88,5Z"


def test_only_one_text_that_looks_back_stands_on_one_line(modules: Page):
    """Not a text that looks ahead, nor rows named by the word that comes next."""
    found = call(
        modules,
        "[[1, true, 'read'], [1, false, 'read'], [3, true, 'read'],"
        " [1, true, 'predicted']].map(([n, lower, named]) =>"
        " onOneLine({ stacks: Array(n) }, { lower, named, keys: 'read' }))",
    )
    assert found == [True, False, False, False]
