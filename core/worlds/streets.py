"""Streets by a seed, and those of the lectures.

Most things stand where they do in the world: houses and trees on the grass, cars on the
road; one street in five has them anywhere. Kinds and colors are all equally frequent.
"""

import random
from collections.abc import Sequence
from functools import cache

from core.errors import InputError
from core.worlds.street import (
    COLORS,
    GRASS,
    KINDS,
    MOST,
    ROAD,
    SIZE,
    SIZES,
    Street,
    Thing,
    parse,
)

ANYWHERE = 0.2
CLEAR = 3
"""By how many pixels a relation that is told holds at least."""
SEEN = 0.75
"""The share of every thing that is seen."""
TRIES = 60
STEP = 2
"""Pixels between two places that are tried for one more thing."""
LOOKS = [(kind, color) for kind in KINDS for color in COLORS]
FEET = {
    "house": (GRASS + 3, ROAD - 1),
    "tree": (GRASS + 3, ROAD - 1),
    "car": (ROAD + 3, SIZE - 1),
}
"""The rows on which things stand; others stand on the grass or on the road."""

LECTURES = {
    "objects": "person.pink.3.14~car.yellow.28.36~house.blue.13.8~duck.yellow.8.36"
    "~cup.red.38.20",
    "sign": "car.red.2.30~stop-sign.red.37.9~tree.green.3.10~house.white.20.9",
    "car": "car.red.26.33~stop-sign.red.4.10~tree.green.33.10~person.blue.16.22",
}
"""The five objects among which a duck is sought, and the streets of two questions:
where is the stop sign, and where is the car?"""


def lecture(name: str) -> Street:
    """One of the streets of the lectures."""
    return parse(LECTURES[name])


def natural(chance: random.Random, n: int | None = None) -> Street:
    """A street of `n` things (or one to five, equally often), no two alike.

    Every thing is seen well, and what stands beside, before or behind what is clear.
    """
    n = chance.randint(1, MOST) if n is None else n
    anywhere = chance.random() < ANYWHERE
    while True:
        looks = chance.sample(LOOKS, n)
        street = placed(chance, looks, anywhere)
        if street is not None:
            return street


def placed(
    chance: random.Random, looks: Sequence[tuple[str, str]], anywhere: bool
) -> Street | None:
    """A street of things that look so, or None where there was no room for one."""
    things: list[Thing] = []
    for kind, color in looks:
        for _ in range(TRIES):
            thing = _placed(chance, kind, color, anywhere)
            if all(clear(thing, other) and seen(thing, other) for other in things):
                things.append(thing)
                break
        else:
            return None
    return Street(tuple(things))


def _placed(chance: random.Random, kind: str, color: str, anywhere: bool) -> Thing:
    width, height = SIZES[kind]
    foot = chance.choice(_feet(kind, anywhere))
    return Thing(kind, color, chance.randint(0, SIZE - width), foot - height + 1)


def with_one_more(street: Street) -> Street:
    """The street with the first kind that is not there yet, where it hides nothing.

    InputError where there are enough, or no place is left.
    """
    there = {thing.kind for thing in street.things}
    kind = next((one for one in KINDS if one not in there), KINDS[0])
    color = COLORS[len(street.things) % len(COLORS)]
    width, height = SIZES[kind]
    first, last = FEET.get(kind, (SIZE - 14, SIZE - 1))
    places = [
        (x, foot - height + 1)
        for foot in range(last, first - 1, -STEP)
        for x in range(0, SIZE - width + 1, STEP)
        if foot >= height - 1
    ]
    boxes = [thing.box for thing in street.things]

    def covered(place: tuple[int, int]) -> int:
        box = Thing(kind, color, *place).box
        return sum(box.shared(other) for other in boxes)

    return street.with_thing(Thing(kind, color, *min(places, key=covered)))


@cache
def _feet(kind: str, anywhere: bool) -> tuple[int, ...]:
    """The rows on which a thing of that kind may stand."""
    highest, lowest = SIZES[kind][1] - 1, SIZE - 1
    if not anywhere:
        first, lowest = FEET.get(kind, (GRASS + 3, lowest))
        highest = max(first, highest)
    rows = range(highest, lowest + 1)
    return tuple(row for row in rows if not _between_grounds(row))


def _between_grounds(foot: int) -> bool:
    return any(-2 <= foot - edge < 2 for edge in (GRASS, ROAD))


def clear(one: Thing, other: Thing) -> bool:
    """Whether nobody can doubt which relation holds between two things."""
    across, along = abs(one.middle - other.middle), abs(one.foot - other.foot)
    return abs(across - along) >= CLEAR


def seen(one: Thing, other: Thing) -> bool:
    """Whether neither hides much of the other."""
    smaller = min(one.box.pixels, other.box.pixels)
    return one.box.shared(other.box) <= (1 - SEEN) * smaller


def any_street(seed: int) -> Street:
    """The street of a number, always the same."""
    if seed < 0:
        raise InputError("no_seed", "A seed is a whole number from 0, not {n}.", n=seed)
    return natural(random.Random(seed))
