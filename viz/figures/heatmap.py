"""One map as a Plotly heatmap: queries down, keys across, weights from 0 to 1."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from plotly import graph_objects as go

from viz.say import captions, theme

if TYPE_CHECKING:
    from core.trace import AttentionMap

ROW, LABELS = 34, 84
BLANK = 0.035
SLANTED = (0, -40, -90)


def heatmap(
    shown: "AttentionMap",
    *,
    dark: bool = False,
    row: int | None = None,
    scale: float = 1.0,
    special: Sequence[str] = ("‹start›", "‹end›", "‹pad›"),
) -> go.Figure:
    """The map with its words; row `row` is framed.

    Places are numbers and words only their labels, so that repeated words stay apart.
    A forbidden cell has no fill and no number. Hover says each cell with three
    decimals; below 0.035 the number in the cell is left out. `scale` enlarges words
    and rows, for a projector.
    """
    colours = theme.palette(dark)
    numbers = [
        [weight if may else None for weight, may in zip(*pair, strict=True)]
        for pair in zip(shown.weights.tolist(), shown.allowed.tolist(), strict=True)
    ]
    queries, keys = len(shown.query_words), len(shown.key_words)
    across = _axis(shown.key_words, colours.key, colours, special, None, scale)
    down = _axis(shown.query_words, colours.query, colours, special, row, scale)
    figure = {
        "data": [
            {
                "type": "heatmap",
                "z": numbers,
                "zmin": 0,
                "zmax": 1,
                "colorscale": theme.colorscale(colours.weights),
                "showscale": False,
                "xgap": 2,
                "ygap": 2,
                "text": [
                    [plain(said) for said in line] for line in captions.cells(shown)
                ],
                "hovertemplate": "%{text}<extra></extra>",
                "hoverongaps": True,
            },
            _numbers(numbers, dark, scale),
        ],
        "layout": {
            "template": theme.plotly_template(dark),
            "height": round(scale * (LABELS + ROW * queries)),
            "showlegend": False,
            "dragmode": False,
            "margin": {"l": 4, "r": 20, "t": 4, "b": 4},
            "xaxis": {
                **across,
                "side": "top",
                "range": [-0.5, keys - 0.5],
                "autotickangles": SLANTED,
                "ticklabeloverflow": "allow",
                "title": {"text": "keys: English, all at once", "standoff": 12},
            },
            "yaxis": {
                **down,
                "range": [queries - 0.5, -0.5],
                "title": {"text": "queries: French", "standoff": 14},
            },
            "shapes": _frame(row, queries, keys, colours),
        },
    }
    # Plotly would check every property and copy it several times over, which takes ten
    # times as long as all the rest; the tests have it check what is built here.
    return go.Figure(figure, _validate=False)


def plain(text: str) -> str:
    """Text as Plotly will show it: its labels and hovers read a little HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _axis(
    labels: Sequence[str],
    colour: str,
    colours: theme.Palette,
    special: Sequence[str],
    chosen: int | None,
    scale: float,
) -> dict:
    return {
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": [
            _label(word, colours, word in special, place == chosen)
            for place, word in enumerate(labels)
        ],
        "tickfont": {"family": theme.LANGUAGE, "size": 16 * scale, "color": colour},
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "fixedrange": True,
        "automargin": True,
        "ticklabelstandoff": 6,
    }


def _label(word: str, colours: theme.Palette, special: bool, chosen: bool) -> str:
    colour = colours.text if chosen else colours.muted
    text = plain(word)
    if special or chosen:
        text = f'<span style="color:{colour}">{text}</span>'
    return f"<b>{text}</b>" if chosen else text


def _frame(
    row: int | None, queries: int, keys: int, colours: theme.Palette
) -> list[dict]:
    """A line around a row that is there."""
    if row is None or not 0 <= row < queries:
        return []
    corners = {"x0": -0.5, "x1": keys - 0.5, "y0": row - 0.5, "y1": row + 0.5}
    return [{"type": "rect", **corners, "line": {"color": colours.text, "width": 2.5}}]


def _numbers(numbers: list[list[float | None]], dark: bool, scale: float) -> dict:
    """The numbers in the cells, each in the ink that reads better there."""
    cells = [
        (column, row, weight)
        for row, line in enumerate(numbers)
        for column, weight in enumerate(line)
        if weight is not None and weight >= BLANK
    ]
    return {
        "type": "scatter",
        "x": [x for x, _, _ in cells],
        "y": [y for _, y, _ in cells],
        "text": [f"{weight:.2f}".removeprefix("0") for _, _, weight in cells],
        "mode": "text",
        "textfont": {
            "size": 14 * scale,
            "color": [_ink(round(weight * 255), dark) for _, _, weight in cells],
        },
        "hoverinfo": "skip",
    }


@cache
def _ink(shade: int, dark: bool) -> str:
    """Black or white on the colour of a weight, in steps of 1/255."""
    return theme.ink_on(theme.weight_colour(shade / 255, dark))
