"""What the changes of an experiment are called for the reader."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from core.experiments.changes import Change
from viz.content.texts import texts, told

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("experiments")


@dataclass(frozen=True, eq=False)
class Called:
    """The things that a change names, of one pass over a sentence of these words."""

    trace: "Trace"
    words: Sequence[str]

    def head(self, head: int | None) -> str:
        if head is None:
            return say("names.every_head")
        return say("names.head", head=head + 1)

    def word(self, place: int) -> str:
        if place < len(self.words):
            return say("names.word", word=self.words[place])
        return say("names.word_number", number=place + 1)

    def piece(self, attention: str, side: str, place: int | None) -> str:
        if place is None:
            return say("names.every_column")
        query, key = self.trace.sides(attention)
        pieces = (key if side == "key" else query).pieces
        if place < len(pieces):
            return pieces[place]
        return say("names.place", number=place + 1)


def offered(change: Change, names: Called) -> str:
    """A part that can be left out."""
    entry, slots = change.named(names)
    return say(f"change.{entry}.offered", **told(slots))


def running(
    changes: Iterable[Change], names: Called
) -> list[tuple[tuple[Change, ...], str]]:
    """Every group of changes that run, and what it is called."""
    groups: dict[Hashable, list[Change]] = {}
    for change in changes:
        groups.setdefault(change.group, []).append(change)
    return [(tuple(group), _together(group, names)) for group in groups.values()]


def _together(group: Sequence[Change], names: Called) -> str:
    """Those of one kind by their number, those of several one after the other."""
    said = []
    for _, kind in groupby(group, key=type):
        alike = list(kind)
        entry, slots = alike[0].named(names, len(alike))
        said.append(say(f"change.{entry}.running", **told(slots)))
    return ", ".join(said)
