"""What few readers need at once, folded away: a translation to force, and pieces."""

import streamlit as st

from viz.content.presets import Preset
from viz.content.texts import texts
from viz.pages.app import frame, widgets
from viz.pages.sentence import field
from viz.pages.sentence.forced_french import force, said
from viz.pages.sentence.pieces import pieces
from viz.pages.start.looks import Wanted

say = texts("start")


def more(chosen: Preset | None, of: Wanted) -> None:
    """Draw them; they stand open while one of them is in use."""
    if of.target:
        with st.container(key="forced", horizontal=True):
            st.markdown(say("more.forced"))
            said(of.target, "given")
            st.button(say("more.free"), key="free", on_click=force, args=("",))
    with (
        st.container(key="start-more"),
        st.expander(say("more.title"), expanded=bool(of.wrong)),
        st.container(key="own"),
    ):
        if chosen and not of.target:
            with st.container(key="given-line", horizontal=True):
                st.markdown(say("more.reference"))
                said(chosen.french, "given")
                st.button(
                    say("more.use"), key="force", on_click=force, args=(chosen.french,)
                )
        field.target(say("more.own"))
        if of.wrong:
            frame.refuse(of.wrong)
        widgets.switch("gloss", say("more.gloss"))
        pieces()
