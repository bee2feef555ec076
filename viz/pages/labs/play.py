"""A worked case that plays itself: its stages light up, one after the other.

What lights up when is in `lab.css`: lines, rows of a table, matrices. Who asks for
less motion sees all of it at once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame
from viz.pages.app.session import Remembered

say = texts("labs/shared")


@contextmanager
def case(key: str, beside: Callable[[], None] | None = None) -> Iterator[int]:
    """Around a worked case; gives how often it was played anew.

    Under it stands the button for that, and next to the button what `beside` draws.
    The container has two names in turn, for an animation begins anew under another.
    """
    plays = Remembered(f"_plays_{key}", 0)
    again = plays.get()
    with st.container(key=f"play-{again % 2}"):
        yield again
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            say("play.again"),
            key=f"{key}-play",
            on_click=plays.set,
            args=(again + 1,),
        )
        if beside is not None:
            beside()


def stages(lines: Sequence[str], draw: Callable[[str], object] = frame.note) -> None:
    """The lines of a worked case, each a stage; at most four."""
    for at, line in enumerate(lines, 1):
        with st.container(key=f"lit-{at}"):
            draw(line)


def lines(key: str, told: Sequence[str]) -> None:
    """A worked case that is told in lines alone."""
    with case(key):
        stages(told)
