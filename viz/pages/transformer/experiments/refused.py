"""What was asked and cannot be run: said while what it was asked of is on the page."""

from collections.abc import Hashable

import streamlit as st

from viz.pages.app import frame


def keep(place: str, of: Hashable, wrong: str) -> None:
    """Why nothing was done there, of that; empty where it was. For callbacks."""
    st.session_state[f"_refused_{place}"] = (of, wrong)


def tell(place: str, of: Hashable) -> None:
    """Say what was refused there last, if it was asked of that."""
    asked_of, wrong = st.session_state.get(f"_refused_{place}", (None, ""))
    if wrong and asked_of == of:
        frame.refuse(wrong)
