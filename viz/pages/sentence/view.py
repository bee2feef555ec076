"""The view of a picture, part by part: as the browser knows it and as it is chosen.

The browser counts from 0 and knows lists; a choice counts from 1 and is one text.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from viz import address
from viz.pages.app import frame

View = Mapping[str, Any]
"""Where a picture stands and how it is drawn, as the browser knows it."""


def as_it_is(value: Any) -> Any:
    """The same for both."""
    return value


@dataclass(frozen=True)
class Part:
    """A part of a view: the choice that keeps it, what is shown of it, what is chosen.

    A browser is not trusted: TypeError where what it shows cannot be chosen. Without a
    part that is `needed` it is no view.
    """

    choice: str
    shown: Callable[[Any], Any] = as_it_is
    chosen: Callable[[Any], Any] = as_it_is
    needed: bool = False


Parts = Mapping[str, Part]


def the_same(*names: str) -> Parts:
    """Parts that are called and written alike in the browser and among the choices."""
    return {name: Part(name) for name in names}


def place(choice: str, most: int = address.MAX_ROW) -> Part:
    """A layer, a head or a row: from 0 in the browser, from 1 in the choice."""
    return Part(
        choice,
        shown=lambda number: number - 1,
        chosen=lambda at: min(whole(at) + 1, most),
        needed=True,
    )


def heads(choice: str) -> Part:
    """Heads that are averaged: a list from 0 in the browser, "1.3" in the choice."""
    return Part(
        choice,
        shown=lambda heads: [int(head) - 1 for head in heads.split(".") if head],
        chosen=lambda heads: ".".join(str(whole(head) + 1) for head in sorted(heads)),
    )


def temperature() -> Part:
    """The temperature: in tenths in the browser, as "0.7" in the choice."""
    return Part(
        "temperature",
        shown=lambda heat: round(float(heat) * 10),
        chosen=lambda tenths: f"{whole(tenths) / 10:.1f}",
    )


def whole(value: Any) -> int:
    """A whole number, as it is; TypeError for anything else."""
    if type(value) is not int:
        raise TypeError
    return value


def asked(parts: Parts) -> dict[str, Any]:
    """The view that the choices ask for."""
    choices = frame.choices()
    return {
        name: part.shown(getattr(choices, part.choice)) for name, part in parts.items()
    }


def keep(seen: View, parts: Parts) -> View | None:
    """Choose what the reader rests on, and return what is asked for then.

    None where it is no view.
    """
    kept = {}
    for name, part in parts.items():
        try:
            kept[part.choice] = part.chosen(seen[name])
        except (KeyError, TypeError):
            if part.needed:
                return None
    frame.keep(**kept)
    return asked(parts)
