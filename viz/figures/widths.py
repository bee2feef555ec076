"""The width of a kernel as pictures: its loss, and its error with more points."""

import math
from collections.abc import Mapping, Sequence

from core.labs.costs import slope
from core.labs.pooling_convergence import Found
from core.labs.pooling_inputs import Learned
from viz.content.texts import texts
from viz.figures.curves import pen_of
from viz.figures.drawing import LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.numbers import written

say = texts("labs/pooling")
HEIGHT = 390
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 4)
INPUT_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20)
MANY = 400  # points, from which on the error is said to fall as a power


def losses(
    widths: Sequence[float],
    left_out: Sequence[float],
    training: Sequence[float],
    ways: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    *,
    dark: bool = False,
) -> Figure:
    """Two losses over the width, and on each the way that gradient descent took.

    `ways` are widths and losses, under the keys "left out" and "training".
    """
    figure = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(
            say("descent.across"),
            type="log",
            tickvals=TICKS,
            ticktext=[written(tick, "g") for tick in TICKS],
            zeroline=False,
        ),
        yaxis=axis(say("width.loss"), rangemode="tozero"),
    )
    colours = figure.colours
    curves = {"left out": left_out, "training": training}
    for place, (name, curve) in enumerate(curves.items(), 1):
        figure.add_line(
            widths,
            curve,
            {**pen_of(place, dark), "simplify": False},
            name=say(f"descent.columns.{name}"),
            says=say(
                "descent.point",
                curve=say(f"descent.curves.{name}"),
                width="%{x:.2f}",
                loss="%{y:.3f}",
            ),
        )
    for name, (at, loss) in ways.items():
        last = len(at) - 1
        figure.add_points(
            at,
            loss,
            {
                "size": [7] * last + [14],
                "opacity": 1,
                "color": colours.query if name == "left out" else colours.muted,
                "line": pen(colours.page, 1.5),
            },
            text=[""] * last + [f"<b>w = {written(at[-1])}</b>"],
            textposition="bottom left" if name == "left out" else "bottom right",
            textfont={"size": 17, "color": colours.text},
            showlegend=False,
            says=say("descent.step", step="%{pointNumber}", width="%{x:.3f}"),
            cliponaxis=False,
        )
    best = min(range(len(widths)), key=left_out.__getitem__)
    (learned, learned_losses), (greedy, _) = ways["left out"], ways["training"]
    caption = say(
        "descent.caption",
        steps=len(learned) - 1,
        width=written(learned[-1]),
        loss=written(learned_losses[-1], ".3f"),
        best=written(widths[best]),
        best_loss=written(left_out[best], ".3f"),
        greedy=written(greedy[-1]),
    )
    rows = [
        say.row("descent.columns"),
        *map(list, zip(widths, left_out, training, strict=True)),
    ]
    return Figure(figure.made(), caption, rows, say("descent.title"))


def two_inputs(found: Learned, *, dark: bool = False) -> Figure:
    """The width of each of two inputs after every step of gradient descent."""
    figure = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("inputs.across"), rangemode="tozero"),
        yaxis=axis(
            say("inputs.down"),
            type="log",
            tickvals=INPUT_TICKS,
            ticktext=[written(tick, "g") for tick in INPUT_TICKS],
        ),
    )
    count = list(range(len(found.widths)))
    for place, name in enumerate(("x", "noise"), 1):
        figure.add_line(
            count,
            [pair[place - 1] for pair in found.widths],
            pen_of(place, dark),
            dots=7,
            name=say(f"inputs.columns.{name}"),
            says=say("inputs.point", step="%{x}", width="%{y:.2f}"),
        )
    (first, noise), before = found.widths[-1], found.losses[0]
    caption = say(
        "inputs.caption" if len(count) > 1 else "inputs.start",
        steps=len(count) - 1,
        width=written(first),
        noise=written(noise),
        before=written(before, ".3f"),
        loss=written(found.losses[-1], ".3f"),
    )
    rows = [
        say.row("inputs.columns"),
        *(
            [step, *pair, loss]
            for step, pair, loss in zip(count, found.widths, found.losses, strict=True)
        ),
    ]
    return Figure(figure.made(), caption, rows, say("inputs.title"))


def errors(found: Found, *, dark: bool = False) -> Figure:
    """The error against the number of points, both axes by factors; a dotted floor."""
    n, floor = found.n, found.bias
    fixed = say("more_points.fixed", width=written(found.width, "g"))
    curves = {fixed: found.fixed, say("more_points.ruled"): found.ruled}
    figure = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("more_points.across"), type="log", tickvals=n),
        yaxis=axis(say("width.loss"), type="log", dtick=1, exponentformat="none"),
    )
    ink = figure.colours.query
    for place, (name, curve) in enumerate(curves.items(), 1):
        figure.add_line(
            n,
            curve,
            pen_of(place, dark),
            dots=8,
            name=name,
            says=say("more_points.point", points="%{x}", error="%{y:.5f}"),
        )
    figure.add_level(floor, pen(ink, 2, "dot"))
    figure.add_annotation(
        x=0,
        xref="paper",
        y=math.log10(floor),  # where an axis is logarithmic Plotly asks for the power
        text=say("more_points.bias", bias=written(floor, ".4f")),
        font={"color": ink, "size": 16},
        xanchor="left",
        yanchor="top",
    )
    late = [at for at, points in enumerate(n) if points >= MANY]
    power = slope([n[at] for at in late], [found.ruled[at] for at in late])
    caption = say(
        "more_points.caption",
        points=n[-1],
        width=written(found.width, "g"),
        fixed=written(found.fixed[-1], ".4f"),
        bias=written(floor, ".4f"),
        ruled=written(found.ruled[-1], ".4f"),
        many=MANY,
        power=written(power),
    )
    rows = [
        ["n", fixed, say("more_points.table")],
        *map(list, zip(n, found.fixed, found.ruled, strict=True)),
    ]
    return Figure(figure.made(), caption, rows, say("more_points.title"))
