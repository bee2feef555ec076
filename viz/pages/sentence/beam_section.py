"""A beam search on the page: its tree, what it says, and all of it to take along."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz.components.files import named
from viz.figures import beam
from viz.pages.app import frame, library
from viz.pages.app.chart import captioned, plotted
from viz.say import html_tables

if TYPE_CHECKING:
    from core.trace import Trace

STYLE = Path(__file__).parent / "beam.css"


def searched(trace: "Trace", width: int) -> None:
    """Search from the same beginning; draw what ended, and the tree."""
    from core.analysis.other_decodings import searched as search

    model = library.model(trace.model)
    grown, found = library.kept(
        ("beam", *trace.identity, trace.given, width),
        lambda: library.gated(lambda: search(model, trace, width)),
    )
    st.html(
        html_tables.table(beam.hypotheses(found), "Sentences that the beam has ended")
    )
    drawn = beam.nodes(grown, model.tokenizer, trace.given)
    said = beam.said(drawn)
    st.html(STYLE)
    with (
        captioned(
            said,
            beam.rows(drawn),
            key="beam",
            title=f"A beam of {width}: {found.text}",
            name=named("beam", found.text),
        ),
        st.container(key="searched"),
    ):
        plotted(
            beam.tree(drawn, dark=frame.night()),
            said,
            key="beam-tree",
            width=beam.width(drawn),
        )
