"""The picture of a street under a light, and what is carried home from it."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from plotly import graph_objects as go

from viz.figures.curves import axis
from viz.say import theme

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


def street(
    light: np.ndarray,
    things: Sequence[str],
    features: Sequence[str],
    home: Sequence[float],
    *,
    told: str,
    brought: str,
    shared: bool = True,
    spot: tuple[int, int] | None = None,
    dark: bool = False,
) -> go.Figure:
    """Each cell as bright as its light, and below a bar for each feature.

    Light that is `shared` is coloured by its square root, so that it still shows where
    it is spread thin; hover says the number, which is a `told`. The bars are what is
    `brought` home. `spot` is the row and column that is looked at.
    """
    colours = theme.palette(dark)
    rows, columns = light.shape
    figure = go.Figure(
        [
            go.Heatmap(
                z=np.sqrt(light) if shared else light,
                zmin=0,
                zmax=1,
                colorscale=theme.colorscale(colours.weights),
                showscale=False,
                xgap=1,
                ygap=1,
                hoverinfo="skip",
            ),
            go.Scatter(
                x=np.tile(np.arange(columns), rows),
                y=np.repeat(np.arange(rows), columns),
                mode="markers",
                marker={"symbol": "square", "size": 30, "opacity": 0},
                selected={"marker": {"opacity": 0}},
                unselected={"marker": {"opacity": 0}},
                text=[
                    f"{thing}: {told} {value:.3f}"
                    for thing, value in zip(things, light.ravel(), strict=True)
                ],
                hovertemplate="%{text}<extra></extra>",
            ),
            go.Bar(
                x=list(home),
                y=list(features),
                orientation="h",
                xaxis="x2",
                yaxis="y2",
                width=0.6,
                marker={"color": colours.value, "line": {"width": 0}},
                text=[f"{value:.2f}" for value in home],
                textposition="outside",
                textfont={"size": 14},
                constraintext="none",
                cliponaxis=False,
                hoverinfo="skip",
            ),
        ],
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
            "xaxis": {
                **_bare([-0.5, columns - 0.5]),
                "constrain": "domain",
                "anchor": "y",
            },
            "yaxis": {
                **_bare([rows - 0.5, -0.5]),
                "domain": [0.46, 1],
                "scaleanchor": "x",
                "constrain": "domain",
            },
            "xaxis2": axis(
                brought, anchor="y2", range=[0, 1.15], dtick=0.5, zeroline=False
            ),
            "yaxis2": {
                **axis("", anchor="x2", domain=[0, 0.34], autorange="reversed"),
                "showgrid": False,
                "tickfont": {"size": 14},
            },
            "shapes": _drawn(colours, spot),
        },
    )
    return figure


def _bare(span: list[float]) -> dict[str, Any]:
    return {
        "range": span,
        "showgrid": False,
        "zeroline": False,
        "showticklabels": False,
        "fixedrange": True,
        "ticks": "",
    }


def _drawn(
    colours: theme.Palette, spot: tuple[int, int] | None
) -> list[dict[str, Any]]:
    """The street in lines, over its light; the cell that is looked at has a ring.

    Every line lies on a wider, paler one, so that it is seen on dark cells too.
    """
    ink = {"color": colours.text, "width": 2}
    thin = {"color": colours.muted, "width": 1.5}
    paths = ((GROUND, thin), (DASHES, thin), (TRUNK, ink), (CROWN, ink))
    paths += ((POST, ink), (SIGN + " Z", ink), (CAR, ink))
    lines: list[tuple[dict[str, Any], dict[str, Any]]]
    lines = [({"type": "path", "path": path}, line) for path, line in paths]
    for x in (3.0, 6.0):
        wheel = {"x0": x - 0.3, "x1": x + 0.3, "y0": 4.05, "y1": 4.65}
        lines.append(({"type": "circle", **wheel}, ink))
    halo = {"color": colours.page, "width": 5}
    shapes = [
        {**shape, "line": line, "opacity": opacity}
        for hidden, opacity in ((True, 0.8), (False, 1.0))
        for shape, line in ((s, halo if hidden else own) for s, own in lines)
    ]
    if spot is not None:
        row, column = spot
        ring = {"x0": column - 0.46, "x1": column + 0.46}
        ring |= {"y0": row - 0.46, "y1": row + 0.46}
        line = {"color": colours.query, "width": 4}
        shapes.append({"type": "circle", **ring, "line": line})
    return shapes
