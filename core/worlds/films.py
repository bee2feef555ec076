"""Films of a street: eight frames in which one thing moves, and what is said of it.

“the red car goes left”: the frames differ in where one thing stands, always by the same
number of pixels; no single frame tells which thing moves, or where it goes.
"""

import random
import re
from dataclasses import dataclass
from functools import cached_property

from core.errors import InputError
from core.worlds.captions import END, PAD, SPECIAL, START
from core.worlds.street import COLORS, KINDS, SIZE, Street, Thing, parse
from core.worlds.streets import natural

FRAMES = 8
FASTEST = 4
"""Pixels from one frame to the next, at most."""
MOVERS = ("person", "duck", "car")
WAYS = ("left", "right")
VOCABULARY = (
    *SPECIAL,
    "the",
    *COLORS,
    *(word for kind in KINDS for word in kind.split()),
    *("goes", *WAYS),
)
NUMBERS = {word: number for number, word in enumerate(VOCABULARY)}
_WRITTEN = re.compile(r"(.{1,200})@([0-9]{1,2})\.(-?[0-9]{1,2})")

__all__ = ["END", "PAD", "START", "Film", "any_film", "parse_film"]


@dataclass(frozen=True)
class Film:
    """A street whose thing at `place` moves by `step` pixels a frame, left below 0.

    InputError where nothing moves, or where a frame is no street.
    """

    street: Street
    place: int
    step: int

    def __post_init__(self) -> None:
        if not 0 <= self.place < len(self.street.things):
            raise InputError(
                "film_no_thing", "There is no thing {n} to move.", n=self.place + 1
            )
        if not 1 <= abs(self.step) <= FASTEST:
            raise InputError(
                "film_step",
                "A thing moves by 1 to {most} pixels a frame, not by {step}.",
                most=FASTEST,
                step=self.step,
            )
        _ = self.frames  # each is checked

    @cached_property
    def frames(self) -> tuple[Street, ...]:
        """The street at each moment, the first as it is."""
        first = self.mover.x
        return tuple(
            self.street.changed(self.place, x=first + n * self.step)
            for n in range(FRAMES)
        )

    @property
    def mover(self) -> Thing:
        """What moves, where it stands in the first frame."""
        return self.street.things[self.place]

    @property
    def way(self) -> str:
        """Where it goes."""
        return WAYS[self.step > 0]

    @property
    def caption(self) -> tuple[str, ...]:
        """What is said of it, in words."""
        kind = self.mover.kind.split()
        return ("the", self.mover.color, *kind, "goes", self.way)

    def text(self) -> str:
        """As it stands in an address: car.red.26.33~cup.red.2.20@0.-2."""
        return f"{self.street.text()}@{self.place}.{self.step}"


def parse_film(text: str) -> Film:
    """The film of a text as `Film.text` writes it. InputError names what is not."""
    found = _WRITTEN.fullmatch(text)
    if not found:
        raise InputError(
            "film_text", "“{text}” is no film of a street.", text=text[:40]
        )
    street, place, step = found.groups()
    return Film(parse(street), int(place), int(step))


def film(chance: random.Random) -> Film:
    """A street of two to five things, one of which moves and stays in the picture."""
    while True:
        street = natural(chance, chance.randint(2, 5))
        movers = [at for at, thing in enumerate(street.things) if thing.kind in MOVERS]
        if not movers:
            continue
        place, step = chance.choice(movers), chance.choice((-1, 1))
        step *= chance.randint(1, FASTEST)
        mover, far = street.things[place], (FRAMES - 1) * step
        lowest, highest = max(0, -far), min(0, -far) + SIZE - mover.box.width
        if lowest > highest:
            continue
        try:
            begun = street.changed(place, x=chance.randint(lowest, highest))
            return Film(begun, place, step)
        except InputError:
            continue  # something would be hidden


def any_film(seed: int) -> Film:
    """The film of a number, always the same."""
    return film(random.Random(seed))


def shuffled(film: int) -> tuple[int, ...]:
    """An order of the frames, the same for the same number; never their own."""
    chance = random.Random(film)
    while True:
        order = list(range(FRAMES))
        chance.shuffle(order)
        if order != sorted(order):
            return tuple(order)


def numbers(words: tuple[str, ...]) -> tuple[int, ...]:
    """The words by their numbers."""
    return tuple(NUMBERS[word] for word in words)
