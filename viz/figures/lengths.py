"""BLEU by the length of the sentence: where a fixed vector runs out of room.

One file of test sentences, because another one is other language as well as another
length. Every point has the band that holds 95 % of bootstrap samples.
"""

from collections.abc import Mapping
from typing import Any

from viz.content.texts import texts
from viz.figures.curves import pens_of
from viz.figures.drawing import LEGEND, Drawing, Part, axis
from viz.figures.figure import Figure
from viz.say import tables, theme
from viz.say.numbers import written

say = texts("models")

FILE = "hansards/valid"
HEIGHT = 380
Infos = Mapping[str, Mapping[str, Any]]


def parts(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The lengths of one model that were measured with a band."""
    measured = info.get("quality", {}).get(FILE, {}).get("by_length", ())
    return [part for part in measured if "low" in part]


def lengths(infos: Infos, *, dark: bool = False) -> Figure | None:
    """BLEU against the number of English words, one line and one band a model.

    None where no model was measured with a band.
    """
    if not any(parts(info) for info in infos.values()):
        return None
    counted = _counted(infos)
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("lengths.words"), type="category", tickangle=0, **counted),
        yaxis=axis(say("lengths.bleu"), rangemode="tozero"),
    )
    pens = pens_of([info.get("kind", "") for info in infos.values()], dark)
    for (name, info), line in zip(infos.items(), pens, strict=True):
        measured = parts(info)
        bins = [_bin(part) for part in measured]
        above = [part["high"] for part in measured]
        below = [part["low"] for part in reversed(measured)]
        drawing.add_scatter(
            x=[*bins, *reversed(bins)],
            y=[*above, *below],
            fill="toself",
            fillcolor=theme.clear(line["color"], 0.14),
            line={"width": 0},
            mode="lines",
            showlegend=False,
            name=name,
        )
        drawing.add_line(
            bins,
            [part["bleu"] for part in measured],
            line,
            dots=7,
            name=name,
            text=[_hover(name, part) for part in measured],
            says="%{text}",
            cliponaxis=False,
        )
    return Figure(drawing.made(), _caption(infos), rows(infos), say("lengths.title"))


def _caption(infos: Infos) -> str:
    """A sentence a model: BLEU of its shortest and of its longest sentences."""
    measured = {name: found for name, info in infos.items() if (found := parts(info))}
    return " ".join(
        say(
            "lengths.caption",
            model=name,
            first=written(found[0]["bleu"], ".1f"),
            shortest=_bin(found[0]),
            last=written(found[-1]["bleu"], ".1f"),
            longest=_bin(found[-1]),
        )
        for name, found in measured.items()
    )


def rows(infos: Infos) -> list[list[tables.Cell]]:
    """A header, then a row for each model and length."""
    found: list[list[tables.Cell]] = [[*say.row("lengths.columns")]]
    for name, info in infos.items():
        for part in parts(info):
            number, of = part["sentences"], part.get("of")
            scores = (part[score] for score in ("bleu", "low", "high"))
            found.append([name, _bin(part), number, of, *scores])
    return found


def _bin(part: Mapping[str, Any]) -> str:
    return f"{part['from']}–{part['to']}"


def _counted(infos: Infos) -> Part:
    """The lengths, each with the number of sentences behind its point.

    Models that were measured on different numbers show the smallest and the largest.
    """
    numbers: dict[str, list[int]] = {}
    for info in infos.values():
        for part in parts(info):
            numbers.setdefault(_bin(part), []).append(part["sentences"])
    return {
        "tickmode": "array",
        "tickvals": list(numbers),
        "ticktext": [f"{name}<br>{_range(found)}" for name, found in numbers.items()],
    }


def _range(numbers: list[int]) -> str:
    least, most = min(numbers), max(numbers)
    if least == most:
        return written(least, ",")
    return say("lengths.range", least=least, most=most)


def _hover(name: str, part: Mapping[str, Any]) -> str:
    bleu, low, high = (written(part[key], ".1f") for key in ("bleu", "low", "high"))
    return "<br>".join(
        (
            say("lengths.hover_length", model=name, length=_bin(part)),
            say("lengths.hover_bleu", bleu=bleu, low=low, high=high),
            say("lengths.hover_sentences", number=part["sentences"]),
        )
    )
