"""The sheet of small matrices as tables, for the pages that have some."""

from pathlib import Path

import streamlit as st

STYLE = Path(__file__).parent / "tables.css"


def style() -> None:
    """Their sheet."""
    st.html(STYLE)
