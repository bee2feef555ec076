"""Bahdanau: how a recurrent translator aligns, one output word after another."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from core.networks.names import MapChoice
from viz.components.attention import pack
from viz.components.walk_numbers import walk_numbers
from viz.content import walk_texts
from viz.content.presets import Preset
from viz.content.texts import texts, tongues
from viz.pages.app import frame, library, shown_model
from viz.pages.app.lesson import stop
from viz.pages.bahdanau import other_beginnings, sections
from viz.pages.sentence import explore, field, map_picture, own_words
from viz.pages.sentence.forced_french import checked, given, own, said
from viz.say import captions

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("bahdanau")

STYLE = Path(__file__).parents[1] / "sentence" / "pictures.css"
PANELS = ("choose", "ribbons", "matrix", "names", "row", "next", "legend")


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    explore.style()
    led = stop() is not None
    walking, opened = bool(frame.choices().walk), frame.choices().b_more
    sentence, picture, below = explore.places(say, opened, walking=walking, led=led)
    with sentence:
        asked, written = field.title(say("sentence.prompt"))
        with st.container(key="beside"):
            field.presets(named=say.all("presets"), given=True)
    chosen = field.preset(asked.text)
    with picture, frame.waiting(say("sentence.waiting")):
        target, wrong = checked(shown_model.recurrent())
        trace, dim = field.traced(asked, shown_model.recurrent(), target or None)
        if (dim or wrong) and walking:
            explore.unfold()
        dim = dim or bool(wrong)
        drawn = Drawn(sections.row(trace, chosen), walking, opened, led)
        frame.alone(lambda: _picture(trace, chosen, dim, drawn))
    with written:
        said(trace.translation.text, "title", dim=dim)
        if stopped := captions.unfinished(trace.translation):
            frame.note(stopped)
    with sentence:
        if chosen is None:
            own_words.under(trace)
    with below:
        with explore.fold("forced", "forced" if opened == "sentence" else ""):
            if chosen is not None and opened == "sentence":
                own_words.under(trace, chosen)
            given(chosen, target, (trace,), who=say("sentence.who"))
            own(wrong, say("sentence.own"))
        with st.container(key="sections-dim" if dim else "sections"):
            sections.draw(trace, chosen)


class Drawn(NamedTuple):
    """What the rest of the page was drawn for: a row, an open walk, an open section.

    It is `led` where the page has a question above it.
    """

    row: int
    walking: bool
    opened: str
    led: bool


def _picture(trace: "Trace", chosen: Preset | None, dim: bool, drawn: Drawn) -> None:
    """Machine, maps and walk; another row redraws these alone.

    Where the rest of the page would be another one too, all of it is drawn again.
    """
    from viz.payload import recurrent_walk

    row, choices = sections.row(trace, chosen), frame.choices()
    now = Drawn(row, bool(choices.walk), choices.b_more, drawn.led)
    if choices.b_more not in sections.OF_THE_ROW:
        now = now._replace(row=drawn.row)
    if now != drawn or other_beginnings.BEGUN.take():
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
        explore=("b_more", explore.entries(say, sections.entries())),
        led=drawn.led,
        on_begin=lambda step, rank: other_beginnings.begin(trace, step, rank),
        live=(shown_model.recurrent(),),
    )
    _stages(trace)


def _stages(trace: "Trace") -> None:
    """What the film and the walk show of this pass."""
    from viz.payload import recurrent_walk

    choices = frame.choices()
    network = library.model(shown_model.recurrent()).network
    places = recurrent_walk.needed(choices.walk)
    header, body = library.kept(
        (*trace.identity, places),
        lambda: recurrent_walk.walk_view(trace, network, places),
    )
    stages = walk_texts.spoken("bahdanau", choices.lang, tongues())
    walk_numbers(pack({**header, "texts": stages}, body), key="bahdanau-stages")
