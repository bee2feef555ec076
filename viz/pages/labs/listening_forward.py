"""The second step of the lab of listening: a clip beside a translation."""

from typing import TYPE_CHECKING

import streamlit as st

from core.analysis.forward import CROSSING, goes_back
from core.errors import InputError
from viz.address.labs.listening import Choices
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.app.chart import captioned
from viz.pages.labs.listening_heard import ROW, ask_for, clip, put, spelled, word_of
from viz.pages.sentence import map_picture, view
from viz.payload.listening import heard_view, table_of, words_table, words_view

if TYPE_CHECKING:
    from core.attention_map import AttentionMap

say = texts("labs/listening")
WORD = {"row": view.place("lis_word", 9)}


def forward() -> None:
    """The rows of a clip, and those of a translation."""
    ask_for("lis_clip", say("clip"))
    try:
        found, shown = spelled(), translated()
    except InputError as problem:
        frame.refuse(error(problem))
        return
    told = [{"text": say("forward.sound")}, word_of(found)]
    heard, levels = heard_view(found, clip().name, told)
    read, weights = words_view(shown, [{"text": say("forward.words")}])
    back = goes_back(found.written), goes_back(shown.weights)
    caption = say("forward.caption", sound=len(back[0]), words=len(back[1]))
    rows = [*table_of(found), [], *words_table(shown)]
    key, title = "listening-forward", say("forward.title")
    row = min(frame.choices(Choices).lis_row, len(heard["rows"])) - 1
    with captioned(caption, rows, key=key, title=title, walked=False):
        left, right = st.columns(2)
        with left:
            put(f"{key}-sound", heard, levels, {"row": row}, str(told), ROW)
        with right:
            chosen = {"row": _word(back[1], len(read["rows"]))}
            put(f"{key}-words", read, weights, chosen, "", WORD)


def _word(back: tuple[int, ...], n: int) -> int:
    """The word that is chosen, else the first one that goes back."""
    chosen = frame.choices(Choices).lis_word
    return min(chosen, n) - 1 if chosen else (*back, 0)[0]


def translated() -> "AttentionMap":
    """The alignment of the recurrent translator, which attends in the same way."""
    trace = library.trace(library.BAHDANAU, CROSSING)
    which = map_picture.map_of(library.BAHDANAU, "@aligns")
    return trace.attention(which.name, which.head)


def steps_back() -> dict[str, str]:
    """How many steps of the translation go back, for the lesson."""
    return {"back": str(len(goes_back(translated().weights)))}
