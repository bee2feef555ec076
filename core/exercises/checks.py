"""Nine ways to read an answer off a table: no key of an exercise is ever typed.

A table has named rows and columns. What a check finds is a number, a label, or labels
in an order; bounds say what must be found for an exercise to count.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.errors import InputError

KINDS = (
    *("value", "sum", "argmax", "rank", "count"),
    *("difference", "compare", "output", "fixed"),
)
Number = int | float
Settings = Mapping[str, str | Number | bool]


@dataclass(frozen=True)
class Table:
    """Numbers with their words: a row of values for each row, one for each column.

    What is written is a table of one row, whose column is the text.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]

    def row(self, name: str) -> tuple[float, ...]:
        """The values of a row; where there is one row only it needs no name."""
        if not name and len(self.rows) == 1:
            return self.values[0]
        if name not in self.rows:
            raise InputError(
                "no_row",
                "There is no row {name}; there are {names}.",
                name=name or "''",
                names=", ".join(self.rows),
            )
        return self.values[self.rows.index(name)]

    def value(self, row: str, column: str) -> float:
        """One cell; where there is one column only it needs no name."""
        values = self.row(row)
        if not column and len(self.columns) == 1:
            return values[0]
        if column not in self.columns:
            raise InputError(
                "no_column",
                "There is no column {name}; there are {names}.",
                name=column or "''",
                names=", ".join(self.columns),
            )
        return values[self.columns.index(column)]


@dataclass(frozen=True)
class Check:
    """One of nine kinds; which of the other fields it reads follows from its kind.

    value       the cell of `row` and `column`
    sum         of the cells of a row
    argmax      the column of the largest cell of a row
    rank        the place of a cell in its row, 1 for the largest; without a column all
                columns, the largest first
    count       the cells, of a row or of all, that are at least `least`
    difference  the largest |a − b| of all cells, or of one row, of two tables
    compare     whether a cell is "larger", "equal" (to `within`) or "smaller" than
                another one
    output      what is written, or 1 where it holds `word` and 0 where it does not
    fixed       what no table decides: `is_`
    """

    kind: str
    table: str = ""
    of: Settings = field(default_factory=dict)
    row: str = ""
    column: str = ""
    other: str = ""
    other_of: Settings = field(default_factory=dict)
    other_row: str = ""
    other_column: str = ""
    least: float = 1.0
    within: float = 1e-9
    word: str = ""
    is_: str = ""


@dataclass(frozen=True)
class Found:
    """What a check found. `shown` is the row that it was read from, for the eye."""

    number: float = math.nan
    label: str = ""
    labels: tuple[str, ...] = ()
    shown: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Bounds:
    """What must be found: a label or a number within a tolerance, or a range."""

    is_: str | float | None = None
    tolerance: float = 1e-9
    at_least: float = -math.inf
    at_most: float = math.inf

    def hold(self, found: Found) -> bool:
        """Whether what was found is within them."""
        if isinstance(self.is_, str):
            return found.label == self.is_
        if self.is_ is not None:
            return abs(found.number - self.is_) <= self.tolerance
        return self.at_least <= found.number <= self.at_most


Tables = Callable[[str, Settings], Table]


def find(check: Check, tables: Tables) -> Found:
    """What a check finds; InputError where a table has no such row or column."""
    if check.kind == "fixed":
        return Found(label=check.is_)
    table = tables(check.table, check.of)
    return _FINDERS[check.kind](check, table, tables)


def _row(check: Check, table: Table) -> tuple[tuple[str, float], ...]:
    return tuple(zip(table.columns, table.row(check.row), strict=True))


def _value(check: Check, table: Table, tables: Tables) -> Found:
    number = table.value(check.row, check.column)
    return Found(number, shown=_row(check, table))


def _sum(check: Check, table: Table, tables: Tables) -> Found:
    return Found(math.fsum(table.row(check.row)), shown=_row(check, table))


def _argmax(check: Check, table: Table, tables: Tables) -> Found:
    shown = _row(check, table)
    label, number = max(shown, key=lambda pair: pair[1])
    return Found(number, label, (label,), shown)


def _rank(check: Check, table: Table, tables: Tables) -> Found:
    shown = _row(check, table)
    labels = tuple(name for name, _ in sorted(shown, key=lambda pair: -pair[1]))
    if not check.column:
        return Found(labels=labels, label=labels[0], shown=shown)
    mine = table.value(check.row, check.column)
    larger = sum(value > mine for _, value in shown)
    return Found(larger + 1.0, check.column, labels, shown)


def _count(check: Check, table: Table, tables: Tables) -> Found:
    if check.row or len(table.rows) == 1:
        shown = _row(check, table)
    elif check.column:
        column = (table.value(row, check.column) for row in table.rows)
        shown = tuple(zip(table.rows, column, strict=True))
    else:
        shown = tuple(
            (f"{row}, {column}", value)
            for row, values in zip(table.rows, table.values, strict=True)
            for column, value in zip(table.columns, values, strict=True)
        )
    labels = tuple(name for name, value in shown if value >= check.least)
    return Found(float(len(labels)), labels=labels, shown=shown)


def _difference(check: Check, table: Table, tables: Tables) -> Found:
    other = tables(check.other or check.table, check.other_of or check.of)
    if check.row or check.other_row:
        pairs = [(table.row(check.row), other.row(check.other_row or check.row))]
    else:
        pairs = list(zip(table.values, other.values, strict=False))
    if any(len(one) != len(two) for one, two in pairs) or not pairs:
        raise InputError("other_size", "Two tables of different sizes.")
    gaps = [abs(a - b) for one, two in pairs for a, b in zip(one, two, strict=True)]
    return Found(max(gaps))


def _compare(check: Check, table: Table, tables: Tables) -> Found:
    other = tables(check.other or check.table, check.other_of or check.of)
    one = table.value(check.row, check.column)
    two = other.value(check.other_row or check.row, check.other_column or check.column)
    gap = one - two
    label = "equal"
    if abs(gap) > check.within:
        label = "larger" if gap > 0 else "smaller"
    names = (
        check.row or check.table,
        check.other_row or check.other or check.other_column,
    )
    return Found(gap, label, shown=((names[0], one), (names[1], two)))


def _output(check: Check, table: Table, tables: Tables) -> Found:
    (text,) = table.columns
    words = text.lower().replace("'", " ").replace(".", " ").split()
    return Found(float(check.word.lower() in words), text, (text,))


_FINDERS: Mapping[str, Callable[[Check, Table, Tables], Found]] = {
    "value": _value,
    "sum": _sum,
    "argmax": _argmax,
    "rank": _rank,
    "count": _count,
    "difference": _difference,
    "compare": _compare,
    "output": _output,
}
