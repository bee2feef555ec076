"""Every figure as rows: a header, then one row a query; and rows as a file (CSV)."""

import csv
import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from viz.say import captions

if TYPE_CHECKING:
    from core.trace import AttentionMap

Cell = str | int | float | None
FORMULA = ("=", "+", "-", "@", "\t", "\r")
HARMLESS = re.compile(r"-|-\d+(\.\d+)?")
"""A hyphen alone, and a number below 0: no spreadsheet runs these."""


def weights(shown: "AttentionMap") -> list[list[Cell]]:
    """Queries down, keys across; a forbidden cell is None, which is not 0."""
    names = captions.apart(shown.query_words)
    numbers = blanked(shown.weights, shown.allowed)
    return [
        [captions.say("table.corner"), *captions.apart(shown.key_words)],
        *([name, *row] for name, row in zip(names, numbers, strict=True)),
    ]


def blanked(values: Any, allowed: Any) -> list[list[Any]]:
    """The rows of a matrix, with None in its forbidden cells."""
    values, allowed = (
        matrix.tolist() if hasattr(matrix, "tolist") else matrix
        for matrix in (values, allowed)
    )
    return [
        [value if may else None for value, may in zip(*pair, strict=True)]
        for pair in zip(values, allowed, strict=True)
    ]


def as_csv(rows: Sequence[Sequence[Cell]]) -> str:
    """Numbers with six decimals, whole ones as they are, None as an empty cell.

    A text that a spreadsheet would run as a formula gets an apostrophe; a hyphen alone
    and a number below 0 stay what they are.
    """
    file = io.StringIO()
    csv.writer(file).writerows([_written(cell) for cell in row] for row in rows)
    return file.getvalue()


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        runs = cell.startswith(FORMULA) and not HARMLESS.fullmatch(cell)
        return f"'{cell}" if runs else cell
    return str(cell) if isinstance(cell, int) else f"{cell:.6f}"
