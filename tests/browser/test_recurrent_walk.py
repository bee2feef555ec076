"""The walk through one step of the recurrent translator, in Chromium."""

import csv
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core.in_use.translator import Translator
from core.trace import Trace
from core.trace import recurrent as additive
from core.training.tokenizer import train
from tests.browser.component import saved
from tests.browser.component import show as shown
from tests.browser.walk.walking import cell, function, hand_over
from tests.core.tiny import LINES, make_bahdanau, make_translator
from viz.components.attention import pack
from viz.content import walk_texts
from viz.content.texts import tongues
from viz.payload import maps, recurrent_walk

STAGES = 3 + 9 + 3 + 2  # the English, the look, the state, the word
PANELS = ("choose", "ribbons", "matrix", "row", "next", "legend")


@pytest.fixture(scope="module")
def translator() -> Translator:
    """Embeddings of 10, states of 7, alignment of 9, never trained."""
    tokenizer = train(LINES, size=410)
    return make_translator(make_bahdanau(tokenizer.size), tokenizer)


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return translator.explain("The fish.", target="Le poisson a mangé.")


def show(page: Page, trace: Trace, translator: Translator, **view: Any) -> None:
    """The picture of a pass with its machine, then its numbers, as the page sends."""
    header, body = maps.alignment_view(trace, words=False, panels=PANELS)
    header = {**header, "machine": recurrent_walk.machine(trace), "view_rev": str(view)}
    header["view"] = {**header["view"], **view}
    shown(page, header, body)
    header, body = recurrent_walk.walk_view(trace, translator.network)
    said = walk_texts.spoken("bahdanau", "en", tongues())
    hand_over(page, pack({**header, "texts": said}, body))


def test_both_lengths_go_from_the_english_to_the_next_word(modules: Page):
    for length, count in (("short", 9), ("full", STAGES)):
        view = {"walk": length, "stack": "alignment", "layer": 0}
        stops = function(modules, "stationsOf(recurrent, {}, values[0])", view)
        assert len(stops) == count
        assert stops[0]["place"] == "words"
        assert (stops[-1]["place"], stops[-1]["stage"]) == ("next", "word")


def test_a_stage_of_the_other_machine_becomes_the_nearest(modules: Page):
    asked = {"stack": "alignment", "walk": "full", "place": "feed", "stage": "relu"}
    found = function(modules, "fitWalk(recurrent, values[0])", asked)
    assert found == {"walk": "full", "place": "attention", "stage": "softmax"}


def test_every_stage_is_drawn_with_its_arithmetic_and_its_lit_term(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, translator, walk="full", place="words", stage="tokens")
    stage.locator(".reel [aria-current]").focus()
    asked, unlit = set(), set()
    for number in range(1, STAGES + 1):
        expect(stage.locator(".count")).to_have_text(f"{number} of {STAGES}")
        assert stage.locator(".board").count() >= 1
        assert re.fullmatch(r"−?[\d,.]+", cell(stage))
        assert "{" not in stage.locator(".main").inner_text()
        asked.add(stage.locator(".question .asked").inner_text())
        if not stage.locator(".formula .lit").count():
            unlit.add(number)
        stage.keyboard.press("ArrowRight")
    assert len(asked) == STAGES
    assert unlit == {1}  # pieces are looked up, nothing is computed


def test_every_row_shares_out_among_the_pieces_that_stand_above_the_columns(
    stage: Page, trace: Trace, translator: Translator
):
    where = {"walk": "full", "place": "next", "stage": "word"}
    show(stage, trace, translator, **where, row=2)
    best = trace.record.logits[2].topk(5).indices
    pieces = [trace.vocabulary.piece(int(i)) for i in best]
    assert stage.locator(".board [role=columnheader]").all_inner_texts() == pieces
    _, data = saved(stage, "Download", "Table (CSV)")
    _, *lines = csv.reader(data.decode("utf-8-sig").splitlines())
    shares = trace.probabilities[:, best].flatten().tolist()
    assert [line[3] for line in lines] == [f"{share:.6f}" for share in shares]
    stage.locator(".stage canvas").hover(position={"x": 9, "y": 9})  # step 1, not 3
    assert cell(stage) == f"{trace.probabilities[0, best[0]]:.3f}"


def test_what_the_browser_computes_is_what_the_step_recorded(
    stage: Page, trace: Trace, translator: Translator
):
    step, piece, number = 2, 1, 3
    record = additive(trace).decoder[step]
    show(stage, trace, translator, walk="full", stage="tanh", row=step)
    grid = stage.locator(".board .spot-cell")
    grid.focus()
    for _ in range(number):
        stage.keyboard.press("ArrowRight")
    for _ in range(piece):
        stage.keyboard.press("ArrowDown")
    shown = cell(stage).replace("−", "-")
    assert shown == f"{record.attention.features[piece, number]:.3f}"
    show(stage, trace, translator, walk="full", stage="softmax", row=step)
    weights = stage.locator(".board .spot-cell")
    weights.focus()
    stage.keyboard.press("Home")
    assert cell(stage) == f"{record.attention.weights[0]:.3f}"


def test_a_switch_names_query_key_and_value_in_the_formula(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, translator, walk="full", stage="key")
    expect(stage.locator(".formula munder")).to_have_count(0)
    stage.get_by_role("button", name="Name query, key, value").click()
    expect(stage.locator(".formula munder")).to_have_text(
        [re.compile("query$"), re.compile("key$"), re.compile("value$")]
    )
    expect(stage.locator(".block-title")).to_have_text("key: U_a h")


PIXEL = """(field, [row, column, rows, columns]) => {
  const wide = field.width / columns, high = field.height / rows;
  return [...field.getContext("2d").getImageData(
    Math.round(column * wide) + 4, Math.round(row * high) + 4, 1, 1).data].slice(0, 3);
}"""
PAGE, INK = (0xF4, 0xF6, 0xF9), (0x13, 0x1A, 0x2A)


def test_gates_are_drawn_on_a_fixed_scale_from_the_page_to_its_ink(
    stage: Page, trace: Trace, translator: Translator
):
    show(stage, trace, translator, walk="full", place="gates", stage="gates")
    legend = stage.locator(".stage-legend")
    said = "01 (fixed scale: at 1, all of the old state is kept)"
    expect(legend).to_have_text(said)
    records = additive(trace).decoder
    for board, name in enumerate(("reset", "update")):
        gates = [getattr(record.gates, name).tolist() for record in records]
        for row, column in ((0, 0), (1, 3), (2, 6)):
            field = stage.locator("canvas.field").nth(board)
            shown = field.evaluate(PIXEL, [row, column, len(gates), 7])
            share = gates[row][column]
            wanted = [a + share * (b - a) for a, b in zip(PAGE, INK, strict=True)]
            assert shown == pytest.approx(wanted, abs=2)
    show(stage, trace, translator, walk="full", place="gates", stage="candidate")
    expect(legend).to_have_text(re.compile(r"^−\d\.\d\d\+\d\.\d\d$"))
