"""Look closer: the sections under a page's main picture, one open at a time.

Which one is open stands in the address; a section that is closed costs nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from viz.pages.app import frame


@dataclass(frozen=True)
class Section:
    """What it is called, the question it answers, and what draws it."""

    label: str
    question: str
    draw: Callable[[], None]


def more(name: str, sections: Mapping[str, Section]) -> None:
    """A row of sections and the open one; `name` is that of the choice."""
    with st.container(key="more"):
        chosen = getattr(frame.choices(), name)
        picked = f"pick-{name}"
        st.session_state[picked] = chosen or None
        # Unbound: a bound control would write its labels into the address.
        st.segmented_control(
            "Look closer",
            list(sections),
            format_func=lambda section: sections[section].label,
            key=picked,
            on_change=lambda: frame.keep(**{name: st.session_state[picked] or ""}),
        )
        if chosen not in sections:
            return
        with st.container(key=f"more-{chosen}"):
            st.subheader(sections[chosen].question, anchor=False)
            frame.guarded(sections[chosen].draw)
