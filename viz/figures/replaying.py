"""Which links a model finds while it is trained: those in order, those that cross."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plotly import graph_objects as go

from viz.figures import curves
from viz.say import theme
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.analysis.alignment_links import Aligned
    from core.trace import AttentionMap

HEIGHT = 380


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
    """Which came first: 0 the links in order, 1 those that cross; None: undecided."""
    straight, turned = half(course)
    if straight == turned:
        return None
    if straight is None or turned is None:
        return int(straight is None)
    return int(turned < straight)


def answered(course: Sequence[Found]) -> str:
    """Which came first, by the update from which on half of the links are found."""
    straight, turned = half(course)
    if straight is None and turned is None:
        return "Neither is there by the last moment: less than half of either is found."
    if straight == turned == course[0].update:
        return (
            f"These moments begin too late to tell: at the first of them, update "
            f"{straight:,}, half of either is found already."
        )
    if straight == turned:
        return (
            f"Both at once, as far as these moments tell: half of each is found from "
            f"update {straight:,} on."
        )
    names = ("The diagonal", "The reordered phrase")
    links = ("the links in order", "those that cross")
    first = int(earlier(course) or 0)
    when = (straight, turned)
    late = when[1 - first]
    then = "never in these moments" if late is None else f"from update {late:,} on"
    return (
        f"{names[first]}: half of {links[first]} are found from update "
        f"{when[first]:,} on, half of {links[1 - first]} {then}."
    )


def shares(course: Sequence[Found], place: int, *, dark: bool = False) -> go.Figure:
    """The share of either kind at every moment, with the shown one (from 0) marked.

    Moments stand at equal distances: they are about even in the logarithm of the
    update.
    """
    colours = theme.palette(dark)
    moments = list(range(len(course)))
    figure = go.Figure(
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "showlegend": True,
            "legend": curves.LEGEND,
            "dragmode": False,
            "hovermode": "closest",
            "margin": {"l": 8, "r": 16, "t": 8, "b": 8},
            "xaxis": curves.axis(
                "update",
                tickmode="array",
                tickvals=moments,
                ticktext=[f"{one.update:,}" for one in course],
                range=[-0.3, len(course) - 0.7],
                tickangle=-40,  # leaning to the right, the last would be left out
            ),
            "yaxis": curves.axis("links found", range=[-0.03, 1.03], tickformat=".0%"),
        }
    )
    for kind, (name, ink, width, dash) in enumerate(
        (
            ("in order", colours.text, 3, "solid"),
            ("crossing", colours.beam, 3, "dot"),
        )
    ):
        figure.add_trace(
            go.Scatter(
                x=moments,
                y=[one.shares[kind] for one in course],
                name=name,
                mode="lines+markers",
                line={"color": ink, "width": width, "dash": dash},
                marker={"size": 7, "color": ink},
                text=[
                    f"update {one.update:,}: {percent(one.shares[kind])} {name}"
                    for one in course
                ],
                hovertemplate="%{text}<extra></extra>",
                cliponaxis=False,
            )
        )
    figure.add_hline(y=0.5, line={"width": 1, "color": colours.muted, "dash": "dash"})
    figure.add_vline(x=place, line={"width": 2, "color": colours.muted})
    return figure


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
