"""Look closer: the sections under a page's main picture, one open at a time.

Which one is open stands in the address; a section that is closed costs nothing.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from viz.content.texts import Texts, texts
from viz.pages.app import frame, widgets


def more(name: str, say: Texts, sections: Mapping[str, Callable[[], None]]) -> None:
    """A row of sections and the open one, drawn; `name` is that of the choice.

    The page says of each its `label` and the `question` that it answers.
    """
    with st.container(key="more"):
        chosen = getattr(frame.choices(), name)
        widgets.mirrored(
            st.segmented_control,
            name,
            texts("app")("sections.label"),
            list(sections),
            format_func=lambda section: say(f"sections.{section}.label"),
            shown=chosen or None,
            picked=lambda section: frame.keep(**{name: section or ""}),
        )
        if chosen not in sections:
            return
        with st.container(key=f"more-{chosen}"):
            st.subheader(say(f"sections.{chosen}.question"), anchor=False)
            frame.guarded(sections[chosen])
