"""What the browser's street receives: its pixels, its things, and the rows of a pass.

The browser draws the street itself, so that a thing that is dragged is seen at once.
"""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from core.worlds import drawing, sprites
from core.worlds.captions import mentions
from core.worlds.street import COLORS, GRID, KINDS, MOST, SIZE, SIZES, Street
from viz.content.texts import texts
from viz.say.captions import percent
from viz.say.numbers import written
from viz.say.streets import called
from viz.say.streets import told as told_in_words

if TYPE_CHECKING:
    from torch import Tensor

    from core.in_use.seeing import Seen
    from core.in_use.told import Told

say = texts("street")

CELLS = GRID * GRID
MOST_SPELT = 9
"""The largest number of cells that is written as a word."""


def street_view(
    street: Street, told: "Told | Seen | None", *, hard: bool = False
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body of a street with what is told of it, if anything.

    A row for each word: its weights, NaN where forbidden, and what it names. Of a
    `hard` writer these are the weights by which its one cell was drawn.
    """
    header = scene(street)
    if told is None:
        return {**header, "rows": [], "forbidden": []}, np.zeros(0, np.float32)
    drawn = getattr(told, "likely", None) if hard else None
    weights = told.weights if drawn is None else drawn
    body = weights.masked_fill(~told.allowed, np.nan).numpy()
    rows = [_row(told, weights, at, hard=hard) for at in range(len(told.words))]
    return {**header, "rows": rows, "forbidden": list(told.forbidden)}, body[
        : len(rows)
    ]


def scene(street: Street) -> dict[str, Any]:
    """A street by itself, with all that is needed to draw it and to change it."""
    return {
        "size": SIZE,
        "grid": GRID,
        "most": MOST,
        "art": art(),
        "kinds": {kind: list(SIZES[kind]) for kind in KINDS},
        "colors": list(COLORS),
        "called": {name: called(name) for name in (*KINDS, *COLORS)},
        "told": told_in_words(street),
        "things": [{**asdict(one), **_extent(one.kind)} for one in street.things],
    }


@functools.cache
def art() -> dict[str, Any]:
    """How everything is drawn: letters for pixels, and the colour of each letter."""
    pixels = [[tuple(map(int, one)) for one in line] for line in drawing.empty()]
    colors = sorted({color for line in pixels for color in line})
    letters = {color: chr(ord("a") + at) for at, color in enumerate(colors)}
    return {
        "empty": ["".join(letters[color] for color in line) for line in pixels],
        "ground": {letter: list(color) for color, letter in letters.items()},
        "sprites": {kind: sprites.SPRITES[kind].split() for kind in KINDS},
        "fixed": {letter: list(color) for letter, color in sprites.FIXED.items()},
        "shades": {
            color: dict(zip("CLD", map(list, shades), strict=True))
            for color, shades in sprites.SHADES.items()
        },
    }


def plain(words: Iterable[str]) -> str:
    """Words as a line, its marks next to the words before them."""
    return " ".join(words).replace(" ,", ",").replace(" ?", "?")


def _extent(kind: str) -> dict[str, int]:
    width, height = SIZES[kind]
    return {"width": width, "height": height}


def _row(
    told: "Told | Seen", weights: "Tensor", at: int, *, hard: bool
) -> dict[str, Any]:
    """A word: what it names, how much of its weight is there, and that in words."""
    from core.in_use.told import share

    line, thing = weights[at], told.names[at]
    found: dict[str, Any] = {"word": told.words[at]}
    if told.given:
        found["part"] = say("parts.question" if at < told.given else "parts.answer")
    looked = int(told.weights[at].argmax())
    if hard:
        found["drawn"] = looked
    if thing is None:
        best = int(line.argmax())
        weight = written(float(line[best]))
        missing = any(first <= at < after for first, after, *_ in mentions(told.words))
        found |= {"missing": True} if missing else {}
        how = "said.missing" if missing else "said.nothing"
        said = say(how, word=told.words[at], weight=weight, **_place(best))
    else:
        even = told.allowed[0] / told.allowed.sum()
        on, uniform = (share(told.street, thing, row) for row in (line, even.float()))
        found |= {"thing": thing, "share": on.weight, "uniform": uniform.weight}
        n = len(on.cells)
        said = say(
            "said.thing",
            word=told.words[at],
            share=percent(on.weight),
            thing=called(told.street.things[thing].kind),
            cells=say("cells", n=n, number=_counted(n)),
            uniform=percent(uniform.weight),
        )
    if hard:
        said = f"{said} {say('said.drawn', **_place(looked))}"
    return {**found, "said": said}


def _counted(n: int) -> str:
    return say(f"counted.{n}") if n <= MOST_SPELT else str(n)


def _place(cell: int) -> dict[str, int]:
    row, column = divmod(cell, GRID)
    return {"row": row + 1, "column": column + 1}


def reported(asked: Mapping[str, Any]) -> str:
    """The street that a browser reports, as the text of an address; "" for none.

    Whether there can be such a street `core.worlds.street.parse` says.
    """
    things = asked.get("things")
    if not isinstance(things, list):
        return ""
    parts = ("kind", "color", "x", "y")
    return "~".join(
        ".".join(str(one.get(part, ""))[:20].replace(" ", "-") for part in parts)
        for one in things[: MOST + 1]
        if isinstance(one, dict)
    )
