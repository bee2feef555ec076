"""Query, key and value as pictures: roles in a plane, bars that move."""

from collections.abc import Mapping, Sequence
from typing import Any

from plotly import graph_objects as go

from viz.figures.curves import axis
from viz.figures.drawing import Drawing
from viz.figures.heatmap import plain
from viz.say import theme
from viz.say.numbers import written

Point = tuple[float, float]
ROLES = {  # how large each point is, and its shape: where they coincide, they nest
    "x": (34, "circle"),
    "q": (26, "circle"),
    "k": (18, "square"),
    "v": (10, "diamond"),
}
REACH = 5.0
HEIGHT = 400
BAR = 40


def plane(
    word: str,
    points: Mapping[str, Point],
    others: Mapping[str, Point],
    ways: Mapping[str, Sequence[Point]] | None = None,
    *,
    dark: bool,
) -> go.Figure:
    """One word's x and its q, k and v as points; the other words' x faintly.

    `ways` are where x and the others go while x is turned once around.
    """
    colours = theme.palette(dark)
    inks = {"x": "text", "q": "query", "k": "key", "v": "value"}
    figure = Drawing(theme.layout(dark, HEIGHT))
    for role, way in (ways or {}).items():
        figure.add_scatter(
            x=[x for x, _ in way],
            y=[y for _, y in way],
            mode="lines",
            line={"width": 1.5, "dash": "dot", "color": getattr(colours, inks[role])},
            opacity=0.7,
            hoverinfo="skip",
        )
    at: dict[Point, list[str]] = {}
    for name, point in others.items():
        at.setdefault(point, []).append(plain(name))
    figure.add_scatter(
        x=[x for x, _ in at],
        y=[y for _, y in at],
        mode="markers+text",
        text=[", ".join(names) for names in at.values()],
        textposition="top center",
        textfont={"family": theme.LANGUAGE, "size": 15, "color": colours.muted},
        marker={"size": 6, "color": colours.muted},
        hoverinfo="skip",
    )
    for role, (x, y) in points.items():
        size, symbol = ROLES[role]
        ink = getattr(colours, inks[role])
        name = f"{role} of {plain(word)}"
        figure.add_scatter(
            x=[0, x],
            y=[0, y],
            mode="lines+markers",
            line={"width": 2, "color": ink},
            marker={"size": [0, size], "symbol": symbol, "color": ink, "opacity": 1},
            hovertemplate=f"{name}: (%{{x:.1f}}, %{{y:.1f}})<extra></extra>",
        )
    placed: dict[Point, list[str]] = {}
    for role, point in points.items():
        placed.setdefault(point, []).append(role)
    for (x, y), roles in placed.items():
        ink = getattr(colours, inks[roles[0]]) if len(roles) == 1 else colours.text
        figure.add_annotation(
            x=x,
            y=y,
            text=f"<b>{' = '.join(roles)}</b>",
            showarrow=False,
            xshift=-12 if roles == ["v"] else 20,
            xanchor="right" if roles == ["v"] else "left",
            font={"family": theme.FORMULA, "size": 20, "color": ink},
        )
    frozen = {"fixedrange": True, "dtick": 1}
    figure.update_layout(
        margin={"l": 48, "r": 12, "t": 8, "b": 48},
        xaxis={**frozen, "range": [-REACH, REACH], "title": {"text": "first number"}},
        yaxis={
            **frozen,
            "title": {"text": "second number"},
            "scaleanchor": "x",
            "range": [-REACH * 0.9, REACH * 0.9],
        },
    )
    return figure.made()


def moved(
    weights: Mapping[str, tuple[float, float]],
    outputs: Mapping[str, tuple[float, float]],
    *,
    reach: float,
    dark: bool = False,
) -> go.Figure:
    """Weights and the numbers of an output, (before, now): bars, with ticks where
    they were. Outputs run from −`reach` to `reach`.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, 90 + BAR * max(len(weights), len(outputs))))
    _bars(figure, weights, colours.beam, colours, 3)
    _bars(figure, outputs, colours.value, colours, 3, "2")
    figure.update_layout(
        xaxis={**axis("weight", range=[0, 1.25]), "domain": [0, 0.46]},
        yaxis=_names(weights, colours.key),
        xaxis2={
            **axis("output", range=[-reach, reach * 1.4]),
            "domain": [0.56, 1],
            "zeroline": True,
        },
        yaxis2={**_names(outputs, colours.text), "anchor": "x2"},
    )
    return figure.made()


def looked(
    objects: Mapping[str, tuple[float, float]], *, dark: bool = False
) -> go.Figure:
    """Weights over objects, (without a query, now); a tick where no query left them."""
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, 60 + (BAR + 6) * len(objects)))
    _bars(figure, objects, colours.beam, colours, 3)
    figure.update_layout(
        xaxis=axis("weight", range=[0, 1.1]), yaxis=_names(objects, colours.key)
    )
    return figure.made()


def _bars(
    figure: Drawing,
    pairs: Mapping[str, tuple[float, float]],
    ink: str,
    colours: theme.Palette,
    digits: int,
    panel: str = "",
) -> None:
    """Lying bars of what is now, and a tick where each was before."""
    places = list(range(len(pairs)))
    before = [old for old, _ in pairs.values()]
    now = [new for _, new in pairs.values()]
    axes = {"xaxis": f"x{panel}", "yaxis": f"y{panel}"}
    figure.add_bar(
        orientation="h",
        x=now,
        y=places,
        width=0.55,
        marker={"color": ink},
        hoverinfo="skip",
        **axes,
    )
    figure.add_scatter(
        x=[max(old, new, 0) for old, new in pairs.values()],
        y=places,
        mode="text",
        text=[f"  {written(new, f'.{digits}f')}" for new in now],
        textposition="middle right",
        textfont={"size": 16, "color": colours.text},
        cliponaxis=False,
        hoverinfo="skip",
        **axes,
    )
    figure.add_scatter(
        x=before,
        y=places,
        mode="markers",
        marker={
            "symbol": "line-ns",
            "size": 30,
            "line": {"width": 3, "color": colours.text},
        },
        hovertemplate="before: %{x:.3f}<extra></extra>",
        **axes,
    )


def _names(pairs: Mapping[str, Any], ink: str) -> dict[str, Any]:
    return {
        "tickmode": "array",
        "tickvals": list(range(len(pairs))),
        "ticktext": [plain(name) for name in pairs],
        "tickfont": {"family": theme.LANGUAGE, "size": 16, "color": ink},
        "range": [len(pairs) - 0.4, -0.6],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "automargin": True,
    }
