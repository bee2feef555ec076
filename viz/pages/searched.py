"""A beam search on the page: its tree, what it says, and all of it to take along."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from viz import markup
from viz.components.files import files, named
from viz.figures import beam
from viz.pages import frame, library

if TYPE_CHECKING:
    from core.trace import Trace

STYLE = Path(__file__).parent.parent / "beam.css"


def searched(trace: "Trace", width: int) -> None:
    """Search from the same beginning; draw what ended, and the tree."""
    from core.writing import searched as search

    model = library.model(trace.model)
    grown, found = library.kept(
        ("beam", *trace.identity, trace.given, width),
        lambda: library.gated(lambda: search(model, trace, width)),
    )
    st.html(markup.table(beam.hypotheses(found), "Sentences that the beam has ended"))
    drawn = beam.nodes(grown, model.tokenizer, trace.given)
    said = beam.said(drawn)
    st.text(said)
    st.html(STYLE)
    with st.container(key="searched"):
        st.plotly_chart(
            beam.tree(drawn, dark=frame.night()),
            theme=None,
            config=beam.CONFIG,
            width=beam.width(drawn),
            key="beam-tree",
            alt=said,
        )
    files(
        beam.rows(drawn),
        name=named("beam", found.text),
        title=f"A beam of {width}: {found.text}",
        key="beam-files",
    )
