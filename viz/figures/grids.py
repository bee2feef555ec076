"""Small matrices, and bars, as tables: weights on their one scale, changes signed.

A table is read by a screen reader as it stands, and needs no chart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.say import html_tables, theme
from viz.say.captions import apart, signed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import AttentionMap

FAINT = 0.035  # below, a weight is left to its colour
BLANKED = "‹blank›"  # as `core.experiments.word_changes` shows it, without its torch

say = texts("grids")


@dataclass(frozen=True)
class Cell:
    """A cell: what is written in it, its colour, what it says.

    Without a colour (None) it is hatched; with an empty one it stands on the page. What
    is written in a faint one shows in a marked row only.
    """

    text: str
    colour: str | None
    says: str
    faint: bool = False


def weights(shown: "AttentionMap", caption: str, *, dark: bool) -> str:
    """A map of weights; a forbidden cell is hatched and has no number.

    The last column is the sum of each row.
    """
    rows, columns = apart(shown.query_words), [*apart(shown.key_words), say("sum")]
    cells = [
        [
            Cell(
                _share(weight),
                theme.weight_colour(weight, dark),
                written(weight, ".3f"),
            )
            if may
            else Cell("", None, say("forbidden"))
            for weight, may in zip(numbers, allowed, strict=True)
        ]
        + [_summed(numbers, allowed)]
        for numbers, allowed in zip(
            shown.weights.tolist(), shown.allowed.tolist(), strict=True
        )
    ]
    return _table(rows, columns, cells, caption)


def _summed(numbers: Sequence[float], allowed: Sequence[bool]) -> Cell:
    total = sum(weight for weight, may in zip(numbers, allowed, strict=True) if may)
    return Cell(written(total), "", say("total", total=written(total, ".3f")))


Pairs = Sequence[tuple[int, int]]
"""Places of one map and of another that are compared."""


def difference(
    before: "AttentionMap",
    after: "AttentionMap",
    rows: Pairs,
    columns: Pairs,
    caption: str,
    *,
    dark: bool,
) -> str:
    """After − before, on a scale from −1 to 1; ValueError where the words differ.

    ‹blank› stands in the place of a word, so its row and column are that word's.
    """
    for pairs, old, new in (
        (rows, before.query_words, after.query_words),
        (columns, before.key_words, after.key_words),
    ):
        if any(old[a] != new[b] and BLANKED not in (old[a], new[b]) for a, b in pairs):
            raise ValueError("maps of different words cannot be subtracted")
    cells = [
        [
            _changed((after.weights[r, c] - before.weights[q, k]).item(), 1.0, dark)
            if before.allowed[q, k] or after.allowed[r, c]
            else Cell("", None, say("forbidden"))
            for k, c in columns
        ]
        for q, r in rows
    ]
    queries, keys = apart(after.query_words), apart(after.key_words)
    names = [queries[row] for _, row in rows]
    return _table(names, [keys[key] for _, key in columns], cells, caption)


def changes(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float]],
    caption: str,
    *,
    dark: bool,
) -> str:
    """Changes with their signs; the scale reaches as far as the largest of them."""
    limit = max((abs(value) for row in values for value in row), default=0.0)
    cells = [
        [_changed(value, limit, dark, always=True) for value in row] for row in values
    ]
    return _table(rows, columns, cells, caption)


def shares(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float]],
    caption: str,
    *,
    dark: bool,
    marks: tuple[str, int] | None = None,
) -> str:
    """Numbers from 0 to 1 in the colours of the weights.

    `marks`: the side that its rows are of ("source", "output"), and a row of it. The
    picture of attention and the table mark that row together, by its number; it shows
    all that it holds.
    """
    cells = [
        [
            Cell(
                written(value)[1:] if marks and value < FAINT else _share(value),
                theme.weight_colour(value, dark),
                written(value, ".3f"),
                faint=value < FAINT,
            )
            for value in row
        ]
        for row in values
    ]
    return _table(rows, columns, cells, caption, marks)


def bars(names: Sequence[str], values: Sequence[float], own: int, caption: str) -> str:
    """A bar a word from 0 to the largest value, or 1; the bar of `own` is lit."""
    limit = max(*values, 1.0)
    label = escape(caption)
    rows = "".join(
        f'<tr{" class=own" if at == own else ""}><th scope="row">{escape(name)}</th>'
        f'<td><span style="width:{100 * value / limit:.1f}%"></span></td>'
        f'<td title="{written(value, ".3f")}">{written(value)}</td></tr>'
        for at, (name, value) in enumerate(zip(names, values, strict=True))
    )
    return (
        f'<div class="bars"><table><caption>{label}</caption>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _changed(value: float, limit: float, dark: bool, *, always: bool = False) -> Cell:
    """A faint change is left to its colour, unless it is `always` written."""
    says, faint = signed(value), abs(value) < FAINT and not always
    short = says[0] + says[1:].removeprefix("0")
    colour = theme.signed_colour(value, limit, dark)
    return Cell("" if faint else short, colour, says)


def _share(weight: float) -> str:
    if weight < FAINT:
        return ""
    return "1" if weight > 0.995 else written(weight)[1:]


def _table(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell]],
    caption: str,
    marks: tuple[str, int] | None = None,
) -> str:
    side, marked = marks or ("", None)
    follows = f' data-follows="{side}"' if side else ""
    marking = ' class="on" aria-current="true"'
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = (
        f'<tr{marking if at == marked else ""}><th scope="row">{escape(name)}</th>'
        + "".join(_cell(cell) for cell in row)
        + "</tr>"
        for at, (name, row) in enumerate(zip(rows, cells, strict=True))
    )
    head = f"<tr><td></td>{head}</tr>"
    return html_tables.boxed("grid", caption, head, body, data=follows)


def _cell(cell: Cell) -> str:
    says, text = f'title="{escape(cell.says)}"', escape(cell.text)
    if cell.colour is None:
        return f'<td class="forbidden" {says}></td>'
    if not cell.colour:
        return f'<td class="sum" {says}>{text}</td>'
    ink = theme.ink_on(cell.colour)
    style = f"background:{cell.colour};color:{ink}"
    if cell.faint and text:
        text = f"<small>{text}</small>"
    return f'<td style="{style}" {says}>{text}</td>'
