"""The page Transformer."""

import streamlit as st


def page() -> None:
    """Draw the page."""
    st.header("Transformer")
