"""A small matrix with a name for every row and column: itself, in words, as a table.

`viz.figures.matrix_panels` draws it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeGuard

from viz.content.texts import texts
from viz.say import numbers, tables
from viz.say.captions import MOST_ROWS, percent
from viz.say.lists import parted, together

say = texts("labs/shared")
Value = float | None


@dataclass(frozen=True)
class Matrix:
    """Numbers with a name for every row and column. None is forbidden, and so is −∞.

    `means` is "weight" (coloured from `least` to 1), "plain" (not coloured) or "signed"
    (from −limit to limit; a `limit` of 0 reaches as far as the numbers do). `down` and
    `across` are what rows and columns are: "query", "key", "value", "number", or any
    other word. `says` replaces what a cell says when it is pointed at; `marks` stand in
    cells without a number; `pale` rows are computed, then ignored; `covered` cells are
    for the reader to find. Raises ValueError where names do not fit numbers.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]
    means: str = "weight"
    limit: float = 0.0
    least: float = 0.0
    digits: int = 3
    down: str = "query"
    across: str = "key"
    says: tuple[tuple[str, ...], ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()
    pale: tuple[int, ...] = ()
    covered: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        shape = [len(self.columns)] * len(self.rows)
        for cells in (
            self.values,
            *(words for words in (self.says, self.marks) if words),
        ):
            if [len(row) for row in cells] != shape:
                raise ValueError(f"{self.title}: the names do not fit the numbers")

    @cached_property
    def reach(self) -> float:
        """The end of the symmetric range."""
        finite = [abs(v) for row in self.values for v in row if is_number(v)]
        return self.limit or max(finite, default=0.0) or 1.0

    @cached_property
    def places(self) -> int:
        """Digits after the point: `digits`, or fewer where all numbers are exact so.

        Weights always have as many as asked for.
        """
        if self.means == "weight":
            return self.digits
        finite = [v for row in self.values for v in row if is_number(v)]
        exact = (
            digits
            for digits in range(self.digits)
            if all(abs(v - round(v, digits)) < 1e-6 for v in finite)
        )
        return next(exact, self.digits)


def matrix(
    title: str,
    values: Any,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    allowed: Any = None,
    **more: Any,
) -> Matrix:
    """A matrix of a tensor or of rows of numbers; None where `allowed` is False."""
    numbers: Any = values if allowed is None else tables.blanked(values, allowed)
    if hasattr(numbers, "tolist"):
        numbers = numbers.tolist()
    return Matrix(
        title, tuple(rows), tuple(columns), tuple(map(tuple, numbers)), **more
    )


def cover(shown: Matrix, cells: Sequence[tuple[int, int]]) -> Matrix:
    """The same without the numbers of these cells (row, column): a `?` each."""
    values = [list(row) for row in shown.values]
    for row, column in cells:
        values[row][column] = None
    return replace(
        shown, values=tuple(map(tuple, values)), covered=tuple(map(tuple, cells))
    )


def turned(shown: Matrix) -> Matrix:
    """Rows become columns, with their names: the notation where columns are queries.

    `pale` stays what it was, the places of the queries.
    """
    return replace(
        shown,
        rows=shown.columns,
        columns=shown.rows,
        values=tuple(zip(*shown.values, strict=True)),
        says=tuple(zip(*shown.says, strict=True)),
        marks=tuple(zip(*shown.marks, strict=True)),
        covered=tuple((column, row) for row, column in shown.covered),
        down=shown.across,
        across=shown.down,
    )


def caption(shown: Matrix) -> str:
    """In words: where each row is largest, or from where to where it runs."""
    if shown.means == "weight":
        lines = [
            say("matrix.covered", row=name)
            if any(cell[0] == at for cell in shown.covered)
            else _looks(name, shown.columns, row)
            for at, (name, row) in enumerate(zip(shown.rows, shown.values, strict=True))
        ]
        more = len(lines) - MOST_ROWS
        rest = [say("matrix.more", n=more)] if more > 0 else []
        return say("matrix.rows", rows=parted([*lines[:MOST_ROWS], *rest]))
    cells = [
        (value, f"{row}, {column}")
        for row, values in zip(shown.rows, shown.values, strict=True)
        for column, value in zip(shown.columns, values, strict=True)
        if is_number(value)
    ]
    if not cells:
        return say("matrix.nothing", matrix=shown.title)
    (low, here), (high, there) = min(cells), max(cells)
    return say(
        "matrix.range",
        matrix=shown.title,
        least=written(low, shown),
        here=here,
        most=written(high, shown),
        there=there,
    )


def rows_of(shown: Matrix) -> list[list[tables.Cell]]:
    """The matrix as a table: a header, then its rows; a forbidden cell is empty."""
    called = say.all("matrix.role")
    down, across = (called.get(role, role) for role in (shown.down, shown.across))
    return [
        [say("matrix.corner", rows=down, columns=across), *shown.columns],
        *(
            [
                name,
                *(
                    "?" if (row, column) in shown.covered else _plain(value)
                    for column, value in enumerate(values)
                ),
            ]
            for row, (name, values) in enumerate(
                zip(shown.rows, shown.values, strict=True)
            )
        ),
    ]


def cell(shown: Matrix, row: int, column: int) -> str:
    """What is written in a cell."""
    if (row, column) in shown.covered:
        return "?"
    if shown.marks and not is_number(shown.values[row][column]):
        return shown.marks[row][column]
    return written(shown.values[row][column], shown)


def written(value: Value, shown: Matrix) -> str:
    """A number as its cell has it, with no more digits than the matrix needs.

    A sign is always printed where colour means sign.
    """
    if value is None:
        return ""
    if math.isnan(value):
        return "0/0"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = numbers.written(value, f".{shown.places}f")
    if shown.means == "weight":
        return text.removeprefix("0") if shown.places and shown.digits < 3 else text
    if not round(value, shown.places):
        return text.removeprefix("−")
    return text if shown.means == "plain" or value < 0 else f"+{text}"


def _looks(query: str, keys: Sequence[str], row: Sequence[Value]) -> str:
    best = max((v for v in row if is_number(v)), default=0.0)
    if not best:
        return say("matrix.looks_nowhere", query=query)
    keys = [k for k, v in zip(keys, row, strict=True) if v is not None and v == best]
    how = "looks_evenly" if len(keys) > 1 else "looks"
    return say(f"matrix.{how}", query=query, keys=together(keys), weight=percent(best))


def is_number(value: Value) -> TypeGuard[float]:
    """Whether a cell has a number that can be coloured."""
    return value is not None and math.isfinite(value)


def _plain(value: Value) -> tables.Cell:
    """What a table holds for a cell."""
    if value is None or is_number(value):
        return value
    return "0/0" if math.isnan(value) else "−∞" if value < 0 else "∞"
