"""What is said of an exercise: numbers, slots, and what a model does not show."""

import math
from collections.abc import Mapping

from core.exercises.checks import Bounds, Found
from viz.content.exercise_keys import Broken, Key, answer_in_words, right_choice
from viz.content.exercises import Exercise
from viz.content.texts import SLOT, texts
from viz.say.numbers import written

say = texts("exercises")
LARGE = 1000


def number(value: float, digits: int = 3, *, tiny: bool = True) -> str:
    """Whole numbers as they are, others with that many digits; `tiny` ones in words."""
    if value == round(value) or abs(value) >= LARGE:
        return written(round(value), ",")
    least = 10.0**-digits
    if tiny and abs(value) < least / 2:
        return say("below", least=written(least, f".{digits}f"))
    return written(value, f".{digits}f")


def slots(exercise: Exercise, key: Key) -> Mapping[str, str]:
    """What the slots of its texts are filled with."""
    found = {
        name: number(one.number, exercise.digits) if one.label == "" else one.label
        for name, one in key.numbers.items()
    }
    if key.answer is not None:
        digits = exercise.digits
        found["answer"] = answer_in_words(
            exercise, key.answer, lambda n: number(n, digits)
        )
        value = key.answer.number
        found["value"] = found["answer"] if math.isnan(value) else number(value, digits)
    return found


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text of an exercise with its slots filled."""
    return SLOT.sub(lambda slot: values.get(slot[1], "–"), text)


def right_answer(exercise: Exercise, key: Key) -> str:
    """The right answer, as a reader would give it."""
    if key.answer is None:
        return ""
    if exercise.predict.kind == "choice":
        at = right_choice(exercise, key.answer)
        return "" if at is None else exercise.predict.choices[at].say
    return slots(exercise, key)["answer"]


def shortfall(broken: Broken) -> str:
    """What was found instead of what the exercise needs."""
    found, bounds = broken.found, broken.bounds
    return say("instead", found=_found(found, bounds), wanted=_wanted(bounds))


def _found(found: Found, bounds: Bounds) -> str:
    if isinstance(bounds.is_, str):
        return found.label
    return number(found.number)


def _wanted(bounds: Bounds) -> str:
    if isinstance(bounds.is_, str):
        return bounds.is_
    if bounds.is_ is not None:
        return number(bounds.is_)
    if math.isfinite(bounds.at_least):
        return say("at_least", number=number(bounds.at_least))
    return say("at_most", number=number(bounds.at_most))
