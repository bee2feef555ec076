"""A beam search on the page: its tree, what it says, and all of it to take along."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz.components.files import named
from viz.content.texts import texts
from viz.figures import beam
from viz.pages.app import frame, library
from viz.pages.app.chart import captioned, plotted
from viz.say import html_tables

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("sentence")

STYLE = Path(__file__).parent / "beam.css"


def searched(trace: "Trace", width: int) -> None:
    """Search from the same beginning; draw what ended, and the tree."""
    from core.analysis.other_decodings import searched as search

    model = library.model(trace.model)
    grown, found = library.computed(
        (*trace.identity, trace.given, width), lambda: search(model, trace, width)
    )
    hypotheses = beam.hypotheses(found)
    st.html(html_tables.table(hypotheses, say("beam.hypotheses")))
    figure = beam.tree(
        beam.nodes(grown, model.tokenizer, trace.given),
        title=say("beam.title", width=width, french=found.text),
        dark=frame.night(),
    )
    st.html(STYLE)
    name = named("beam", found.text)
    with (
        captioned(
            figure.caption, figure.rows, key="beam", title=figure.title, name=name
        ),
        st.container(key="searched"),
    ):
        plotted(
            figure.plot, figure.caption, key="beam-tree", width=figure.plot.layout.width
        )
