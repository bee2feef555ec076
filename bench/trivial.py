"""A page that does nothing, in a process that has loaded all that the app loads."""

import gc
import time

import streamlit as st

from viz import presets
from viz.pages import library

library.warm_up(presets.shipped()[0].english)
while gc.get_freeze_count() == 0:
    time.sleep(0.1)
st.write("ready")
clicks = st.session_state.get("clicks", 0) + st.button("Once more")
st.session_state["clicks"] = clicks
st.write(f"Clicked {clicks}.")
