"""Three families of models: what each keeps of figure 1, its masks, published sizes."""

from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.app.chart import captioned, plotted
from viz.pages.app.widgets import segments
from viz.pages.sentence import tables
from viz.say import html_tables
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Trace

KEY = "families"
say = texts("families")


def families(trace: "Trace") -> None:
    """Figure 1 without what a family leaves out; then published models in a table."""
    from viz.figures import families as figures

    tables.style()
    frame.caption(say("lead"))
    segments("w_family", say("choice"), say.all("names"))
    found = figures.figure_one(frame.choices().w_family, dark=frame.night())
    st.markdown(f"**{found.title}**")
    frame.note(say("note"))
    with captioned(found.caption, found.rows, key=KEY, title=found.title, walked=False):
        plotted(found.plot, found.alt, key=KEY)
    frame.note(say("masks_are"))
    parts = [[str(cell) for cell in row] for row in found.rows]
    st.html(html_tables.table(parts, say("parts_are")))
    st.html(html_tables.table(figures.published(), say("together")))
    frame.note(say("unsaid"))
    parameters = library.writer(trace.model).parameters
    frame.note(say("ours", writer=written(parameters, ",")))
