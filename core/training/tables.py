"""Tables in files: a row a line, its columns divided by tabs."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from core.errors import InputError, reading


def read_table(path: Path, columns: int) -> list[list[str]]:
    """The rows of a file; InputError where a row has another number of columns."""
    with reading(path):
        lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    for number, row in enumerate(rows, start=1):
        if len(row) not in (columns, 1) or (len(row) == 1 and row[0]):
            raise InputError(
                f"{path.name}, line {number}: {columns} columns with tabs between them "
                "are expected."
            )
    return [row for row in rows if len(row) == columns]


def write_table(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """One line a row."""
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def tally(told: Sequence[tuple[str, bool]]) -> dict[str, Any]:
    """How many there are and how many are right, in all and of each kind."""

    def counted(rights: Sequence[bool]) -> dict[str, Any]:
        return {"of": len(rights), "right": sum(rights)}

    of_kind: dict[str, list[bool]] = {}
    for kind, right in told:
        of_kind.setdefault(kind, []).append(right)
    kinds = {kind: counted(rights) for kind, rights in of_kind.items()}
    return {**counted([right for _, right in told]), "kinds": kinds}


def wilson(right: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, in 95 % of such samples.

    Wilson (1927): (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96.
    """
    share, spread = right / of, 1.96**2 / of
    half = math.sqrt(spread * (share * (1 - share) + spread / 4))
    middle, whole = share + spread / 2, 1 + spread
    return (middle - half) / whole, (middle + half) / whole
