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


def parted(said: Iterable[str]) -> str:
    """Sentences in a row: "cat: 1; dog: 2"."""
    return _row("parted", said)


def numbers(written: Iterable[str]) -> str:
    """Numbers in a row, kept apart from their decimal signs: "0.25, 3"."""
    return _row("numbers", written)


def called(name: str, said: str) -> str:
    """What is said of something, behind its name: "cat: 1"."""
    return say("called", name=name, said=said)


def either(names: Iterable[str]) -> str:
    """ "cat or dog or fish"."""
    return _row("either", names)


def _row(joint: str, names: Iterable[str]) -> str:
    return reduce(lambda first, second: say(joint, first=first, second=second), names)
