"""The one heading of a page: its claim or its question."""

import contextlib
import threading
from collections.abc import Iterator

import streamlit as st

_drawn = threading.local()  # a page is drawn on one thread
UNSEEN = '<h1 class="unseen">{}</h1>'


@contextlib.contextmanager
def headed(title: str) -> Iterator[None]:
    """A page that draws no heading itself has its title as one, for those who listen.

    On the screen its sentence or its bar says where one is.
    """
    place = st.empty()
    _drawn.heading = False
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
