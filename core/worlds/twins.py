"""Streets in which some things have a twin: the same kind and colour elsewhere.

What has none may share its kind with one thing and its colour with another, so that
neither tells alone.
"""

import random
from collections import Counter

import numpy as np
import numpy.typing as npt

from core.worlds.drawing import owners
from core.worlds.street import COLORS, KINDS, MOST, Street
from core.worlds.streets import ANYWHERE, placed

ALIKE = 0.6
"""How often a thing without a twin is made like another: by its kind or its colour."""
PAIRS = (0, 1, 1, 1, 2)
"""How many pairs of twins a street has, each as often as it stands here."""

Look = tuple[str, str]


def twin_street(chance: random.Random) -> Street:
    """A street of two to five things with up to two pairs of twins."""
    anywhere = chance.random() < ANYWHERE
    pairs = chance.choice(PAIRS)
    n = chance.randint(max(2, 2 * pairs), MOST)
    while True:
        street = placed(chance, _looks(chance, pairs, n), anywhere)
        if street is not None:
            return street


def _looks(chance: random.Random, pairs: int, n: int) -> list[Look]:
    """Of that many things, the twins among them; no three are alike."""
    looks: list[Look] = []
    for _ in range(pairs):
        looks += 2 * [_other(chance, looks)]
    while len(looks) < n:
        looks.append(_other(chance, looks))
    chance.shuffle(looks)
    return looks


def _other(chance: random.Random, looks: list[Look]) -> Look:
    """A look that is not there yet, perhaps with a kind or a colour that is."""
    while True:
        kind, color = chance.choice(KINDS), chance.choice(COLORS)
        if looks and chance.random() < ALIKE:
            if chance.random() < 0.5:
                kind = chance.choice(looks)[0]
            else:
                color = chance.choice(looks)[1]
        if (kind, color) not in looks:
            return kind, color


def twin_of_seed(seed: int) -> Street:
    """The street of a number, always the same."""
    return twin_street(random.Random(seed))


def twins(street: Street) -> tuple[int | None, ...]:
    """The twin of each thing by its place, the first where there are several."""
    looks = [(one.kind, one.color) for one in street.things]
    return tuple(
        next((n for n, other in enumerate(looks) if n != at and other == look), None)
        for at, look in enumerate(looks)
    )


def marked(street: Street) -> npt.NDArray[np.bool_]:
    """The pixels that show a thing which has a twin."""
    looks = Counter((one.kind, one.color) for one in street.things)
    has = [looks[one.kind, one.color] > 1 for one in street.things]
    return np.array([*has, False])[owners(street)]
