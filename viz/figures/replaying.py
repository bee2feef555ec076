"""Which links a model finds while it is trained: those in order, those that cross."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.words import percent

if TYPE_CHECKING:
    from core.links import Aligned
    from core.trace import AttentionMap


@dataclass(frozen=True)
class Found:
    """At one update: links found in order and crossing, and how many there are."""

    update: int
    in_order: int
    crossing: int
    all_in_order: int
    all_crossing: int

    @property
    def shares(self) -> tuple[float, float]:
        """The share found of either kind, 0 to 1."""
        return (
            self.in_order / max(self.all_in_order, 1),
            self.crossing / max(self.all_crossing, 1),
        )


def found(
    update: int, maps: Sequence["AttentionMap"], pairs: Sequence["Aligned"]
) -> Found:
    """Count over the sentences that people linked: a map and a pair each."""
    from core.links import crossing, strongest_links

    counts = [0, 0, 0, 0]
    for shown, pair in zip(maps, pairs, strict=True):
        turned = crossing(pair)
        straight = pair.sure - turned
        links = strongest_links(shown.weights)
        for place, wanted in enumerate((straight, turned)):
            counts[place] += len(links & wanted)
            counts[place + 2] += len(wanted)
    return Found(update, *counts)


def half(course: Sequence[Found]) -> tuple[int | None, int | None]:
    """The first update at which half of the links of either kind are found."""
    first = [
        next((one.update for one in course if one.shares[kind] >= 0.5), None)
        for kind in (0, 1)
    ]
    return first[0], first[1]


def answered(course: Sequence[Found]) -> str:
    """Which came first, by the first update at which half of the links are found."""
    straight, turned = half(course)
    if straight is None and turned is None:
        return "Neither is there by the last moment: less than half of either is found."
    if turned is None:
        return (
            f"The diagonal: half of the links in order are found at update "
            f"{straight:,}, half of those that cross never in these moments."
        )
    if straight is None or turned < straight:
        return (
            f"The reordered phrase: half of its links are found at update {turned:,}."
        )
    if turned == straight:
        return (
            f"Both at once, as far as these moments tell: half of each is found at "
            f"update {straight:,}."
        )
    return (
        f"The diagonal: half of the links in order are found at update {straight:,}, "
        f"half of those that cross at update {turned:,}."
    )


def rows(
    course: Sequence[Found], figures: Mapping[int, tuple[str, str]]
) -> list[list[str]]:
    """A header, then one row a moment; `figures` are loss and BLEU by update."""
    head = ["update", "loss", "BLEU", "links in order found", "crossing links found"]
    return [
        head,
        *(
            [
                f"{one.update:,}",
                *figures[one.update],
                f"{one.in_order} of {one.all_in_order} ({percent(one.shares[0])})",
                f"{one.crossing} of {one.all_crossing} ({percent(one.shares[1])})",
            ]
            for one in course
        ),
    ]
