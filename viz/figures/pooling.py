"""Pooling as a picture: points that a query lights up, and what each of them weighs."""

from collections.abc import Iterator

import numpy as np

from viz.content.texts import texts
from viz.figures.drawing import Drawing, axis, pen
from viz.figures.figure import Figure
from viz.figures.lit_points import Lit, worked
from viz.say import theme
from viz.say.numbers import written

say = texts("labs/pooling")
HEIGHT = 410
TOPS = (0.125, 0.25, 0.5, 1.0)
FAR_RIGHT = 0.75  # of the way; beyond it the answer stands left of its dot
FAINT = 0.01  # a weight below this throws no beam
# half a beam at the lamp, and where all weight falls, as shares of the axis
NEAR, FAR = 0.005, 0.11


def nearness(lit: Lit, width: float, *, dark: bool = False) -> Figure:
    """Points and the pooled curve; below, on the same axis, what each point weighs.

    The lamp is the query; a beam is as wide as the weight of the point it falls on.
    `width` is that of the kernel: the table has every step of the sum.
    """
    figure = points(lit, dark, low=0.4)
    figure.add_line(lit.grid, lit.bell, pen(figure.colours.query, 1.5), yaxis="y2")
    figure.add_bar(
        x=lit.x,
        y=lit.bars,
        yaxis="y2",
        width=0.013 * float(lit.grid[-1] - lit.grid[0]),
        marker={"color": figure.colours.beam, "line": {"width": 0}},
        says=say("nearness.bar", x="%{x:.2f}", weight="%{y:.3f}"),
    )
    figure.update_layout(
        yaxis2=axis(
            say("nearness.weight"),
            domain=[0, 0.28],
            range=[0, 1.06 * top(float(lit.bars.max()))],
            nticks=4,
            zeroline=False,
        )
    )
    rows = worked(lit, width)
    *_, kernels, _, answer = rows[-1]
    caption = say(
        "hand.caption",
        query=written(lit.query, "g"),
        width=written(width, "g"),
        kernels=kernels,
        answer=f"f({written(lit.query, 'g')}) = {answer}",
    )
    return Figure(figure.made(), caption, rows, say("hand.title"))


def top(highest: float) -> float:
    """Where the axis of the bars ends: few ends, so that two pictures compare."""
    return next((end for end in TOPS if highest <= end), highest)


def points(lit: Lit, dark: bool, low: float) -> Drawing:
    """The upper panel: beams, hidden truth, pooled curve, points and the answer."""
    floor, roof = float(lit.y.min()) - 0.7, float(lit.y.max()) + 0.8
    span = float(lit.grid[-1] - lit.grid[0])
    edge, beyond = span / 40, lit.query - lit.grid[0] > FAR_RIGHT * span
    ends = [lit.grid[0] - edge, lit.grid[-1] + edge]
    colours = theme.palette(dark)
    figure = Drawing(
        dark,
        HEIGHT,
        xaxis=axis(
            {"text": say("nearness.across"), "font": {"color": colours.key}},
            range=ends,
            anchor="y2",
            dtick=1,
            zeroline=False,
        ),
        yaxis=axis(
            {"text": say("nearness.down"), "font": {"color": colours.value}},
            domain=[low, 1],
            range=[floor, roof],
            nticks=6,
            zeroline=False,
        ),
        bargap=0,
    )
    # wherever it is clicked, there is an x
    x, y = np.meshgrid(
        np.linspace(lit.grid[0], lit.grid[-1], 101), np.linspace(floor, roof, 9)
    )
    anywhere = {"customdata": x.reshape(-1, 1).tolist(), "hoverinfo": "none"}
    figure.add_targets(x.ravel(), y.ravel(), 5, **anywhere)
    for x, y in _beams(lit, floor):
        figure.add_line(
            x, y, {"width": 0}, fill="toself", fillcolor=theme.clear(colours.beam, 0.3)
        )
    if lit.truth is not None:
        figure.add_line(lit.grid, lit.truth, pen(colours.muted, 2, "dot"))
    figure.add_line(
        lit.grid,
        lit.curve,
        pen(colours.text, 2.5),
        says=say("nearness.curve", x="%{x:.2f}", answer="%{y:.2f}"),
    )
    figure.add_points(
        lit.x,
        lit.y,
        {
            "size": 13,
            "color": [theme.weight_colour(w**0.5, dark) for w in lit.weights],
            "line": pen(colours.text, 1.5),
        },
        customdata=np.stack([lit.x, lit.weights], 1).tolist(),
        says=say(
            "nearness.point",
            x="%{x:.2f}",
            y="%{y:.2f}",
            weight="%{customdata[1]:.3f}",
        ),
    )
    figure.add_scatter(
        x=[lit.query, lit.query],
        y=[floor, lit.answer],
        mode="lines+markers",
        line=pen(colours.query, 2),
        marker={
            "size": [17, 15],
            "opacity": 1,
            "color": [colours.query, colours.text],
            "line": pen(colours.page, 2),
        },
        cliponaxis=False,
    )
    figure.add_annotation(
        x=lit.query,
        y=1,
        yref="y domain",
        text=f"<b>f({written(lit.query, 'g')}) = {written(lit.answer)}</b>",
        font={"size": 20, "color": colours.text},
        yanchor="top",
        xanchor="right" if beyond else "left",
        xshift=-8 if beyond else 8,
    )
    figure.add_upright(lit.query, pen(colours.query, 1.5, "dot"), layer="below")
    return figure


def _beams(lit: Lit, floor: float) -> Iterator[tuple[list[float], list[float]]]:
    """A wedge of light from the lamp to each point that has some weight."""
    span = float(lit.grid[-1] - lit.grid[0])
    near, wide = NEAR * span, FAR * span
    for at, label, weight in zip(lit.x, lit.y, lit.weights, strict=True):
        if weight >= FAINT:
            half = wide * float(weight)
            x = [lit.query - near, at - half, at + half, lit.query + near]
            yield x, [floor, label, label, floor]
