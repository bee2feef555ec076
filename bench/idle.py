"""A page that only counts clicks, once the models are loaded."""

import gc
import time

import streamlit as st

from viz.content import presets
from viz.pages.app import library


def page() -> None:
    library.warm_up(presets.shipped()[0].english)
    while gc.get_freeze_count() == 0:
        time.sleep(0.1)
    clicks = st.session_state.get("clicks", 0) + st.button("Once more")
    st.session_state["clicks"] = clicks
    st.text(f"Clicked {clicks}. ready")
