"""Names in a row, as a sentence holds them."""

from collections.abc import Iterable
from functools import reduce

from viz.content.texts import texts

say = texts("lists")


def together(names: Iterable[str]) -> str:
    """ "cat and dog and fish"."""
    return _row("two", names)


def listed(names: Iterable[str]) -> str:
    """ "cat, dog and fish"."""
    *most, last = names
    return together([_row("comma", most), last]) if most else last


def either(names: Iterable[str]) -> str:
    """ "cat or dog or fish"."""
    return _row("either", names)


def _row(joint: str, names: Iterable[str]) -> str:
    return reduce(lambda first, second: say(joint, first=first, second=second), names)
