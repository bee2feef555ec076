"""The weights of many queries over the same points, as a matrix under the picture."""

import numpy as np

from viz.content.texts import texts
from viz.figures.drawing import axis, pen
from viz.figures.figure import Figure
from viz.figures.lit_points import Lit, caption
from viz.figures.pooling import points

say = texts("labs/pooling")
HEIGHT = 500


def matrix(
    lit: Lit,
    width: float,
    queries: np.ndarray,
    weights: np.ndarray,
    *,
    turned: bool,
    dark: bool,
) -> Figure:
    """The same with the `weights` of many queries: rows are queries, columns points.

    Cells reach half-way to their neighbours, so that a column lies under its point.
    `turned` puts the queries in columns. The query of the lamp is framed. What can be
    clicked, cells too, carries the query to go to as its first `customdata`.
    """
    figure = points(lit, dark, low=0.62)
    colours = figure.colours
    edges, steps = _edges(lit.x), _edges(queries)
    across, down, z = (steps, edges, weights.T) if turned else (edges, steps, weights)
    figure.add_heatmap(z, colours.weights, x=across, y=down, yaxis="y2", xgap=1, ygap=1)
    query, key = np.repeat(queries, len(lit.x)), np.tile(lit.x, len(queries))
    figure.add_targets(
        *((query, key) if turned else (key, query)),
        5,
        yaxis="y2",
        customdata=np.stack([query, weights.ravel()], 1).tolist(),
        says=say(
            "matrix.cell", query="%{customdata[0]}", weight="%{customdata[1]:.3f}"
        ),
    )
    row = int(np.abs(queries - lit.query).argmin())
    here, there = (steps[row], steps[row + 1]), (edges[0], edges[-1])
    x, y = (here, there) if turned else (there, here)
    figure.add_line(
        [x[0], x[1], x[1], x[0], x[0]],
        [y[0], y[0], y[1], y[1], y[0]],
        pen(colours.text, 2.5),
        yaxis="y2",
    )
    titles = [
        {"text": say("matrix.query"), "font": {"color": colours.query}},
        {"text": say("matrix.point"), "font": {"color": colours.key}},
    ]
    below, beside = titles if turned else reversed(titles)
    figure.update_layout(
        height=HEIGHT,
        xaxis={"title": below},
        yaxis2=axis(
            beside,
            domain=[0, 0.54],
            range=[10.6, -0.6],
            dtick=1,
            showgrid=False,
            **({} if turned else {"tickmode": "array", "tickvals": queries}),
        ),
    )
    rows = [
        [say("matrix.corner"), *lit.x.tolist()],
        *(
            [query, *row]
            for query, row in zip(queries.tolist(), weights.tolist(), strict=True)
        ),
    ]
    told = caption(lit, "matrix", width, turned=turned)
    return Figure(figure.made(), told, rows, say("nearness.title"))


def _edges(x: np.ndarray) -> np.ndarray:
    """Half-way between neighbours; the outer columns end as far beyond."""
    if len(x) == 1:
        return np.array([x[0] - 0.5, x[0] + 0.5])
    middle = (x[1:] + x[:-1]) / 2
    return np.concatenate([[2 * x[0] - middle[0]], middle, [2 * x[-1] - middle[-1]]])
