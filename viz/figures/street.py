"""The picture of a street under a light, and what is carried home from it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from viz.content.texts import texts
from viz.figures.drawing import BARE, Drawing, Part, Span, axis, pen
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.numbers import written

say = texts("labs/pooling")
HEIGHT = 470
CROWN = (
    "M 1 2.5 C -0.3 2.7 -1.1 1.2 0.2 0.9 C 0.3 0.3 1.7 0.3 1.8 0.9 "
    "C 3.1 1.2 2.3 2.7 1 2.5"
)
TRUNK = "M 0.85 2.5 L 0.85 3.4 L 1.15 3.4 L 1.15 2.5"
CAR = (
    "M 2.55 4.3 L 2.55 3.75 L 3.5 3.6 L 4 2.75 L 5.1 2.75 L 5.6 3.6 L 6.45 3.7 "
    "L 6.45 4.3 Z M 3.75 3.55 L 4.1 2.95 L 4.5 2.95 L 4.5 3.55 Z "
    "M 4.7 3.55 L 4.7 2.95 L 5 2.95 L 5.3 3.55 Z"
)
POST = "M 6 1.42 L 6 3.35"
GROUND = "M -0.5 2.5 L 7.5 2.5 M -0.5 3.5 L 2.5 3.5 M 6.5 3.5 L 7.5 3.5"
DASHES = "M 0 5 L 1 5 M 2.2 5 L 3.2 5 M 4.4 5 L 5.4 5 M 6.6 5 L 7.5 5"
SIGN = "M " + " L ".join(
    f"{6 + 0.42 * math.cos(turn):.3f} {1 + 0.42 * math.sin(turn):.3f}"
    for turn in (math.pi * (2 * corner + 1) / 8 for corner in range(8))
)


@dataclass(frozen=True, eq=False)
class Light:
    """How bright each cell is, row by row, what comes home of each feature, and both
    in words.

    Light that is `shared` adds up to 1 over the cells.
    """

    cells: np.ndarray
    home: Sequence[float]
    brightness: str
    brought: str
    caption: str
    title: str
    shared: bool = True


def street(
    light: Light,
    things: Sequence[str],
    features: Sequence[str],
    *,
    spot: tuple[int, int] | None = None,
    dark: bool = False,
) -> Figure:
    """Each cell as bright as its light, and below a bar for each feature.

    Light that is `shared` is coloured by its square root, so that it still shows where
    it is spread thin; hover says the number. `spot` is the row and column that is
    looked at.
    """
    rows, columns = light.cells.shape
    places = [(row, column) for row in range(rows) for column in range(columns)]
    bright = light.cells.ravel().tolist()
    figure = Drawing(
        dark,
        HEIGHT,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=_bare((-0.5, columns - 0.5), anchor="y"),
        yaxis=_bare((rows - 0.5, -0.5), domain=[0.46, 1], scaleanchor="x"),
        xaxis2=axis(
            light.brought, anchor="y2", range=[0, 1.15], dtick=0.5, zeroline=False
        ),
        yaxis2=axis(
            anchor="x2",
            domain=[0, 0.34],
            autorange="reversed",
            showgrid=False,
            tickfont={"size": 14},
        ),
        shapes=_drawn(theme.palette(dark), spot),
    )
    figure.add_heatmap(
        np.sqrt(light.cells) if light.shared else light.cells,
        figure.colours.weights,
        xgap=1,
        ygap=1,
    )
    figure.add_targets(
        [column for _, column in places],
        [row for row, _ in places],
        30,
        text=[
            say(
                "street.point",
                thing=thing,
                brightness=light.brightness,
                value=written(value, ".3f"),
            )
            for thing, value in zip(things, bright, strict=True)
        ],
        says="%{text}",
    )
    figure.add_bar(
        x=light.home,
        y=features,
        orientation="h",
        panel="2",
        width=0.6,
        marker={"color": figure.colours.value, "line": {"width": 0}},
        text=[written(value) for value in light.home],
        textposition="outside",
        textfont={"size": 14},
        constraintext="none",
        cliponaxis=False,
    )
    table = [
        [*say.row("street.columns"), light.brightness],
        *(
            [thing, row + 1, column + 1, value]
            for thing, (row, column), value in zip(things, places, bright, strict=True)
        ),
        [],
        [say("street.feature"), light.brought],
        *map(list, zip(features, light.home, strict=True)),
    ]
    return Figure(figure.made(), light.caption, table, light.title)


def _bare(span: Span, **more: Any) -> Part:
    return axis(
        range=span,
        showticklabels=False,
        ticks="",
        automargin=False,
        constrain="domain",
        **BARE,
        **more,
    )


def _drawn(colours: theme.Palette, spot: tuple[int, int] | None) -> list[Part]:
    """The street in lines, over its light; the cell that is looked at has a ring.

    Every line lies on a wider, paler one, so that it is seen on dark cells too.
    """
    ink, thin = pen(colours.text, 2), pen(colours.muted, 1.5)
    paths = ((GROUND, thin), (DASHES, thin), (TRUNK, ink), (CROWN, ink))
    paths += ((POST, ink), (SIGN + " Z", ink), (CAR, ink))
    lines: list[tuple[Part, Part]]
    lines = [({"type": "path", "path": path}, line) for path, line in paths]
    for x in (3.0, 6.0):
        wheel = {"x0": x - 0.3, "x1": x + 0.3, "y0": 4.05, "y1": 4.65}
        lines.append(({"type": "circle", **wheel}, ink))
    halo = {"line": pen(colours.page, 5), "opacity": 0.8}
    shapes = [{**shape, **halo} for shape, _ in lines]
    shapes += [{**shape, "line": line} for shape, line in lines]
    if spot is not None:
        row, column = spot
        ring = {"x0": column - 0.46, "x1": column + 0.46}
        ring |= {"y0": row - 0.46, "y1": row + 0.46}
        shapes.append({"type": "circle", **ring, "line": pen(colours.query, 4)})
    return shapes
