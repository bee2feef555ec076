"""A street in the browser: drawn, and what a reader does to it, checked."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.worlds.street import Street, parse
from core.worlds.streets import with_one_more
from viz.components.street import street as component
from viz.content.texts import error
from viz.pages.app.session import Remembered, reported
from viz.pages.sentence.picture import Picture
from viz.pages.sentence.view import Parts, View
from viz.payload import street as payload

if TYPE_CHECKING:
    import numpy as np

Deed = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True)
class Hands:
    """The street of a page, how it shows another, and what else may be done, by name.

    Without `show` it cannot be changed. A deed is given what the browser says, which it
    checks.
    """

    street: Callable[[], Street] | None = None
    show: Callable[[Street], None] | None = None
    deeds: Mapping[str, Deed] = field(default_factory=dict)


def draw(
    key: str,
    header: Mapping[str, Any],
    body: "np.ndarray",
    seen: View,
    parts: Parts,
    todo: Hands,
    *,
    of: str,
    **shown: Any,
) -> None:
    """The street of a payload at the view that the choices ask for; `shown` is added.

    Where the reader went to by themselves is not sent back, but for another picture,
    which `of` names.
    """
    picture = Picture(key)
    imposed, revision = picture.impose(seen, of)
    n, why = refusals(key).get()
    added = {"view": imposed, "view_rev": revision, "turn": n, "refused": why}
    component(
        {**header, **added, **shown},
        body,
        key=key,
        on_view=lambda: picture.follow(parts),
        on_asked=lambda: done(key, reported(key, "asked"), todo),
    )


def refusals(key: str) -> Remembered[tuple[int, str]]:
    """How often a reader has done something to a picture, and why not the last time."""
    return Remembered(f"_refused_{key}", (0, ""))


def done(key: str, said: object, hands: Hands) -> None:
    """Do what a browser asks for; what it may not ask for changes nothing."""
    if not isinstance(said, Mapping):
        return
    what, refused = said.get("what"), refusals(key)
    n = refused.get()[0] + 1
    refused.set((n, ""))
    try:
        if isinstance(what, str) and what in hands.deeds:
            hands.deeds[what](said)
        elif hands.show and what == "street":
            hands.show(parse(payload.reported(said)))
        elif hands.show and hands.street and what == "add":
            hands.show(with_one_more(hands.street()))
    except InputError as problem:
        refused.set((n, error(problem)))


def turned(forbidden: Collection[int], cell: object, n: int) -> str | None:
    """The cells that are left out once one is left out, or no longer, from 1.

    None where there is no such cell, or none would be left.
    """
    if type(cell) is not int or not 0 <= cell < n:
        return None
    out = set(forbidden) ^ {cell}
    return ",".join(str(one + 1) for one in sorted(out)) if len(out) < n else None
