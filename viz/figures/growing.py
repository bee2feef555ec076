"""Content words kept as sentences grow: what a fixed vector drops."""

from collections.abc import Mapping, Sequence
from typing import Any

from viz.content.texts import texts
from viz.figures.curves import axis
from viz.figures.drawing import Drawing
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("bahdanau")

HEIGHT = 320
WIDE = 30  # words; the longest stored sentences have about 25
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

    The line of the `main` model is in full ink, any other is thin and dotted. `trained`
    is the longest sentence in a model's training, in words; `chosen` the number of
    clauses of the open sentence.
    """
    colours = theme.palette(dark)
    drawing = Drawing(theme.layout(dark, HEIGHT))
    longest = max([WIDE, *trained.values()])
    drawing.update_layout(
        margin={"l": 8, "r": 16, "t": 44, "b": 8},
        xaxis=axis(say("growing.words"), rangemode="tozero", range=[0, longest * 1.04]),
        yaxis=axis(say("growing.kept"), range=[0, 1.02], tickformat=".0%"),
    )
    _longest(drawing, trained, colours)
    for name, rows in models.items():
        pen = (colours.muted, 2, "dot") if name != main else (colours.text, 4, "solid")
        _line(drawing, name, rows, *pen)
    rows = next(iter(models.values()), ())
    if chosen and rows:
        x, line = rows[chosen - 1]["words"], {"width": 1, "color": colours.muted}
        drawing.add_shape(type="line", x0=x, x1=x, y0=0, y1=1, yref="paper", line=line)
    caption = " ".join(_caption(name, rows) for name, rows in models.items())
    return Figure(drawing.made(), caption, points(models), say("growing.title"))


def points(models: Mapping[str, Kept]) -> list[list[str]]:
    """A header, then one row a point of the lines: a model and a number of clauses."""
    found = [["", *say.all("growing.columns").values()]]
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


def _longest(
    drawing: Drawing, trained: Mapping[str, int], colours: theme.Palette
) -> None:
    """Up to which length each model was trained: shaded, and named above the frame."""
    alike: dict[int, list[str]] = {}
    for name, words in trained.items():
        alike.setdefault(words, []).append(name)
    for place, (words, names) in enumerate(sorted(alike.items())):
        who = say("growing.both") if len(names) > 1 else names[0]
        drawing.add_shape(
            type="rect",
            x0=0,
            x1=words,
            y0=0,
            y1=1,
            yref="paper",
            fillcolor=colours.hair,
            opacity=0.5,
            line={"width": 0},
            layer="below",
        )
        drawing.add_annotation(
            x=words,
            y=1,
            yref="paper",
            yshift=18 * place,
            text=say("growing.trained", words=words, model=who),
            showarrow=False,
            xanchor="right",
            yanchor="bottom",
            font={"size": 14, "color": colours.muted},
        )


def _line(
    drawing: Drawing, name: str, rows: Kept, ink: str, width: int, dash: str
) -> None:
    """One model, named under its last point."""
    shares = [share(row) for row in rows]
    words = [row["words"] for row in rows]
    drawing.add_scatter(
        x=words,
        y=shares,
        name=name,
        mode="lines+markers",
        line={"color": ink, "width": width, "dash": dash},
        marker={"size": 7, "color": ink},
        text=[
            say(
                "growing.hover",
                model=name,
                clauses=_clauses(row),
                share=percent(share(row)),
            )
            for row in rows
        ],
        hovertemplate="%{text}<extra></extra>",
        cliponaxis=False,
    )
    if rows:
        drawing.add_annotation(
            x=words[-1],
            y=shares[-1],
            text=name,
            showarrow=False,
            xanchor="right",
            yanchor="top",
            yshift=-4,
            font={"color": ink, "size": 15},
        )
