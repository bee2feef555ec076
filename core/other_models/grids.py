"""Grids that patches lie in: as they are given, and which would fit so many keys."""

from collections.abc import Sequence
from operator import index
from typing import Any

from core.errors import InputError

MOST_OTHERS = 9  # keys beside the patches, where grids are proposed
NAMED = 4  # grids that are proposed
Grid = tuple[int, int]


def grids_of(grid: Any) -> list[tuple[int, ...]]:
    """One grid or several, each of whole numbers; one of three numbers stands alone."""
    if grid is None:
        return []
    given = grid.tolist() if hasattr(grid, "tolist") else grid
    rows = list(given) if isinstance(given, list | tuple) else [None]
    several = bool(rows) and all(isinstance(one, list | tuple) for one in rows)
    found = [_whole(one) for one in (rows if several else [given])]
    if all(found) and (len(found) == 1 or all(len(one) == 2 for one in found)):
        return found
    raise InputError(
        "no_rows_and_columns",
        "grid={grid}: a grid is (rows, columns), two whole numbers from 1 on; "
        "several grids are a list of them, a volume is (slices, rows, columns).",
        grid=repr(grid),
    )


def _whole(grid: Any) -> tuple[int, ...]:
    """Two or three whole numbers from 1 on, of Python or numpy; else nothing."""
    if not isinstance(grid, list | tuple) or len(grid) not in (2, 3):
        return ()
    if not all(hasattr(one, "__index__") and type(one) is not bool for one in grid):
        return ()
    found = tuple(index(one) for one in grid)
    return found if min(found) > 0 else ()


def said_of(grids: Sequence[Grid]) -> str:
    """Rows × columns of each, "3 × 3 + 1 × 1"."""
    return " + ".join(f"{rows} × {columns}" for rows, columns in grids)


def proposed(count: int, ratio: float) -> str:
    """Which grids would fit so many keys, those first whose patches are square."""
    found = []
    for others in range(min(MOST_OTHERS, count)):
        patches = count - others
        for rows in range(1, patches + 1):
            columns = patches // rows
            if rows * columns != patches:
                continue
            off = max(rows / columns / ratio, ratio * columns / rows)
            if off < 1.12:
                found.append((round(off, 2) + 0.02 * others, rows, columns, others))
    if not found:
        return f"No grid of this picture's shape fits {count} keys."
    said = [
        f"{rows} × {columns}" + (f" beside {others}" if others else "")
        for _, rows, columns, others in sorted(found)[:NAMED]
    ]
    return f"These would fit {count} keys: {', '.join(said)}."
