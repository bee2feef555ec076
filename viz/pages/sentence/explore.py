"""The line Explore below a picture that can be walked, and what stands open there.

The browser draws the line, and those entries that are panels of the picture; the page
draws the others below it. What is open stands in the address.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from viz.content.texts import Texts
from viz.pages.app import frame, heading

STYLE = Path(__file__).parent / "explore.css"
UNFOLD = """<style>[class*="st-key-folded"], *:has(> [class*="st-key-folded"])
{ display: flex !important }</style>"""


class Places(NamedTuple):
    """Where a page has its sentence, its picture, and what is below that."""

    sentence: Any
    picture: Any
    below: Any


def places(say: Texts, opened: str, *, walking: bool, led: bool = False) -> Places:
    """The places of a page, and its claim above them.

    While one walks the heading is what the open step says, and the sentence folds away
    below the picture. A page that is `led` has its claim already.
    """
    top, picture, below = st.container(), st.container(key="picture"), st.container()
    if walking:
        heading.seen()
    elif not led:
        with top, st.container(key="claim"):
            heading.heading(say("page.title"))
            st.markdown(heading.marked(say("page.lead")))
    with below if walking else top:
        sentence = fold("sentence", opened if walking else "sentence")
    return Places(sentence, picture, below)


def style() -> None:
    """The sheet of what is around such a picture."""
    st.html(STYLE)


def entries(say: Texts, names: Iterable[str]) -> list[list[str]]:
    """The entries of the line, as the browser gets them: name and label."""
    return [[name, say(f"sections.{name}.label")] for name in names]


def fold(name: str, opened: str) -> Any:
    """A place for what is always drawn, and seen only while its entry is open."""
    return st.container(key=f"{'open' if name == opened else 'folded'}-{name}")


def unfold() -> None:
    """Show what is folded all the same: there is something wrong with it."""
    st.html(UNFOLD)


def section(
    say: Texts, opened: str, sections: Mapping[str, Callable[[], None]]
) -> None:
    """The open section, if it is one of the page, under the question it answers."""
    if opened not in sections:
        return
    with st.container(key=f"more-{opened}"):
        st.subheader(say(f"sections.{opened}.question"), anchor=False)
        frame.guarded(sections[opened])
