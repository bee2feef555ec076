"""The cards of the models, as they stand inside a page."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame

if TYPE_CHECKING:
    from core.in_use.loading import Model

say = texts("models")


def cards(opened: "Iterable[Model]") -> None:
    """A box for the card of every model that has one."""
    found = {model.name: model.card for model in opened if model.card}
    if not found:
        return
    st.header(say("cards.heading"), anchor=False)
    frame.note(say("cards.caption"))
    for name, card in found.items():
        with st.expander(say("cards.card", model=name)):
            st.markdown(demoted(card))


def demoted(card: str) -> str:
    """A card with its headings three steps lower, for it stands inside a page.

    Its commands become code inside a line: a block would be coloured by half a
    megabyte of scripts.
    """
    fenced, lines = False, []
    for line in card.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines += [f"`{line}`", ""]
        else:
            lines.append(f"###{line}" if line.startswith("#") else line)
    return "\n".join(lines)
