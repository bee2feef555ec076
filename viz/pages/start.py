"""The page Start."""

import streamlit as st


def page() -> None:
    """Draw the page."""
    st.header("Start")
