"""The picture of the lab of pictures: which it is, how it is drawn and changed."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from core.errors import InputError
from core.worlds import digits
from core.worlds.digits import Digit
from core.worlds.street import KINDS, Street, parse
from core.worlds.streets import any_street
from core.worlds.twins import twin_of_seed
from viz.address.labs.pictures import Choices
from viz.content.texts import error
from viz.pages.app import frame, library
from viz.pages.sentence import hands, view
from viz.say.captions import percent
from viz.say.numbers import written
from viz.say.streets import called

SEEDS = 1_000
VIEW = {"row": view.place("pic_cell"), "map": view.place("pic_map")}


def street(usual: str) -> Street:
    """The street that is asked for, or the usual one of a step, and why."""
    if not (asked := frame.choices(Choices).pic_street.strip()):
        return parse(usual)
    try:
        return parse(asked)
    except InputError as problem:
        frame.refuse(error(problem))
        return parse(usual)


def digit(usual: Digit) -> Digit:
    """The digit that is asked for, or a usual one, and why."""
    if not (asked := frame.choices(Choices).pic_digit.strip()):
        return usual
    try:
        return digits.parse(asked)
    except InputError as problem:
        frame.refuse(error(problem))
        return usual


def covered(patches: int) -> tuple[int, ...]:
    """The patches that show nothing, from 0; one is always left."""
    asked = frame.choices(Choices).pic_covered.split(",")
    found = dict.fromkeys(int(cell) - 1 for cell in asked if cell)
    return tuple(cell for cell in found if cell < patches)[: patches - 1]


def kinds() -> list[str]:
    """What each kind of thing is called."""
    return [called(kind) for kind in KINDS]


def accuracy(name: str, figure: str) -> str:
    """A figure that was measured of a model; a dash where it cannot be had.

    Of what was measured for every head it is the largest.
    """
    try:
        found = library.small(name).info["measured"][figure]
        return percent(max(found) if isinstance(found, list) else found)
    except (InputError, KeyError):
        return "–"


def parameters(name: str) -> str:
    """How many numbers a model has learned; a dash where it cannot be had."""
    try:
        return written(library.small(name).parameters, ",")
    except InputError:
        return "–"


def draw(
    key: str,
    header: Mapping[str, Any],
    body: np.ndarray,
    todo: hands.Hands,
    *,
    row: int,
    usual_map: int,
    of: str,
    results: Mapping[str, Any] | None = None,
) -> None:
    """The picture with its cells, at the `row` and the map that is chosen.

    Without a choice that is the usual map.
    """
    chosen = frame.choices(Choices).pic_map
    seen = {"row": row, "map": chosen - 1 if chosen else usual_map}
    hands.draw(key, header, body, seen, VIEW, todo, of=of, results=results)


def changing(shown: Callable[[], Street], seeds: str = "streets") -> hands.Hands:
    """What may be done to a street: changed, replaced by another of its kind."""
    made = {"streets": any_street, "twins": twin_of_seed}[seeds]
    return hands.Hands(
        shown,
        lambda street: frame.keep(pic_street=street.text(), pic_cell=0),
        {"another": lambda _: _another(made)},
    )


def _another(made: Callable[[int], Street]) -> None:
    seed = (frame.choices(Choices).pic_seed + 1) % SEEDS
    frame.keep(pic_street=made(seed).text(), pic_seed=seed, pic_cell=0, pic_covered="")
