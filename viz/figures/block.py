"""The encoder layer as pictures: its stream, its units, its norms, and many layers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from plotly import graph_objects as go

from viz.figures.curves import axis, pen
from viz.figures.drawing import Drawing
from viz.figures.heatmap import SLANTED, plain
from viz.say import theme

HEIGHT, TALL = 400, 480
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
LEGEND = {
    "orientation": "h",
    "x": 0,
    "xanchor": "left",
    "y": 1.02,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}


def stream(
    words: Sequence[str],
    before: Sequence[float],
    update: Sequence[float],
    active: np.ndarray | None = None,
    *,
    cut: bool = False,
    dark: bool = False,
) -> go.Figure:
    """For each word the length of what goes by and of what a sublayer adds to it.

    Below, where there are any, the units of the feed-forward network that are above 0,
    those first that most words use. What is `cut` off is hatched.
    """
    colours = theme.palette(dark)
    figure = Drawing(_layout(dark, HEIGHT if active is None else TALL))
    places = list(range(len(words)))
    bars = (
        ("stream x", before, colours.text, "/" if cut else ""),
        ("update", update, colours.beam, ""),
    )
    for name, lengths, colour, shape in bars:
        figure.add_bar(
            x=places,
            y=list(lengths),
            name="stream x, cut off" if shape else name,
            marker={
                "color": colour,
                "line": {"width": 1 if shape else 0, "color": colour},
                "pattern": {"shape": shape, "size": 7, "solidity": 0.2},
            },
            text=[f"{length:.1f}" for length in lengths],
            textposition="outside",
            textfont={"size": 14},
            cliponaxis=False,
            hovertemplate=f"{name}: %{{y:.2f}}<extra></extra>",
        )
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        bargap=0.35,
        uniformtext={"minsize": 12, "mode": "hide"},
        bargroupgap=0.08,
        xaxis=_words(words, anchor="y"),
        yaxis=axis("length", rangemode="tozero", nticks=5, zeroline=False),
    )
    if active is not None:
        _units(figure, words, active, colours)
    return figure.made()


def _units(
    figure: Drawing,
    words: Sequence[str],
    active: np.ndarray,
    colours: theme.Palette,
) -> None:
    order = np.argsort(-active.sum(0), kind="stable")
    figure.add_heatmap(
        z=active[:, order].astype(float),
        xaxis="x2",
        yaxis="y2",
        zmin=0,
        zmax=1,
        colorscale=[[0, colours.surface], [1, colours.beam]],
        showscale=False,
        ygap=3,
        hoverinfo="skip",
    )
    shares = active.mean(1)
    labels = [f"{plain(w)} {s * 100:.0f} %" for w, s in zip(words, shares, strict=True)]
    down = axis("", domain=[0, 0.42], anchor="x2", autorange="reversed")
    figure.update_layout(
        yaxis={"domain": [0.6, 1]},
        xaxis2=axis(f"{active.shape[1]} hidden units, busiest first")
        | {"anchor": "y2", "showgrid": False, "showticklabels": False},
        yaxis2=down
        | {
            "tickmode": "array",
            "tickvals": list(range(len(words))),
            "ticktext": labels,
            "tickfont": {"family": theme.LANGUAGE, "size": 15},
            "showgrid": False,
        },
    )


def spread(
    words: Sequence[str],
    before: Sequence[tuple[float, float]],
    after: Sequence[tuple[float, float]],
    *,
    marked: int | None = None,
    dark: bool = False,
) -> go.Figure:
    """Mean and standard deviation of each token's numbers, before and after a norm.

    The token that was exchanged is marked.
    """
    colours = theme.palette(dark)
    figure = Drawing(_layout(dark, HEIGHT))
    sides = (
        ("before the norm", before, -0.14, colours.muted, "circle-open"),
        ("after", after, 0.14, colours.text, "circle"),
    )
    for name, pairs, shift, colour, symbol in sides:
        figure.add_scatter(
            x=[place + shift for place in range(len(words))],
            y=[mean for mean, _ in pairs],
            error_y={
                "type": "data",
                "array": [deviation for _, deviation in pairs],
                "thickness": 3,
                "width": 7,
                "color": colour,
            },
            mode="markers",
            marker={"size": 11, "color": colour, "symbol": symbol},
            name=name,
            customdata=[deviation for _, deviation in pairs],
            hovertemplate=(
                f"{name}: mean %{{y:.3f}}, σ %{{customdata:.3f}}<extra></extra>"
            ),
        )
    if marked is not None:
        figure.add_shape(
            type="rect",
            x0=marked - 0.4,
            x1=marked + 0.4,
            yref="paper",
            y0=0,
            y1=1,
            fillcolor=colours.lit,
            opacity=0.5,
            layer="below",
            line={"width": 0},
        )
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        xaxis=_words(words),
        yaxis=axis("mean ± standard deviation"),
    )
    return figure.made()


def depth(
    stacks: Mapping[str, tuple[Sequence[float], Sequence[float]]], *, dark: bool = False
) -> go.Figure:
    """Size of the stream above and of its gradient below, from the first layer up.

    `stacks` are both, under "norm after" and "norm before"; both axes go by factors.
    """
    figure = Drawing(_layout(dark, TALL))
    for place, (name, panels) in enumerate(stacks.items(), 1):
        for panel, (what, curve) in enumerate(
            zip(("stream", "gradient"), panels, strict=True)
        ):
            figure.add_scatter(
                x=list(range(len(curve))),
                y=list(curve),
                yaxis="y2" if panel else "y",
                mode="lines+markers",
                name=name,
                showlegend=not panel,
                line=pen(place, dark),
                marker={"size": 7, "color": pen(place, dark)["color"]},
                hovertemplate=(
                    f"{name}, {what} after %{{x}} layers: %{{y:.3f}}<extra></extra>"
                ),
            )
    powers = {
        "type": "log",
        "tickvals": TICKS,
        "ticktext": [f"{tick:g}" for tick in TICKS],
        "zeroline": False,
    }
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        xaxis=axis("layers passed", anchor="y2", zeroline=False),
        yaxis=axis("size of x", domain=[0.56, 1], **powers),
        yaxis2=axis("size of ∂loss/∂x", domain=[0, 0.46], **powers),
    )
    return figure.made()


def _words(words: Sequence[str], **more: Any) -> dict[str, Any]:
    return axis(
        "",
        tickmode="array",
        tickvals=list(range(len(words))),
        ticktext=[plain(word) for word in words],
        tickfont={"family": theme.LANGUAGE, "size": 17},
        autotickangles=SLANTED,
        showgrid=False,
        zeroline=False,
        **more,
    )


def _layout(dark: bool, height: int) -> dict[str, Any]:
    return {
        "template": theme.plotly_template(dark),
        "height": height,
        "dragmode": False,
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    }
