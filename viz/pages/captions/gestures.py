"""What a reader does to the street in the browser: checked, kept in the address."""

from collections.abc import Mapping
from typing import Any

from core.errors import InputError
from core.worlds import streets
from core.worlds.questions import Question
from core.worlds.street import COLORS, GRID, KINDS, SIZE, SIZES, Street, Thing, parse
from viz.content.texts import error
from viz.pages.app import frame
from viz.pages.app.session import Remembered
from viz.pages.captions.asked import asked
from viz.payload import street as payload

REFUSED: Remembered[tuple[int, str]] = Remembered("_street_refused", (0, ""))
"""Why the last change to the street was refused, and the number of the refusals."""
SEEDS, DRAWS = 999, 999
SOUGHT = {"objects": "duck", "sign": "stop sign", "car": "car"}
"""What the lectures look for on each of their streets."""
STEP = 2  # pixels between two places that are tried for a new thing


def done(said: Mapping[str, Any]) -> None:
    """Do what a browser asks for; what it may not ask for changes nothing."""
    what = said.get("what")
    REFUSED.set((REFUSED.get()[0] + 1, ""))
    try:
        if what == "street":
            show(parse(payload.reported(said)))
        elif what == "add":
            show(with_one_more(asked().street))
        elif what == "another":
            another()
        elif what == "draw":
            frame.keep(cap_draw=frame.choices().cap_draw % DRAWS + 1)
        elif what == "forbid":
            _turn(said.get("cell"))
        elif what == "allow":
            frame.keep(cap_forbid="")
    except InputError as problem:
        REFUSED.set((REFUSED.get()[0], error(problem)))


def show(street: Street, **more: Any) -> None:
    """Another street, begun at a word of the page's choice. For callbacks."""
    frame.keep(cap_street=street.text(), cap_word=0, **more)


def another() -> None:
    """The street of the next seed. For callbacks."""
    seed = (frame.choices().cap_seed + 1) % (SEEDS + 1)
    show(streets.any_street(seed), cap_seed=seed, cap_forbid="")


def lecture(name: str) -> None:
    """A street of the lectures, with what they ask about it. For callbacks."""
    asked = Question("where", name=SOUGHT[name]).text
    show(streets.lecture(name), cap_forbid="", cap_question=asked)


def with_one_more(street: Street) -> Street:
    """The street with the first kind that is not there yet, where it hides nothing.

    InputError where there are enough, or no place is left.
    """
    there = {thing.kind for thing in street.things}
    kind = next((one for one in KINDS if one not in there), KINDS[0])
    color = COLORS[len(street.things) % len(COLORS)]
    width, height = SIZES[kind]
    first, last = streets.FEET.get(kind, (SIZE - 14, SIZE - 1))
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


def _turn(cell: object) -> None:
    """Forbid a cell, or allow it again; the last that is left stays allowed."""
    if type(cell) is not int or not 0 <= cell < GRID * GRID:
        return
    forbidden = set(asked().forbidden) ^ {cell}
    if len(forbidden) < GRID * GRID:
        frame.keep(cap_forbid=",".join(str(one + 1) for one in sorted(forbidden)))
