"""What layers cost, as curves: operations, time and memory over words and width."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from plotly import graph_objects as go

from core.labs import costs as core
from viz.say import tables, theme

HEIGHT = 400
Number = int | float
Pen = tuple[str, str, Number]  # colour, dash, width
Line = tuple[str, Sequence[Number], Sequence[Number], Pen]
# Told apart by dash and width as well as by colour; attention carries the light.
PENS: Mapping[str, Pen] = {
    "recurrent": ("text", "solid", 2),
    "convolution": ("muted", "dash", 2.5),
    "self-attention": ("beam", "solid", 5),
    "restricted": ("beam", "dot", 3.5),
    "a whole layer": ("value", "dashdot", 2.5),
}
PANELS = (("n", "words n", 4096), ("d", "width d", 2048), ("k", "kernel k", 15))
TICKS = {"n": (8, 512), "d": (8, 512), "k": (2, 8, 14)}  # fit on a phone
LEGEND = {
    "orientation": "h",
    "x": 0,
    "y": 1.03,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}


def operations(n: int, d: int, k: int, *, dark: bool = False) -> go.Figure:
    """Three panels, over n, d and k, the other two as they are; dots at this n, d, k.

    Both axes are logarithmic and all panels share the vertical one, so that a slope is
    a power. Where recurrence and self-attention cross, at n = d, stands a line.
    """
    now = {"n": n, "d": d, "k": k}
    here = core.operations(n, d, k)
    data: list[dict] = []
    layout = _layout(dark)
    for at, (name, title, end) in enumerate(PANELS):
        steps = _steps(end) if name != "k" else list(range(1, end + 1))
        panel = str(at + 1) if at else ""
        for kind in core.KINDS:
            counts = [core.operations(**{**now, name: x})[kind] for x in steps]
            data += _line((kind, steps, counts, PENS[kind]), dark, panel, at == 0)
        pens = [PENS[kind] for kind in core.KINDS]
        data.append(_dots(now[name], list(here.values()), pens, dark, panel))
        layout[f"xaxis{panel}"] = {
            **_axis(title),
            "domain": [at * 0.35, at * 0.35 + 0.3],
            "type": "linear" if name == "k" else "log",
            "tickvals": TICKS[name],
            "tickangle": 0,
            "range": [0.5, end + 0.5] if name == "k" else [-0.1, math.log10(end) + 0.1],
        }
        layout[f"yaxis{panel}"] = {
            **_axis("operations" if at == 0 else ""),
            "type": "log",
            "dtick": 3,
            "exponentformat": "SI",
            "matches": "y" if at else None,
            "anchor": f"x{panel}",
            "showticklabels": at == 0,
        }
    layout["shapes"] = [_upright(d, dark)]
    layout["annotations"] = [_name(d, "n = d", 0.02, dark)]
    return go.Figure({"data": data, "layout": layout}, _validate=False)


def whole_layer(n: int, d: int, *, dark: bool = False) -> go.Figure:
    """The two parts of a whole layer over n, which meet at 6 d; and where n = d."""
    steps = _steps(12_288)
    parts = [core.whole_layer(x, d) for x in steps]
    names = list(parts[0])
    pens = (PENS["recurrent"], PENS["self-attention"])
    figure = _curves(
        [
            (name, steps, [part[name] for part in parts], pen)
            for name, pen in zip(names, pens, strict=True)
        ],
        "operations of a layer",
        dark,
    )
    here = core.whole_layer(n, d)
    for name, pen in zip(names, pens, strict=True):
        figure["data"].append(_dot(n, here[name], pen, dark))
    figure["layout"]["shapes"] = [_upright(d, dark), _upright(6 * d, dark)]
    figure["layout"]["annotations"] = [
        _name(d, f"n = d = {d:,}", 0.02, dark),
        _name(6 * d, f"n = 6 d = {6 * d:,}", 0.12, dark),
    ]
    return go.Figure(figure, _validate=False)


def times(
    sizes: Sequence[int],
    taken: Mapping[str, tuple[Sequence[Number], float]],
    *,
    dark: bool = False,
) -> go.Figure:
    """Milliseconds over n, measured, one line a kind with its fitted slope."""
    lines: list[Line] = [
        (f"{kind}: slope {slope:.1f}", sizes, milliseconds, PENS[kind])
        for kind, (milliseconds, slope) in taken.items()
    ]
    figure = _curves(lines, "milliseconds", dark)
    figure["layout"]["yaxis"]["exponentformat"] = "none"
    for line in figure["data"]:
        line["mode"] = "lines+markers"
    return go.Figure(figure, _validate=False)


def time_rows(
    sizes: Sequence[int], taken: Mapping[str, tuple[Sequence[Number], float]]
) -> list[list[tables.Cell]]:
    """A row a sentence: its words, then the milliseconds of every kind."""
    columns = [milliseconds for milliseconds, _ in taken.values()]
    return [
        ["words", *taken],
        *([n, *row] for n, *row in zip(sizes, *columns, strict=True)),
    ]


def memory(n: int, d: int, heads: int, *, dark: bool = False) -> go.Figure:
    """Bytes of the attention matrices of a layer, and of queries, keys and values."""
    steps = _steps(12_288)
    matrices, vectors = (
        [core.matrix_bytes(x, heads) for x in steps],
        [core.vector_bytes(x, d) for x in steps],
    )
    figure = _curves(
        [
            ("queries, keys, values", steps, vectors, PENS["recurrent"]),
            ("attention matrices", steps, matrices, PENS["self-attention"]),
        ],
        "bytes",
        dark,
    )
    figure["data"] += [
        _dot(n, core.vector_bytes(n, d), PENS["recurrent"], dark),
        _dot(n, core.matrix_bytes(n, heads), PENS["self-attention"], dark),
    ]
    return go.Figure(figure, _validate=False)


# --- parts of a figure ---------------------------------------------------------------


def _curves(lines: Sequence[Line], title: str, dark: bool) -> dict[str, Any]:
    layout = _layout(dark)
    layout["xaxis"] = {**_axis("words n"), "type": "log", "dtick": 1}
    layout["yaxis"] = {
        **_axis(title),
        "type": "log",
        "exponentformat": "SI",
        "dtick": 1,
    }
    data = [trace for line in lines for trace in _line(line, dark, "", True)]
    return {"data": data, "layout": layout}


def _line(line: Line, dark: bool, panel: str, named: bool) -> list[dict]:
    name, x, y, (ink, dash, width) = line
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": name,
            "legendgroup": name,
            "showlegend": named,
            "x": list(x),
            "y": list(y),
            "xaxis": f"x{panel}",
            "yaxis": f"y{panel}",
            "line": {
                "color": getattr(theme.palette(dark), ink),
                "dash": dash,
                "width": width,
            },
            "hovertemplate": f"{name}, %{{x:,}}: %{{y:.3~s}}<extra></extra>",
        }
    ]


def _dot(x: int, y: int, pen: Pen, dark: bool) -> dict:
    return _dots(x, [y], [pen], dark, "")


def _dots(
    x: int, counts: Sequence[int], pens: Sequence[Pen], dark: bool, panel: str
) -> dict:
    """Where each curve is now, above one place of an axis: one trace a panel."""
    colours = theme.palette(dark)
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [x] * len(counts),
        "y": list(counts),
        "xaxis": f"x{panel}",
        "yaxis": f"y{panel}",
        "showlegend": False,
        "hoverinfo": "skip",
        "marker": {
            "size": 11,
            "color": [getattr(colours, pen[0]) for pen in pens],
            "line": {"width": 2, "color": colours.page},
        },
    }


def _upright(x: int, dark: bool) -> dict:
    line = {"width": 1.5, "dash": "dot", "color": theme.palette(dark).muted}
    return {
        "type": "line",
        "x0": x,
        "x1": x,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "line": line,
    }


def _name(x: int, text: str, height: float, dark: bool) -> dict:
    """The name of an upright line; a logarithmic axis wants the logarithm."""
    return {
        "x": math.log10(x),
        "y": height,
        "yref": "paper",
        "text": text,
        "showarrow": False,
        "xanchor": "left",
        "xshift": 5,
        "font": {"size": 14, "color": theme.palette(dark).muted},
    }


def _steps(end: int) -> list[int]:
    return [2**p for p in range(end.bit_length()) if 2**p <= end]


def _axis(title: str) -> dict[str, Any]:
    return {
        "title": {"text": title},
        "fixedrange": True,
        "automargin": True,
        "zeroline": False,
    }


def _layout(dark: bool) -> dict[str, Any]:
    return {
        "template": theme.plotly_template(dark),
        "height": HEIGHT,
        "dragmode": False,
        "showlegend": True,
        "legend": LEGEND,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    }
