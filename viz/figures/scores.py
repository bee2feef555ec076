"""Scores as pictures: a cosine, a variance that grows, a softmax that saturates."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from plotly import graph_objects as go

from viz.figures.curves import axis
from viz.figures.drawing import Drawing
from viz.say import theme

HEIGHT = 400
QUERY = 2.0  # the length of the query in the cosine's picture
Curve = Sequence[int | float]


def cosine(degrees: int, length: float, *, dark: bool = False) -> go.Figure:
    """A query along the axis, a key at that angle, and the key's shadow on the query.

    The dot product is the query's length times the length of the shadow, with a minus
    where the shadow falls behind.
    """
    colours = theme.palette(dark)
    angle = math.radians(degrees)
    x, y = length * math.cos(angle), length * math.sin(angle)
    figure = Drawing(theme.layout(dark, 330))
    for name, (to_x, to_y), ink in (
        ("q", (QUERY, 0.0), colours.query),
        ("k", (x, y), colours.key),
    ):
        figure.add_scatter(
            x=[0, to_x],
            y=[0, to_y],
            mode="lines+markers+text",
            line={"width": 4, "color": ink},
            marker={"size": [0, 14], "color": ink, "opacity": 1},
            text=["", f"<b>{name}</b>"],
            textposition="top center",
            textfont={"family": theme.FORMULA, "size": 22, "color": ink},
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=[x, x],
        y=[y, 0],
        mode="lines",
        line={"width": 2, "dash": "dot", "color": colours.muted},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[0, x],
        y=[0, 0],
        mode="lines",
        line={"width": 10, "color": colours.more if x >= 0 else colours.less},
        opacity=0.6,
        hovertemplate="shadow of k on q: %{x:.3f}<extra></extra>",
    )
    steps = [angle * part / 24 for part in range(25)]
    figure.add_scatter(
        x=[0.5 * math.cos(step) for step in steps],
        y=[0.5 * math.sin(step) for step in steps],
        mode="lines",
        line={"width": 2, "color": colours.text},
        hoverinfo="skip",
    )
    figure.add_annotation(
        x=0.75 * math.cos(angle / 2),
        y=0.75 * math.sin(angle / 2),
        text=f"{degrees}°",
        showarrow=False,
        font={"size": 17},
        bgcolor=colours.page,
    )
    figure.add_annotation(
        x=x / 2,
        y=-0.25,
        text=f"|k| cos θ = <b>{x:.3f}</b>".replace("-", "−"),
        showarrow=False,
        font={"size": 17},
    )
    hidden = {"showticklabels": False, "showgrid": False, "zeroline": True}
    figure.update_layout(
        xaxis=axis("", range=[-3.6, 3.6], **hidden),
        yaxis=axis("", range=[-0.45, 3.1], scaleanchor="x", **hidden),
    )
    return figure.made()


def growing(
    widths: Curve, measured: Curve, chosen: tuple[int, float], *, dark: bool = False
) -> go.Figure:
    """The variance of q·k against d: measured points on the line of theory, log-log."""
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    ends = [min(widths), max(widths)]
    figure.add_scatter(
        x=ends,
        y=ends,
        mode="lines",
        line={"width": 8, "color": colours.beam},
        hovertemplate="theory: d<extra></extra>",
    )
    figure.add_scatter(
        x=list(widths),
        y=list(measured),
        mode="markers",
        marker={"size": 9, "color": colours.text},
        hovertemplate="d = %{x}: %{y:.2f}<extra></extra>",
    )
    figure.add_scatter(
        x=ends,
        y=[1, 1],
        mode="lines",
        line={"width": 2, "dash": "dash", "color": colours.muted},
        hovertemplate="divided by √d: 1<extra></extra>",
    )
    d, value = chosen
    figure.add_scatter(
        x=[d],
        y=[value],
        mode="markers+text",
        marker={"size": 15, "color": colours.text},
        text=[f"<b>{value:.1f}</b> at d = {d}"],
        textposition="top left" if d > 16 else "bottom right",
        textfont={"size": 17},
        hoverinfo="skip",
        cliponaxis=False,
    )
    figure.add_annotation(
        x=1,
        y=0,
        text="divided by √d",
        showarrow=False,
        yshift=12,
        xanchor="right",
        xref="paper",
        font={"size": 15, "color": colours.muted},
    )
    figure.update_layout(
        xaxis=axis("width d", **_doubling(widths)),
        yaxis=axis("variance of q·k", type="log", dtick=1),
    )
    return figure.made()


def saturating(
    widths: Curve,
    plain: Sequence[tuple[float, float]],
    scaled: Sequence[tuple[float, float]],
    most: float,
    *,
    dark: bool = False,
) -> go.Figure:
    """Entropy (up to `most`) and Jacobian norm of the softmax against d.

    Ink: not divided; the beam: divided by √d.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    for panel, at in (("", 0), ("2", 1)):
        for name, pairs, ink, width in (
            ("divided by √d", scaled, colours.beam, 6),
            ("not divided", plain, colours.text, 2.5),
        ):
            figure.add_scatter(
                x=list(widths),
                y=[pair[at] for pair in pairs],
                mode="lines+markers",
                name=name,
                showlegend=at == 0,
                line={"width": width, "color": ink},
                marker={"size": 7},
                xaxis=f"x{panel}",
                yaxis=f"y{panel}",
                hovertemplate=f"{name}, d = %{{x}}: %{{y:.3f}}<extra></extra>",
            )
    across = _doubling(widths, every=2)
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2, "x": 0},
        xaxis=axis("width d", domain=[0, 0.45], **across),
        yaxis=axis("entropy (nats)", range=[0, 1.1 * most or 1]),
        xaxis2=axis("width d", domain=[0.56, 1], anchor="y2", **across),
        yaxis2=axis("norm of ∂a/∂s", range=[0, 0.55], anchor="x2"),
    )
    return figure.made()


def heads(
    variances: Mapping[str, Sequence[float]], d_head: int, *, dark: bool = False
) -> go.Figure:
    """One dot a head, in a column for each attention; the line is what theory has."""
    colours = theme.palette(dark)
    columns = list(variances)
    figure = Drawing(theme.layout(dark, HEIGHT))
    figure.add_scatter(
        x=[-0.5, len(columns) - 0.5],
        y=[d_head, d_head],
        mode="lines",
        line={"width": 8, "color": colours.beam},
        hovertemplate=f"theory: {d_head}<extra></extra>",
    )
    dots = [
        (at + 0.09 * (head - (len(values) - 1) / 2), value, f"{name}, head {head + 1}")
        for at, (name, values) in enumerate(variances.items())
        for head, value in enumerate(values)
    ]
    figure.add_scatter(
        x=[x for x, _, _ in dots],
        y=[y for _, y, _ in dots],
        mode="markers",
        marker={"size": 10, "color": colours.text},
        text=[text for _, _, text in dots],
        hovertemplate="%{text}: %{y:.1f}<extra></extra>",
    )
    figure.update_layout(
        xaxis=axis(
            "",
            tickmode="array",
            tickvals=list(range(len(columns))),
            ticktext=[name.replace(", ", "<br>") for name in columns],
            range=[-0.6, len(columns) - 0.4],
            showgrid=False,
            zeroline=False,
        ),
        yaxis=axis("variance of q·k", type="log", dtick="D2"),
    )
    return figure.made()


def _doubling(widths: Curve, every: int = 1) -> dict[str, Any]:
    """A logarithmic axis with a mark at each (or every second) width."""
    marks = list(widths)[::every]
    return {
        "type": "log",
        "tickmode": "array",
        "tickvals": marks,
        "ticktext": [str(mark) for mark in marks],
    }
