"""What a page has once: its heading, and the first use of each term."""

import contextlib
import threading
from collections.abc import Iterator

import streamlit as st

from viz.content import terms

_drawn = threading.local()  # a page is drawn on one thread
UNSEEN = '<h1 class="unseen">{}</h1>'


@contextlib.contextmanager
def headed(title: str) -> Iterator[None]:
    """A page that draws no heading itself has its title as one, for those who listen.

    On the screen its sentence or its bar says where one is.
    """
    place = st.empty()
    _drawn.heading = False
    _drawn.terms = frozenset()
    try:
        yield
    finally:
        if not _drawn.heading:
            place.html(UNSEEN.format(title))


def heading(text: str) -> None:
    """Draw the heading of this page, a Markdown line of ours."""
    st.title(text, anchor=False)
    seen()


def seen() -> None:
    """This page has drawn its heading."""
    _drawn.heading = True


def marked(text: str) -> str:
    """Markdown of ours, with the first use of each term on this page marked."""
    text, _drawn.terms = terms.marked(text, used())
    return text


def marked_plain(text: str) -> str:
    """As `marked`, of plain text, whatever it holds: HTML; "" where nothing is new."""
    html, now = terms.marked_plain(text, used())
    new, _drawn.terms = now != used(), now
    return html if new else ""


def used() -> frozenset[str]:
    """The terms that the page has used so far."""
    return getattr(_drawn, "terms", frozenset())


def resume(terms_used: frozenset[str]) -> None:
    """A part of the page is drawn again alone: these terms were used before it."""
    _drawn.terms = terms_used
