"""The sections under the picture of Bahdanau, each about the pass that it shows."""

from typing import TYPE_CHECKING

import streamlit as st

from core.networks.names import MapChoice
from viz.components.files import named
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.figures import steps
from viz.figures.coverage import coverage
from viz.pages.app import chart, frame, library, shown_model
from viz.pages.app.lesson import lesson
from viz.pages.bahdanau.forced_weights_controls import look
from viz.pages.bahdanau.never_looks import never
from viz.pages.bahdanau.other_beginnings import tree, words_of
from viz.pages.bahdanau.shuffled_annotations import order
from viz.pages.bahdanau.training_replay import replayed
from viz.pages.bahdanau.why_needed import needed
from viz.pages.sentence import explore, map_picture
from viz.payload import maps
from viz.say import html_tables

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("bahdanau")

ENTRIES = (
    *("sentence", "next", "look", "tree", "given", "coverage", "scores", "order"),
    *("never", "needed", "replay", "about"),
)
"""What can be opened below the picture, in the order of the line."""
USUAL_ONLY = ("needed", "replay")  # they are about English sentences of ours
SHIPPED_ONLY = ("never",)  # it was fitted to the model that ships
OF_THE_ROW = ("look", "tree", "scores", "order")  # the sections about one row


def draw(trace: "Trace", chosen: Preset | None) -> None:
    """The open section of the page, for the pass on the screen."""
    at = row(trace, chosen)
    step = step_of(trace, at)
    explore.section(
        say,
        frame.choices().b_more if frame.choices().b_more in entries() else "",
        {
            "look": lambda: look(trace, step, at),
            "tree": lambda: tree(trace, step, at),
            "given": lambda: _given(trace, chosen),
            "coverage": lambda: _coverage(trace),
            "scores": lambda: _scores(trace, step, at),
            "order": lambda: order(trace, step),
            "never": lambda: never(trace),
            "needed": lambda: needed(words_of(trace)),
            "replay": replayed,
            "about": lambda: lesson("bahdanau"),
        },
    )


def entries() -> tuple[str, ...]:
    """What can be opened for the model that is shown."""
    left_out = () if shown_model.usual() else USUAL_ONLY
    if shown_model.recurrent() != library.BAHDANAU:
        left_out += SHIPPED_ONLY
    return tuple(entry for entry in ENTRIES if entry not in left_out)


def row(trace: "Trace", chosen: Preset | None) -> int:
    """The row on which the picture rests, of words or of pieces as it is shown."""
    choices = frame.choices()
    shown = map_picture.shown(trace, MapChoice(), pieces=choices.pieces)
    if 1 <= choices.b_row <= len(shown.query_words):
        return choices.b_row - 1
    return map_picture.first_row(shown, chosen)


def step_of(trace: "Trace", row: int) -> int:
    """The step that a row stands for: that of a word's first piece."""
    return row if frame.choices().pieces else trace.predicted.word_of.index(row)


# --- coverage -------------------------------------------------------------------------


def _coverage(trace: "Trace") -> None:
    shown = map_picture.shown(trace, MapChoice(), pieces=frame.choices().pieces)
    english = maps.text_of(trace.source, trace.languages[0])
    title = say("coverage.title", english=english, french=trace.translation.text)
    figure = coverage(shown, title, dark=frame.night())
    chart.draw(figure, key="coverage", name=named("coverage", english))
    frame.note(say("coverage.explained"))


# --- given and free -------------------------------------------------------------------


def _given(trace: "Trace", chosen: Preset | None) -> None:
    from core.decoding.search import parting

    english = words_of(trace)
    if trace.forced:
        given, free = trace, library.trace(shown_model.recurrent(), english)
    elif chosen:
        given, free = (
            library.trace(shown_model.recurrent(), english, chosen.french),
            trace,
        )
    else:
        frame.note(say("given.nothing"))
        return
    parted = parting(given.predicted_ids, free.predicted_ids)
    texts_of = {"given": given.translation.text, "free": free.translation.text}
    st.text(say("given.texts", **texts_of))
    st.text(steps.told(given, free, parted))
    beside = steps.beside(given, free, parted)
    st.html(html_tables.table(beside, say("given.caption")))
    frame.note(say("given.explained"))
    if parted is not None:
        _both({"given": given, "free": free})


def _both(runs: dict[str, "Trace"]) -> None:
    from viz.figures.heatmap import heatmap

    pieces, columns = frame.choices().pieces, st.columns(2, gap="large")
    for column, (name, trace) in zip(columns, runs.items(), strict=True):
        shown = map_picture.shown(trace, MapChoice(), pieces=pieces)
        french = trace.translation.text
        with column:
            st.text(say(f"given.runs.{name}.map"))
            figure = heatmap(
                shown,
                title=say(f"given.runs.{name}.title", french=french),
                called=say(f"given.runs.{name}.called"),
                dark=frame.night(),
            )
            chart.draw(figure, key=f"run-{name}", name=named(name, french))


# --- other scores, another order ------------------------------------------------------


def _scores(trace: "Trace", step: int, row: int) -> None:
    from core.analysis.other_scores import other_scores
    from core.trace import recurrent

    record = recurrent(trace)
    pieces, word = trace.source.pieces, trace.predicted.pieces[step]
    attention = record.decoder[step].attention
    numbers = attention.scores.tolist(), attention.weights.tolist()
    st.text(steps.scores_caption(step + 1, row + 1, word, pieces, *numbers))
    scored = other_scores(record, step)
    st.text(steps.agreed(pieces, scored))
    st.html(html_tables.table(steps.ranked(pieces, scored), say("scores.caption")))
    frame.note(say("scores.explained"))
