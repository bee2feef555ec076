"""What a page has for a class: whether one can be held, and what the page asks.

The tab of a teacher reads it; a class is led by `viz.components.classroom`.
"""

import json
import threading
from collections.abc import Sequence
from html import escape

import streamlit as st

from viz.say.plain import plain

CLASSES = threading.Event()
"""Is set where the server holds classes."""
LONGEST, ALL_CHOICES, MOST = 280, 900, 12
"""Characters of a question, and of its choices together; how many there may be."""

ASKED = '<span hidden data-asked="{}"></span>'


def asks(
    about: str,
    text: str,
    choices: Sequence[str],
    right: int | str | None,
    *,
    answered: bool,
) -> None:
    """Say on the page what is asked there: a choice, or a number where there is none.

    `about` names the question in every language: a page that asks the same in another
    shows it as it stands there.

    `right` is a choice, counted from 0, or a number. What is longer than a phone shows
    is cut. Nothing is said where there are no classes, or more choices than are taken.
    """
    if not CLASSES.is_set() or len(choices) > MOST:
        return
    longest = ALL_CHOICES // max(1, len(choices))
    asked = {
        "about": about,
        "text": _short(text, LONGEST),
        "choices": [_short(choice, min(longest, 120)) for choice in choices],
        "right": right,
        "open": answered,
    }
    st.html(ASKED.format(escape(json.dumps(asked, ensure_ascii=False))))


def _short(text: str, longest: int) -> str:
    words = plain(text)
    return words if len(words) <= longest else f"{words[: longest - 1]}…"
