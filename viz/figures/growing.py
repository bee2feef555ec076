"""Content words kept as sentences grow: what a fixed vector drops."""

from collections.abc import Mapping, Sequence
from typing import Any

from plotly import graph_objects as go

from viz.say import theme
from viz.say.captions import counted, percent

HEIGHT = 320
WIDE = 30  # words; the longest stored sentences have about 25
Kept = Sequence[Mapping[str, Any]]
MAIN = "attention"  # the line in full ink; the baseline is thin and dotted


def share(row: Mapping[str, Any]) -> float:
    """The mean of the clauses' shares: each clause counts alike, however many words."""
    return sum(row["kept"]) / len(row["kept"])


def growing(
    models: Mapping[str, Kept],
    trained: Mapping[str, int],
    *,
    chosen: int | None = None,
    dark: bool = False,
) -> go.Figure:
    """The share kept against the mean number of words, a line a model.

    `trained` is the longest sentence in a model's training, in words; `chosen` the
    number of clauses of the open sentence.
    """
    figure = _figure(dark, longest=max([WIDE, *trained.values()]))
    _longest(figure, trained, dark)
    for name, rows in models.items():
        x = [row["words"] for row in rows]
        y = [share(row) for row in rows]
        said = [
            f"{name}, {row['clauses']} clauses: {percent(share(row))}" for row in rows
        ]
        _line(figure, name, x, y, said, dark)
    rows = next(iter(models.values()), ())
    if chosen and rows:
        figure.add_vline(
            x=rows[chosen - 1]["words"],
            line={"width": 1, "color": theme.palette(dark).muted},
        )
    return figure


def points(models: Mapping[str, Kept]) -> list[list[str]]:
    """A header, then one row a point of the lines: a model and a number of clauses."""
    return [
        ["", "words", "kept"],
        *(
            [
                f"{name}, {counted(row['clauses'], 'clause', 'clauses')}",
                f"{row['words']:.1f}",
                percent(share(row)),
            ]
            for name, rows in models.items()
            for row in rows
        ),
    ]


def triangle(rows: Kept, chosen: int | None = None) -> list[list[str]]:
    """A header, then a row a number of clauses with the share of each; one is open."""
    header = ["", "clause 1", *(str(n) for n in range(2, len(rows) + 1))]
    return [
        header,
        *(
            [
                counted(row["clauses"], "clause", "clauses")
                + (", as above" if row["clauses"] == chosen else ""),
                *(percent(value) for value in row["kept"]),
                *[""] * (len(rows) - len(row["kept"])),
            ]
            for row in rows
        ),
    ]


def said(models: Mapping[str, Kept]) -> str:
    """What each model keeps of the shortest and of the longest sentences."""
    return " ".join(
        f"{name[:1].upper()}{name[1:]} keeps {percent(share(rows[0]))} of the content "
        f"words of one clause and {percent(share(rows[-1]))} of those of "
        f"{rows[-1]['clauses']}."
        for name, rows in models.items()
    )


def _figure(dark: bool, longest: int) -> go.Figure:
    """An empty figure, as wide as the longest sentence of either training."""
    return go.Figure(
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "showlegend": False,
            "dragmode": False,
            "hovermode": "closest",
            "margin": {"l": 8, "r": 16, "t": 44, "b": 8},
            "xaxis": {
                "title": {"text": "English words"},
                "rangemode": "tozero",
                "range": [0, longest * 1.04],
                "fixedrange": True,
                "automargin": True,
            },
            "yaxis": {
                "title": {"text": "content words kept, mean of clauses"},
                "range": [0, 1.02],
                "tickformat": ".0%",
                "fixedrange": True,
                "automargin": True,
            },
        }
    )


def _longest(figure: go.Figure, trained: Mapping[str, int], dark: bool) -> None:
    """Up to which length each model was trained: shaded, and named above the frame."""
    colours = theme.palette(dark)
    alike: dict[int, list[str]] = {}
    for name, words in trained.items():
        alike.setdefault(words, []).append(name)
    for place, (words, names) in enumerate(sorted(alike.items())):
        who = "both" if len(names) > 1 else names[0]
        figure.add_vrect(
            x0=0,
            x1=words,
            fillcolor=colours.hair,
            opacity=0.5,
            line={"width": 0},
            layer="below",
        )
        figure.add_annotation(
            x=words,
            y=1,
            yref="paper",
            yshift=18 * place,
            text=f"up to {words} words: {who}",
            showarrow=False,
            xanchor="right",
            yanchor="bottom",
            font={"size": 14, "color": colours.muted},
        )


def _line(
    figure: go.Figure,
    name: str,
    x: list[float],
    y: list[float],
    said: list[str],
    dark: bool,
) -> None:
    colours = theme.palette(dark)
    ink, width, dash = (colours.muted, 2, "dot")
    if name == MAIN:
        ink, width, dash = (colours.text, 4, "solid")
    figure.add_trace(
        go.Scatter(
            x=x,
            y=y,
            name=name,
            mode="lines+markers",
            line={"color": ink, "width": width, "dash": dash},
            marker={"size": 7, "color": ink},
            text=said,
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    )
    if x:
        figure.add_annotation(
            x=x[-1],
            y=y[-1],
            text=name,
            showarrow=False,
            xanchor="right",
            yanchor="top",
            yshift=-4,
            font={"color": ink, "size": 15},
        )
