"""Which links a model finds while it is trained: those in order, those that cross."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.figures.drawing import LEGEND, Drawing, axis, labelled, pen
from viz.figures.figure import Figure
from viz.say.captions import percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.alignment_links import Aligned
    from core.trace import AttentionMap

say = texts("bahdanau")

HEIGHT = 380
DIAGONAL, PHRASE = 0, 1


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
    from core.analysis.alignment_links import crossing, strongest_links

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
    """From which update on half of the links of either kind are found, to the end."""
    since: list[int | None] = [None, None]
    for one in course:
        for kind in (0, 1):
            if one.shares[kind] < 0.5:
                since[kind] = None
            elif since[kind] is None:
                since[kind] = one.update
    return since[0], since[1]


def earlier(course: Sequence[Found]) -> int | None:
    """Which came first: `DIAGONAL`, the links in order, or `PHRASE`, those that cross.

    None where the moments do not decide it.
    """
    straight, turned = half(course)
    if straight == turned:
        return None
    if straight is None or turned is None:
        return PHRASE if straight is None else DIAGONAL
    return PHRASE if turned < straight else DIAGONAL


def shares(
    course: Sequence[Found],
    place: int,
    figures: Mapping[int, tuple[str, str]],
    *,
    dark: bool = False,
) -> Figure:
    """The share of either kind at every moment, with the shown one (from 0) marked.

    Moments stand at equal distances: they are about even in the logarithm of the
    update. `figures` are loss and BLEU by update.
    """
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        margin={"l": 8, "r": 16, "t": 8, "b": 8},
        xaxis=labelled(
            [written(one.update, ",") for one in course],
            say("links.update"),
            range=[-0.3, len(course) - 0.7],
            tickangle=-40,  # leaning to the right, the last would be left out
            showgrid=True,
            zeroline=True,
        ),
        yaxis=axis(say("links.found"), range=[-0.03, 1.03], tickformat=".0%"),
    )
    colours = drawing.colours
    kinds = ("in_order", colours.text, "solid"), ("crossing", colours.beam, "dot")
    for kind, (entry, ink, dash) in enumerate(kinds):
        name = say(f"links.{entry}")
        drawing.add_line(
            list(range(len(course))),
            [one.shares[kind] for one in course],
            pen(ink, 3, dash),
            dots=7,
            name=name,
            text=[
                say(
                    "links.hover",
                    update=one.update,
                    share=percent(one.shares[kind]),
                    links=name,
                )
                for one in course
            ],
            says="%{text}",
            cliponaxis=False,
        )
    drawing.add_level(0.5, pen(colours.muted, 1, "dash"))
    drawing.add_upright(place, pen(colours.muted, 2))
    return Figure(
        drawing.made(), _caption(course), rows(course, figures), say("links.title")
    )


def _caption(course: Sequence[Found]) -> str:
    """Which came first, by the update from which on half of the links are found."""
    known = sorted(update for update in half(course) if update is not None)
    if not known:
        return say("links.neither")
    first = earlier(course)
    if first is None:
        late = known[0] == course[0].update
        return say("links.too_late" if late else "links.together", update=known[0])
    name = "diagonal" if first == DIAGONAL else "phrase"
    if len(known) == 1:
        return say(f"links.{name}.alone", update=known[0])
    return say(f"links.{name}.first", update=known[0], later=known[1])


def rows(
    course: Sequence[Found], figures: Mapping[int, tuple[str, str]]
) -> list[list[str]]:
    """A header, then one row a moment; `figures` are loss and BLEU by update."""
    table = [say.row("links.columns")]
    for one in course:
        straight, turned = one.shares
        table.append(
            [
                written(one.update, ","),
                *figures[one.update],
                _share(one.in_order, one.all_in_order, straight),
                _share(one.crossing, one.all_crossing, turned),
            ]
        )
    return table


def _share(found: int, links: int, share: float) -> str:
    return say("links.share", found=found, all=links, share=percent(share))
