"""BLEU by the length of the sentence: where a fixed vector runs out of room.

One file of test sentences, because another one is other language as well as another
length. Every point has the band that holds 95 % of bootstrap samples. Beyond the
longest sentence of the file two sentences are joined: their points are hollow. As in
figure 2 of Bahdanau et al. (2015), with a line for the longest sentence in training.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from viz.content.texts import texts
from viz.figures.curves import pens_of
from viz.figures.drawing import LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say import tables, theme
from viz.say.lists import listed
from viz.say.numbers import written

say = texts("models")

FILE = "hansards/valid"
HEIGHT = 380
Infos = Mapping[str, Mapping[str, Any]]


def parts(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The lengths of one model that were measured with a band, joined ones last."""
    measured = info.get("quality", {}).get(FILE, {})
    single = [part for part in measured.get("by_length", ()) if "low" in part]
    return [*single, *_twice(info)] if single else []


def _twice(info: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The lengths of one model that two sentences make together."""
    return info.get("quality", {}).get(FILE, {}).get("joined", ())


def trained(info: Mapping[str, Any]) -> int:
    """The longest sentence in the training of a model, in words; 0 where not known.

    A model that was trained on has read what the runs before it read.
    """
    recipes = [run.get("recipe", {}) for run in (*info.get("before", ()), info)]
    return max(recipe.get("schedule", {}).get("max_words", 0) for recipe in recipes)


def lengths(
    infos: Infos, *, kinds: Mapping[str, str] | None = None, dark: bool = False
) -> Figure | None:
    """BLEU against the number of English words, one line and one band a model.

    Of a model whose kind `kinds` names the line is that of all figures. None where no
    model was measured with a band.
    """
    if not any(parts(info) for info in infos.values()):
        return None
    every = (part for info in infos.values() for part in parts(info))
    bins_of = {_bin(part): part for part in sorted(every, key=lambda p: p["to"])}
    ticks = [f"{part['from']}–<br>{part['to']}" for part in bins_of.values()]
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(
            say("lengths.words"),
            type="category",
            tickangle=0,
            tickmode="array",
            categoryarray=list(bins_of),
            tickvals=list(bins_of),
            ticktext=ticks,
        ),
        yaxis=axis(say("lengths.bleu"), rangemode="tozero"),
    )
    pens = pens_of([(kinds or {}).get(name, "") for name in infos], dark)
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
            marker={
                "size": 7,
                "symbol": ["circle"] * (len(bins) - len(_twice(info)))
                + ["circle-open"] * len(_twice(info)),
            },
            mode="lines+markers",
            name=name,
            text=[_hover(name, part) for part in measured],
            says="%{text}",
            cliponaxis=False,
        )
    _add_trained(drawing, infos)
    return Figure(drawing.made(), _caption(infos), rows(infos), say("lengths.title"))


def _add_trained(drawing: Drawing, infos: Infos) -> None:
    """An upright line behind the longest sentences of training, within the picture."""
    ends = sorted({part["to"] for info in infos.values() for part in parts(info)})
    for words in sorted({trained(info) for info in infos.values()}):
        before = sum(end <= words for end in ends)
        if 0 < before < len(ends):
            drawing.add_upright(before - 0.5, pen(drawing.colours.muted, 2, "dash"))
            drawing.add_annotation(
                x=before - 0.5,
                y=1,
                yref="paper",
                xanchor="right",
                yanchor="top",
                yshift=-8,  # below a legend of two lines
                text=say("lengths.trained", words=words),
            )


def _caption(infos: Infos) -> str:
    """A sentence a model: BLEU of its shortest and of its longest sentences."""
    measured = {name: found for name, info in infos.items() if (found := parts(info))}
    said = [
        say(
            "lengths.caption",
            model=name,
            first=written(found[0]["bleu"], ".1f"),
            shortest=_bin(found[0]),
            last=written(found[-1]["bleu"], ".1f"),
            longest=_bin(found[-1]),
        )
        for name, found in measured.items()
    ]
    if any(_twice(info) for info in infos.values()):
        said.append(say("lengths.joined"))
    said += [
        say("lengths.trained_on", words=words, models=listed(names))
        for words, names in _trained_on(infos).items()
    ]
    return " ".join(said)


def _trained_on(infos: Infos) -> dict[int, list[str]]:
    """The models by the longest sentence of their training, where it is known."""
    found: dict[int, list[str]] = {}
    for name, info in infos.items():
        if parts(info) and (words := trained(info)):
            found.setdefault(words, []).append(name)
    return found


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


def _hover(name: str, part: Mapping[str, Any]) -> str:
    bleu, low, high = (written(part[key], ".1f") for key in ("bleu", "low", "high"))
    return "<br>".join(
        (
            say("lengths.hover_length", model=name, length=_bin(part)),
            say("lengths.hover_bleu", bleu=bleu, low=low, high=high),
            say("lengths.hover_sentences", number=part["sentences"]),
        )
    )
