"""The page Models."""

import streamlit as st


def page() -> None:
    """Draw the page."""
    st.header("Models")
