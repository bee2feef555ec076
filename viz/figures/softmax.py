"""Two vectors with the angle between them, and two scores on the curve of e^x."""

import math
from collections.abc import Sequence

from core.labs.softmax import Dot
from viz.content.texts import texts
from viz.figures.bars import bars
from viz.figures.drawing import Drawing, Part, axis, pen
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.lists import called
from viz.say.numbers import written

say = texts("labs/softmax")

REACH = 3.4  # of the plane, in both directions
LOW, HIGH, POINTS = -3.0, 3.0, 121
ARC = 0.6
HIDDEN = "?"


def vectors(
    a: Sequence[float], b: Sequence[float], found: Dot, *, dark: bool = False
) -> Figure:
    """a and b as arrows from 0, the angle between them, and their dot product."""
    grid: Part = {"dtick": 1, "zeroline": True}
    figure = Drawing(
        dark,
        460,
        xaxis=axis(range=[-REACH, REACH], **grid),
        yaxis=axis(range=[-REACH, REACH], scaleanchor="x", **grid),
    )
    colours = figure.colours
    if found.angle is not None:
        _arc(figure, a, b, found.angle)
    for name, (x, y), ink in (("a", a, colours.query), ("b", b, colours.key)):
        figure.add_annotation(
            x=x,
            y=y,
            ax=0,
            ay=0,
            axref="x",
            ayref="y",
            showarrow=True,
            arrowhead=2,
            arrowwidth=4,
            arrowcolor=ink,
            text="",
        )
        figure.add_scatter(
            x=[x],
            y=[y],
            mode="markers+text",
            marker={"size": 4, "color": ink},
            text=[f"<b>{name}</b> ({_number(x)}, {_number(y)})"],
            textposition="top center" if y >= 0 else "bottom center",
            textfont={"size": 17, "color": ink},
            cliponaxis=False,
            says=f"{name}: (%{{x}}, %{{y}})",
        )
    sum_of = " + ".join(
        f"{_number(x)} · {_bracketed(y)}" for x, y in zip(a, b, strict=True)
    )
    caption = say("vectors.caption", sum=sum_of, total=_number(found.total))
    if found.angle is not None:
        lengths = {
            name: written(length, ".3f")
            for name, length in zip("ab", found.lengths, strict=True)
        }
        cosine = found.total / (found.lengths[0] * found.lengths[1])
        caption += " " + say(
            "vectors.angle",
            angle=written(found.angle, ".0f"),
            cosine=written(cosine, ".3f"),
            total=_number(found.total),
            side=say(f"vectors.side.{_side(found.total)}"),
            **lengths,
        )
    rows = [
        say.row("vectors.columns"),
        *(
            [i + 1, *row]
            for i, row in enumerate(zip(a, b, found.products, strict=True))
        ),
    ]
    return Figure(figure.made(), caption, rows, say("vectors.title"))


def exponential(low: float, high: float, *, dark: bool = False) -> Figure:
    """e^x with two scores on it; the ratio of their values is e^(difference)."""
    steps = [LOW + (HIGH - LOW) * at / (POINTS - 1) for at in range(POINTS)]
    figure = Drawing(
        dark,
        400,
        xaxis=axis(say("exponential.x"), range=[LOW - 0.2, HIGH + 0.8], dtick=1),
        yaxis=axis(say("exponential.y"), range=[0, math.exp(HIGH) * 1.15]),
    )
    colours = figure.colours
    figure.add_line(
        steps,
        [math.exp(x) for x in steps],
        pen(colours.text, 3),
        says=called("e^%{x}", "%{y:.3f}"),
    )
    for name, x, ink, beside in (
        ("s", low, colours.key, "middle right"),
        ("t", high, colours.query, "top left"),
    ):
        y = math.exp(x)
        figure.add_line([x, x, LOW - 0.2], [0, y, y], pen(ink, 2, "dot"))
        figure.add_points(
            [x],
            [y],
            {"size": 14, "color": ink},
            text=[say("exponential.point", name=name, value=written(y, ".3f"))],
            textposition=beside,
            textfont={"size": 17, "color": ink, "family": theme.INSTRUMENT},
            cliponaxis=False,
            says=called(f"{name} = %{{x}}", "%{y:.3f}"),
        )
    caption = say(
        "exponential.caption",
        s=written(low, ".1f"),
        t=written(high, ".1f"),
        low=written(math.exp(low), ".3f"),
        high=written(math.exp(high), ".3f"),
        difference=written(high - low, ".1f"),
        ratio=written(math.exp(high - low), ".3f"),
    )
    rows = [
        say.row("exponential.columns"),
        ["s", low, math.exp(low)],
        ["t", high, math.exp(high)],
    ]
    return Figure(figure.made(), caption, rows, say("exponential.title"))


def weights(
    names: Sequence[str],
    before: Sequence[float | None],
    now: Sequence[float | None],
    caption: str,
    *,
    dark: bool = False,
) -> Figure:
    """The weights of now as bars, with those of before; None is still to be found."""
    said = list(map(found_or_not, now))
    plot = bars(
        names,
        [weight or 0.0 for weight in now],
        said,
        title=say("weights.axis"),
        notes=[say("weights.before", weight=found_or_not(old)) for old in before],
        most=1.0,
        lit=[True] * len(names),
        dark=dark,
    )
    rows = [say.row("weights.columns"), *map(list, zip(names, said, strict=True))]
    return Figure(plot, caption, rows, say("weights.title"))


def found_or_not(weight: float | None) -> str:
    """A weight, or a question mark in its place."""
    return HIDDEN if weight is None else written(weight, ".3f")


def _arc(
    figure: Drawing, a: Sequence[float], b: Sequence[float], degrees: float
) -> None:
    """From a to b on the shorter way, with the angle beside it."""
    start, end = math.atan2(a[1], a[0]), math.atan2(b[1], b[0])
    turn = (end - start + math.pi) % (2 * math.pi) - math.pi
    steps = [start + turn * part / 24 for part in range(25)]
    figure.add_line(
        [ARC * math.cos(step) for step in steps],
        [ARC * math.sin(step) for step in steps],
        pen(figure.colours.text, 2),
    )
    middle = start + turn / 2
    figure.add_annotation(
        x=1.9 * ARC * math.cos(middle),
        y=1.9 * ARC * math.sin(middle),
        text=f"{written(degrees, '.0f')}°",
        font={"size": 17},
        bgcolor=figure.colours.page,
    )


def _side(total: float) -> str:
    """Of a right angle."""
    if abs(total) < 1e-9:
        return "right_angle"
    return "within" if total > 0 else "beyond"


def _number(value: float) -> str:
    return written(round(value, 2) + 0.0, "g")


def _bracketed(value: float) -> str:
    """In brackets where a minus would follow a dot."""
    return f"({_number(value)})" if value < 0 else _number(value)
