"""A street: one to five things in colours, each with its box, and where each stands.

The picture of a street has 48 × 48 pixels; x counts from its left, y from its top. A
thing stands on the lowest row of its box: in the sky, on the grass or on the road.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from core.errors import InputError

SIZE = 48
GRASS, ROAD = 22, 32
"""The first row of pixels of the grass, and of the road; above is sky."""
GRID = 6
"""The cells of a side, where a picture is cut into cells."""
CELL = SIZE // GRID
MOST = 5
HIDDEN = 0.5
"""The share of a thing that another may hide; in front is what stands lower."""

SIZES = {
    "person": (7, 15),
    "duck": (9, 8),
    "cup": (8, 7),
    "car": (18, 10),
    "stop sign": (9, 19),
    "tree": (11, 17),
    "house": (16, 18),
}
"""Every kind of thing, with the width and height of its box in pixels."""
KINDS = tuple(SIZES)
COLORS = ("red", "blue", "green", "yellow", "pink", "white")
_WRITTEN = re.compile(r"([a-z-]{1,20})\.([a-z]{1,20})\.(-?[0-9]{1,3})\.(-?[0-9]{1,3})")


@dataclass(frozen=True)
class Box:
    """The pixels of a thing: columns from `x`, rows from `y`."""

    x: int
    y: int
    width: int
    height: int

    @property
    def pixels(self) -> int:
        """How many they are."""
        return self.width * self.height

    def shared(self, other: "Box") -> int:
        """How many pixels lie in both."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height)
        return max(width, 0) * max(height - max(self.y, other.y), 0)

    def cells(self) -> tuple[int, ...]:
        """The cells of the picture that it touches, row after row."""
        return tuple(
            cell for cell, box in enumerate(cell_boxes()) if self.shared(box) > 0
        )


def cell_boxes() -> Iterator[Box]:
    """The cells of the picture, row after row."""
    for cell in range(GRID * GRID):
        row, column = divmod(cell, GRID)
        yield Box(column * CELL, row * CELL, CELL, CELL)


@dataclass(frozen=True)
class Thing:
    """A thing of a kind and a colour whose box begins at `x`, `y`.

    InputError for a kind or a colour that there is not, or a place outside the picture.
    """

    kind: str
    color: str
    x: int
    y: int

    def __post_init__(self) -> None:
        _check_kind(self.kind, KINDS)
        _check_color(self.color, COLORS)
        width, height = SIZES[self.kind]
        if not (0 <= self.x <= SIZE - width and 0 <= self.y <= SIZE - height):
            raise InputError(
                "thing_outside",
                "The {kind} at {x}, {y} is not inside the picture: it may stand from "
                "0, 0 to {right}, {bottom}.",
                kind=self.kind,
                x=self.x,
                y=self.y,
                right=SIZE - width,
                bottom=SIZE - height,
            )

    @cached_property
    def box(self) -> Box:
        """Where it is drawn."""
        return Box(self.x, self.y, *SIZES[self.kind])

    @property
    def middle(self) -> float:
        """The column of its middle."""
        return self.x + self.box.width / 2

    @property
    def foot(self) -> int:
        """The row on which it stands: its lowest."""
        return self.y + self.box.height - 1

    @property
    def ground(self) -> str:
        """Where it stands: sky, grass or road."""
        return "sky" if self.foot < GRASS else "grass" if self.foot < ROAD else "road"


def _check_kind(given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise InputError(
            "no_such_thing",
            "There is no “{given}” here. Things are {known}.",
            given=given[:40],
            known=", ".join(known),
        )


def _check_color(given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise InputError(
            "no_such_color",
            "There is no color “{given}” here. Colors are {known}.",
            given=given[:40],
            known=", ".join(known),
        )


@dataclass(frozen=True)
class Street:
    """One to five things. InputError for fewer or more, or where one is hidden."""

    things: tuple[Thing, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.things) <= MOST:
            raise InputError(
                "things_of_a_street",
                "A street has one to {most} things, not {n}.",
                most=MOST,
                n=len(self.things),
            )
        order = self.from_behind()
        for place, behind in enumerate(order):
            for before in order[place + 1 :]:
                _check_seen(self.things[behind], self.things[before])

    def from_behind(self) -> tuple[int, ...]:
        """The things in the order in which they are drawn, the lowest foot last."""
        return tuple(sorted(range(len(self.things)), key=lambda i: self.things[i].foot))

    def text(self) -> str:
        """As it stands in an address: car.red.2.28~stop-sign.red.37.12."""
        return "~".join(
            f"{one.kind.replace(' ', '-')}.{one.color}.{one.x}.{one.y}"
            for one in self.things
        )

    def with_thing(self, thing: Thing) -> "Street":
        """The street with one thing more."""
        return Street((*self.things, thing))

    def without(self, place: int) -> "Street":
        """The street without one of its things."""
        return Street((*self.things[:place], *self.things[place + 1 :]))

    def changed(self, place: int, **what: str | int) -> "Street":
        """The street with one of its things moved, recoloured or of another kind."""
        thing = replace(self.things[place], **what)  # pyright: ignore[reportArgumentType]
        return Street((*self.things[:place], thing, *self.things[place + 1 :]))


def _check_seen(behind: Thing, before: Thing) -> None:
    if behind.box.shared(before.box) > HIDDEN * behind.box.pixels:
        raise InputError(
            "thing_hidden",
            "The {color} {kind} would be hidden behind the {before_color} {before}: at "
            "most half of a thing may be.",
            color=behind.color,
            kind=behind.kind,
            before_color=before.color,
            before=before.kind,
        )


def parse(text: str) -> Street:
    """The street of a text as `Street.text` writes it. InputError names what is not."""
    return Street(tuple(_parse_thing(one) for one in text.strip().split("~") if one))


def _parse_thing(text: str) -> Thing:
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise InputError(
            "no_thing",
            "“{given}” is no thing of a street. Write, for example, car.red.2.28: "
            "what it is, its color, and the column and row of its upper left corner.",
            given=text[:40],
        )
    kind, color, x, y = match.groups()
    return Thing(kind.replace("-", " "), color, int(x), int(y))
