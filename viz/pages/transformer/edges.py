"""What carries a word: the graph of its shares, and what cutting connections costs."""

import math
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.sealed import sum_of_weights
from viz.components.files import named
from viz.content.texts import error, texts
from viz.pages.app import chart, frame, library, shown_model, widgets
from viz.pages.app.lesson import lesson
from viz.pages.transformer import rows
from viz.say import html_tables
from viz.say.captions import apart, probability
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.contributions import Carried
    from core.trace import Trace

K = 4  # connections that are cut together
WAYS = ("strongest", "weights", "random", "same_rows")
say = texts("edges")


def edges(trace: "Trace") -> None:
    """The graph of one written piece, and whether its edges carry what they say."""
    from core.analysis.contributions import carried
    from core.experiments.passes import log_probabilities
    from viz.figures.edges import Words, graph

    st.text(say("lead"))
    with st.container(key="edges-controls", horizontal=True, gap="medium"):
        row = _row(trace)
        widgets.slider("edges_from", say("least"), width=320)
    model = library.model(shown_model.transformer())
    found = library.computed((*trace.identity, row), lambda: carried(model, trace, row))
    log = log_probabilities(trace.record.logits, trace.predicted_ids)[row].item()
    piece = trace.predicted.pieces[row]
    words = Words(
        trace.source.pieces,
        trace.read.pieces,
        trace.predicted.pieces,
        math.exp(log),
    )
    least = frame.choices().edges_from / 100
    figure = graph(found, words, least, dark=frame.night())
    chart.draw(figure, key="edges", name=named("edges", piece))
    st.text(_cut(trace, found, piece, log))
    _measured(sum_of_weights(model.folder))
    lesson("transformer-edges")


def _row(trace: "Trace") -> int:
    """The decoder's row that writes the piece: chosen here, or that of the picture."""
    ended = trace.translation.finished
    names = apart(trace.predicted.pieces)[: len(trace.predicted_ids) - (not ended)]
    choices = frame.choices()
    usual = (
        (len(names) + 1) // 2 if choices.kind == "encoder" else rows.piece(trace) + 1
    )
    return widgets.mirrored(
        st.selectbox,
        "edges_of",
        say("piece"),
        range(len(names)),
        shown=min(choices.edges_of or usual, len(names)) - 1,
        picked=lambda at: frame.keep(edges_of=at + 1),
        format_func=names.__getitem__,
        width=240,
    )


def _cut(trace: "Trace", found: "Carried", piece: str, before: float) -> str:
    """The strongest edges cut, and as many others of the same rows."""
    from core.analysis.cut_edges import beside, cuttable, without

    model, every = library.model(shown_model.transformer()), found.edges()
    strongest = cuttable(trace, every, K)
    cuts = [strongest, beside(every, strongest)]
    after = library.computed(
        (*trace.identity, found.row, K),
        lambda: without(model, trace, [found.row] * 2, cuts),
    )
    said = [probability(math.exp(log)) for log in (before, *after)]
    slots = dict(zip(("before", "after", "others"), said, strict=True))
    return say("cut.now", k=len(strongest), piece=piece, **slots)


def _measured(weights: str) -> None:
    """The same over many sentences, if it was measured on these weights."""
    try:
        stored = library.stored("edges")
    except InputError as problem:
        frame.note(error(problem))
        return
    found = stored.found
    if found.weights != weights:
        frame.note(say("cut.stale"))
        return
    table = [
        say.row("cut.columns"),
        *(
            [str(cut.edges), *(written(getattr(cut, way)) for way in WAYS)]
            for cut in found.cuts
        ),
    ]
    st.html(html_tables.table(table, say("cut.caption")))
    shown = next(cut for cut in found.cuts if cut.edges == K)
    frame.note(
        say(
            "cut.where",
            pieces=found.pieces,
            sentences=found.sentences,
            machine=stored.machine,
            day=stored.day,
            more=written(100 * shown.more, ".0f"),
            k=K,
        )
    )
