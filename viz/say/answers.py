"""Blanks in a worked case: are the numbers that were typed those that belong there?"""

import re
from collections.abc import Sequence

from core.errors import InputError
from viz.content.texts import texts

say = texts("captions")

NUMBER = re.compile(r"[+\-−]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)")
SLACK = 0.001


def misses(typed: str, answers: Sequence[float], digits: int = 3) -> tuple[int, ...]:
    """The places, from 1, whose number is not right; none when all are.

    Right is whatever rounds to the answer at `digits` digits after the point, or misses
    it by 0.001; with no digits a whole number is wanted. Spaces part numbers, and a
    comma inside one counts as a point. Raises InputError for what is no number and for
    too few or too many.
    """
    entries = [entry.rstrip(",") for entry in typed.replace(";", " ").split()]
    if any(len(entry) > 20 or not NUMBER.fullmatch(entry) for entry in entries):
        raise InputError(say("answer.number"))
    if len(entries) != len(answers):
        raise InputError(say("answer.count", n=len(answers), typed=len(entries)))
    slack = max(SLACK, 0.5 * 10.0**-digits) + 1e-9
    return tuple(
        place
        for place, (entry, answer) in enumerate(zip(entries, answers, strict=True), 1)
        if abs(_number(entry) - answer) > slack
        or (digits == 0 and not _number(entry).is_integer())
    )


def _number(entry: str) -> float:
    return float(entry.replace("−", "-").replace(",", "."))
