"""Query, key and value as pictures: roles in a plane, bars that move."""

from collections.abc import Mapping, Sequence

from viz.content.texts import texts
from viz.figures.drawing import Drawing, axis, pen, plain, worded
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.captions import percent
from viz.say.lists import numbers
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
    # a range that may grow keeps what it grew to when the window changes
    frozen = {"automargin": False, "dtick": 1, "constrain": "domain"}
    figure = Drawing(
        dark,
        HEIGHT,
        margin={"l": 48, "r": 12, "t": 8, "b": 48},
        xaxis=axis(say("plane.across"), range=[-REACH, REACH], **frozen),
        yaxis=axis(
            say("plane.down"),
            scaleanchor="x",
            range=[-REACH * 0.9, REACH * 0.9],
            **frozen,
        ),
    )
    colours = figure.colours
    inks = {
        "x": colours.text,
        "q": colours.query,
        "k": colours.key,
        "v": colours.value,
    }
    for role, way in (ways or {}).items():
        x, y = zip(*way, strict=True)
        figure.add_line(x, y, pen(inks[role], 1.5, "dot"), opacity=0.7)
    shared = _placed(others)
    figure.add_points(
        [x for x, _ in shared],
        [y for _, y in shared],
        {"size": 6, "color": colours.muted},
        text=[", ".join(map(plain, names)) for names in shared.values()],
        textposition=["top center" if y > 0 else "bottom center" for _, y in shared],
        textfont={"family": theme.LANGUAGE, "size": 15, "color": colours.muted},
    )
    for role, (x, y) in points.items():
        size, symbol = ROLES[role]
        figure.add_scatter(
            x=[0, x],
            y=[0, y],
            mode="lines+markers",
            line=pen(inks[role], 2),
            marker={"size": [0, size], "symbol": symbol, "opacity": 1},
            says=say(
                "plane.point",
                role=role,
                word=plain(word),
                first="%{x:.1f}",
                second="%{y:.1f}",
            ),
        )
    for (x, y), roles in _placed(points).items():
        ink = inks[roles[0]] if len(roles) == 1 else colours.text
        figure.add_annotation(
            x=x,
            y=y,
            text=f"<b>{' = '.join(roles)}</b>",
            xshift=-12 if roles == ["v"] else 20,
            xanchor="right" if roles == ["v"] else "left",
            font={"family": theme.FORMULA, "size": 20, "color": ink},
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


def _placed(points: Mapping[str, Point]) -> dict[Point, list[str]]:
    """The names at each place."""
    found: dict[Point, list[str]] = {}
    for name, point in points.items():
        found.setdefault(point, []).append(name)
    return found


def coordinates(point: Sequence[float]) -> str:
    """ "(0.5, −1)": no more digits than it needs, at most two."""
    return f"({numbers(written(round(at, 2) + 0.0, 'g') for at in point)})"


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
    figure = Drawing(
        dark,
        90 + BAR * max(len(weights), len(outputs)),
        xaxis=axis(say("moved.weight"), range=[0, 1.25], domain=[0, 0.46]),
        xaxis2=axis(
            say("moved.output"),
            range=[-reach, reach * 1.4],
            domain=[0.56, 1],
            zeroline=True,
        ),
    )
    colours = figure.colours
    _bars(figure, weights, colours.beam, names=colours.key)
    _bars(figure, outputs, colours.value, names=colours.text, panel="2")
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
    return say("moved.caption.nothing", weights=numbers(shown))


def looked(
    objects: Mapping[str, Change], query: str = "", *, dark: bool = False
) -> Figure:
    """Weights over objects, (without a query, now); a tick where no query left them.

    `query` is what was asked for, if anything.
    """
    across = axis(say("objects.weight"), range=[0, 1.1])
    figure = Drawing(dark, 60 + (BAR + 6) * len(objects), xaxis=across)
    _bars(figure, objects, figure.colours.beam, names=figure.colours.key)
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
    *,
    names: str,
    panel: str = "",
) -> None:
    """Lying bars of what is now, a tick where each was before; `names` is their ink."""
    at = list(range(len(pairs)))
    before, now = zip(*pairs.values(), strict=True)
    text = figure.colours.text
    figure.add_bar(
        orientation="h", x=now, y=at, width=0.55, marker={"color": ink}, panel=panel
    )
    figure.add_scatter(
        x=[max(old, new, 0) for old, new in pairs.values()],
        y=at,
        mode="text",
        text=[f"  {written(new, '.3f')}" for new in now],
        textposition="middle right",
        textfont={"size": 16, "color": text},
        cliponaxis=False,
        panel=panel,
    )
    figure.add_points(
        before,
        at,
        {"symbol": "line-ns", "size": 30, "line": pen(text, 3)},
        says=say("bars.before", weight="%{x:.3f}"),
        panel=panel,
    )
    across = worded(
        list(pairs), names, range=[len(pairs) - 0.4, -0.6], anchor=f"x{panel}"
    )
    figure.update_layout(**{f"yaxis{panel}": across})
