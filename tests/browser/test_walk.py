"""The walk in Chromium: where it can stand, what it computes, and keys alone."""

import csv
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
import torch
from playwright.sync_api import Page, expect

import core
from core.experiments.changes import Forbidden, Silent, WordChange
from core.experiments.experiment import Experiment
from core.networks.transformer import Transformer, TransformerConfig
from core.trace import Trace
from core.training.tokenizer import train
from core.translator import Translator
from tests.browser.component import saved
from viz.components.attention import pack, pack_picture
from viz.content import walk_texts
from viz.payload import maps, transformer_walk
from viz.payload.transformer_walk import Place
from viz.payload.walk import FEW, Opened

LINES = ["The woman ate the fish. La femme a mangé le poisson."] * 5
ONE_LAYER = 3 + 10 + 5 + 3 + 10 + 10 + 5 + 2  # words, encoder, words, decoder, next


@pytest.fixture(scope="module")
def translator() -> Translator:
    """One layer, two heads of six numbers, never trained."""
    tokenizer = train(LINES, size=400)
    torch.manual_seed(7)
    config = TransformerConfig(
        tokenizer.size, d_model=12, d_hidden=20, n_heads=2, n_layers=1
    )
    network = Transformer(config).eval().requires_grad_(False)
    return Translator(
        *("tiny", "transformer", network, tokenizer, {}, (), "", "0123abcd")
    )


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return translator.explain("The woman ate.", target="La femme.")


@pytest.fixture
def stage(open_at: Callable[..., Page]) -> Page:
    return open_at()


PLACES = (
    *(Place(stack, "words") for stack in ("encoder", "decoder")),
    *(Place("encoder", part) for part in ("self", "feed")),
    *(Place("decoder", part) for part in ("self", "cross", "feed", "next")),
)


def show(page: Page, trace: Trace, **view: Any) -> None:
    """The picture of a pass with its machine, as the page sends it."""
    header, body = maps.transformer_view(trace)
    header = {
        **header,
        "machine": transformer_walk.machine(trace),
        "view_rev": str(view),
    }
    header["hands"] = True
    header["machine"] |= {"lead": view.pop("lead")} if "lead" in view else {}
    header["explore"] = view.pop("entries", [])
    header["view"] = {**header["view"], "walk": "", **view}
    page.evaluate("bytes => window.show(bytes)", list(pack_picture(header, body)))


def hand(
    page: Page,
    trace: Trace,
    translator: Translator,
    *places: Place,
    opened: Opened | None = None,
) -> None:
    """The numbers of some places, as they follow the picture."""
    header, body = transformer_walk.walk_view(
        trace, translator.network, places or PLACES, opened
    )
    blob = list(pack({**header, "texts": walk_texts.load("transformer")}, body))
    page.evaluate(
        "bytes => document.dispatchEvent(new CustomEvent('headlight-numbers',"
        " { detail: new Uint8Array(bytes) }))",
        blob,
    )


def function(page: Page, expression: str, *values: Any) -> Any:
    """A pure function of the walk."""
    return page.evaluate(
        "([values]) => { const { stationsOf, fitWalk, sumsOf, fixed, spreadOf,"
        f" transformer, recurrent }} = window.modules; return ({expression}); }}",
        [list(values)],
    )


def test_the_short_walk_has_nine_stations(stage: Page):
    view = {"walk": "short", "stack": "cross", "layer": 1}
    stops = function(stage, "stationsOf(transformer, { layers: 3 }, values[0])", view)
    assert [(stop["place"], stop["stage"]) for stop in stops] == [
        ("words", "tokens"),
        ("words", "positions"),
        ("attention", "projections"),
        ("attention", "scaled"),
        ("attention", "masked"),
        ("attention", "softmax"),
        ("attention", "mixed"),
        ("attention", "stream"),
        ("next", "word"),
    ]
    assert {(stop["stack"], stop["layer"]) for stop in stops} == {("cross", 1)}


def test_the_full_walk_goes_through_every_sublayer_in_order(stage: Page):
    ids = function(
        stage,
        "stationsOf(transformer, { layers: 2 }, { walk: 'full' })"
        ".map(transformer.placeId)"
        ".filter((id, at, all) => id !== all[at - 1])",
    )
    assert ids == [
        "encoder.words",
        *("encoder.0.self", "encoder.0.feed", "encoder.1.self", "encoder.1.feed"),
        "decoder.words",
        *("decoder.0.self", "decoder.0.cross", "decoder.0.feed"),
        *("decoder.1.self", "decoder.1.cross", "decoder.1.feed"),
        "next",
    ]


@pytest.mark.parametrize(
    ("view", "fitted"),
    [
        ({"walk": "no"}, ("", "attention", "softmax")),
        ({"walk": "full", "place": "feed"}, ("full", "feed", "relu")),
        ({"walk": "full", "place": "x", "stage": "relu"}, ("full", "attention", None)),
        ({"walk": "short", "place": "feed"}, ("full", "feed", "relu")),
        (
            {"walk": "short", "place": "attention", "stage": "joined"},
            ("short", "attention", "stream"),
        ),
    ],
)
def test_a_walk_that_there_is_not_becomes_the_nearest(stage: Page, view, fitted):
    place = "{ stack: 'cross', layer: 0, ...values[0] }"
    found = function(stage, f"fitWalk(transformer, {place})", view)
    walk, place, name = fitted
    assert found == {"walk": walk, "place": place, "stage": name or "softmax"}


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
    stage: Page, allowed, weights, column, values
):
    """q = (3, 4), keys (1, 0) and (0, 1): scores 3/√2 and 4/√2; e^2.121 = 8.342."""
    numbers = {
        **PAIR,
        "allowed": {"shape": [1, 1, 2], "values": allowed},
        "weights": {"shape": [1, 1, 2], "values": weights},
    }
    sums = function(
        stage,
        "(() => { const numbers = Object.fromEntries(Object.entries(values[0]).map("
        "([role, { shape, values }]) => [role, { shape, values:"
        " Float32Array.from(values) }]));"
        " const block = { role: 'scores', rows: 1, columns: 2,"
        " values: Float32Array.from([0, 0]) };"
        " return sumsOf({ numbers }, 'softmax', block,"
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
    stage: Page, role, numbers, without, told
):
    lines = function(
        stage,
        "(() => { const numbers = Object.fromEntries(Object.entries(values[0]).map("
        "([role, { shape, values }]) => [role, { shape, values:"
        " Float32Array.from(values) }]));"
        " return sumsOf({ numbers, without: values[2] }, 'now', { role: values[1],"
        " rows: 1, columns: 2, values: Float32Array.from([0, 0]) },"
        " { row: 0, column: 0, head: 0 }).lines; })()",
        numbers,
        role,
        without,
    )
    assert told in [[line["label"], line["value"]] for line in lines]
    labels = [line["label"] for line in lines]
    assert ("Silenced" in labels) == (without.get("silent") == [0])


def test_a_cell_forbidden_to_one_head_is_forbidden_in_that_head_alone(stage: Page):
    numbers = {
        "query": {"shape": [2, 1, 1], "values": [1, 1]},
        "key": {"shape": [2, 2, 1], "values": [1, 1, 1, 1]},
        "scores": {"shape": [2, 1, 2], "values": [1, 1, 1, 1]},
        "weights": {"shape": [2, 1, 2], "values": [0.5, 0.5, 0, 1]},
        "allowed": {"shape": [2, 1, 2], "values": [1, 1, 0, 1]},
    }
    said = function(
        stage,
        "[0, 1].map(head => sumsOf({ numbers: Object.fromEntries(Object.entries("
        "values[0]).map(([role, one]) => [role, { ...one, values:"
        " Float32Array.from(one.values) }])) }, 'masked', { role: 'scores',"
        " columns: 2, values: [0, 0] }, { row: 0, column: 0, head }).lines[2].value)",
        numbers,
    )
    assert said == ["adds 0", "forbidden: −∞"]


def test_a_norm_takes_mean_and_deviation_of_the_row(stage: Page):
    found = function(stage, "spreadOf([1, 2, 3, 6])")
    assert found["mean"] == 3
    assert found["deviation"] == pytest.approx(1.870831, abs=1e-5)  # √3.5


def test_a_number_has_three_decimals_and_a_true_minus(stage: Page):
    found = function(stage, "[fixed(-1.25), fixed(-0.0001), fixed(2)]")
    assert found == ["−1.250", "0.000", "2.000"]


def cell(page: Page) -> str:
    return page.locator(".arithmetic dd b").inner_text()


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


def own(*cells: tuple[str, int, int]) -> Experiment:
    return Experiment(
        forbidden=frozenset(
            Forbidden(f"{name}_attention", None, query, key)
            for name, query, key in cells
        )
    )


BLANKED = Experiment(words=(WordChange("blank", 1),))
SILENT = frozenset({Silent("decoder.0.self_attention", 1)})


@pytest.mark.parametrize(
    ("experiment", "view", "stage_name", "says", "answer"),
    [
        (Experiment(), "decoder masked", "Mask", "not written yet", "Then the row"),
        (
            Experiment(causal=False),
            "decoder masked",
            "No mask",
            "nothing is hidden",
            "never learned",
        ),
        (own(("decoder.0.self", 3, 1)), "decoder masked", "Mask", "3 of 9", "allowed"),
        (Experiment(), "encoder masked", "Mask", "needs no mask", "different"),
        (Experiment(pads=2), "encoder masked", "Mask", "In this exp", "allowed"),
        (own(("encoder.0.self", 0, 1)), "cross masked", "Mask", "0 is added", "Only"),
        (BLANKED, "encoder tokens", "Pieces", "was changed before", "never read"),
        (Experiment(), "encoder tokens", "Pieces", "is cut into", "Frequent words"),
        (Experiment(scaled=False), "cross scaled", "÷ 1", "are not divided", "Yes"),
        (
            Experiment(silent=SILENT),
            "decoder mixed",
            "Silenced",
            "replaced by 0",
            "Not",
        ),
        (
            Experiment(silent=SILENT),
            "cross mixed",
            "Average",
            "weighted average",
            "Queries",
        ),
        (Experiment(silent=SILENT), "decoder joined", "Join", "heads (2)", "bias"),
        (
            Experiment(no_positions=frozenset({"encoder"})),
            "encoder positions",
            "No positions",
            "no position is added",
            "swap places",
        ),
        (
            Experiment(no_residual="decoder.0.cross_attention"),
            "cross stream",
            "Norm only",
            "connection is cut",
            "Here it does",
        ),
        (Experiment(), "cross word", "Word", "The French is forced", "would"),
        (Experiment(causal=False), "cross word", "Word", "mask is off", "it can"),
    ],
)
def test_a_walk_through_an_experiment_speaks_of_that_experiment(
    stage: Page, translator: Translator, experiment, view, stage_name, says, answer
):
    changed = translator.explain(
        "The woman ate.", target="La femme.", experiment=experiment
    )
    stack, name = view.split()
    place = {"tokens": "words", "positions": "words", "word": "next"}.get(
        name, "attention"
    )
    where = {"stack": stack, "layer": 0, "head": 1, "row": 2}
    show(stage, changed, walk="full", place=place, stage=name, **where)
    hand(stage, changed, translator)
    expect(stage.locator(".reel [aria-current] span")).to_have_text(stage_name)
    expect(stage.locator(".says")).to_contain_text(says)
    expect(stage.locator(".question .answer")).to_contain_text(answer)
    assert "{" not in stage.locator(".main").inner_text()


def test_the_machine_marks_the_places_that_an_experiment_changes(
    stage: Page, translator: Translator
):
    cells = own(("decoder.0.cross", 1, 0)).forbidden
    experiment = Experiment(forbidden=cells, no_positions=frozenset({"encoder"}))
    changed = translator.explain("The woman.", "La femme.", experiment=experiment)
    show(stage, changed, stack="cross", layer=0)
    marked = stage.locator(".place.changed")
    expect(marked).to_have_count(2)
    names = marked.evaluate_all("all => all.map(one => one.dataset.stay)")
    assert names == ["place-encoder.words", "place-decoder.0.cross"]
    expect(stage.locator(".machine-map")).to_contain_text("no positions")


def test_every_sublayer_has_its_add_and_norm_and_a_way_around_it(
    stage: Page, translator: Translator
):
    cut = Experiment(no_residual="decoder.0.cross_attention")
    changed = translator.explain("The woman.", "La femme.", experiment=cut)
    show(stage, changed, stack="cross", layer=0)
    hand(stage, changed, translator)
    places = stage.locator(".place").evaluate_all(
        "all => all.map(one => one.dataset.stay.replace('place-', ''))"
    )
    layers = len(changed.record.encoder)
    sublayers = [
        place for place in places if place.endswith((".self", "cross", "feed"))
    ]
    assert len(sublayers) == 5 * layers
    for sublayer in sublayers:
        assert places[places.index(sublayer) + 1] == f"{sublayer}.norm"
    expect(stage.locator(".pipe.residual")).to_have_count(5 * layers)
    expect(stage.locator(".pipe.residual.cut")).to_have_count(1)
    marked = stage.locator(".place.changed")
    expect(marked).to_have_attribute("data-stay", "place-decoder.0.cross.norm")
    marked.click()
    expect(stage.locator(".place.here")).to_have_class(re.compile("kind-norm"))
    expect(stage.locator(".flow")).to_contain_text("without X")
    expect(stage.locator(".reel [aria-current] span")).to_have_text("Norm only")
    stage.locator("[data-stay='place-decoder.0.cross']").click()
    expect(stage.locator(".place.here")).to_have_text("cross")
    expect(stage.locator(".reel [aria-current] span")).to_have_text("Softmax")


def test_the_machine_marks_the_english_that_an_experiment_changes(
    stage: Page, translator: Translator
):
    changed = translator.explain("The woman.", "La femme.", experiment=BLANKED)
    show(stage, changed, stack="cross", layer=0)
    marked = stage.locator(".place.changed")
    names = marked.evaluate_all("all => all.map(one => one.dataset.stay)")
    assert names == ["place-encoder.words"]


def test_the_walk_says_of_free_french_that_the_model_writes_it(
    stage: Page, translator: Translator
):
    free = translator.explain("The woman ate.")
    show(stage, free, walk="full", stack="cross", layer=0, place="next", stage="word")
    hand(stage, free, translator)
    expect(stage.locator(".says")).to_contain_text("the model writes")


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
    head, *lines = csv.reader(data.decode().splitlines())
    assert head == ["piece", *(f"{title}: {piece}" for piece in pieces)]
    for line, row in zip(lines, numbers[:, best].tolist(), strict=True):
        assert line[1:] == [f"{number:.6f}" for number in row]
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
    page.locator(".spot-cell").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".arithmetic")).to_contain_text("row sum")
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    expect(count).to_have_text("7 of 9")
    page.locator("[data-stay=walk-close]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radiogroup", name="query")).to_be_visible()
