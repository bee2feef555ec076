"""Encodings of places as pictures: a map of waves, curves that coincide, a share."""

from collections.abc import Mapping, Sequence

import numpy as np
from plotly import graph_objects as go

from viz.figures.curves import axis
from viz.figures.drawing import Drawing
from viz.say import theme

HEIGHT, TALL = 400, 560
FAR = 40  # places; beyond it the number stands left of its dot
LEGEND = {
    "orientation": "h",
    "x": 0,
    "y": 1.02,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}
BARE = {"showgrid": False, "zeroline": False}
NESTED = ((13, 0.3), (10, 0.5), (7, 0.75), (4.5, 1.0), (2.2, 1.0))


def waves(places: np.ndarray, digits: np.ndarray, *, dark: bool = False) -> go.Figure:
    """The encoding as a map, place by component, and beside it the same in binary.

    Violet is −1, leaf +1. A digit 0 is drawn as −1 and 1 as +1, the fastest digit
    left, as the fastest wave is.
    """
    colours = theme.palette(dark)
    signed = {
        "zmin": -1,
        "zmax": 1,
        "colorscale": theme.colorscale(colours.signed),
        "showscale": False,
    }
    figure = Drawing(theme.layout(dark, HEIGHT))
    figure.add_heatmap(
        z=places,
        hovertemplate="place %{y}, component %{x}: %{z:.3f}<extra></extra>",
        **signed,
    )
    figure.add_heatmap(
        z=2 * digits - 1,
        customdata=digits,
        xaxis="x2",
        yaxis="y",
        xgap=1,
        hovertemplate="place %{y}, digit worth 2^%{x}: %{customdata}<extra></extra>",
        **signed,
    )
    figure.update_layout(
        xaxis=axis("component", domain=[0, 0.72], **BARE),
        xaxis2=axis(
            "digit",
            domain=[0.78, 1],
            tickvals=sorted({0, digits.shape[1] - 1}),
            **BARE,
        ),
        yaxis=axis("place t", autorange="reversed", **BARE),
    )
    return figure.made()


def single(
    places: np.ndarray, components: Sequence[int], *, dark: bool = False
) -> go.Figure:
    """Some components of the encoding, each a curve over the places.

    Components count from 0; an even one is a sine, drawn through, an odd one a cosine,
    dashed. The fastest are the thinnest.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    inks = (colours.text, colours.query, colours.beam_far)
    for at, component in enumerate(components):
        figure.add_scatter(
            y=places[:, component],
            mode="lines+markers",
            name=f"{component + 1}: {'cosine' if component % 2 else 'sine'}",
            line={
                "shape": "spline",
                "width": 2 + at // 2,
                "dash": "dash" if component % 2 else "solid",
                "color": inks[at // 2 % len(inks)],
            },
            marker={"size": 5 if len(places) <= 80 else 1},
            hovertemplate="place %{x}: %{y:.3f}<extra></extra>",
        )
    figure.update_layout(
        showlegend=True,
        legend={**LEGEND, "title": {"text": "component ", "font": {"size": 16}}},
        xaxis=axis("place t"),
        yaxis=axis("", range=[-1.08, 1.08]),
    )
    return figure.made()


def by_distance(
    curves: Mapping[int, tuple[Sequence[int], Sequence[float]]],
    *,
    dark: bool = False,
    chosen: tuple[int, float] | None = None,
    title: str = "dot product",
) -> go.Figure:
    """One curve for each place t of the query, over the distance t − t′.

    Curves that coincide nest: the widest and palest first, the thinnest ink last.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    for (t, (x, y)), (width, opacity) in zip(curves.items(), NESTED, strict=False):
        last = t == list(curves)[-1]
        figure.add_scatter(
            x=list(x),
            y=list(y),
            mode="lines",
            name=f"t = {t}",
            opacity=opacity,
            line={"width": width, "color": colours.text if last else colours.beam},
            hovertemplate=f"t = {t}, distance %{{x}}: %{{y:.2f}}<extra></extra>",
        )
    if chosen is not None:
        x, y = chosen
        figure.add_scatter(
            x=[x],
            y=[y],
            mode="markers+text",
            marker={"size": 13, "color": colours.text},
            text=[f"<b>{y:.1f}</b><br>at distance {x}"],
            textposition="top left" if x > FAR else "top right",
            textfont={"size": 17},
            showlegend=False,
            hoverinfo="skip",
        )
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2, "x": 0, "traceorder": "normal"},
        xaxis=axis("distance t − t′"),
        yaxis=axis(title),
    )
    return figure.made()


def parts(
    sums: Mapping[int, Sequence[float]],
    shares: Sequence[float],
    marks: Sequence[int],
    *,
    dark: bool = False,
) -> go.Figure:
    """Above, sums over the first k components against the distance.

    The last of `sums` is the whole, drawn in ink; the fewer components the paler.
    Below, the share of the variance against how many components are used, k even.
    """
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, TALL))
    k = list(range(2, 2 * len(shares) + 1, 2))
    figure.add_scatter(
        x=k,
        y=list(shares),
        mode="lines",
        line={"width": 2.5, "color": colours.text},
        showlegend=False,
        hovertemplate="first %{x} components: %{y:.1%}<extra></extra>",
    )
    for mark in marks:
        if mark in k:
            y = shares[k.index(mark)]
            figure.add_scatter(
                x=[mark],
                y=[y],
                mode="markers+text",
                marker={"size": 11, "color": colours.text},
                text=[f"<b>{y:.0%}</b> by {mark}"],
                textposition="bottom right",
                showlegend=False,
                hoverinfo="skip",
            )
    for at, (k, y) in enumerate(sums.items(), 1):
        whole = at == len(sums)
        figure.add_scatter(
            y=list(y),
            xaxis="x2",
            yaxis="y2",
            mode="lines",
            name=f"{'all ' if whole else 'first '}{k}",
            opacity=at / len(sums),
            line={
                "width": 3 if whole else 2.5,
                "color": colours.text if whole else colours.beam,
            },
            hovertemplate=f"first {k}, distance %{{x}}: %{{y:.2f}}<extra></extra>",
        )
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        xaxis=axis("components used, k"),
        yaxis=axis(
            "share of the variance",
            domain=[0, 0.4],
            tickformat=".0%",
            rangemode="tozero",
        ),
        xaxis2=axis("distance t − t′", anchor="y2"),
        yaxis2=axis("sum of products", domain=[0.58, 1]),
    )
    return figure.made()


def blocks(matrix: np.ndarray, *, dark: bool = False) -> go.Figure:
    """The rotation R(Δ): one 2 × 2 block a pair, nothing anywhere else."""
    shown = np.where(matrix == 0, np.nan, matrix)
    figure = Drawing(theme.layout(dark, HEIGHT))
    figure.add_heatmap(
        z=shown,
        zmin=-1,
        zmax=1,
        colorscale=theme.colorscale(theme.palette(dark).signed),
        showscale=False,
        hoverongaps=False,
        hovertemplate="row %{y}, column %{x}: %{z:.3f}<extra></extra>",
    )
    figure.update_layout(
        xaxis=axis("component of p(t)", constrain="domain", **BARE),
        yaxis=axis(
            "component of p(t + Δ)", autorange="reversed", scaleanchor="x", **BARE
        ),
    )
    return figure.made()
