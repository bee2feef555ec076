"""How training went: loss and BLEU against updates or minutes, as picture, words, rows.

A run is the history of one model folder: a row for each time it was measured.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from plotly import graph_objects as go

from viz.say import tables, theme

AGAINST = {"update": "updates", "minutes": "minutes"}
MEASURES = {"loss": "loss (nats a piece)", "bleu": "BLEU"}
# Ink, dash, width: where curves coincide, the thinner ink lies on the paler band.
PENS = (("muted", "dot", 4), ("text", "solid", 2), ("muted", "dash", 2))
LEGEND = {
    "orientation": "h",
    "x": 0,
    "xanchor": "left",
    "y": 1.02,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}
HEIGHT = 380
Run = Sequence[Mapping[str, float]]


def curves(
    runs: Mapping[str, Run], *, against: str = "update", dark: bool = False
) -> go.Figure:
    """Loss above, BLEU below, one line a model; `against` is update or minutes.

    Both panels begin at 0 and share their horizontal axis. The lines are told apart by
    width and dash as well as by ink, and named above the figure.
    """
    figure = go.Figure(
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "legend": LEGEND,
            "dragmode": False,
            "hovermode": "closest",
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": axis(AGAINST[against], anchor="y2", rangemode="tozero"),
            "yaxis": axis(MEASURES["loss"], domain=[0.56, 1], rangemode="tozero"),
            "yaxis2": axis(MEASURES["bleu"], domain=[0, 0.44], rangemode="tozero"),
        }
    )
    for place, (name, run) in enumerate(runs.items()):
        line = pen(place, dark)
        for panel, measure in (("y", "loss"), ("y2", "bleu")):
            figure.add_trace(
                go.Scatter(
                    x=[row[against] for row in run],
                    y=[row[measure] for row in run],
                    yaxis=panel,
                    name=name,
                    showlegend=panel == "y",
                    mode="lines+markers",
                    line=line,
                    marker={"size": 5, "color": line["color"]},
                    text=[_moment(name, row) for row in run],
                    hovertemplate="%{text}<extra></extra>",
                    cliponaxis=False,
                )
            )
    return figure


def pen(place: int, dark: bool) -> dict[str, Any]:
    """How the curve of the model at that place is drawn, on every figure."""
    ink, dash, width = PENS[place % len(PENS)]
    return {"color": getattr(theme.palette(dark), ink), "dash": dash, "width": width}


def said(runs: Mapping[str, Run]) -> str:
    """The curves for somebody who does not see them, a sentence or two a model."""
    return " ".join(_course(name, run) for name, run in runs.items())


def rows(runs: Mapping[str, Run]) -> list[list[tables.Cell]]:
    """A header, then a row for each time a model was measured."""
    header: list[tables.Cell] = ["model", *AGAINST.values(), "pieces", "loss", "BLEU"]
    columns = (*AGAINST, "pieces", "loss", "bleu")
    return [
        header,
        *(
            [name, *(row[c] for c in columns)]
            for name, run in runs.items()
            for row in run
        ),
    ]


def _course(name: str, run: Run) -> str:
    if not run:
        return f"{name}: no history was kept."
    first, last, best = run[0], run[-1], max(run, key=lambda row: row["bleu"])
    if len(run) == 1:
        return f"{name} was measured once: {_figures(first)} {_when(first)}."
    return (
        f"{name} was measured {len(run)} times. Its loss goes from {first['loss']:.2f} "
        f"to {last['loss']:.2f}, its BLEU from {first['bleu']:.1f} {_when(first)} to "
        f"{last['bleu']:.1f} {_when(last)}; the best is {best['bleu']:.1f}, "
        f"{_when(best)}."
    )


def _moment(name: str, row: Mapping[str, float]) -> str:
    return f"{name}<br>{_when(row)}<br>{_figures(row)}"


def _when(row: Mapping[str, float]) -> str:
    return f"after {row['update']:,.0f} updates ({row['minutes']:,.0f} minutes)"


def _figures(row: Mapping[str, float]) -> str:
    return f"loss {row['loss']:.2f}, BLEU {row['bleu']:.1f}"


def axis(title: str, **more: Any) -> dict[str, Any]:
    """An axis that stands still, with its title."""
    return {"title": {"text": title}, "fixedrange": True, "automargin": True, **more}
