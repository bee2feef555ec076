"""The gates of two streets beside each other, and one map before and after its gate."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from viz.content.texts import texts
from viz.figures.drawing import BARE, LEGEND, Drawing, Part, axis
from viz.figures.figure import Figure
from viz.say.numbers import written

say = texts("labs/pictures")
HEIGHT = 560


@dataclass(frozen=True, eq=False)
class Gated:
    """Averages, the narrow layer and gates of one picture; maps before and after."""

    averages: np.ndarray
    narrow: np.ndarray
    gates: np.ndarray
    maps: np.ndarray
    scaled: np.ndarray


def gates(
    here: Gated, other: Gated, named: str, channel: int, *, dark: bool = False
) -> Figure:
    """Bars of all gates of both; the map of one channel, and the same times its gate.

    Both maps have one scale, from 0 to the largest number of the map before its gate.
    """
    n = len(here.gates)
    figure = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        margin={"l": 4, "r": 4, "t": 34, "b": 4},
        barmode="group",
        bargap=0.25,
        xaxis=axis(
            say("gates.across"),
            dtick=1,
            tickangle=0,
            tickfont={"size": 13},
            anchor="y",
            **BARE,
        ),
        yaxis=axis(say("gates.down"), range=[0, 1.02], domain=[0.58, 1], anchor="x"),
        **{
            f"xaxis{panel}": _bare(domain=domain, anchor=f"y{panel}")
            for panel, domain in (("2", [0, 0.48]), ("3", [0.52, 1]))
        },
        **{
            f"yaxis{panel}": _bare(
                autorange="reversed",
                domain=[0, 0.38],
                constrain="domain",
                scaleanchor=f"x{panel}",
                anchor=f"x{panel}",
            )
            for panel in "23"
        },
    )
    numbers = list(range(1, n + 1))
    colours = figure.colours
    for name, one, colour in (
        (say("gates.this"), here, colours.beam),
        (named, other, colours.muted),
    ):
        figure.add_bar(
            x=numbers,
            y=one.gates,
            name=name,
            marker={"color": colour, "line": {"width": 0}},
            says=f"{name}<br>{say('gates.across')} %{{x}}: %{{y:.3f}}",
        )
    before, after = here.maps[channel], here.scaled[channel]
    most = max(float(before.max()), 1e-6)
    for panel, grid, title in (
        ("2", before, say("gates.before", channel=str(channel + 1))),
        ("3", after, say("gates.after", gate=written(float(here.gates[channel])))),
    ):
        figure.add_heatmap(
            grid, colours.weights, (0, most), says="%{z:.3f}", panel=panel
        )
        figure.add_annotation(
            text=title,
            x=(grid.shape[1] - 1) / 2,
            xref=f"x{panel}",
            y=-0.7,
            yref=f"y{panel}",
            yanchor="bottom",
        )
    apart = np.abs(here.gates - other.gates)
    caption = say(
        "gates.caption",
        sum=written(float(here.gates.sum())),
        n=n,
        channel=str(int(apart.argmax()) + 1),
        gate=written(float(here.gates[apart.argmax()])),
        other=written(float(other.gates[apart.argmax()])),
    )
    rows = [
        [say("gates.across"), say("gates.average"), say("gates.this"), named],
        *(
            [str(at + 1), float(here.averages[at]), float(here.gates[at]), float(gate)]
            for at, gate in enumerate(other.gates)
        ),
        [],
        [say("gates.narrow"), say("gates.this"), named],
        *(
            [str(at + 1), float(one), float(two)]
            for at, (one, two) in enumerate(zip(here.narrow, other.narrow, strict=True))
        ),
    ]
    return Figure(figure.made(), caption, rows, say("gates.title"))


def _bare(**more: Any) -> Part:
    return axis(showticklabels=False, ticks="", automargin=False, **BARE, **more)
