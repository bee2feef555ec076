"""Encodings of places as pictures: a map of waves, curves that coincide, a share."""

from collections.abc import Mapping, Sequence

import numpy as np
from plotly import graph_objects as go

from viz import theme
from viz.numbers import small

HEIGHT = 400
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
    figure = go.Figure(
        [
            go.Heatmap(
                z=places,
                hovertemplate="place %{y}, component %{x}: %{z:.3f}<extra></extra>",
                **signed,
            ),
            go.Heatmap(
                z=2 * digits - 1,
                customdata=digits,
                xaxis="x2",
                yaxis="y",
                xgap=1,
                hovertemplate=(
                    "place %{y}, digit worth 2^%{x}: %{customdata}<extra></extra>"
                ),
                **signed,
            ),
        ],
        layout=theme.layout(dark, HEIGHT),
    )
    figure.update_layout(
        xaxis={"domain": [0, 0.72], "title": {"text": "component, fast waves first"}},
        xaxis2={
            "domain": [0.78, 1],
            "title": {"text": "binary digit, fast first"},
            "dtick": 1,
            "fixedrange": True,
            "showgrid": False,
        },
        yaxis={"autorange": "reversed", "title": {"text": "place t"}},
    )
    figure.update_xaxes(
        showgrid=False, zeroline=False, fixedrange=True, automargin=True
    )
    figure.update_yaxes(
        showgrid=False, zeroline=False, fixedrange=True, automargin=True
    )
    return figure


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
    figure = go.Figure(layout=theme.layout(dark, HEIGHT))
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
            text=[f"<b>{y:.1f}</b> at distance {x}"],
            textposition="top right",
            textfont={"size": 17},
            showlegend=False,
            hoverinfo="skip",
        )
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2, "x": 0, "traceorder": "normal"},
        xaxis={
            "title": {"text": "distance t − t′"},
            "fixedrange": True,
            "automargin": True,
        },
        yaxis={"title": {"text": title}, "fixedrange": True, "automargin": True},
    )
    return figure


def share(shares: Sequence[float], marks: Sequence[int], *, dark: bool) -> go.Figure:
    """The share of the variance against how many components are used, k even."""
    colours = theme.palette(dark)
    k = list(range(2, 2 * len(shares) + 1, 2))
    figure = go.Figure(
        go.Scatter(
            x=k,
            y=list(shares),
            mode="lines",
            line={"width": 2.5, "color": colours.text},
            hovertemplate="first %{x} components: %{y:.1%}<extra></extra>",
        ),
        layout=theme.layout(dark, HEIGHT),
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
                hoverinfo="skip",
            )
    figure.update_layout(
        xaxis={
            "title": {"text": "components used, k"},
            "fixedrange": True,
            "automargin": True,
        },
        yaxis={
            "title": {"text": "share of the variance"},
            "tickformat": ".0%",
            "rangemode": "tozero",
            "fixedrange": True,
            "automargin": True,
        },
    )
    return figure


def blocks(matrix: np.ndarray, *, dark: bool = False) -> go.Figure:
    """The rotation R(Δ): one 2 × 2 block a pair, nothing anywhere else."""
    shown = np.where(matrix == 0, np.nan, matrix)
    figure = go.Figure(
        go.Heatmap(
            z=shown,
            zmin=-1,
            zmax=1,
            colorscale=theme.colorscale(theme.palette(dark).signed),
            showscale=False,
            hoverongaps=False,
            hovertemplate="row %{y}, column %{x}: %{z:.3f}<extra></extra>",
        ),
        layout=theme.layout(dark, HEIGHT),
    )
    figure.update_layout(
        xaxis={"title": {"text": "component of p(t)"}, "constrain": "domain"},
        yaxis={
            "title": {"text": "component of p(t + Δ)"},
            "autorange": "reversed",
            "scaleanchor": "x",
        },
    )
    figure.update_xaxes(
        showgrid=False, zeroline=False, fixedrange=True, automargin=True
    )
    figure.update_yaxes(
        showgrid=False, zeroline=False, fixedrange=True, automargin=True
    )
    return figure


def demands(n: int, d: int, base: int) -> list[list[str]]:
    """Unique, bounded, extends, relative: for each way of saying a place."""
    import torch

    from core import positions as core
    from core.layers import sinusoidal_positions

    places = sinusoidal_positions(n, d, base, core.DOUBLE)
    between = torch.cdist(places, places) + 1e9 * torch.eye(n, dtype=core.DOUBLE)
    nearest = between.min().item()
    even = d - d % 2
    error = core.shift_error(even, base, 1, n, core.DOUBLE)
    digits = core.binary_digits(n).shape[1]
    step = 1 / max(n - 1, 1)
    twice = 1 / (2 * n - 1)
    return [
        ["", "unique", "bounded", "goes on beyond the length", "a shift is one rule"],
        [
            "index n",
            "yes: steps of 1",
            f"no: up to {n - 1}",
            f"{n} was never seen",
            "yes: + Δ",
        ],
        [
            "n / N",
            "yes",
            "yes: up to 1",
            f"no: a step of {step:.4f} becomes {twice:.4f}",
            "no: Δ depends on N",
        ],
        [
            "binary",
            f"yes: {digits} digits",
            "yes: 0 or 1",
            "a new digit at 2 to a power",
            "no: 6→7 flips 1 digit, 7→8 flips 4",
        ],
        [
            "sinusoids",
            f"nearest two {nearest:.2g} apart",
            "yes: −1 to 1",
            "yes: any t has its waves",
            f"yes: a rotation, to {small(error)}",
        ],
        [
            "learned",
            "if training makes it so",
            "no rule",
            f"no: there is no row {n}",
            "no rule",
        ],
        [
            "rotary",
            "acts on q and k",
            "yes: lengths stay",
            "yes: any angle",
            "yes: by design",
        ],
    ]
