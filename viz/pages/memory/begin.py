"""Stories to begin with: named ones, one made up by seed, and what to look for."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.worlds.telling import text_of
from viz.content.texts import texts
from viz.pages.app import frame, widgets
from viz.pages.app.heading import marked
from viz.pages.memory.told import CHOSEN, Told

SEEDS = 999

say = texts("memory")


def presets(
    of: Told,
    titles: Mapping[str, str],
    name: str,
    picked: Callable[[str | None], None],
    another: Callable[[], None],
) -> None:
    """Named stories, and a button for `another`; `name` is that of the control."""
    CHOSEN.set(False)

    def choose(begin: Callable[..., None], *of: str | None) -> None:
        CHOSEN.set(True)
        begin(*of)

    with st.container(key="memory-presets", horizontal=True):
        widgets.mirrored(
            st.pills,
            name,
            say("stories.label"),
            list(titles),
            format_func=titles.__getitem__,
            label_visibility="collapsed",
            shown=of.name if of.name in titles else None,
            picked=lambda name: choose(picked, name),
        )
        st.button(
            say("stories.another"),
            key="memory-another",
            on_click=lambda: choose(another),
        )


def look(title: str, text: str) -> None:
    """What to look for in a story that is named."""
    with st.container(key="memory-look"):
        st.markdown(f"**{title}**")
        st.markdown(marked(text))


def next_seed() -> int:
    """The seed after that of the address; after the last comes the first."""
    return frame.choices().m_seed % SEEDS + 1


def tell(seed: int, lines: Sequence[str], question: str) -> None:
    """A story that was made up by a seed, with its question."""
    frame.keep(
        m_seed=seed,
        m_story=text_of(lines),
        m_question=question,
        m_asked="",
        m_hide="",
    )
