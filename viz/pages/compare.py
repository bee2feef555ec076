"""The page Compare."""

import streamlit as st


def page() -> None:
    """Draw the page."""
    st.header("Compare")
