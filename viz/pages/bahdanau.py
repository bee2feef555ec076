"""The page Bahdanau."""

import streamlit as st


def page() -> None:
    """Draw the page."""
    st.header("Bahdanau")
