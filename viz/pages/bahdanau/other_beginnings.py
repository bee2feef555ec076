"""Another beginning: a word chosen instead, and a search that keeps several open."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz.content.texts import error, texts
from viz.pages.app import frame, library, widgets
from viz.pages.app.session import Remembered
from viz.pages.sentence import beginnings
from viz.pages.sentence.beam_section import searched
from viz.say import captions, html_tables

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("bahdanau")

OFFERED = 6
REFUSED = Remembered("_begin_refused", "")
BEGUN = Remembered("_begun", False)
"""Whether a piece was just asked for on the picture, which the page must follow."""


def tree(trace: "Trace", step: int, row: int) -> None:
    """The alternatives of a step with what follows from them; the beam below.

    `row` is the row of the picture that the step begins.
    """
    frame.note(say("tree.lead", step=captions.step_called(step + 1, row + 1)))
    if refused := REFUSED.take():
        frame.refuse(refused)
    _alternatives(trace, step)
    prefix = frame.choices().b_prefix
    english = words_of(trace)
    shown = trace
    if prefix:
        shown = library.trace(trace.model, english, prefix=prefix)
        nats = captions.signed(shown.translation.log_probability)
        french = shown.translation.text
        st.text(say("tree.continued", beginning=prefix, french=french))
        before = captions.signed(trace.translation.log_probability)
        frame.note(say("tree.log_probability", number=nats, before=before))
        free = say("tree.free")
        st.button(free, key="b-free", on_click=lambda: frame.keep(b_prefix=""))
    searched(shown, widgets.slider("b_beam", say("tree.width")))
    frame.note(say("tree.search"))


def begin(trace: "Trace", row: int, rank: int) -> None:
    """Open this section on the piece of that rank at a row, finished to a word.

    For callbacks: row and rank, from 0, come from a browser.
    """
    from core.experiments.prefix import written_so_far
    from viz.payload.maps import next_places

    places = next_places(trace, not frame.choices().pieces)
    if not 0 <= row < len(places):
        return
    try:
        found = beginnings.ranked(trace, places[row], rank)
        if found is None:
            return
        text = written_so_far(library.model(trace.model).tokenizer, found.ids)
    except InputError as problem:
        text = frame.choices().b_prefix
        REFUSED.set(error(problem))
    frame.keep(b_more="tree", b_prefix=text, b_row=row + 1)
    BEGUN.set(True)


def words_of(trace: "Trace") -> str:
    """The English of a pass, as the tokenizer writes it."""
    return library.model(trace.model).tokenizer.decode(trace.source_ids)


def _alternatives(trace: "Trace", step: int) -> None:
    """The most probable words of the step; one click gives the beginning."""
    from core.experiments.prefix import written_so_far

    tokenizer = library.model(trace.model).tokenizer
    labels: dict[str, str] = {}
    for found in beginnings.offered(trace, step)[:OFFERED]:
        try:
            text = written_so_far(tokenizer, found.ids)
        except InputError as problem:
            frame.note(error(problem))
            continue
        share = captions.probability(found.probability)
        labels.setdefault(text, f"{html_tables.label(found.word)} {share}")
    prefix = frame.choices().b_prefix
    widgets.mirrored(
        st.segmented_control,
        "b_prefix",
        say("tree.begins", step=step + 1),
        list(labels),
        format_func=labels.__getitem__,
        shown=prefix if prefix in labels else None,
        picked=lambda text: frame.keep(b_prefix=text or ""),
    )
