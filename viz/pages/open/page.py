"""Open a picture: a file of one's own, read in the browser and sent to nobody."""

import streamlit as st

from viz.components.opened import opened
from viz.content.path import the_path
from viz.content.texts import texts
from viz.pages.app import navigation
from viz.pages.app.heading import heading

say = texts("open")


def page() -> None:
    """Draw the page."""
    heading(the_path().places["open"].title)
    with st.container(key="note-open-lead"):
        st.markdown(say("lead"))
    opened(key="opened")
    with st.container(key="note-open-how"):
        st.markdown(say("saved"))
        navigation.link("transformer", say("go"), {})
        with st.expander(say("how")):
            st.markdown(say("made"))
            st.code(say("code"), language="python")
