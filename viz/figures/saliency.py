"""What stands out in a picture, by brightness, colour and lines, and in all."""

from typing import Any

import numpy as np

from core.labs.saliency import Saliency
from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, axis
from viz.figures.figure import Figure
from viz.say.numbers import written

say = texts("labs/looking")
HEIGHT = 420
BY = ("intensity", "colour", "orientation", "whole")


def maps(found: Saliency, *, dark: bool = False) -> Figure:
    """Four maps, each from 0 to its own largest number; the last is made of three."""
    axes: dict[str, Any] = {}
    for at in range(len(BY)):
        panel, left, top = str(at + 1) if at else "", at % 2, 1 - at // 2
        across = [0.52 * left, 0.52 * left + 0.48]
        down = [0.54 * top, 0.54 * top + 0.42]
        axes[f"xaxis{panel}"] = _bare(domain=across, anchor=f"y{panel}")
        axes[f"yaxis{panel}"] = _bare(
            autorange="reversed",
            domain=down,
            constrain="domain",
            scaleanchor=f"x{panel}",
            anchor=f"x{panel}",
        )
    figure = Drawing(dark, HEIGHT, margin={"l": 4, "r": 4, "t": 28, "b": 4}, **axes)
    rows: list[list[str | float]] = [
        [say("maps.map"), say("maps.most"), say("maps.row"), say("maps.column")]
    ]
    for at, (name, one) in enumerate(zip(BY, found, strict=True)):
        panel, most = str(at + 1) if at else "", max(float(one.max()), 1e-9)
        figure.add_heatmap(
            one, figure.colours.weights, (0, most), says="%{z:.3f}", panel=panel
        )
        figure.add_annotation(
            text=say(f"maps.{name}"),
            x=(one.shape[1] - 1) / 2,
            xref=f"x{panel}",
            y=-0.8,
            yref=f"y{panel}",
            yanchor="bottom",
        )
        row, column = np.unravel_index(int(one.argmax()), one.shape)
        rows.append([say(f"maps.{name}"), most, int(row) + 1, int(column) + 1])
    caption = say("maps.caption", most=written(float(found.whole.max())))
    return Figure(figure.made(), caption, rows, say("maps.title"))


def _bare(**more: Any) -> dict[str, Any]:
    return axis(showticklabels=False, ticks="", **BARE, **more)
