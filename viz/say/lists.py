"""Names in a row, as a sentence holds them."""

from collections.abc import Iterable
from functools import reduce

from viz.content.texts import texts

say = texts("lists")


def together(names: Iterable[str]) -> str:
    """ "cat and dog and fish"."""
    return reduce(lambda first, second: say("two", first=first, second=second), names)
