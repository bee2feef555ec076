"""What the address asks of the writer, and the pass that is shown of it."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.errors import InputError
from viz import address
from viz.content.texts import error
from viz.pages.app import frame, library
from viz.pages.app.session import Remembered

if TYPE_CHECKING:
    from core.decoding.sampling import Sampling
    from core.trace import Experiment, Trace, Translation

AHEAD = 16
"""How many pieces are written at a time."""
ENDS = re.compile(r"[.!?…][\"'”’»)]*$")
"""How the text up to the end of a sentence ends."""


@dataclass(frozen=True)
class Wanted:
    """A beginning, how many pieces follow it, how they are chosen, what is changed."""

    text: str
    pieces: int
    sampling: "Sampling | None" = None
    experiment: "Experiment | None" = None

    @property
    def changed(self) -> "Experiment":
        """The experiment; that of the model as it is where there is none."""
        from core.experiments.experiment import AS_IT_IS

        return self.experiment or AS_IT_IS


LAST_GOOD: Remembered[Wanted | None] = Remembered("_good_writing", None)


def model() -> str:
    """The model that is shown."""
    return library.WRITER


def wanted(experiment: "Experiment | None" = None) -> Wanted:
    """What the choices ask for; nothing of it is checked yet."""
    choices = frame.choices()
    return Wanted(choices.w_text, choices.w_pieces, sampling(), experiment)


def sampling(seed: int | None = None) -> "Sampling | None":
    """How the next piece is drawn; None where the likeliest is taken."""
    from core.decoding.sampling import Sampling

    choices = frame.choices()
    if seed is None and choices.w_how != "drawn":
        return None
    return Sampling(
        choices.seed if seed is None else seed,
        float(choices.temperature),
        choices.topk,
        choices.topp / 100,
    )


def passed(of: Wanted) -> "Trace":
    """The pass over a beginning and what the model wrote behind it.

    InputError where the beginning is too long, or an experiment does not fit.
    """
    found = library.writer(model())
    given = found.given(of.text)
    found.room(given)
    of = replace(of, pieces=max(0, min(of.pieces, found.most_read - given)))

    def recorded() -> "Trace":
        part = found.beginning_of(continued(of), given + of.pieces)
        trace = found.explain(part, experiment=of.changed)
        return replace(trace, given=given)

    return library.computed((found.name, found.digest, of), recorded)


def continued(of: Wanted) -> "Translation":
    """The text with at least that many pieces behind it, if there are as many.

    They are written some at a time, so that one more is mostly there already.
    """
    found = library.writer(model())
    asked = replace(of, pieces=of.pieces + -of.pieces % AHEAD)
    return library.computed(
        (found.name, found.digest, asked),
        lambda: found.write(asked.text, asked.pieces, asked.changed, asked.sampling),
    )


def shown(asked: Wanted) -> tuple["Trace", str]:
    """The pass to show, and what is wrong with what is asked for, if anything.

    Where something is, the last good pass of this reader stays.
    """
    try:
        found = passed(asked)
    except InputError as problem:
        library.writer(model())
        last = LAST_GOOD.get() or Wanted(address.DEFAULTS.w_text, 0)
        return passed(last), error(problem)
    LAST_GOOD.set(asked)
    return found, ""


def written(trace: "Trace") -> int:
    """How many pieces of a pass the model wrote."""
    return len(trace.translation.pieces.ids) - trace.given


def is_over(trace: "Trace") -> bool:
    """Whether nothing more can be written: the model ended, or the text is full."""
    return trace.translation.finished or is_full(trace)


def is_full(trace: "Trace") -> bool:
    """Whether the text fills all positions."""
    length = len(trace.translation.pieces.ids)
    return length >= library.writer(trace.model).most_read


def halves(trace: "Trace") -> tuple[str, str]:
    """What was typed, and what the model wrote behind it."""
    whole, ids = trace.translation.text, trace.translation.pieces.ids
    typed = trace.vocabulary.decode(ids[: trace.given])
    return (typed, whole[len(typed) :]) if whole.startswith(typed) else ("", whole)


def to_the_end(of: Wanted, most: int = 128) -> int:
    """How many pieces are written once the current sentence ends.

    Or all there are, where it does not end before the text does, or before the `most`.
    """
    found = library.writer(model())
    given = found.given(of.text)
    room = min(most, found.most_read - given)
    for pieces in range(of.pieces + 1, room + 1):
        ids = continued(replace(of, pieces=pieces)).pieces.ids[: given + pieces]
        if len(ids) < given + pieces or ENDS.search(found.tokenizer.decode(ids)):
            return max(of.pieces, len(ids) - given, 1)  # one is asked for, to see ‹end›
    return room


def last_sentence(trace: "Trace") -> str:
    """The last sentence of a text; of one that fills half the positions its end."""
    found = library.writer(trace.model)
    text = re.split(r"(?<=[.!?…])\s+", trace.translation.text.strip())[-1]
    most = found.most_read // 2
    for length in range(most, 0, -1):
        if found.given(text) <= most:
            return text
        text = found.tokenizer.decode(trace.translation.pieces.ids[-length:]).strip()
    return ""
