"""How far back a pair is recalled, and what that takes: two trained networks."""

import math
from collections.abc import Sequence
from itertools import pairwise

from core.labs.recall import Found
from viz.content.texts import texts
from viz.figures.cost_curves import PENS, CostCurves
from viz.figures.drawing import LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.amounts import in_memory
from viz.say.captions import percent
from viz.say.numbers import written

HEIGHT = 380
DRAWN = {"state": "recurrent", "look": "self-attention"}
"""Which pen of the costs each network has."""
NEAR = 10  # steps ago: what the caption tells beside the most distant pair

say = texts("labs/costs")


def by_distance(found: Found, *, dark: bool = False) -> Figure:
    """Right answers over the steps since, logarithmic; chance is dashed.

    A line stands where the lists in training ended. The range is 0 to 1.
    """
    names = say.all("recall.networks")
    powers = [10**power for power in range(len(str(found.distances[-1])))]
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(
            say("recall.distance"),
            type="log",
            range=[-0.08, math.log10(found.distances[-1]) + 0.08],
            tickvals=powers,
            ticktext=[written(distance, ",") for distance in powers],
            tickangle=0,
            zeroline=False,
        ),
        yaxis=axis(say("recall.right"), range=[0, 1.03], tickformat=".0%"),
    )
    for network in found.networks:
        ink, width, dash = PENS[DRAWN[network.kind]]
        drawing.add_line(
            found.distances,
            network.accuracy,
            pen(getattr(drawing.colours, ink), width, dash),
            dots=8,
            name=names[network.kind],
            says=say(
                "recall.point",
                network=names[network.kind],
                distance="%{x:,}",
                right="%{y:.1%}",
            ),
            cliponaxis=False,
        )
    muted = drawing.colours.muted
    drawing.add_line(
        [found.distances[0], found.distances[-1]],
        [found.chance] * 2,
        pen(muted, 2, "dash"),
        name=say("recall.chance"),
        says=say("recall.chance"),
    )
    drawing.add_upright(found.trained, pen(muted, 1.5, "dot"))
    drawing.add_annotation(
        x=math.log10(found.trained),
        y=0.82,
        text=say("recall.trained", pairs=found.trained),
        xanchor="right",
        xshift=-5,
        font={"size": 14, "color": muted},
    )
    return Figure(
        drawing.made(), _recalled(found), _rows(found, names), say("recall.title")
    )


def _recalled(found: Found) -> str:
    """The caption: both networks near by and at the end of the list."""
    told = {}
    near = found.distances.index(NEAR)
    for network in found.networks:
        told[f"{network.kind}_near"] = percent(network.accuracy[near])
        told[f"{network.kind}_far"] = percent(network.accuracy[-1])
        told[f"{network.kind}_known"] = written(max(network.known, 0.0), ",.1f")
        told[f"{network.kind}_first"] = percent(network.first)
        told[f"{network.kind}_size"] = network.parameters
    return say(
        "recall.caption",
        near=NEAR,
        far=found.distances[-1],
        chance=percent(found.chance),
        pairs=found.pairs,
        trained=found.trained,
        lists=found.tested,
        **told,
    )


def _rows(found: Found, names: dict[str, str]) -> list[list[str | int | float]]:
    kinds = [names[network.kind] for network in found.networks]
    columns = [network.accuracy for network in found.networks]
    lines = zip(found.distances, *columns, strict=True)
    return [
        [say("recall.distance"), *kinds, say("recall.chance")],
        *([*line, found.chance] for line in lines),
    ]


def doubling(found: Found, *, dark: bool = False) -> Figure:
    """Counted bytes of a pass over n pairs, and of its attention weights alone."""
    names = say.all("doubling.curves")
    counted = _counted(found)
    drawing = CostCurves(dark)
    for (kind, taken), drawn in zip(
        counted.items(), (*DRAWN.values(), "restricted"), strict=True
    ):
        drawing.add_curve(drawn, names[kind], found.lengths, taken, dots=6)
    drawing.update_axes(say("doubling.pairs"), say("memory.axis"))
    drawing.update_layout(
        xaxis={
            "dtick": None,
            "tickvals": list(found.lengths),
            "ticktext": [written(n, ",") for n in found.lengths],
        }
    )
    times = {kind: times_as_much(taken) for kind, taken in counted.items()}
    last = {kind: written(ratios[-1], ".2f") for kind, ratios in times.items()}
    held = {network.kind: in_memory(network.held[-1]) for network in found.networks}
    caption = say(
        "doubling.caption",
        before=found.lengths[-2],
        after=found.lengths[-1],
        **last,
        state_held=held["state"],
        look_held=held["look"],
    )
    rows: list[list[str | int | float]] = [[say("doubling.pairs"), *_columns(names)]]
    for at, n in enumerate(found.lengths):
        row: list[str | int | float] = [n]
        for kind, taken in counted.items():
            row += [taken[at], round(times[kind][at - 1], 2) if at else ""]
        rows.append(row)
    return Figure(drawing.made(), caption, rows, say("doubling.title"))


def times_as_much(taken: Sequence[int]) -> list[float]:
    """How many times as much each takes as the one before."""
    return [after / before for before, after in pairwise(taken)]


def _counted(found: Found) -> dict[str, tuple[int, ...]]:
    """Bytes by what takes them: both passes, then the weights of the second alone."""
    passes = {network.kind: network.kept for network in found.networks}
    return {**passes, "weights": found.weights}


def _columns(names: dict[str, str]) -> list[str]:
    return [
        column
        for name in names.values()
        for column in (name, say("doubling.times", what=name))
    ]
