"""Content words kept as sentences grow: what a fixed vector drops."""

from collections.abc import Mapping, Sequence
from typing import Any

from viz.content.texts import texts
from viz.figures.curves import pen_of
from viz.figures.drawing import Drawing, Part, axis, pen
from viz.figures.figure import Figure
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("why")

HEIGHT = 320
APART = 0.17  # of two labels of two lines, in shares
WIDE = 44  # words; the longest sentences have about 25, and names at their right
Kept = Sequence[Mapping[str, Any]]


def share(row: Mapping[str, Any]) -> float:
    """The mean of the clauses' shares: each clause counts alike, however many words."""
    return sum(row["kept"]) / len(row["kept"])


def growing(
    models: Mapping[str, Kept],
    trained: Mapping[str, int],
    *,
    main: str,
    chosen: int | None = None,
    dark: bool = False,
) -> Figure:
    """The share kept against the mean number of words, a line a model.

    The `main` model has attention: its line is drawn as Bahdanau's, any other dashed.
    `trained` is the longest sentence in a model's training, in words; `chosen` the
    number of clauses of the open sentence.
    """
    longest = max([WIDE, *trained.values()])
    drawing = Drawing(
        dark,
        HEIGHT,
        margin={"l": 8, "r": 16, "t": 44, "b": 8},
        xaxis=axis(say("growing.words"), range=[0, longest * 1.04], **_ticks(models)),
        yaxis=axis(say("growing.kept"), range=[0, 1.02], tickformat=".0%"),
    )
    colours = drawing.colours
    _longest(drawing, trained)
    for name, rows in models.items():
        line = pen_of(0, dark, "bahdanau" if name == main else "rnn")
        _line(drawing, name, rows, line, chosen)
    _ends(drawing, models)
    rows = next(iter(models.values()), ())
    if chosen and rows:
        drawing.add_upright(rows[chosen - 1]["words"], pen(colours.muted, 1))
    caption = " ".join(_caption(name, rows) for name, rows in models.items())
    return Figure(drawing.made(), caption, points(models), say("growing.title"))


def points(models: Mapping[str, Kept]) -> list[list[str]]:
    """A header, then one row a point of the lines: a model and a number of clauses."""
    found = [["", *say.row("growing.columns")]]
    for name, rows in models.items():
        for row in rows:
            point = say("growing.point", model=name, clauses=_clauses(row))
            found.append([point, written(row["words"], ".1f"), percent(share(row))])
    return found


def triangle(rows: Kept, chosen: int | None = None) -> list[list[str]]:
    """A header, then a row a number of clauses with the share of each; one is open."""
    more = (str(n) for n in range(2, len(rows) + 1))
    found = [["", say("growing.shares.first"), *more]]
    for row in rows:
        clauses = _clauses(row)
        if row["clauses"] == chosen:
            clauses = say("growing.shares.open", clauses=clauses)
        shares = [percent(value) for value in row["kept"]]
        found.append([clauses, *shares, *[""] * (len(rows) - len(shares))])
    return found


def _clauses(row: Mapping[str, Any]) -> str:
    return say("growing.clauses", n=row["clauses"])


def _caption(name: str, rows: Kept) -> str:
    """What a model keeps of the shortest and of the longest sentences."""
    return say(
        "growing.caption",
        model=f"{name[:1].upper()}{name[1:]}",
        short=percent(share(rows[0])),
        long=percent(share(rows[-1])),
        clauses=rows[-1]["clauses"],
    )


def _longest(drawing: Drawing, trained: Mapping[str, int]) -> None:
    """Up to which length each model was trained: shaded, and named above the frame."""
    alike: dict[int, list[str]] = {}
    for name, words in trained.items():
        alike.setdefault(words, []).append(name)
    for place, (words, names) in enumerate(sorted(alike.items())):
        who = say("growing.both") if len(names) > 1 else names[0]
        drawing.add_band((0, words), drawing.colours.hair)
        drawing.add_annotation(
            x=words,
            y=1,
            yref="paper",
            yshift=18 * place,
            text=say("growing.trained", words=words, model=who),
            xanchor="right",
            yanchor="bottom",
            font={"size": 14, "color": drawing.colours.muted},
        )


def _ticks(models: Mapping[str, Kept]) -> Part:
    """The numbers of clauses, where their mean numbers of words stand."""
    rows = max(models.values(), key=len, default=())
    said = [
        say(
            "growing.tick",
            clauses=str(row["clauses"]),
            words=written(row["words"], ".0f"),
        )
        for row in rows
    ]
    return {
        "tickmode": "array",
        "tickvals": [r["words"] for r in rows],
        "ticktext": said,
    }


def _ends(drawing: Drawing, models: Mapping[str, Kept]) -> None:
    """The last share of each model beside its last point, apart from the others."""
    ends = sorted(
        (share(rows[-1]), name, rows) for name, rows in models.items() if rows
    )
    above = -1.0
    for last, name, rows in ends:
        above = max(last, above + APART)
        drawing.add_annotation(
            x=rows[-1]["words"],
            y=above,
            text=say("growing.end", share=percent(last), model=name),
            xanchor="left",
            xshift=14,
            align="left",
            font={"size": 16, "color": drawing.colours.text},
        )


def _line(
    drawing: Drawing, name: str, rows: Kept, line: Part, chosen: int | None
) -> None:
    """One model; the point of the open sentence is larger."""
    shares = [share(row) for row in rows]
    words = [row["words"] for row in rows]
    points = zip(map(_clauses, rows), map(percent, shares), strict=True)
    drawing.add_line(
        words,
        shares,
        line,
        marker={"size": [13 if row["clauses"] == chosen else 7 for row in rows]},
        mode="lines+markers",
        name=name,
        text=[say("growing.hover", model=name, clauses=c, share=s) for c, s in points],
        says="%{text}",
        cliponaxis=False,
    )
