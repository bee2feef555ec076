"""Small matrices, and bars, as tables: weights on their one scale, changes signed.

A table is read by a screen reader as it stands, and needs no chart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from viz import theme
from viz.words import apart, signed

if TYPE_CHECKING:
    from core.trace import AttentionMap

FAINT = 0.035  # below, a weight is left to its colour
FORBIDDEN = "forbidden"
SUM = "sum"
BLANKED = "‹blank›"  # as `core.replaced` shows it, without bringing torch here


@dataclass(frozen=True)
class Cell:
    """A cell: what is written in it, its colour, what it says.

    Without a colour (None) it is hatched; with an empty one it stands on the page.
    """

    text: str
    colour: str | None
    says: str


def weights(shown: "AttentionMap", caption: str, *, dark: bool) -> str:
    """A map of weights; a forbidden cell is hatched and has no number.

    The last column is the sum of each row.
    """
    rows, columns = apart(shown.query_words), [*apart(shown.key_words), SUM]
    cells = [
        [
            Cell(_share(weight), theme.weight_colour(weight, dark), f"{weight:.3f}")
            if may
            else Cell("", None, FORBIDDEN)
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
    return Cell(f"{total:.2f}", "", f"the row adds up to {total:.3f}")


def over_the_same(one: "AttentionMap", other: "AttentionMap") -> bool:
    """Whether each cell of one map means what the same cell of the other means.

    ‹blank› stands in the place of a word, so its row and column are that word's.
    """
    return all(
        len(before) == len(after)
        and all(
            word == now or BLANKED in (word, now)
            for word, now in zip(before, after, strict=True)
        )
        for before, after in (
            (one.query_words, other.query_words),
            (one.key_words, other.key_words),
        )
    )


def difference(
    before: "AttentionMap", after: "AttentionMap", caption: str, *, dark: bool
) -> str:
    """After − before, on a scale from −1 to 1; ValueError where the words differ."""
    if not over_the_same(before, after):
        raise ValueError("two maps of different words cannot be subtracted")
    changes = (after.weights - before.weights).tolist()
    either = (before.allowed | after.allowed).tolist()
    cells = [
        [
            _changed(value, 1.0, dark) if may else Cell("", None, FORBIDDEN)
            for value, may in zip(values, allowed, strict=True)
        ]
        for values, allowed in zip(changes, either, strict=True)
    ]
    return _table(apart(after.query_words), apart(after.key_words), cells, caption)


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
) -> str:
    """Numbers from 0 to 1 in the colours of the weights."""
    cells = [
        [
            Cell(_share(value), theme.weight_colour(value, dark), f"{value:.3f}")
            for value in row
        ]
        for row in values
    ]
    return _table(rows, columns, cells, caption)


def bars(names: Sequence[str], values: Sequence[float], own: int, caption: str) -> str:
    """A bar a word from 0 to the largest value, or 1; the bar of `own` is lit."""
    limit = max(*values, 1.0)
    label = escape(caption)
    rows = "".join(
        f'<tr{" class=own" if at == own else ""}><th scope="row">{escape(name)}</th>'
        f'<td><span style="width:{100 * value / limit:.1f}%"></span></td>'
        f'<td title="{value:.3f}">{value:.2f}</td></tr>'
        for at, (name, value) in enumerate(zip(names, values, strict=True))
    )
    return (
        f'<div class="bars"><table><caption>{label}</caption>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _changed(value: float, limit: float, dark: bool, *, always: bool = False) -> Cell:
    """A faint change is left to its colour, unless it is `always` written."""
    written, faint = signed(value), abs(value) < FAINT and not always
    short = written[0] + written[1:].removeprefix("0")
    colour = theme.signed_colour(value, limit, dark)
    return Cell("" if faint else short, colour, written)


def _share(weight: float) -> str:
    if weight < FAINT:
        return ""
    return "1" if weight > 0.995 else f"{weight:.2f}"[1:]


def _table(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell]],
    caption: str,
) -> str:
    label = escape(caption)
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(_cell(cell) for cell in row)
        + "</tr>"
        for name, row in zip(rows, cells, strict=True)
    )
    return (
        f'<div class="grid" role="region" tabindex="0" aria-label="{label}"><table>'
        f"<caption>{label}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Cell) -> str:
    says = f'title="{escape(cell.says)}"'
    if cell.colour is None:
        return f'<td class="forbidden" {says}></td>'
    if not cell.colour:
        return f'<td class="sum" {says}>{escape(cell.text)}</td>'
    ink = theme.ink_on(cell.colour)
    style = f"background:{cell.colour};color:{ink}"
    return f'<td style="{style}" {says}>{escape(cell.text)}</td>'
