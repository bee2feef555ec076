"""Words or pieces, on every page that shows a sentence: a row stays at its word."""

import streamlit as st

from viz import address
from viz.content.texts import texts
from viz.pages.app import frame, widgets

say = texts("sentence")


def pieces() -> bool:
    """Whether sub-word pieces are shown instead of words."""
    return widgets.switch("pieces", say("field.pieces"), on_change=_move_rows)


def rows_are(name: str, word_of: tuple[int, ...]) -> None:
    """Remember for the row `name` which word each piece of its picture belongs to."""
    st.session_state[f"_word_of_{name}"] = word_of


def _move_rows() -> None:
    """A row goes to its word's first piece, or to its piece's word."""
    chosen = frame.choices()
    moved = {}
    for name in address.ROWS:
        word_of = st.session_state.get(f"_word_of_{name}", ())
        row = getattr(chosen, name) - 1
        if chosen.pieces and row in word_of:
            moved[name] = word_of.index(row) + 1
        elif not chosen.pieces and 0 <= row < len(word_of):
            moved[name] = word_of[row] + 1
        else:
            moved[name] = 0
    frame.keep(**moved)
