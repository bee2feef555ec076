"""Query, key and value as pictures: roles in a plane, bars that move."""

from collections.abc import Mapping, Sequence
from typing import Any

from viz.content.texts import texts
from viz.figures.curves import axis
from viz.figures.drawing import Drawing, hover
from viz.figures.figure import Figure
from viz.figures.heatmap import plain
from viz.say import theme
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/query-key-value")
Point = tuple[float, float]
Change = tuple[float, float]
"""A number before, and now."""

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
) -> Figure:
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
        point = say(
            "plane.point",
            role=role,
            word=plain(word),
            first="%{x:.1f}",
            second="%{y:.1f}",
        )
        figure.add_scatter(
            x=[0, x],
            y=[0, y],
            mode="lines+markers",
            line={"width": 2, "color": ink},
            marker={"size": [0, size], "symbol": symbol, "color": ink, "opacity": 1},
            hovertemplate=hover(point),
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
        xaxis={
            **frozen,
            "range": [-REACH, REACH],
            "title": {"text": say("plane.across")},
        },
        yaxis={
            **frozen,
            "title": {"text": say("plane.down")},
            "scaleanchor": "x",
            "range": [-REACH * 0.9, REACH * 0.9],
        },
    )
    told = (
        say("plane.role", role=role, point=coordinates(point))
        for role, point in points.items()
    )
    return Figure(
        figure.made(),
        say("plane.caption", word=word, roles=", ".join(told)),
        [
            ["", *say.row("plane.columns")],
            *([role, *at] for role, at in points.items()),
        ],
        say("plane.title", word=word),
    )


def coordinates(point: Sequence[float]) -> str:
    """ "(0.5, −1)": no more digits than it needs, at most two."""
    return f"({', '.join(written(round(at, 2) + 0.0, 'g') for at in point)})"


def moved(
    weights: Mapping[str, Change],
    outputs: Mapping[str, Change],
    *,
    reach: float,
    dark: bool = False,
) -> Figure:
    """Weights and the numbers of an output, (before, now): bars, with ticks where
    they were. Outputs run from −`reach` to `reach`.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, 90 + BAR * max(len(weights), len(outputs))))
    _bars(figure, weights, colours.beam, colours, 3)
    _bars(figure, outputs, colours.value, colours, 3, "2")
    figure.update_layout(
        xaxis={**axis(say("moved.weight"), range=[0, 1.25]), "domain": [0, 0.46]},
        yaxis=_names(weights, colours.key),
        xaxis2={
            **axis(say("moved.output"), range=[-reach, reach * 1.4]),
            "domain": [0.56, 1],
            "zeroline": True,
        },
        yaxis2={**_names(outputs, colours.text), "anchor": "x2"},
    )
    rows = [
        ["", *say.row("moved.columns")],
        *([name, *pair] for name, pair in weights.items()),
        *([say("moved.number", number=name), *pair] for name, pair in outputs.items()),
    ]
    return Figure(figure.made(), _moves(weights, outputs), rows, say("moved.title"))


def _moves(weights: Mapping[str, Change], outputs: Mapping[str, Change]) -> str:
    """Which of the two stands still, and by how much the other went."""
    key, (weight_before, weight) = next(iter(weights.items()))
    if any(before != now for before, now in weights.values()):
        return say(
            "moved.caption.key",
            key=key,
            before=written(weight_before, ".3f"),
            now=written(weight, ".3f"),
        )
    if any(before != now for before, now in outputs.values()):
        before, now = next(iter(outputs.values()))
        return say(
            "moved.caption.value",
            weight=written(weight, ".3f"),
            change=written(now - before, "+.3f"),
        )
    shown = (written(now, ".3f") for _, now in weights.values())
    return say("moved.caption.nothing", weights=", ".join(shown))


def looked(
    objects: Mapping[str, Change], query: str = "", *, dark: bool = False
) -> Figure:
    """Weights over objects, (without a query, now); a tick where no query left them.

    `query` is what was asked for, if anything.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, 60 + (BAR + 6) * len(objects)))
    _bars(figure, objects, colours.beam, colours, 3)
    figure.update_layout(
        xaxis=axis(say("objects.weight"), range=[0, 1.1]),
        yaxis=_names(objects, colours.key),
    )
    best = max(objects, key=lambda name: objects[name][1])
    caption = say(
        f"objects.caption.{'asked' if query else 'unasked'}",
        object=best,
        share=percent(objects[best][1]),
    )
    nobody = say("objects.queries.none")
    rows = [
        [say("objects.object"), nobody, query or nobody],
        *([name, *pair] for name, pair in objects.items()),
    ]
    return Figure(figure.made(), caption, rows, say("objects.title"))


def _bars(
    figure: Drawing,
    pairs: Mapping[str, Change],
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
        hovertemplate=hover(say("bars.before", weight="%{x:.3f}")),
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
