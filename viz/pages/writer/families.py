"""Three families of models: what each keeps of figure 1, its masks, published sizes."""

from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.app.chart import draw
from viz.pages.app.widgets import segments
from viz.pages.sentence import tables
from viz.say import html_tables
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("families")


def families(trace: "Trace") -> None:
    """Figure 1 without what a family leaves out; then published models in a table."""
    from viz.figures import families as figures

    tables.style()
    frame.caption(say("lead"))
    segments("w_family", say("choice"), say.all("names"))
    family = frame.choices().w_family
    draw(figures.figure_one(family, dark=frame.night()), key="families")
    st.html(html_tables.table(figures.published(), say("together")))
    frame.note(say("unsaid"))
    parameters = library.model(trace.model).parameters
    frame.note(say("ours", writer=written(parameters, ",")))
