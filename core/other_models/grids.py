"""Grids of patches over pictures: as they are given, and which would fit."""

from dataclasses import dataclass
from operator import index
from typing import Any

from core.errors import InputError
from core.other_models.pictures import Picture, picture_of, slices_of

MOST_OTHERS = 9  # keys beside the patches, where grids are proposed
NAMED = 4  # grids that are proposed
Grid = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Laid:
    """Grids of patches over pictures: all of them over one, or each over its own."""

    pictures: tuple[Picture, ...]
    grids: tuple[Grid, ...]

    @property
    def sizes(self) -> list[int]:
        """How many patches each grid has."""
        return [rows * columns for rows, columns in self.grids]

    def __str__(self) -> str:
        """In how many rows and columns they lie: 2 × 3 + 4 × 4."""
        return " + ".join(f"{rows} × {columns}" for rows, columns in self.grids)

    def fitting(self, count: int) -> str:
        """Which grids would fit so many keys on the first picture."""
        high, wide = self.pictures[0].size
        return proposed(count, high / wide)


def laid_over(image: Any, grid: Any) -> Laid:
    """The pictures that are given, and their grids; a volume is its slices."""
    if image is None:
        raise InputError(
            "grid belongs to a picture: give image, too (a path, a picture of Pillow, "
            "or an array)."
        )
    grids = grids_of(grid)
    if grids and len(grids[0]) == 3:
        count, rows, columns = grids[0]
        return Laid(tuple(slices_of(image, count)), ((rows, columns),) * count)
    images = list(image) if isinstance(image, list | tuple) else [image]
    nested = list | tuple | int | float
    if isinstance(image, list | tuple) and image and isinstance(image[0], nested):
        images = [image]  # an array of nested lists
    if len(images) not in (1, len(grids)) and grids:
        raise InputError(
            f"There are {len(images)} pictures and {len(grids)} grids: give one "
            "picture for all grids, or one for each."
        )
    sizes = tuple((rows, columns) for rows, columns in grids)
    return Laid(tuple(map(picture_of, images)), sizes)


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
        f"grid={grid!r}: a grid is (rows, columns), two whole numbers from 1 on; "
        "several grids are a list of them, a volume is (slices, rows, columns)."
    )


def _whole(grid: Any) -> tuple[int, ...]:
    """Two or three whole numbers from 1 on, of Python or numpy; else nothing."""
    if not isinstance(grid, list | tuple) or len(grid) not in (2, 3):
        return ()
    if not all(hasattr(one, "__index__") and type(one) is not bool for one in grid):
        return ()
    found = tuple(index(one) for one in grid)
    return found if min(found) > 0 else ()


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
