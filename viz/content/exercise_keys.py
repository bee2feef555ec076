"""The key of an exercise: what these models show, and what is right then."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import InputError
from core.exercises.checks import Bounds, Found, Settings, Table, find
from viz.content.exercises import Exercise, When
from viz.content.texts import error

if TYPE_CHECKING:
    from core.in_use.translator import Translator

Said = str | float | tuple[str, ...] | int
"""What a reader answers: a word, a number, labels, or the place of a choice from 0."""


@dataclass(frozen=True)
class Broken:
    """What a model does not show: what was found, and what should have been."""

    found: Found
    bounds: Bounds


@dataclass(frozen=True)
class Key:
    """What was measured for an exercise.

    `broken` is what is expected and not found: the exercise counts for nobody then;
    `problem` says why nothing could be measured at all.
    """

    answer: Found | None
    numbers: Mapping[str, Found]
    broken: tuple[Broken, ...] = ()
    problem: str = ""

    @property
    def counts(self) -> bool:
        """Whether an answer is judged."""
        return not self.broken and not self.problem


def measure(exercise: Exercise, load: "Callable[[str], Translator]") -> Key:
    """Measure all that an exercise asks for; `load` gives a model by its name."""
    from core.exercises.published import table

    usual = exercise.texts

    def tables(name: str, of: Settings) -> Table:
        return table(name, of, load, usual)

    try:
        answer = find(exercise.answer, tables) if exercise.answer else None
        numbers = {name: find(one, tables) for name, one in exercise.numbers.items()}
        broken = tuple(
            Broken(found, bounds)
            for check, bounds in exercise.expects
            if not bounds.hold(found := find(check, tables))
        )
    except InputError as problem:
        return Key(None, {}, problem=error(problem))
    return Key(answer, numbers, broken)


def right_choice(exercise: Exercise, found: Found) -> int | None:
    """The place of the choice that fits what was found; None where none does."""
    fits = (
        at
        for at, choice in enumerate(exercise.predict.choices)
        if choice.bounds.hold(found)
    )
    return next(fits, None)


def is_right(exercise: Exercise, said: Said, key: Key) -> bool:
    """Whether an answer is the one that was measured."""
    found, predict = key.answer, exercise.predict
    if found is None:
        return False
    match predict.kind:
        case "choice":
            return said == right_choice(exercise, found)
        case "word":
            return said == found.label
        case "number":
            return isinstance(said, int | float) and (
                abs(said - found.number) <= predict.tolerance + 1e-9
            )
        case "cells":
            return isinstance(said, tuple) and {*said} == {*found.labels}
        case _:
            return said == found.labels


def told(exercise: Exercise, said: Said) -> When | None:
    """What the file says to this very answer, if it says anything."""
    if exercise.predict.kind == "choice" and isinstance(said, int):
        said = exercise.predict.choices[said].say
    for when in exercise.when:
        if when.near is not None:
            if isinstance(said, float) and abs(said - when.near) <= when.tolerance:
                return when
        elif said in when.said or (isinstance(said, tuple) and said == when.said):
            return when
    return None


def answer_in_words(
    exercise: Exercise, found: Found, number: Callable[[float], str]
) -> str:
    """The answer as it is written in a text; `number` writes numbers."""
    match exercise.predict.kind:
        case "choice" if found.label:
            return found.label
        case "word":
            return found.label
        case "cells" | "order":
            return ", ".join(found.labels)
        case _:
            return found.label if math.isnan(found.number) else number(found.number)
