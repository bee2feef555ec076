"""A file that is made when its button is pressed, and sent.

Streamlit's own button for this knows only the session in which the page was drawn; a
page that many open at once is drawn for all of them together.
"""

from collections.abc import Callable

import streamlit as st

from viz.components.sending import sending


def button(label: str, make: Callable[[], str], name: str, *, key: str) -> None:
    """A button that makes a file and sends it."""
    if st.button(label, key=f"{key}-button"):
        sending(make(), name, key=key)
