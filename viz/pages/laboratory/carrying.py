"""An experiment on words or cells when the sentence changes under it.

Cells and words are named by their places. Where another sentence has as many, the same
places are asked there; where it has not, a place would mean something else.
"""

import streamlit as st

from core.errors import InputError
from core.experiment import Forbidden
from viz import experiments
from viz.pages import frame, library

KEPT = (
    "The experiment of the sentence before runs on this one, at the same places: both "
    "have as many."
)
GONE = (
    "The forbidden cells and changed words of the sentence before were dropped with "
    "it: this one has not as many places. Silenced heads, parts left out and masks "
    "stay."
)
PARTLY = (
    "Some forbidden cells of the sentence before were dropped: this one has not as "
    "many rows or columns there. What else was asked runs on at the same places."
)


def carried(sentence: str) -> str:
    """Keep what fits this sentence of what was asked of another, drop the rest.

    Returns what is said of it for as long as the sentence stays.
    """
    before = st.session_state.get("_places_of")
    if before is None or before == sentence:
        of, said = st.session_state.get("_carried", ("", ""))
        return said if of == sentence else ""
    choices = frame.choices()
    edit = choices.edit if _words(before) == _words(sentence) else ""
    forbid = _fitting(choices.forbid, before, sentence) if edit == choices.edit else ""
    same = (edit, forbid) == (choices.edit, choices.forbid)
    said = KEPT if same else PARTLY if edit or forbid else GONE
    frame.keep(edit=edit, forbid=forbid)
    del st.session_state["_places_of"]
    st.session_state["_carried"] = (sentence, said)
    return said


def _words(sentence: str) -> int:
    model = library.model(library.TRANSFORMER)
    return len(model.tokenizer.encode(sentence).words)


def _fitting(forbid: str, before: str, now: str) -> str:
    """The entries of which both sentences have as many rows and columns."""
    found = []
    for entry in filter(None, forbid.split(",")):
        (cell,) = experiments.cells(entry)
        if all(_pieces(before, side) == _pieces(now, side) for side in _named(cell)):
            found.append(entry)
    return ",".join(found)


def _named(cell: Forbidden) -> set[str]:
    """The languages whose places a cell names; a star names none."""
    kind = experiments.kind_of(cell.attention)
    rows, columns = {
        "encoder": ("English", "English"),
        "decoder": ("French", "French"),
        "cross": ("French", "English"),
    }[kind]
    places = ((rows, cell.query), (columns, cell.key))
    return {language for language, place in places if place is not None}


def _pieces(sentence: str, language: str) -> int | None:
    """How many pieces it has, or its translation by the model as it is; None: none."""
    if language == "English":
        model = library.model(library.TRANSFORMER)
        return len(model.tokenizer.encode(sentence).ids)
    try:
        return len(library.trace(library.TRANSFORMER, sentence).predicted_ids)
    except library.Busy:
        raise
    except InputError:
        return None
