"""What the walk computes, and that every number is the one of the trace."""

import csv
import re

import pytest
from playwright.sync_api import Page, expect

import core
from core.in_use.translator import Translator
from core.trace import Trace
from tests.browser.component import saved
from tests.browser.walk.walking import cell, function, hand, show
from viz.payload.walk import FEW, Opened
from viz.say.captions import apart

ONE_LAYER = 3 + 10 + 5 + 3 + 10 + 10 + 5 + 2  # words, encoder, words, decoder, next


PAIR = {
    "query": {"shape": [1, 1, 2], "values": [3, 4]},
    "key": {"shape": [1, 2, 2], "values": [1, 0, 0, 1]},
    "scores": {"shape": [1, 1, 2], "values": [2.1213203, 2.8284271]},
    "weights": {"shape": [1, 1, 2], "values": [0.3302396, 0.6697604]},
}


@pytest.mark.parametrize(
    ("allowed", "weights", "column", "values"),
    [
        (
            [1, 1],
            [0.3302396, 0.6697604],
            0,
            ["3.000", "2.121", "adds 0", "8.342", "0.330"],
        ),
        ([1, 0], [1, 0], 0, ["3.000", "2.121", "adds 0", "8.342", "1.000"]),
        ([1, 0], [1, 0], 1, ["4.000", "2.828", "forbidden: −∞", "0", "no weight"]),
    ],
)
def test_one_cell_from_its_products_to_its_weight(
    modules: Page, allowed, weights, column, values
):
    """q = (3, 4), keys (1, 0) and (0, 1): scores 3/√2 and 4/√2; e^2.121 = 8.342."""
    numbers = {
        **PAIR,
        "allowed": {"shape": [1, 1, 2], "values": allowed},
        "weights": {"shape": [1, 1, 2], "values": weights},
    }
    sums = function(
        modules,
        "(() => { const numbers = Object.fromEntries(Object.entries(values[0]).map("
        "([role, { shape, values }]) => [role, { shape, values:"
        " Float32Array.from(values) }]));"
        " const block = { role: 'scores', rows: 1, columns: 2,"
        " values: Float32Array.from([0, 0]) };"
        " return transformer.sums({ numbers }, 'softmax', block,"
        " { row: 0, column: values[1], head: 0 }); })()",
        numbers,
        column,
    )
    assert [line["value"] for line in sums["lines"]] == values
    stages_lit = [line["stage"] for line in sums["lines"]]
    assert stages_lit == ["products", "scaled", "masked", "softmax", "softmax"]


ROW = {"shape": [1, 2], "values": [3, -1]}

ADDED = {"shape": [1, 2], "values": [1, 5]}

NORM = {
    "x": ROW,
    "output": ADDED,
    "gain": {"shape": [2], "values": [1, 1]},
    "shift": {"shape": [2], "values": [0, 0]},
}

VALUES = {"weights": PAIR["weights"], "value": {**PAIR["key"], "values": [2, 0, 4, 0]}}


@pytest.mark.parametrize(
    ("role", "numbers", "without", "told"),
    [
        (
            "scores",  # q = (3, 4), key (1, 0): 3, which the softmax gets as it is
            {
                **PAIR,
                "scores": {"shape": [1, 1, 2], "values": [3, 4]},
                "allowed": {"shape": [1, 1, 2], "values": [1, 1]},
            },
            {"scale": True},
            ["÷ 1, not √2", "3.000"],
        ),
        (
            "positions",
            {"positions": ROW},
            {"positions": True},
            ["Switched off", "0.000"],
        ),
        ("sum", NORM, {"residual": True}, ["X, cut off", "0.000"]),
        ("sum", NORM, {}, ["X", "3.000"]),
        # the row (1, 5) alone: mean 3, not that of (4, 4)
        ("after", NORM, {"residual": True}, ["Sublayer output, without X", "1.000"]),
        ("after", NORM, {"residual": True}, ["− mean of the row", "3.000"]),
        ("after", NORM, {}, ["X + sublayer output", "4.000"]),
        # 0.330 · 2 + 0.670 · 4 = 3.340, and the head hands over 0 all the same
        ("mixed", VALUES, {"silent": [0]}, ["Total", "3.340"]),
        ("mixed", VALUES, {"silent": [0]}, ["Silenced", "0.000"]),
        ("mixed", VALUES, {"silent": [1]}, ["Total", "3.340"]),
    ],
)
def test_what_an_experiment_leaves_out_is_in_no_sum(
    modules: Page, role, numbers, without, told
):
    lines = function(
        modules,
        "(() => { const numbers = Object.fromEntries(Object.entries(values[0]).map("
        "([role, { shape, values }]) => [role, { shape, values:"
        " Float32Array.from(values) }]));"
        " return transformer.sums({ numbers, without: values[2] }, 'now',"
        " { role: values[1], rows: 1, columns: 2, values: Float32Array.from([0, 0]) },"
        " { row: 0, column: 0, head: 0 }).lines; })()",
        numbers,
        role,
        without,
    )
    assert told in [[line["label"], line["value"]] for line in lines]
    labels = [line["label"] for line in lines]
    assert ("Silenced" in labels) == (without.get("silent") == [0])


def test_a_cell_forbidden_to_one_head_is_forbidden_in_that_head_alone(modules: Page):
    numbers = {
        "query": {"shape": [2, 1, 1], "values": [1, 1]},
        "key": {"shape": [2, 2, 1], "values": [1, 1, 1, 1]},
        "scores": {"shape": [2, 1, 2], "values": [1, 1, 1, 1]},
        "weights": {"shape": [2, 1, 2], "values": [0.5, 0.5, 0, 1]},
        "allowed": {"shape": [2, 1, 2], "values": [1, 1, 0, 1]},
    }
    said = function(
        modules,
        "[0, 1].map(head => transformer.sums({ numbers: Object.fromEntries("
        "Object.entries(values[0]).map(([role, one]) => [role, { ...one, values:"
        " Float32Array.from(one.values) }])) }, 'masked', { role: 'scores',"
        " columns: 2, values: [0, 0] }, { row: 0, column: 0, head }).lines[2].value)",
        numbers,
    )
    assert said == ["adds 0", "forbidden: −∞"]


def test_a_norm_takes_mean_and_deviation_of_the_row(modules: Page):
    found = function(modules, "spreadOf([1, 2, 3, 6])")
    assert found["mean"] == 3
    assert found["deviation"] == pytest.approx(1.870831, abs=1e-5)  # √3.5


def test_a_number_has_three_decimals_and_a_true_minus(modules: Page):
    found = function(modules, "[fixed(-1.25), fixed(-0.0001), fixed(2)]")
    assert found == ["−1.250", "0.000", "2.000"]


def test_every_stage_of_the_full_walk_is_drawn_with_its_arithmetic(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, walk="full", stack="encoder", layer=0, place="words")
    hand(stage, trace, translator)
    stage.locator(".reel [aria-current]").focus()
    stage.keyboard.press("Home")
    seen = set()
    for number in range(1, ONE_LAYER + 1):
        expect(stage.locator(".count")).to_have_text(f"{number} of {ONE_LAYER}")
        assert stage.locator(".board").count() >= 1
        assert re.fullmatch(r"−?[\d,.]+|no weight", cell(stage))
        assert stage.locator(".says").inner_text().strip()
        assert "{" not in stage.locator(".main").inner_text()
        seen.add(stage.locator(".question .asked").inner_text())
        stage.keyboard.press("ArrowRight")
    assert len(seen) > 20


def test_the_shown_weight_is_the_one_of_the_trace(
    stage: Page, trace: Trace, translator: Translator
):
    tensors = {name: tensor for name, _, tensor in core.walk(trace)}
    show(stage, trace, walk="full", stack="decoder", layer=0, head=1, row=0)
    hand(stage, trace, translator)
    stage.locator(".spot-cell").focus()
    stage.keyboard.press("ArrowDown")
    weights = tensors["decoder.0.self_attention.weights"][1, 1]
    stage.keyboard.press("Home")
    assert cell(stage) == f"{weights[0]:.3f}"
    stage.keyboard.press("ArrowRight")
    assert cell(stage) == f"{weights[1]:.3f}"
    stage.keyboard.press("ArrowRight")
    assert cell(stage) == "no weight"


def test_every_product_of_a_score_is_there_and_they_add_up_to_it(
    stage: Page, trace: Trace, translator: Translator
):
    tensors = {name: tensor for name, _, tensor in core.walk(trace)}
    show(stage, trace, walk="full", stack="decoder", layer=0, head=1, row=1)
    hand(stage, trace, translator)
    products = stage.locator(".products")
    expect(products).to_have_attribute("tabindex", "0")
    attention = "decoder.0.self_attention"
    query, key = (tensors[f"{attention}.{role}"][1] for role in ("query", "key"))
    at = int(tensors[f"{attention}.weights"][1, 1].argmax())
    said = [f"{made:.2f}".replace("-", "−") for made in (query[1] * key[at]).tolist()]
    nothing = {"−0.00": "0.00"}
    assert products.locator(".made").all_inner_texts() == [
        nothing.get(made, made) for made in said
    ]


@pytest.mark.parametrize(
    ("place", "stage_name", "block"),
    [
        ("attention", "projections", 0),
        ("attention", "projections", 2),
        ("attention", "output", 0),
        ("feed", "widened", 0),
        ("feed", "narrowed", 0),
        ("next", "logits", 0),
    ],
)
def test_every_product_of_a_long_sum_comes_when_it_is_opened(
    stage: Page, trace: Trace, translator: Translator, place, stage_name, block
):
    where = {"stack": "decoder", "layer": 0, "head": 1, "row": 1}
    show(stage, trace, walk="full", place=place, stage=stage_name, **where)
    hand(stage, trace, translator)
    stage.locator(".stage canvas").nth(block).click(position={"x": 9, "y": 30})
    first = stage.locator(".products .made").all_inner_texts()
    button = stage.locator(".arithmetic").get_by_role("button", name="Show all")
    n = int(button.inner_text().split()[2])
    button.click()
    ((_, asked),) = stage.evaluate("window.asked")
    assert asked["what"] == "products"
    opened = Opened(*(asked[name] for name in Opened._fields))
    hand(stage, trace, translator, opened=opened)
    expect(stage.locator(".products.whole")).to_be_focused()
    made = stage.locator(".products .made").all_inner_texts()
    assert len(made) == n > len(first) - 1 == FEW
    assert made[:FEW] == first[:-1]
    total = sum(float(one.replace("−", "-")) for one in made)
    said = stage.locator(".arithmetic dd").first.inner_text().replace("−", "-")
    assert total == pytest.approx(float(said), abs=0.005 * n)
    expect(button).to_have_count(0)


@pytest.mark.parametrize("stage_name", ["logits", "word"])
def test_every_row_scores_the_pieces_that_stand_above_the_columns(
    stage: Page, trace: Trace, translator: Translator, stage_name
):
    numbers = trace.record.logits if stage_name == "logits" else trace.probabilities
    title = "logits" if stage_name == "logits" else "probabilities"
    where = {"walk": "full", "stack": "cross", "place": "next", "stage": stage_name}
    show(stage, trace, **where, row=1)
    hand(stage, trace, translator)
    best = trace.record.logits[1].topk(10).indices
    pieces = [trace.vocabulary.piece(int(i)) for i in best]
    heads = stage.locator(".board [role=columnheader]")
    assert heads.all_inner_texts() == pieces
    _, data = saved(stage, "Download", "Table (CSV)")
    head, *lines = csv.reader(data.decode("utf-8-sig").splitlines())
    assert head == ["matrix", "row", "column", "number"]
    assert lines == [
        [title, row, column, f"{number:.6f}"]
        for row, some in zip(apart(trace.read.pieces), numbers[:, best], strict=True)
        for column, number in zip(pieces, some.tolist(), strict=True)
    ]
    stage.locator(".stage canvas").hover(position={"x": 9, "y": 9})  # row 0
    spot = stage.locator(".spot-cell")
    said = f"{numbers[0, best[0]]:.3f}".replace("-", "−")
    expect(spot).to_have_attribute("aria-label", f"‹start›, {pieces[0]}: {said}")
    assert cell(stage) == ("< 0.001%" if said == "0.000" else said)


def test_numbers_of_another_pass_are_never_shown(
    stage: Page, trace: Trace, translator: Translator
):
    other = translator.explain("The fish.", target="Le poisson.")
    show(stage, trace, walk="full", stack="decoder", layer=0)
    hand(stage, other, translator)
    expect(stage.locator(".stage .waiting")).to_be_visible()
    hand(stage, trace, translator)
    expect(stage.locator(".stage .waiting")).to_have_count(0)
