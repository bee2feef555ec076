"""A small matrix with its names, and its numbers in the cells.

Weights are coloured from 0 to 1, all others by their sign on a symmetric range. What is
forbidden is hatched, not 0.
"""

import math
from collections.abc import Sequence
from typing import Any

from viz.content.texts import texts
from viz.figures.drawing import Drawing, Part, Span, pen, plain, strokes, worded
from viz.figures.figure import Figure
from viz.figures.small_matrices import (
    Matrix,
    Value,
    caption,
    is_number,
    rows_of,
    turned,
)
from viz.figures.small_matrices import cell as written_in
from viz.say import theme

say = texts("labs/shared")
CELL, ROW = 48, 42
DIGIT, LABEL, TITLE = 9, 9, 9  # pixels for a letter in a cell, of a name, of a title
TITLES = 66  # above the first row
NARROWEST = 150  # Plotly draws nothing narrower
ROOM = 0.03  # around the cells, for a frame
EDGE = 0.46  # from the middle of a cell to its hatching's edge
ROLES = ("query", "key", "value")


def picture(
    shown: Matrix,
    *,
    turn: bool = False,
    named: bool = False,
    row: int | None = None,
    cell: tuple[int, int] | None = None,
    dark: bool = False,
) -> Figure:
    """The matrix; `row` and `cell` (row, column) are framed, and turn with it.

    Its axes say what stands along them or, `named`, what they are called.

    The points of its last trace carry (row, column) of `shown` as `customdata`, so
    that a cell can be chosen. Its width and height are those of its cells.
    """
    drawn = turned(shown) if turn else shown
    colours = theme.palette(dark)
    across, down = len(drawn.columns), len(drawn.rows)
    figure = Drawing(
        dark,
        TITLES + ROW * down + 8,
        width=width(shown, turn=turn),
        margin={"l": _left(drawn), "r": 6, "t": TITLES, "b": 8},
        title={
            "text": f"<b>{plain(drawn.title)}</b>",
            "font": {"family": theme.INSTRUMENT, "size": 16},
            "x": 0,
            "xref": "container",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 4, "l": 4},
        },
        xaxis={
            **_axis(drawn.columns, drawn.across, colours, named),
            "side": "top",
            "range": [-0.5 - ROOM, across - 0.5 + ROOM],
        },
        yaxis={
            **_axis(drawn.rows, drawn.down, colours, named),
            "range": [down - 0.5 + ROOM, -0.5 - ROOM],
        },
    )
    figure.add_heatmap(
        [[v if is_number(v) else None for v in row] for row in drawn.values],
        _stops(drawn, dark),
        _ends(drawn),
        xgap=2,
        ygap=2,
    )
    _hatch(figure, drawn)
    _numbers(figure, drawn, turn, dark)

    def add_box(rows: Span, columns: Span, **look: Any) -> None:
        figure.add_box(*((rows, columns) if turn else (columns, rows)), **look)

    every = (-0.5, len(shown.columns) - 0.5)
    for at in shown.pale:  # computed, then ignored: the page lies thinly over it
        add_box(
            _around(at), every, fillcolor=colours.page, opacity=0.6, line={"width": 0}
        )
    if row is not None and 0 <= row < len(shown.rows):
        add_box(_around(row), every, line=pen(colours.text, 2.5))
    if cell is not None:
        add_box(*map(_around, cell), line=pen(colours.text, 5.0))
    return Figure(figure.made(), caption(shown), rows_of(shown), shown.title)


def width(shown: Matrix, *, turn: bool = False) -> int:
    """The pixels that the picture is wide."""
    drawn = turned(shown) if turn else shown
    longest = max(
        (len(written_in(drawn, *place)) for place in _places(drawn)), default=0
    )
    cell = max(CELL, DIGIT * longest + 10)
    words = max(map(len, drawn.columns), default=0) * LABEL + 8
    cells = _left(drawn) + max(cell, words) * len(drawn.columns) + 6
    title = TITLE * len(drawn.title) if len(drawn.columns) == 1 else 0
    return max(cells, title, NARROWEST)


# --- the parts of the picture ---------------------------------------------------------


def _places(drawn: Matrix) -> list[tuple[int, int]]:
    """Row and column of every cell."""
    return [(r, c) for r in range(len(drawn.rows)) for c in range(len(drawn.columns))]


def _around(at: int) -> Span:
    """Where a row or a column begins and ends."""
    return at - 0.5, at + 0.5


def _numbers(figure: Drawing, drawn: Matrix, turn: bool, dark: bool) -> None:
    """A point in every cell: its number, what it says, and where it stands."""
    cells = _places(drawn)
    figure.add_targets(
        [c for _, c in cells],
        [r for r, _ in cells],
        ROW - 6,
        customdata=[[c, r] if turn else [r, c] for r, c in cells],
        mode="markers+text",
        text=[written_in(drawn, r, c).replace("\n", "<br>") for r, c in cells],
        textfont={
            "size": _sizes(drawn),
            "color": [_ink(drawn, drawn.values[r][c], dark) for r, c in cells],
        },
        hovertext=[plain(_says(drawn, r, c)) for r, c in cells],
        says="%{hovertext}",
        unselected={"marker": {"opacity": 0}, "textfont": {}},
    )


def _sizes(drawn: Matrix) -> int | list[int]:
    """Of the letters in the cells: marks are smaller than numbers."""
    if not drawn.marks:
        return 15
    return [15 if is_number(value) else 13 for row in drawn.values for value in row]


def _hatch(figure: Drawing, drawn: Matrix) -> None:
    """Squares for what is forbidden, in one trace, hatched at 45°."""
    corners = (
        (-EDGE, -EDGE),
        (EDGE, -EDGE),
        (EDGE, EDGE),
        (-EDGE, EDGE),
        (-EDGE, -EDGE),
    )
    squares = (
        [(c + x, r + y) for x, y in corners]
        for r, c in _places(drawn)
        if drawn.values[r][c] in (None, -math.inf) and (r, c) not in drawn.covered
    )
    figure.add_line(
        *strokes(squares),
        pen(figure.colours.border, 1),
        fill="toself",
        fillpattern={
            "shape": "/",
            "size": 7,
            "solidity": 0.18,
            "fgcolor": figure.colours.hatch,
            "bgcolor": "rgba(0,0,0,0)",
        },
    )


def _axis(
    labels: Sequence[str], role: str, colours: theme.Palette, named: bool
) -> Part:
    """Names in the colour of their role; words are set as words, symbols as symbols."""
    return worded(
        labels,
        getattr(colours, role) if role in ROLES else colours.text,
        title={
            "text": _called(role, named),
            "standoff": 4,
            "font": {"size": 14, "color": colours.muted},
        },
        ticklabelstandoff=3,
        ticks="",
        automargin=False,
    )


def _called(role: str, named: bool) -> str:
    """What stands along an axis or, `named`, what the axis is called."""
    if not named or not role:
        return say.all("matrix.roles").get(role, role)
    return say("matrix.axis", name=say.all("matrix.named").get(role, role))


def _left(drawn: Matrix) -> int:
    """The room that the names of the rows take, with what they are."""
    return 34 + LABEL * max(map(len, drawn.rows), default=0)


def _ink(drawn: Matrix, value: Value, dark: bool) -> str:
    if not is_number(value):
        return theme.palette(dark).text
    low, high = _ends(drawn)
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    return theme.ink_on(theme.on_scale(_stops(drawn, dark), share))


def _ends(drawn: Matrix) -> Span:
    """The numbers that have the first and the last of the colours."""
    return (drawn.least, 1) if drawn.means == "weight" else (-drawn.reach, drawn.reach)


def _stops(drawn: Matrix, dark: bool) -> tuple[str, ...]:
    """The colours that the values run through; a value of no sign is the page."""
    colours = theme.palette(dark)
    if drawn.means == "weight":
        return colours.weights
    if drawn.means == "plain":
        return (colours.surface,) * 2
    return (*colours.signed[:5], colours.page, *colours.signed[5:])


def _says(drawn: Matrix, row: int, column: int) -> str:
    if drawn.says:
        return drawn.says[row][column]
    if (row, column) in drawn.covered:
        what = say("matrix.find")
    else:
        what = written_in(drawn, row, column) or say("matrix.forbidden")
    return say(
        "matrix.cell", row=drawn.rows[row], column=drawn.columns[column], value=what
    )
