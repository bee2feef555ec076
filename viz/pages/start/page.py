"""Start: one sentence, two models, and where each French word looks."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.networks.names import MapChoice
from viz.content.presets import Preset
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.app.lesson import lesson
from viz.pages.sentence import field, map_picture
from viz.pages.sentence.forced_french import checked, fitting, given, own
from viz.pages.sentence.pieces import pieces
from viz.say import captions

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("start")

STYLE = Path(__file__).parents[1] / "sentence" / "pictures.css"
PANELS = ("beams", "matrix", "legend")


@dataclass(frozen=True)
class Half:
    """One of the two models, and where it is shown at length.

    `row` is the choice that names the row of its map; `inside` the same on its page.
    """

    model: str
    page: str
    row: str
    inside: str

    @property
    def title(self) -> str:
        """What the model is called."""
        return library.TITLES[self.model]

    @property
    def about(self) -> str:
        """How it is introduced."""
        return say(f"about.{self.page}")


HALVES = (
    Half(library.BAHDANAU, "bahdanau", row="start_b", inside="b_row"),
    Half(library.TRANSFORMER, "transformer", row="start_t", inside="row"),
)


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    asked = field.sentence(say("sentence.prompt"))
    field.presets()
    chosen = field.preset(asked.text)
    places = [column.container() for column in st.columns(2, gap="large")]
    with frame.waiting(say("sentence.waiting")):
        english, dim = fitting(asked, library.BAHDANAU, library.TRANSFORMER)
        target, wrong = checked(library.BAHDANAU, library.TRANSFORMER)
        traces, beside = [], ""
        for half, place in zip(HALVES, places, strict=True):
            with place:
                trace, beside = _half(half, english, target, chosen, beside, dim)
            traces += [trace] if trace else []
    given(chosen, target, traces, who=say("sentence.who"))
    own(wrong, say("sentence.own"))
    pieces()
    lesson("start")


def _half(
    half: Half,
    english: str,
    target: str,
    chosen: Preset | None,
    beside: str,
    dim: bool,
) -> tuple["Trace | None", str]:
    """One model, and the word it begins with: that of the half `beside` it if it can.

    What is wrong with a model is said here; the other half keeps working.
    """
    try:
        trace = library.trace(half.model, english, target or None)
        place = library.model(half.model).best_alignment
    except InputError as problem:
        _head(half, half.about)
        frame.refuse(error(problem))
        return None, beside
    where = captions.which_map(place)
    _head(half, say("about.map", about=half.about, map=where))
    found = map_picture.shown(trace, place, pieces=frame.choices().pieces)
    first = map_picture.first_row(found, chosen, beside)
    _picture(half, trace, place, first=first, dim=dim)
    _beside(half, english, trace)
    return trace, found.query_words[first] if found.query_words else ""


def _head(half: Half, about: str) -> None:
    with st.container(key=f"half-{half.page}", horizontal=True):
        st.subheader(half.title, anchor=False)
        st.markdown(about)
        st.page_link(
            frame.pages()[half.page],
            label=say("about.inside"),
            query_params=_travelling(half),
        )


def _travelling(half: Half) -> dict[str, str]:
    """What goes along to a model's own page beside the widgets that both pages have."""
    choices = frame.choices()
    told = {
        "preset": choices.preset,
        half.inside: str(getattr(choices, half.row) or ""),
    }
    return {name: value for name, value in told.items() if value}


def _picture(
    half: Half,
    trace: "Trace",
    place: MapChoice,
    *,
    first: int,
    dim: bool,
) -> None:
    row = getattr(frame.choices(), half.row) - 1
    map_picture.picture(
        trace,
        place,
        key=f"map-{half.page}",
        row_name=half.row,
        row=row if row >= 0 else first,
        panels=PANELS,
        dim=dim,
    )


def _beside(half: Half, english: str, trace: "Trace") -> None:
    """What the model writes by itself where it was forced, and whether it ended."""
    free = library.trace(half.model, english) if trace.forced else trace
    if trace.forced:
        french = free.translation.text
        frame.note(say("half.free", model=half.title, french=french))
    if stopped := captions.unfinished(free.translation, half.title):
        frame.note(stopped)
