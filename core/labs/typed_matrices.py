"""Small matrices as people type them: rows with `;` between, numbers with spaces."""

import re
from collections.abc import Sequence

from core.errors import InputError

Matrix = tuple[tuple[float, ...], ...]
MOST = 8
LARGEST = 1000.0
LONGEST = 600
NUMBER = re.compile(r"[+\-−]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)")


def matrix(text: str) -> Matrix:
    """The numbers of a text such as "2 -1 0; -2 1 4"; a new line also ends a row,
    and a comma inside a number counts as a point.

    Raises InputError, naming the row and the column, for what is no number, for NaN and
    infinities, for numbers beyond ±`LARGEST`, for rows of different lengths, and for
    more than `MOST` rows or columns.
    """
    if len(text) > LONGEST:
        raise InputError(
            "long_matrix",
            "{n} characters; at most {most} fit.",
            n=len(text),
            most=LONGEST,
        )
    lines = text.replace("\n", ";").strip().strip(";").split(";")
    if len(lines) > MOST:
        raise InputError(
            "too_many_rows",
            "{n} rows; at most {most} fit here.",
            n=len(lines),
            most=MOST,
        )
    rows = tuple(_row(line, at) for at, line in enumerate(lines, 1))
    for at, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(
                "ragged_rows",
                "Numbers in row {row}: {n}, in row 1: {first}. All rows need the same "
                "number.",
                row=at,
                n=len(row),
                first=len(rows[0]),
            )
    return rows


def written(rows: Sequence[Sequence[float]]) -> str:
    """The same as text: `matrix` reads it back."""
    return "; ".join(" ".join(f"{number:g}" for number in row) for row in rows)


def _row(line: str, at: int) -> tuple[float, ...]:
    entries = line.split()
    if not entries:
        raise InputError(
            "row_without_numbers",
            "Row {row} is empty. Write rows as 2 -1 0; -2 1 4.",
            row=at,
        )
    if len(entries) > MOST:
        raise InputError(
            "too_many_in_a_row",
            "Row {row} has {n} numbers; at most {most} fit.",
            row=at,
            n=len(entries),
            most=MOST,
        )
    return tuple(_number(entry, at, column) for column, entry in enumerate(entries, 1))


def _number(entry: str, at: int, column: int) -> float:
    shown = entry if len(entry) <= 12 else f"{entry[:12]}…"
    if not NUMBER.fullmatch(entry):
        raise InputError(
            "no_number",
            "Row {row}, column {column}: {typed} is not a number such as 2 or -0.5.",
            row=at,
            column=column,
            typed=shown,
        )
    number = float(entry.replace("−", "-").replace(",", "."))
    if abs(number) > LARGEST:
        raise InputError(
            "large_number",
            "Row {row}, column {column}: {typed} is too large; from "
            "-{largest} to {largest}.",
            row=at,
            column=column,
            typed=shown,
            largest=f"{LARGEST:g}",
        )
    return number
