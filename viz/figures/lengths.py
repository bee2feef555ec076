"""BLEU by the length of the sentence: where a fixed vector runs out of room.

One file of test sentences, because another one is other language as well as another
length. Every point has the band that holds 95 % of bootstrap samples.
"""

from collections.abc import Mapping
from typing import Any

from plotly import graph_objects as go

from viz.figures import curves
from viz.say import tables, theme

FILE = "hansards/valid"
HEIGHT = 380
Infos = Mapping[str, Mapping[str, Any]]


def parts(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The lengths of one model that were measured with a band."""
    measured = info.get("quality", {}).get(FILE, {}).get("by_length", ())
    return [part for part in measured if "low" in part]


def lengths(infos: Infos, *, dark: bool = False) -> go.Figure:
    """BLEU against the number of English words, one line and one band a model."""
    figure = go.Figure(
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "legend": curves.LEGEND,
            "dragmode": False,
            "hovermode": "closest",
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": curves.axis(
                "English words; below, sentences measured",
                type="category",
                tickmode="array",
                tickangle=0,
                **_counted(infos),
            ),
            "yaxis": curves.axis("BLEU", rangemode="tozero"),
        }
    )
    for place, (name, info) in enumerate(infos.items()):
        measured, line = parts(info), curves.pen(place, dark)
        bins = [_bin(part) for part in measured]
        figure.add_trace(
            go.Scatter(
                x=[*bins, *reversed(bins)],
                y=[
                    *(part["high"] for part in measured),
                    *(part["low"] for part in reversed(measured)),
                ],
                fill="toself",
                fillcolor=_pale(line["color"]),
                line={"width": 0},
                mode="lines",
                hoverinfo="skip",
                showlegend=False,
                name=name,
            )
        )
        figure.add_trace(
            go.Scatter(
                x=bins,
                y=[part["bleu"] for part in measured],
                name=name,
                mode="lines+markers",
                line=line,
                marker={"size": 7, "color": line["color"]},
                text=[_told(name, part) for part in measured],
                hovertemplate="%{text}<extra></extra>",
                cliponaxis=False,
            )
        )
    return figure


def said(infos: Infos) -> str:
    """The figure for somebody who does not see it, a sentence a model."""
    sentences = []
    for name, info in infos.items():
        measured = parts(info)
        if measured:
            first, last = measured[0], measured[-1]
            sentences.append(
                f"{name}: BLEU {first['bleu']:.1f} for {_bin(first)} words, "
                f"{last['bleu']:.1f} for {_bin(last)}."
            )
    return " ".join(sentences)


def rows(infos: Infos) -> list[list[tables.Cell]]:
    """A header, then a row for each model and length."""
    return [
        ["model", "words", "sentences", "of", "BLEU", "95 % from", "to"],
        *(
            [
                *(name, _bin(part), part["sentences"], part.get("of")),
                *(part["bleu"], part["low"], part["high"]),
            ]
            for name, info in infos.items()
            for part in parts(info)
        ),
    ]


def _bin(part: Mapping[str, Any]) -> str:
    return f"{part['from']}–{part['to']}"


def _counted(infos: Infos) -> dict[str, list[str]]:
    """The lengths, each with the number of sentences behind its point.

    Models that were measured on different numbers show the smallest and the largest.
    """
    numbers: dict[str, list[int]] = {}
    for info in infos.values():
        for part in parts(info):
            numbers.setdefault(_bin(part), []).append(part["sentences"])
    below = {
        name: f"{min(n):,}" if min(n) == max(n) else f"{min(n):,} to {max(n):,}"
        for name, n in numbers.items()
    }
    return {
        "tickvals": list(below),
        "ticktext": [f"{name}<br>{n}" for name, n in below.items()],
    }


def _told(name: str, part: Mapping[str, Any]) -> str:
    return (
        f"{name}, {_bin(part)} words<br>BLEU {part['bleu']:.1f} "
        f"({part['low']:.1f} to {part['high']:.1f})<br>{part['sentences']:,} sentences"
    )


def _pale(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, 0.14)"
