"""Bahdanau, closer: coverage, two runs of one target, other scores, another order."""

from typing import TYPE_CHECKING

import streamlit as st

from viz.components.files import named
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.figures import coverage, steps
from viz.pages.app import frame, library
from viz.pages.app.chart import chart, draw
from viz.pages.app.sections import more
from viz.pages.bahdanau.forced_weights import look
from viz.pages.bahdanau.other_beginnings import tree, words_of
from viz.pages.bahdanau.shuffled_annotations import order
from viz.pages.bahdanau.training_replay import replayed
from viz.pages.bahdanau.why_needed import needed
from viz.pages.sentence import map_picture
from viz.payload import maps
from viz.say import html_tables

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("bahdanau")

OF_THE_ROW = ("look", "tree", "scores", "order")  # the sections about one row
MORE_IS_NOT_BETTER = (
    "More is not better. A word may receive little because its neighbour's annotation "
    "has read it too, and ‹end› or a full stop may receive what no word needs. Nothing "
    "in the training asks for an even share."
)
NO_TARGET = "Give the model a French sentence in the field above, to have two runs."
GIVEN = (
    "A probability in the column “given” is what the model grants a word that it was "
    "handed; it is not what the model would have said."
)
OTHER_SCORES = (
    "The model was trained with the additive score. The two dot products are taken "
    "between the same projected vectors, W_a s and U_a h; raw s and h differ in width. "
    "They were not trained for this, so only the order of the words is compared. "
    "Their dot product is a bilinear form of s and h, with the matrix W_aᵀ U_a; the "
    "bias of U_a adds the same to every word."
)


def sections(trace: "Trace", chosen: Preset | None) -> None:
    """The sections of the page, for the pass on the screen."""
    more(
        "b_more",
        say,
        {
            "look": lambda: look(trace, row(trace, chosen)),
            "tree": lambda: _tree(trace, row(trace, chosen)),
            "given": lambda: _given(trace, chosen),
            "coverage": lambda: _coverage(trace),
            "scores": lambda: _scores(trace, row(trace, chosen)),
            "order": lambda: order(trace, step_of(trace, row(trace, chosen))),
            "needed": lambda: needed(words_of(trace)),
            "replay": replayed,
        },
    )


def row(trace: "Trace", chosen: Preset | None) -> int:
    """The row on which the picture rests, of words or of pieces as it is shown."""
    choices = frame.choices()
    shown = map_picture.shown(trace, map_picture.Place(), pieces=choices.pieces)
    found = choices.b_row - 1
    if 0 <= found < len(shown.query_words):
        return found
    return map_picture.first_row(shown, chosen)


def step_of(trace: "Trace", row: int) -> int:
    """The step that a row stands for: that of a word's first piece."""
    return row if frame.choices().pieces else trace.predicted.word_of.index(row)


def _tree(trace: "Trace", row: int) -> None:
    tree(trace, step_of(trace, row), row)


# --- coverage -------------------------------------------------------------------------


def _coverage(trace: "Trace") -> None:
    shown = map_picture.shown(trace, map_picture.Place(), pieces=frame.choices().pieces)
    english = maps.text_of(trace.source)
    chart(
        coverage.coverage(shown, dark=frame.night()),
        coverage.said(shown),
        coverage.rows(shown),
        key="coverage",
        title=f"{english} → {trace.translation.text}",
        name=named("coverage", english),
    )
    frame.note(MORE_IS_NOT_BETTER)


# --- given and free -------------------------------------------------------------------


def _given(trace: "Trace", chosen: Preset | None) -> None:
    from core.decoding.search import parting

    english = words_of(trace)
    if trace.forced:
        given, free = trace, library.trace(library.BAHDANAU, english)
    elif chosen:
        given, free = library.trace(library.BAHDANAU, english, chosen.french), trace
    else:
        frame.note(NO_TARGET)
        return
    parted = parting(given.predicted_ids, free.predicted_ids)
    st.text(f"given: {given.translation.text}\nfree:    {free.translation.text}")
    st.text(steps.parted(given, free, parted))
    st.html(
        html_tables.table(
            steps.beside(given, free, parted), "Every piece and its probability"
        )
    )
    frame.note(GIVEN)
    if parted is not None:
        _both({"given": given, "free": free})


def _both(runs: dict[str, "Trace"]) -> None:
    from viz.figures.heatmap import heatmap

    for column, (name, trace) in zip(
        st.columns(2, gap="large"), runs.items(), strict=True
    ):
        shown = map_picture.shown(
            trace, map_picture.Place(), pieces=frame.choices().pieces
        )
        with column:
            st.text(f"the map of the {name} run")
            figure = heatmap(
                shown,
                title=f"{name}: {trace.translation.text}",
                called=f"Alignment, {name}",
                dark=frame.night(),
            )
            draw(figure, key=f"run-{name}", name=named(name, trace.translation.text))


# --- other scores, another order ------------------------------------------------------


def _scores(trace: "Trace", row: int) -> None:
    from core.analysis.other_scores import other_scores
    from core.trace import recurrent

    step = step_of(trace, row)
    record = recurrent(trace)
    scored = other_scores(record, step)
    pieces = trace.source.pieces
    st.text(f"Step {step + 1} writes {trace.predicted.pieces[step]}.")
    st.text(steps.agreed(pieces, scored))
    st.html(
        html_tables.table(steps.ranked(pieces, scored), "Rank of every source piece")
    )
    frame.note(OTHER_SCORES)
