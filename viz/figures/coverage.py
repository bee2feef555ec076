"""Coverage: what every source word has received from all target words together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plotly import graph_objects as go

from viz.figures.heatmap import plain
from viz.say import tables, theme
from viz.say.captions import apart, counted

if TYPE_CHECKING:
    from core.trace import AttentionMap

HEIGHT = 260


def received(shown: "AttentionMap") -> list[float]:
    """The sum of each column; together the number of rows."""
    return shown.weights.sum(0).tolist()


def coverage(
    shown: "AttentionMap", special: Sequence[str] = ("‹end›",), *, dark: bool = False
) -> go.Figure:
    """A bar a source word, in the order of the sentence; special tokens are hatched."""
    colours = theme.palette(dark)
    sums = received(shown)
    names = [plain(word) for word in shown.key_words]
    return go.Figure(
        go.Bar(
            x=list(range(len(sums))),
            y=sums,
            text=[f"{value:.2f}" for value in sums],
            textposition="outside",
            textfont={"size": 14},
            cliponaxis=False,
            marker={
                "color": colours.beam,
                "line": {"width": 1.3, "color": colours.beam},
                "pattern": {
                    "shape": ["/" if w in special else "" for w in shown.key_words],
                    "fillmode": "replace",
                },
            },
            hovertext=[
                f"{name} received {value:.3f}"
                for name, value in zip(names, sums, strict=True)
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        ),
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "showlegend": False,
            "dragmode": False,
            "bargap": 0.35,
            "margin": {"l": 8, "r": 8, "t": 24, "b": 8},
            "xaxis": {
                "tickmode": "array",
                "tickvals": list(range(len(sums))),
                "ticktext": names,
                "tickfont": {
                    "family": theme.LANGUAGE,
                    "size": 16,
                    "color": colours.key,
                },
                "tickangle": -40,  # leaning to the right, the last would be cut off
                "showgrid": False,
                "fixedrange": True,
                "automargin": True,
            },
            "yaxis": {
                "title": {"text": "received in all"},
                "rangemode": "tozero",
                "fixedrange": True,
                "automargin": True,
            },
        },
    )


def said(shown: "AttentionMap") -> str:
    """The sum, and which words received most and least."""
    sums, names = received(shown), apart(shown.key_words)
    most = max(range(len(sums)), key=sums.__getitem__)
    least = min(range(len(sums)), key=sums.__getitem__)
    rows = counted(len(shown.query_words), "row", "rows")
    return (
        f"The columns add up to {sum(sums):.2f}: {rows}, each with a light of 1. "
        f"{names[most]} received most ({sums[most]:.2f}), "
        f"{names[least]} least ({sums[least]:.2f})."
    )


def rows(shown: "AttentionMap") -> list[list[tables.Cell]]:
    """One row a source word."""
    names = apart(shown.key_words)
    return [
        ["key", "received in all"],
        *([name, value] for name, value in zip(names, received(shown), strict=True)),
    ]
