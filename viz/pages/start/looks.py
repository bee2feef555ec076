"""What both models show of the sentence: from the file, or from a pass over it."""

from dataclasses import dataclass

from core.errors import InputError
from viz.content.presets import Preset
from viz.content.texts import error
from viz.pages.app import frame, library
from viz.pages.sentence import field
from viz.pages.sentence.forced_french import checked, fitting
from viz.payload import first_look
from viz.payload.look import Look, look_of

MODELS = (library.BAHDANAU, library.TRANSFORMER)


@dataclass(frozen=True)
class Wanted:
    """What is to be shown: a sentence, French to force, and how.

    `dim` where the sentence is an old one, for the one typed is refused; `wrong` says
    what is wrong with the French.
    """

    english: str
    dim: bool = False
    target: str = ""
    wrong: str = ""
    pieces: bool = False

    def stored(self, model: str) -> Look | None:
        """What the file knows of a model; it knows one sentence, freely translated.

        It is passed over where another model than the one in the folder is loaded.
        """
        if self.target or self.pieces:
            return None
        found = first_look.stored(model, self.english)
        loaded = library.digests().get(model)
        return None if found and loaded not in (None, found.digest) else found


def wanted(asked: field.Asked) -> Wanted:
    """What the reader asks for; a sentence that is stored needs no model to be read."""
    choices = frame.choices()
    if asked.good and not choices.target.strip():
        free = Wanted(asked.text, pieces=choices.pieces)
        if all(free.stored(model) for model in MODELS):
            field.fits(asked.text)
            return free
    english, dim = fitting(asked, *MODELS)
    target, wrong = checked(*MODELS)
    return Wanted(english, dim, target, wrong, choices.pieces)


def look(model: str, of: Wanted) -> Look | str:
    """The look of a model, or what is wrong with the model."""
    if found := of.stored(model):
        return found
    try:
        trace = library.trace(model, of.english, of.target or None)
        which = library.model(model).best_alignment
    except InputError as problem:
        return error(problem)
    return library.kept(
        (*trace.identity, which, of.english, of.pieces),
        lambda: look_of(trace, which, of.english, words=not of.pieces),
    )


def begins(seen: Look, chosen: Preset | None, beside: str = "") -> int:
    """The row that is lit first, from 0: that of the word lit `beside`, where it is.

    Else it is the word that the preset speaks of, or the row with the largest weight,
    among the words that hold a letter.
    """
    names = seen.written.items
    expected = [expected.row for expected in chosen.expects] if chosen else []
    for word in (beside, *expected):
        if word in names:
            return names.index(word)
    rows = [row for row, name in enumerate(names) if name[:1].isalpha()]
    return max(rows, key=lambda row: max(seen.weights[row]), default=0)
