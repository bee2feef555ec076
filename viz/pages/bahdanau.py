"""Bahdanau: how a recurrent translator aligns, one output word after another."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz import tables, words
from viz.components.files import files, named
from viz.pages import bahdanau_more, frame, library, maps, widgets
from viz.pages.given import checked, given, own, said
from viz.pages.lesson import lesson
from viz.presets import Preset

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace

STYLE = Path(__file__).parent.parent / "pictures.css"
PANELS = ("beams", "row", "next", "legend")
PLACE = maps.Place()
PROJECTED = 24 / 18
FORMULAS = (
    r"e_{ij}=v_a^\top\tanh(W_a s_{i-1}+U_a h_j)",
    r"\alpha_i=\operatorname{softmax}(e_i)",
    r"c_i=\textstyle\sum_j\alpha_{ij}h_j",
)


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    with st.container(key="title"):
        sentence, written, tools = st.columns([10, 10, 3], vertical_alignment="bottom")
    with sentence:
        asked = widgets.sentence(prompt="English sentence", button=False)
    with tools:
        widgets.pieces()
    with st.container(key="beside"):
        tries, formula = st.columns([10, 13])
    with tries:
        widgets.presets(limit=1)
    with formula, st.container(key="formula", horizontal=True):
        for line in FORMULAS:
            st.latex(line)
    chosen = widgets.preset(asked.text)
    with st.container(key="picture"):
        beams, beside = st.columns([7, 6], gap="large")
    with beside:
        matrix = st.empty()
    with beams, frame.waiting("Translating"):
        target, wrong = checked(library.BAHDANAU)
        trace, dim = widgets.traced(asked, library.BAHDANAU, target or None)
        dim = dim or bool(wrong)
        row = bahdanau_more.row(trace, chosen)
        _picture(trace, chosen, matrix, dim, row)
    with written:
        said(trace.translation.text, "title", dim=dim)
        if stopped := words.unfinished(trace.translation):
            frame.note(stopped)
    with beside:
        given(chosen, target, (trace,), who="The model is")
        own(wrong, "Given French (empty: the model writes freely)")
    bahdanau_more.sections(trace, chosen)
    lesson("bahdanau")


@st.fragment
def _picture(
    trace: "Trace", chosen: Preset | None, matrix: Any, dim: bool, below: int
) -> None:
    """The beams and, in its own place, the heatmap; another row redraws only these.

    `below` is the row that the section below was drawn for: one that speaks of a row
    must follow, and so must the page.
    """
    frame.guarded(lambda: _drawn(trace, chosen, matrix, dim, below))


def _drawn(
    trace: "Trace", chosen: Preset | None, matrix: Any, dim: bool, below: int
) -> None:
    choices = frame.choices()
    row = bahdanau_more.row(trace, chosen)
    if row != below and choices.b_more in bahdanau_more.OF_THE_ROW:
        st.rerun()
    found = maps.shown(trace, PLACE, pieces=choices.pieces)
    maps.picture(
        trace,
        PLACE,
        key="bahdanau-picture",
        row_name="b_row",
        row=row,
        panels=PANELS,
        pieces=choices.pieces,
        dim=dim,
    )
    with matrix.container(key="matrix-dim" if dim else "matrix"):
        _heatmap(trace, found, row, pieces=choices.pieces)
        _scores(trace, row, pieces=choices.pieces)


def _heatmap(trace: "Trace", found: "AttentionMap", row: int, *, pieces: bool) -> None:
    from viz.figures import views
    from viz.figures.heatmap import CONFIG, heatmap

    dark, scale = frame.night(), PROJECTED if frame.project() else 1.0
    key = (*trace.identity, pieces)
    st.plotly_chart(
        library.kept(
            ("heatmap", *key, dark, row, scale),
            lambda: heatmap(found, dark=dark, row=row, scale=scale),
        ),
        theme=None,
        config=CONFIG,
        alt=words.description(found, "Alignment"),
    )
    sentence = views.text_of(trace.source)
    files(
        tables.weights(found),
        name=named("bahdanau", sentence),
        title=f"{sentence} → {trace.translation.text}",
        key="files",
    )


def _scores(trace: "Trace", row: int, *, pieces: bool) -> None:
    """The numbers of the formula at this step, before and after the softmax."""
    from core.bahdanau import BahdanauRecord

    if not isinstance(trace.record, BahdanauRecord):
        raise TypeError(f"{trace.model} has no additive scores")
    step = row if pieces else trace.predicted.word_of.index(row)
    record = trace.record.decoder[step]
    frame.note(
        words.scored(
            step + 1,
            trace.predicted.pieces[step],
            trace.source.pieces,
            record.scores.tolist(),
            record.weights.tolist(),
        )
    )
