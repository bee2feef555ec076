"""An experiment on words or cells when the sentence changes under it.

Cells and words are named by their places. Where another sentence has as many, the same
places are asked there; where it has not, a place would mean something else.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.experiments.experiment import AS_IT_IS, Experiment, Forbidden
from viz.address import experiments
from viz.pages.app import frame, library
from viz.pages.sentence import field

if TYPE_CHECKING:
    from core.text.tokenizer import Pieces

Asks = Callable[[str, str], Experiment]
"""The experiment with these changed words and forbidden cells, as far as it fits."""
KEPT = (
    "The experiment of the sentence before runs on this one, at the same places: both "
    "have as many words or pieces there."
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
ENGLISH, FRENCH = "English", "French"


def carried(sentence: str, asks: Asks) -> str:
    """Keep what fits this sentence of what was asked of another, drop the rest.

    Returns what is said of it: that something runs on for as long as it does, that all
    was dropped for as long as the sentence stays. A sentence that no model takes drops
    nothing.
    """
    choices = frame.choices()
    entries = {*choices.edit.split(","), *choices.forbid.split(",")} - {""}
    before = st.session_state.get("_places_of")
    if before == sentence or not entries:
        st.session_state.pop("_places_of", None)
    elif before is not None:
        return _carry(before, sentence, asks)
    of, said, those = st.session_state.get("_carried", ("", "", set[str]()))
    if of == sentence and (said == GONE or entries & those):
        return said
    if of == sentence:  # what ran on was ended: another experiment is not it
        del st.session_state["_carried"]
    return ""


def _carry(before: str, sentence: str, asks: Asks) -> str:
    try:
        library.model(library.TRANSFORMER).tokenizer.check_length(_read(sentence))
    except InputError:
        return ""
    choices = frame.choices()
    edit, forbid = choices.edit, choices.forbid
    if len(_read(before).words) != len(_read(sentence).words):
        edit = ""
    forbid = (
        _fitting(forbid, before, sentence, edit, asks) if edit == choices.edit else ""
    )
    same = (edit, forbid) == (choices.edit, choices.forbid)
    said = KEPT if same else PARTLY if edit or forbid else GONE
    frame.keep(edit=edit, forbid=forbid)
    del st.session_state["_places_of"]
    st.session_state["_carried"] = (
        sentence,
        said,
        {*edit.split(","), *forbid.split(",")} - {""},
    )
    return said


def _read(sentence: str) -> "Pieces":
    return library.model(library.TRANSFORMER).tokenizer.encode(sentence)


def _fitting(forbid: str, before: str, now: str, edit: str, asks: Asks) -> str:
    """The entries of which both sentences have as many rows and columns.

    French is counted as it stands on the screen: given, or written under what is asked.
    """
    shown = field.shown(library.TRANSFORMER, before)
    for language in (ENGLISH, FRENCH):
        entries = [entry for entry in forbid.split(",") if entry]
        if not any(language in _named(entry) for entry in entries):
            continue
        then = (now, None, asks(edit, forbid), "")
        if _pieces(shown, language) != _pieces(then, language):
            entries = [entry for entry in entries if language not in _named(entry)]
        forbid = ",".join(entries)
    return forbid


def _named(entry: str) -> set[str]:
    """The languages whose places a cell names; a star names none."""
    cell: Forbidden
    (cell,) = experiments.cells(entry)
    rows, columns = {
        "encoder": (ENGLISH, ENGLISH),
        "decoder": (FRENCH, FRENCH),
        "cross": (FRENCH, ENGLISH),
    }[experiments.kind_of(cell.attention)]
    places = ((rows, cell.query), (columns, cell.key))
    return {language for language, place in places if place is not None}


def _pieces(asked: field.Wanted, language: str) -> int | None:
    """How many pieces a pass reads or writes; None where there is no such pass."""
    from core.experiments.word_changes import changed

    sentence, _, experiment, _ = asked
    try:
        if language == ENGLISH:
            words = (experiment or AS_IT_IS).words
            return len(changed(_read(sentence), words).ids)
        return len(library.trace(library.TRANSFORMER, *asked).predicted_ids)
    except library.Busy:
        raise
    except InputError:
        return None
