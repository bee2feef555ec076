"""The third map of the page Compare: a decoder alone, which reads both sentences."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.shelf.models import shelved
from viz.content.texts import error, texts
from viz.pages.app import frame, library, shown_model
from viz.pages.compare.alignment import pieces_of
from viz.pages.sentence import view
from viz.pages.sentence.map_picture import label
from viz.pages.sentence.picture import Picture
from viz.say import captions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.trace import Trace

say = texts("compare")


def there() -> bool:
    """Whether it is here, and the other two translate as it does."""
    return library.WRITER in shelved() and shown_model.usual()


def one_text(trace: "Trace", row: int, panels: "Sequence[str]", *, dim: bool) -> None:
    """Where the French of a pass attends to in the text “English = French”.

    This map is of words. Where the others are of pieces, `row` is that of a piece, and
    a row chosen here is kept here.
    """
    from viz.payload import maps

    heading = st.container(key="half-writer", horizontal=True)
    with heading:
        st.subheader(say("one_text.title"), anchor=False)
    try:
        model = library.writer(library.WRITER)
        source, target = pieces_of(trace)
        key = (model.name, model.digest, source, target)
        words = source.words, target.words
        found, log_p = library.computed(
            key, lambda: (model.align(*words), model.line(*words).log_probability)
        )
    except InputError as problem:
        frame.refuse(error(problem))
        return
    which = label(model.best_alignment)
    with heading:
        st.markdown(which)
    header, body = library.kept(
        (*key, tuple(panels)),
        lambda: maps.aligned_view(found, trace, model, label=which, panels=panels),
    )
    pieces, last = frame.choices().pieces, len(found.query_words) - 1
    if pieces and row < len(trace.predicted.word_of):
        row = trace.predicted.word_of[row]
    Picture("compare-writer").draw(
        header,
        body,
        {"row": min(row, last)},
        of=key,
        dim=dim,
        parts={} if pieces else {"row": view.place("compare_row")},
    )
    name = say("one_text.title")
    frame.note(say("half.probability", model=name, number=captions.signed(log_p)))
    frame.note(say("one_text.note"))
    if pieces:
        frame.note(say("one_text.words"))
