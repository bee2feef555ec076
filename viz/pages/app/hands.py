"""What a reader does to a picture in the browser: checked, then left to its page."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.errors import InputError
from core.worlds.street import Street, parse
from core.worlds.streets import with_one_more
from viz.content.texts import error
from viz.pages.app.session import Remembered
from viz.payload import street as payload

REFUSED: Remembered[tuple[int, str]] = Remembered("_street_refused", (0, ""))
"""Why the last change to the street was refused, and the number of the refusals."""

Deed = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True)
class Hands:
    """The street of a page, how it shows another, and what else may be done, by name.

    A deed is given what the browser says, which it checks.
    """

    street: Callable[[], Street]
    show: Callable[[Street], None]
    deeds: Mapping[str, Deed] = field(default_factory=dict)


def done(said: Mapping[str, Any], hands: Hands) -> None:
    """Do what a browser asks for; what it may not ask for changes nothing."""
    what = said.get("what")
    REFUSED.set((REFUSED.get()[0] + 1, ""))
    try:
        if what == "street":
            hands.show(parse(payload.reported(said)))
        elif what == "add":
            hands.show(with_one_more(hands.street()))
        elif isinstance(what, str) and what in hands.deeds:
            hands.deeds[what](said)
    except InputError as problem:
        REFUSED.set((REFUSED.get()[0], error(problem)))


def turned(forbidden: Collection[int], cell: object, n: int) -> str | None:
    """The cells that are left out once one is left out, or no longer, from 1.

    None where there is no such cell, or none would be left.
    """
    if type(cell) is not int or not 0 <= cell < n:
        return None
    out = set(forbidden) ^ {cell}
    return ",".join(str(one + 1) for one in sorted(out)) if len(out) < n else None
