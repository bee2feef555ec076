"""The width of a kernel as pictures: its loss, and its error with more points."""

import math
from collections.abc import Mapping, Sequence

from plotly import graph_objects as go

from viz.figures.curves import axis, pen
from viz.figures.drawing import Drawing
from viz.figures.pooling import layout
from viz.say import theme

HEIGHT = 390
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 4)
NAMED = {"left out": "without looking at itself", "training": "looking at itself too"}
LEGEND = {
    "orientation": "h",
    "x": 0,
    "xanchor": "left",
    "y": 1.02,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}


def losses(
    widths: Sequence[float],
    left_out: Sequence[float],
    training: Sequence[float],
    ways: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    *,
    dark: bool = False,
) -> go.Figure:
    """Two losses over the width, and on each the way that gradient descent took.

    `ways` are widths and losses, under the keys "left out" and "training".
    """
    colours = theme.palette(dark)
    figure = Drawing(layout(dark, HEIGHT))
    pens = {"left out": pen(1, dark), "training": pen(2, dark)}
    for (name, line), curve in zip(pens.items(), (left_out, training), strict=True):
        figure.add_scatter(
            x=list(widths),
            y=list(curve),
            mode="lines",
            name=NAMED[name],
            line={**line, "simplify": False},
            hovertemplate=f"{name}: w = %{{x:.2f}}, loss %{{y:.3f}}<extra></extra>",
        )
    for name, (at, loss) in ways.items():
        last = len(at) - 1
        figure.add_scatter(
            x=list(at),
            y=list(loss),
            mode="markers+text",
            marker={
                "size": [7] * last + [14],
                "opacity": 1,
                "color": colours.query if name == "left out" else colours.muted,
                "line": {"width": 1.5, "color": colours.page},
            },
            text=[""] * last + [f"<b>w = {at[-1]:.2f}</b>"],
            textposition="bottom left" if name == "left out" else "bottom right",
            textfont={"size": 17, "color": colours.text},
            showlegend=False,
            hovertemplate="step %{pointNumber}: w = %{x:.3f}<extra></extra>",
            cliponaxis=False,
        )
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        xaxis=axis(
            "width w",
            type="log",
            tickvals=TICKS,
            ticktext=[f"{tick:g}" for tick in TICKS],
            zeroline=False,
        ),
        yaxis=axis("mean squared error", rangemode="tozero"),
    )
    return figure.made()


def errors(
    n: Sequence[int],
    curves: Mapping[str, Sequence[float]],
    floor: float,
    *,
    dark: bool = False,
) -> go.Figure:
    """The error against the number of points, both axes by factors; a dashed floor."""
    colours = theme.palette(dark)
    figure = Drawing(layout(dark, HEIGHT))
    for place, (name, curve) in enumerate(curves.items(), 1):
        figure.add_scatter(
            x=list(n),
            y=list(curve),
            mode="lines+markers",
            name=name,
            line=pen(place, dark),
            marker={"size": 8, "color": pen(place, dark)["color"]},
            hovertemplate="n = %{x}: %{y:.5f}<extra></extra>",
        )
    figure.add_shape(
        type="line",
        xref="paper",
        x0=0,
        x1=1,
        y0=floor,
        y1=floor,
        line={"color": colours.query, "width": 2, "dash": "dot"},
    )
    figure.add_annotation(
        x=0,
        xref="paper",
        y=math.log10(floor),  # where an axis is logarithmic Plotly asks for the power
        text=f"smoothing bias {floor:.4f}",
        font={"color": colours.query, "size": 16},
        showarrow=False,
        xanchor="left",
        yanchor="top",
    )
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        xaxis=axis("number of points n", type="log", tickvals=list(n)),
        yaxis=axis("mean squared error", type="log", dtick=1, exponentformat="none"),
    )
    return figure.made()
