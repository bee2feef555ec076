"""What a reader does to the street in the browser: checked, kept in the address."""

from typing import Any

from core.worlds import streets
from core.worlds.questions import Question
from core.worlds.street import GRID, Street
from viz.pages.app import frame
from viz.pages.captions.asked import asked
from viz.pages.sentence import hands

SEEDS, DRAWS = 999, 999
SOUGHT = {"objects": "duck", "sign": "stop sign", "car": "car"}
"""What the lectures look for on each of their streets."""


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


def _turn(cell: object) -> None:
    """Forbid a cell, or allow it again; the last that is left stays allowed."""
    left = hands.turned(asked().forbidden, cell, GRID * GRID)
    if left is not None:
        frame.keep(cap_forbid=left)


HANDS = hands.Hands(
    lambda: asked().street,
    show,
    {
        "another": lambda _: another(),
        "draw": lambda _: frame.keep(cap_draw=frame.choices().cap_draw % DRAWS + 1),
        "forbid": lambda said: _turn(said.get("cell")),
        "allow": lambda _: frame.keep(cap_forbid=""),
    },
)
"""What may be done to the street."""
