"""One map as a Plotly heatmap: queries down, keys across, weights from 0 to 1."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.figures.drawing import Drawing, labelled, pen, plain
from viz.figures.figure import Figure
from viz.say import captions, tables, theme
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import AttentionMap

say = texts("captions")

ROW, LABELS = 34, 84
BLANK = 0.035
SLANTED = (0, -40, -90)
SPECIAL = ("‹start›", "‹end›", "‹pad›")


def heatmap(
    shown: "AttentionMap",
    *,
    title: str = "",
    called: str = "",
    dark: bool = False,
    row: int | None = None,
    scale: float = 1.0,
    special: Sequence[str] = SPECIAL,
) -> Figure:
    """The map with its words; row `row` is framed, the caption names it as `called`.

    Places are numbers and words only their labels, so that repeated words stay apart.
    A forbidden cell has no fill and no number. Hover says each cell with three
    decimals; below 0.035 the number in the cell is left out. `scale` enlarges words
    and rows, for a projector.
    """
    drawing = drawn(shown, dark=dark, row=row, scale=scale, special=special)
    caption = captions.description(shown, called or shown.title)
    return Figure(drawing.made(), caption, tables.weights(shown), title)


def drawn(
    shown: "AttentionMap",
    *,
    dark: bool = False,
    row: int | None = None,
    scale: float = 1.0,
    special: Sequence[str] = SPECIAL,
) -> Drawing:
    """The cells, numbers and words of a map, to which more may be added."""
    colours = theme.palette(dark)
    numbers = tables.blanked(shown.weights, shown.allowed)
    queries, keys = len(shown.query_words), len(shown.key_words)
    across = [_label(word, colours, word in special) for word in shown.key_words]
    down = [
        _label(word, colours, word in special, chosen=place == row)
        for place, word in enumerate(shown.query_words)
    ]
    font = {"family": theme.LANGUAGE, "size": 16 * scale}
    drawing = Drawing(
        dark,
        round(scale * (LABELS + ROW * queries)),
        margin={"l": 4, "r": 20, "t": 4, "b": 4},
        xaxis=labelled(
            across,
            {"text": say("axes.keys"), "standoff": 12},
            tickfont={**font, "color": colours.key},
            ticks="",
            ticklabelstandoff=6,
            side="top",
            range=[-0.5, keys - 0.5],
            autotickangles=SLANTED,
        ),
        yaxis=labelled(
            down,
            {"text": say("axes.queries"), "standoff": 14},
            tickfont={**font, "color": colours.query},
            ticks="",
            ticklabelstandoff=6,
            range=[queries - 0.5, -0.5],
        ),
    )
    drawing.add_heatmap(
        numbers,
        colours.weights,
        xgap=2,
        ygap=2,
        text=[[plain(said) for said in line] for line in captions.cells(shown)],
        says="%{text}",
    )
    _numbers(drawing, numbers, dark, scale)
    if row is not None and 0 <= row < queries:
        drawing.add_box(
            (-0.5, keys - 0.5), (row - 0.5, row + 0.5), line=pen(colours.text, 2.5)
        )
    return drawing


def _label(
    word: str, colours: theme.Palette, special: bool, *, chosen: bool = False
) -> str:
    colour = colours.text if chosen else colours.muted
    text = plain(word)
    if special or chosen:
        text = f'<span style="color:{colour}">{text}</span>'
    return f"<b>{text}</b>" if chosen else text


def _numbers(
    drawing: Drawing, numbers: list[list[float | None]], dark: bool, scale: float
) -> None:
    """The numbers in the cells, each in the ink that reads better there."""
    cells = [
        (column, row, weight)
        for row, line in enumerate(numbers)
        for column, weight in enumerate(line)
        if weight is not None and weight >= BLANK
    ]
    drawing.add_scatter(
        x=[x for x, _, _ in cells],
        y=[y for _, y, _ in cells],
        text=[written(weight).removeprefix("0") for _, _, weight in cells],
        mode="text",
        textfont={
            "size": 14 * scale,
            "color": [_ink(round(weight * 255), dark) for _, _, weight in cells],
        },
    )


@cache
def _ink(shade: int, dark: bool) -> str:
    """Black or white on the colour of a weight, in steps of 1/255."""
    return theme.ink_on(theme.weight_colour(shade / 255, dark))
