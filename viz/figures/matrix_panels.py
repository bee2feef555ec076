"""A small matrix with its names, and its numbers in the cells.

Weights are coloured from 0 to 1, all others by their sign on a symmetric range. What is
forbidden is hatched, not 0.
"""

import math
from collections.abc import Sequence
from itertools import chain

from viz.content.texts import texts
from viz.figures.drawing import Drawing, hover
from viz.figures.figure import Figure
from viz.figures.heatmap import plain
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
DIGIT, LABEL = 9, 9  # pixels for a letter in a cell, and of a name
TITLES = 66  # above the first row
ROOM = 0.03  # around the cells, for a frame
ROLES = ("query", "key", "value")


def picture(
    shown: Matrix,
    *,
    turn: bool = False,
    row: int | None = None,
    cell: tuple[int, int] | None = None,
    dark: bool = False,
) -> Figure:
    """The matrix; `row` and `cell` (row, column) are framed, and turn with it.

    The points of its last trace carry (row, column) of `shown` as `customdata`, so
    that a cell can be chosen. Its width and height are those of its cells.
    """
    colours = theme.palette(dark)
    drawn = turned(shown) if turn else shown
    across, down = len(drawn.columns), len(drawn.rows)
    figure = Drawing(theme.layout(dark, TITLES + ROW * down + 8))
    figure.add_heatmap(**_cells(drawn, dark))
    figure.add_scatter(**_hatched(drawn, colours))
    figure.add_scatter(**_numbers(drawn, turn, dark))
    ignored = (_over(_box(at, turn, down, across), colours) for at in shown.pale)
    framed = _frame(_box(row, turn, down, across), 2.5, colours)
    figure.update_layout(
        shapes=[*chain(*ignored), *framed, *_frame(_one(cell, turn), 5.0, colours)],
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
            **_axis(drawn.columns, drawn.across, colours),
            "side": "top",
            "range": [-0.5 - ROOM, across - 0.5 + ROOM],
        },
        yaxis={
            **_axis(drawn.rows, drawn.down, colours),
            "range": [down - 0.5 + ROOM, -0.5 - ROOM],
        },
    )
    return Figure(figure.made(), caption(shown), rows_of(shown), shown.title)


def width(shown: Matrix, *, turn: bool = False) -> int:
    """The pixels that the picture is wide."""
    drawn = turned(shown) if turn else shown
    places = [(r, c) for r in range(len(drawn.rows)) for c in range(len(drawn.columns))]
    longest = max((len(written_in(drawn, *place)) for place in places), default=0)
    cell = max(CELL, DIGIT * longest + 10)
    words = max(map(len, drawn.columns), default=0) * LABEL + 8
    return _left(drawn) + max(cell, words) * len(drawn.columns) + 6


# --- the parts of the picture ---------------------------------------------------------


def _cells(drawn: Matrix, dark: bool) -> dict:
    weight = drawn.means == "weight"
    return {
        "z": [[v if is_number(v) else None for v in row] for row in drawn.values],
        "zmin": 0 if weight else -drawn.reach,
        "zmax": 1 if weight else drawn.reach,
        "colorscale": theme.colorscale(_stops(drawn, dark)),
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "hoverinfo": "skip",
    }


def _numbers(drawn: Matrix, turn: bool, dark: bool) -> dict:
    """A point in every cell: its number, what it says, and where it stands."""
    cells = [(r, c) for r in range(len(drawn.rows)) for c in range(len(drawn.columns))]
    return {
        "x": [c for _, c in cells],
        "y": [r for r, _ in cells],
        "customdata": [[c, r] if turn else [r, c] for r, c in cells],
        "mode": "markers+text",
        "marker": {"symbol": "square", "size": ROW - 6, "opacity": 0},
        "text": [written_in(drawn, r, c).replace("\n", "<br>") for r, c in cells],
        "textfont": {
            "size": _sizes(drawn),
            "color": [_ink(drawn, drawn.values[r][c], dark) for r, c in cells],
        },
        "hovertext": [plain(_says(drawn, r, c)) for r, c in cells],
        "hovertemplate": hover("%{hovertext}"),
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}, "textfont": {}},
    }


def _sizes(drawn: Matrix) -> int | list[int]:
    """Of the letters in the cells: marks are smaller than numbers."""
    if not drawn.marks:
        return 15
    return [15 if is_number(value) else 13 for row in drawn.values for value in row]


def _hatched(drawn: Matrix, colours: theme.Palette) -> dict:
    """Squares for what is forbidden, in one trace, hatched at 45°."""
    edge = 0.46
    x: list[float | None] = []
    y: list[float | None] = []
    for r, row in enumerate(drawn.values):
        for c, value in enumerate(row):
            forbidden = value is None or value == -math.inf
            if forbidden and (r, c) not in drawn.covered:
                x += [c - edge, c + edge, c + edge, c - edge, c - edge, None]
                y += [r - edge, r - edge, r + edge, r + edge, r - edge, None]
    return {
        "x": x,
        "y": y,
        "mode": "lines",
        "line": {"width": 1, "color": colours.border},
        "fill": "toself",
        "fillpattern": {
            "shape": "/",
            "size": 7,
            "solidity": 0.18,
            "fgcolor": colours.hatch,
            "bgcolor": "rgba(0,0,0,0)",
        },
        "hoverinfo": "skip",
    }


def _axis(labels: Sequence[str], role: str, colours: theme.Palette) -> dict:
    """Names in the colour of their role; words are set as words, symbols as symbols."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": [plain(label) for label in labels],
        "tickfont": {
            "family": theme.LANGUAGE,
            "size": 16,
            "color": getattr(colours, role) if role in ROLES else colours.text,
        },
        "title": {
            "text": say.all("matrix.roles").get(role, role),
            "standoff": 4,
            "font": {"size": 14, "color": colours.muted},
        },
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "fixedrange": True,
        "ticklabelstandoff": 3,
    }


def _box(
    row: int | None, turn: bool, down: int, across: int
) -> tuple[float, float, float, float] | None:
    """x0, x1, y0, y1 of a row of the matrix; it is a column where it is turned."""
    if row is None or not 0 <= row < (across if turn else down):
        return None
    if turn:
        return row - 0.5, row + 0.5, -0.5, down - 0.5
    return -0.5, across - 0.5, row - 0.5, row + 0.5


def _one(
    cell: tuple[int, int] | None, turn: bool
) -> tuple[float, float, float, float] | None:
    if cell is None:
        return None
    y, x = reversed(cell) if turn else cell
    return x - 0.5, x + 0.5, y - 0.5, y + 0.5


def _frame(
    box: tuple[float, float, float, float] | None, line: float, colours: theme.Palette
) -> list[dict]:
    if box is None:
        return []
    corners = dict(zip(("x0", "x1", "y0", "y1"), box, strict=True))
    return [{"type": "rect", **corners, "line": {"color": colours.text, "width": line}}]


def _over(
    box: tuple[float, float, float, float] | None, colours: theme.Palette
) -> list[dict]:
    """The page laid thinly over a row: computed, then ignored."""
    return [
        {**shape, "fillcolor": colours.page, "opacity": 0.6, "line": {"width": 0}}
        for shape in _frame(box, 0.0, colours)
    ]


def _left(drawn: Matrix) -> int:
    """The room that the names of the rows take, with what they are."""
    return 34 + LABEL * max(map(len, drawn.rows), default=0)


def _ink(drawn: Matrix, value: Value, dark: bool) -> str:
    colours = theme.palette(dark)
    if not is_number(value):
        return colours.text
    low, high = (0.0, 1.0) if drawn.means == "weight" else (-drawn.reach, drawn.reach)
    share = min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.5
    return theme.ink_on(theme.on_scale(_stops(drawn, dark), share))


def _stops(drawn: Matrix, dark: bool) -> tuple[str, ...]:
    """The colours that the values run through; a value of no sign is the page."""
    colours = theme.palette(dark)
    if drawn.means == "weight":
        return colours.weights
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
