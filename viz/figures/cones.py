"""How far a unit sees: words at the foot, layers above them, and the links between."""

from plotly import graph_objects as go

from core.labs import costs as core
from viz.say import theme

FEWEST, TALLEST = 3, 430


def reach(n: int, k: int, kind: str, *, dark: bool = False) -> go.Figure:
    """The links on which the last unit rests, drawn through all layers it needs.

    `kind` is "contiguous" or "dilated" (windows of k), "self-attention" or "recurrent"
    (links along the sentence). Units that it rests on are lit, the others are rings.
    """
    layers = links_of(n, k, kind)
    colours = theme.palette(dark)
    height = max(len(layers), 1)
    lit = {(0, place) for place in _starts(layers, n)}
    x: list[float | None] = []
    y: list[float | None] = []
    for level, links in enumerate(layers, 1):
        for start, to in links:
            x += [start, to, None]
            y += [level - (kind != "recurrent" or start == to), level, None]
            lit |= {(level, to)}
            if kind == "recurrent":
                lit |= {(level, start)}
    units = [(level, place) for level in range(height + 1) for place in range(n)]
    size = 13 if height <= 8 else max(4.0, 110 / height)
    figure = {
        "data": [
            {
                "type": "scatter",
                "mode": "lines",
                "x": x,
                "y": y,
                "line": {"width": 1.6, "color": colours.beam},
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "mode": "markers",
                "x": [place for _, place in units],
                "y": [level for level, _ in units],
                "marker": {
                    "size": size,
                    "color": [
                        colours.beam if unit in lit else colours.page for unit in units
                    ],
                    "line": {"width": 1.3, "color": colours.muted},
                },
                "customdata": [
                    f"word {place + 1}"
                    if not level
                    else f"layer {level}, word {place + 1}"
                    for level, place in units
                ],
                "hovertemplate": "%{customdata}<extra></extra>",
            },
        ],
        "layout": {
            "template": theme.plotly_template(dark),
            "height": min(TALLEST, 130 + 62 * max(height, FEWEST)),
            "showlegend": False,
            "dragmode": False,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": {
                "title": {"text": "words, in their order"},
                "range": [-0.7, n - 0.3],
                "showgrid": False,
                "zeroline": False,
                "showticklabels": False,
                "fixedrange": True,
            },
            "yaxis": {
                "title": {"text": "layer"},
                "range": [-0.4, height + 0.4],
                "dtick": 1 if height <= 12 else 5,
                "showgrid": False,
                "zeroline": False,
                "fixedrange": True,
                "automargin": True,
            },
        },
    }
    return go.Figure(figure, _validate=False)


def links_of(n: int, k: int, kind: str) -> list[list[tuple[int, int]]]:
    """Layer by layer the links (from, to) of the last unit's cone."""
    if kind == "self-attention":
        return [[(start, n - 1) for start in range(n)]] if n > 1 else []
    if kind == "recurrent":
        steps = [(place, place) for place in range(n)]
        return [[*steps, *((place, place + 1) for place in range(n - 1))]]
    return core.cone(n, k, kind)


def _starts(layers: list[list[tuple[int, int]]], n: int) -> set[int]:
    return {start for start, _ in layers[0]} if layers else {n - 1}
