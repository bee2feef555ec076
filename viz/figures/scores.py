"""A dot product as a picture: the shadow of a key on a query."""

import math

from viz.content.texts import texts
from viz.figures.drawing import Drawing, Part, axis, pen
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.numbers import written

say = texts("labs/scores")
QUERY = 2.0  # the length of the query


def cosine(degrees: int, length: float, *, dark: bool = False) -> Figure:
    """A query along the axis, a key at that angle, and the key's shadow on the query.

    The dot product is the query's length times the length of the shadow, with a minus
    where the shadow falls behind.
    """
    angle = math.radians(degrees)
    share = math.cos(angle)
    x, y = length * share, length * math.sin(angle)
    hidden: Part = {"showticklabels": False, "showgrid": False, "zeroline": True}
    figure = Drawing(
        dark,
        330,
        xaxis=axis(range=[-3.6, 3.6], **hidden),
        yaxis=axis(range=[-0.45, 3.1], scaleanchor="x", **hidden),
    )
    colours = figure.colours
    for name, (to_x, to_y), ink in (
        ("q", (QUERY, 0.0), colours.query),
        ("k", (x, y), colours.key),
    ):
        figure.add_scatter(
            x=[0, to_x],
            y=[0, to_y],
            mode="lines+markers+text",
            line=pen(ink, 4),
            marker={"size": [0, 14], "opacity": 1},
            text=["", f"<b>{name}</b>"],
            textposition="top center",
            textfont={"family": theme.FORMULA, "size": 22, "color": ink},
        )
    figure.add_line([x, x], [y, 0], pen(colours.muted, 2, "dot"))
    figure.add_line(
        [0, x],
        [0, 0],
        pen(colours.more if x >= 0 else colours.less, 10),
        opacity=0.6,
        says=say("cosine.shadow", length="%{x:.3f}"),
    )
    steps = [angle * part / 24 for part in range(25)]
    figure.add_line(
        [0.5 * math.cos(step) for step in steps],
        [0.5 * math.sin(step) for step in steps],
        pen(colours.text, 2),
    )
    figure.add_annotation(
        x=0.75 * math.cos(angle / 2),
        y=0.75 * math.sin(angle / 2),
        text=f"{degrees}°",
        font={"size": 17},
        bgcolor=colours.page,
    )
    figure.add_annotation(
        x=x / 2,
        y=-0.25,
        text=f"|k| cos θ = <b>{written(x, '.3f')}</b>",
        font={"size": 17},
    )
    product = QUERY * length * share
    caption = say(
        "cosine.caption",
        query=written(QUERY, "g"),
        key=written(length, "g"),
        cosine=written(share, ".3f"),
        product=written(product, ".3f"),
        compared=say(f"cosine.compared.{_side(degrees)}"),
    )
    rows = [say.row("cosine.columns"), [degrees, length, share, product]]
    return Figure(figure.made(), caption, rows, say("cosine.title"))


def _side(degrees: int) -> str:
    """Of a right angle."""
    if degrees == 90:
        return "right_angle"
    return "beyond" if degrees > 90 else "within"
