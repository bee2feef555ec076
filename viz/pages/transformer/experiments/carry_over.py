"""An experiment on words or cells when the sentence changes under it.

Cells and words are named by their places. Where another sentence has as many, the same
places are asked there; where it has not, a place would mean something else.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.errors import InputError
from core.experiments.changes import Change
from core.experiments.experiment import AS_IT_IS
from viz.address import experiments
from viz.content.texts import texts
from viz.pages.app import frame, library, shown_model
from viz.pages.app.session import Remembered
from viz.pages.sentence import field
from viz.pages.transformer.experiments import run
from viz.pages.transformer.experiments.from_address import fitting

if TYPE_CHECKING:
    from core.text.tokenizer import Pieces

KEPT, GONE, PARTLY = "carried.kept", "carried.gone", "carried.partly"
CARRIED: Remembered[tuple[str, str, frozenset[Change]]] = Remembered(
    "_carried", ("", "", frozenset())
)
say = texts("experiments")


def carry(sentence: str) -> str:
    """Keep what fits this sentence of what was asked of another, drop the rest.

    Returns what is said of it: that something runs on for as long as it does, that all
    was dropped for as long as the sentence stays. A sentence that no model takes drops
    nothing.
    """
    asked = experiments.asked(frame.choices())
    named = frozenset(change for change in asked if change.places)
    before = field.PLACES_OF.get()
    if before == sentence or not named:
        field.PLACES_OF.take()
    elif before is not None:
        return _carried(before, sentence, asked)
    of, said, those = CARRIED.get()
    if of == sentence and (said == GONE or named & those):
        return say(said)
    if of == sentence:  # what ran on was ended: another experiment is not it
        CARRIED.take()
    return ""


def _carried(before: str, sentence: str, asked: Sequence[Change]) -> str:
    try:
        library.model(shown_model.transformer()).tokenizer.check_length(_read(sentence))
    except InputError:
        return ""
    kept = fits_places(asked, before, sentence)
    gone = tuple(change for change in asked if change not in kept)
    named = frozenset(change for change in kept if change.places)
    said = KEPT if not gone else PARTLY if named else GONE
    if gone:
        run.end(gone, frame.choices())
    field.PLACES_OF.take()
    CARRIED.set((sentence, said, named))
    return say(said)


def _read(sentence: str) -> "Pieces":
    return library.model(shown_model.transformer()).tokenizer.encode(sentence)


def fits_places(changes: Sequence[Change], before: str, now: str) -> tuple[Change, ...]:
    """The changes of which both sentences have as many places.

    With the changed words all cells go: pieces are counted as they are read. French is
    counted as it stands on the screen: given, or written under what is asked.
    """
    words = any("words" in change.places for change in changes)
    if words and len(_read(before).words) != len(_read(now).words):
        return tuple(change for change in changes if not change.places)
    shown = field.shown(shown_model.transformer(), before)
    for side in ("source", "target"):
        if any(side in change.places for change in changes):
            experiment, _ = fitting(now, changes)
            then = (now, None, experiment, "")
            if _pieces(shown, side) != _pieces(then, side):
                changes = [change for change in changes if side not in change.places]
    return tuple(changes)


def _pieces(asked: field.Wanted, side: str) -> int | None:
    """How many pieces a pass reads or writes; None where there is no such pass."""
    from core.experiments.word_changes import with_word_changes

    sentence, _, experiment, _ = asked
    try:
        if side == "source":
            words = (experiment or AS_IT_IS).words
            return len(with_word_changes(_read(sentence), words).ids)
        return len(library.trace(shown_model.transformer(), *asked).predicted_ids)
    except InputError:
        return None
