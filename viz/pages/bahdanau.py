"""Bahdanau: how a recurrent translator aligns, one output word after another."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz import stations, words
from viz.components.attention import pack
from viz.components.numbers import numbers
from viz.pages import (
    bahdanau_more,
    bahdanau_tree,
    frame,
    library,
    maps,
    sentences,
    widgets,
)
from viz.pages.given import checked, given, own, said
from viz.pages.lesson import lesson
from viz.presets import Preset

if TYPE_CHECKING:
    from core.trace import Trace

STYLE = Path(__file__).parent.parent / "pictures.css"
PANELS = ("choose", "beams", "matrix", "names", "row", "next", "legend")
PHENOMENA = {
    "red-house": "a reordered phrase",
    "fish": "one word becomes two",
    "coffee": "function words",
    "morning": "a long sentence",
    "idiom": "nothing to align",
    "zone": "the paper’s own sentence",
}
"""Presets by what this model's map shows of them, as their `expects` measure."""


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    with st.container(key="title"):
        sentence, written, tools = st.columns([10, 10, 3], vertical_alignment="bottom")
    with sentence:
        asked = sentences.sentence(prompt="English sentence", button=False)
    with tools:
        widgets.pieces()
    with st.container(key="beside"):
        sentences.presets(named=PHENOMENA, given=True)
    chosen = sentences.preset(asked.text)
    with st.container(key="picture"), frame.waiting("Translating"):
        target, wrong = checked(library.BAHDANAU)
        trace, dim = sentences.traced(asked, library.BAHDANAU, target or None)
        dim = dim or bool(wrong)
        row = bahdanau_more.row(trace, chosen)
        _picture(trace, chosen, dim, row)
    with written:
        said(trace.translation.text, "title", dim=dim)
        if stopped := words.unfinished(trace.translation):
            frame.note(stopped)
    given(chosen, target, (trace,), who="The model is")
    own(wrong, "Given French (empty: the model writes freely)")
    bahdanau_more.sections(trace, chosen)
    lesson("bahdanau")


@st.fragment
def _picture(trace: "Trace", chosen: Preset | None, dim: bool, below: int) -> None:
    """Machine, maps and walk, and the numbers that follow them; a row redraws these.

    `below` is the row that the section below was drawn for: one that speaks of a row
    must follow, and so must the page.
    """
    frame.guarded(lambda: _drawn(trace, chosen, dim, below))


def _drawn(trace: "Trace", chosen: Preset | None, dim: bool, below: int) -> None:
    from viz.figures import recurrent

    choices = frame.choices()
    row = bahdanau_more.row(trace, chosen)
    followed = row != below and choices.b_more in bahdanau_more.OF_THE_ROW
    if followed or bahdanau_tree.begun():
        st.rerun()
    maps.picture(
        trace,
        maps.Place(),
        key="bahdanau-picture",
        row_name="b_row",
        row=row,
        panels=PANELS,
        pieces=choices.pieces,
        dim=dim,
        machine=recurrent.machine(trace),
        on_begin=lambda step, rank: bahdanau_tree.begin(trace, step, rank),
    )
    _stages(trace)
    _scores(trace, row)


def _stages(trace: "Trace") -> None:
    """What the film and the walk show of this pass."""
    from viz.figures import recurrent

    choices = frame.choices()
    network = library.model(library.BAHDANAU).network
    places = recurrent.needed(choices.walk)
    header, body = library.kept(
        ("stages", *trace.identity, places),
        lambda: recurrent.walk_view(trace, network, places),
    )
    texts = stations.load("bahdanau", choices.lang)
    numbers(pack({**header, "texts": texts}, body), key="bahdanau-stages")


def _scores(trace: "Trace", row: int) -> None:
    """The numbers of the formula at this step, before and after the softmax."""
    from core.steering import recurrent

    step = bahdanau_more.step_of(trace, row)
    record = recurrent(trace).decoder[step]
    frame.note(
        words.scored(
            step + 1,
            row + 1,
            trace.predicted.pieces[step],
            trace.source.pieces,
            record.scores.tolist(),
            record.weights.tolist(),
        )
    )
