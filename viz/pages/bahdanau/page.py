"""Bahdanau: how a recurrent translator aligns, one output word after another."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.networks.names import MapChoice
from viz.components.attention import pack
from viz.components.walk_numbers import walk_numbers
from viz.content import walk_texts
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.figures import steps
from viz.pages.app import frame, library
from viz.pages.app.lesson import lesson
from viz.pages.bahdanau import other_beginnings, sections
from viz.pages.sentence import field, map_picture, own_words
from viz.pages.sentence.forced_french import checked, given, own, said
from viz.say import captions

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("bahdanau")

STYLE = Path(__file__).parents[1] / "sentence" / "pictures.css"
PANELS = ("choose", "beams", "matrix", "names", "row", "next", "legend")


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    asked, written = field.title(say("sentence.prompt"))
    with st.container(key="beside"):
        field.presets(named=say.all("presets"), given=True)
    chosen = field.preset(asked.text)
    with st.container(key="picture"), frame.waiting(say("sentence.waiting")):
        target, wrong = checked(library.BAHDANAU)
        trace, dim = field.traced(asked, library.BAHDANAU, target or None)
        dim = dim or bool(wrong)
        row = sections.row(trace, chosen)
        frame.alone(lambda: _picture(trace, chosen, dim, row))
    with written:
        said(trace.translation.text, "title", dim=dim)
        if stopped := captions.unfinished(trace.translation):
            frame.note(stopped)
    own_words.under(trace, chosen)
    given(chosen, target, (trace,), who=say("sentence.who"))
    own(wrong, say("sentence.own"))
    sections.draw(trace, chosen)
    lesson("bahdanau")


def _picture(trace: "Trace", chosen: Preset | None, dim: bool, below: int) -> None:
    """Machine, maps and walk, and the numbers that follow them; a row redraws these.

    `below` is the row that the section below was drawn for: one that speaks of a row
    must follow, and so must the page.
    """
    from viz.payload import recurrent_walk

    row = sections.row(trace, chosen)
    followed = row != below and frame.choices().b_more in sections.OF_THE_ROW
    if followed or other_beginnings.BEGUN.take():
        st.rerun()
    map_picture.picture(
        trace,
        MapChoice(),
        key="bahdanau-picture",
        row_name="b_row",
        row=row,
        panels=PANELS,
        dim=dim,
        machine=recurrent_walk.machine(trace),
        on_begin=lambda step, rank: other_beginnings.begin(trace, step, rank),
    )
    _stages(trace)
    _scores(trace, row)


def _stages(trace: "Trace") -> None:
    """What the film and the walk show of this pass."""
    from viz.payload import recurrent_walk

    choices = frame.choices()
    network = library.model(library.BAHDANAU).network
    places = recurrent_walk.needed(choices.walk)
    header, body = library.kept(
        (*trace.identity, places),
        lambda: recurrent_walk.walk_view(trace, network, places),
    )
    stages = walk_texts.load("bahdanau", choices.lang)
    walk_numbers(pack({**header, "texts": stages}, body), key="bahdanau-stages")


def _scores(trace: "Trace", row: int) -> None:
    """The numbers of the formula at this step, before and after the softmax."""
    from core.trace import recurrent

    step = sections.step_of(trace, row)
    record = recurrent(trace).decoder[step].attention
    frame.note(
        steps.scores_caption(
            step + 1,
            row + 1,
            trace.predicted.pieces[step],
            trace.source.pieces,
            record.scores.tolist(),
            record.weights.tolist(),
        )
    )
