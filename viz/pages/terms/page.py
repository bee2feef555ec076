"""Terms: each in two lines."""

from pathlib import Path

import streamlit as st

from viz.content.path import the_path
from viz.content.terms import Term, terms
from viz.pages.app.heading import heading

STYLE = Path(__file__).parent / "page.css"


def page() -> None:
    """Draw the page."""
    st.html(STYLE)
    place = the_path().places["terms"]
    heading(place.title)
    with st.container(key="terms"):
        st.markdown("\n\n".join(map(_entry, terms())))


def _entry(term: Term) -> str:
    name = f":{term.colour}[{term.name}]" if term.colour else term.name
    return f"**{name}**<br>{term.says}".replace("<br>", "  \n")
