"""Which side of given attentions lies on a picture, and what its items are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from torch import Tensor

from core.attention_map import Patches
from core.errors import InputError
from core.other_models.pictures import Picture, picture_of, slices_of

CLASS = "[CLS]"
MOST_OTHERS = 9  # keys beside the patches, where grids are proposed
NAMED = 4  # grids that are proposed
Grid = tuple[int, int]
Names = list[str] | None


@dataclass(frozen=True, eq=False)
class Placed:
    """Tokens of both sides with those of the patches, and where these lie."""

    tokens: Mapping[str, Names]
    patches: Mapping[str, tuple[Patches, ...]] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()


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
    grids = [] if grid is None else list(grid) if _nested(grid) else [grid]
    numbers = (2, 3) if len(grids) == 1 else (2,)
    if not all(_is_grid(one, numbers) for one in grids):
        raise InputError(
            f"grid={grid!r}: a grid is (rows, columns), two whole numbers from 1 on; "
            "several grids are a list of them, a volume is (slices, rows, columns)."
        )
    if grids and len(grids[0]) == 3:
        count, *size = grids[0]
        return Laid(tuple(slices_of(image, count)), (tuple(size),) * count)
    images = list(image) if isinstance(image, list | tuple) else [image]
    if isinstance(image, list) and image and isinstance(image[0], list | int | float):
        images = [image]  # an array of nested lists
    if len(images) not in (1, len(grids)) and grids:
        raise InputError(
            f"There are {len(images)} pictures and {len(grids)} grids: give one "
            "picture for all grids, or one for each."
        )
    return Laid(tuple(map(picture_of, images)), tuple(map(tuple, grids)))


def _nested(grid: Any) -> bool:
    return isinstance(grid, list | tuple) and any(
        isinstance(one, list | tuple) for one in grid
    )


def _is_grid(grid: Any, numbers: tuple[int, ...]) -> bool:
    return (
        isinstance(grid, list | tuple)
        and len(grid) in numbers
        and all(type(one) is int and one > 0 for one in grid)
    )


def placed(
    laid: Laid,
    first: Any,
    sizes: Mapping[str, int | None],
    tokens: Mapping[str, Names],
) -> Placed:
    """The grids along the side that they fit, the source before the target.

    `sizes` say how many items a side has, as `sizes_of` tells. `tokens` of that side
    name all of its items, or those beside the patches. Without names what stands before
    the patches is a class token and registers, and the rows of a decoder are queries
    with a number. InputError says which grids would fit.
    """
    keys = sizes["source"] or sizes["target"] or 0
    if not laid.grids:
        raise InputError(
            "grid says how the patches lie on the picture: grid=(rows, columns). "
            f"{laid.fitting(keys)}"
        )
    total = sum(laid.sizes)
    side = _side(sizes, tokens, total)
    count = (sizes[side] or 0) if side else 0
    if side is None or (tokens[side] is None and count - total > MOST_OTHERS):
        raise InputError(
            f"{laid} patches don't fit the {keys} keys of these attentions. "
            f"{laid.fitting(keys)} Keys that are no patches are named by tokens."
        )
    names, starts = _named(count, laid, tokens[side], first)
    patches = []
    for at, (start, (rows, columns)) in enumerate(zip(starts, laid.grids, strict=True)):
        of = f" of grid {at + 1}" if len(laid.grids) > 1 else ""
        on = at if len(laid.pictures) > 1 else 0
        patches.append(Patches(start, rows, columns, on))
        names[start : start + rows * columns] = patch_names(rows, columns, of)
    found = {**tokens, side: names}
    if side == "source" and sizes["target"] and found["target"] is None:
        found["target"] = query_names(sizes["target"])
    return Placed(found, {side: tuple(patches)}, laid.pictures)


def sizes_of(parts: Mapping[str, Tensor]) -> dict[str, int | None]:
    """How many items each side has, as the attentions say; a sink is none of them."""
    where = {
        "source": (("attentions", -2), ("cross", -1)),
        "target": (("decoder", -1), ("cross", -2)),
    }
    return {
        side: next((parts[one].shape[at] for one, at in axes if one in parts), None)
        for side, axes in where.items()
    }


def _side(
    sizes: Mapping[str, int | None], tokens: Mapping[str, Names], total: int
) -> str | None:
    """The side that has room for the patches, and whose items have no other names."""
    room = [side for side in ("source", "target") if (sizes[side] or 0) >= total]
    words = tokens["source"]
    named = words is not None and len(words) == sizes["source"] != total
    if "target" in room and named and tokens["target"] is None:
        return "target"
    return next(iter(room), None)


def _named(
    count: int, laid: Laid, tokens: Names, first: Any
) -> tuple[list[str], list[int]]:
    """Names for all items of a side, those of patches empty; where each grid begins."""
    sizes = laid.sizes
    total, others = sum(sizes), count - sum(sizes)
    words = list(tokens) if tokens is not None else others_of(others)
    begin = others
    if len(words) == count:
        begin = _run(words, total, others)
    elif len(words) == others + 1 and (marks := _marks(words)):
        begin = marks[0]
        del words[begin]
    elif len(words) != others:
        raise InputError(
            f"{count} keys are {laid} patches and {others} others, but {len(words)} "
            "tokens are given. Name the others alone, or all keys. "
            f"{laid.fitting(count)}"
        )
    starts = _starts(first, begin, sizes, count)
    if len(words) < count:
        for start, size in sorted(zip(starts, sizes, strict=True)):
            words[start:start] = [""] * size
    return words, starts


def others_of(count: int) -> list[str]:
    """What usually stands before patches: a class token, then registers."""
    return [CLASS if at == 0 else f"register {at}" for at in range(count)]


def patch_names(rows: int, columns: int, of: str = "") -> list[str]:
    """What patches are called, row after row, counted from 1."""
    places = (divmod(at, columns) for at in range(rows * columns))
    return [f"patch {row + 1}, {column + 1}{of}" for row, column in places]


def query_names(count: int) -> list[str]:
    """What queries are called that are no tokens, counted from 1."""
    return [f"query {at + 1}" for at in range(count)]


def _marks(words: Sequence[str]) -> list[int]:
    """Where one token stands for the whole picture: "<image>"."""
    return [at for at, word in enumerate(words) if "image" in word.lower()]


def _run(words: Sequence[str], total: int, otherwise: int) -> int:
    """Where as many equal tokens stand as there are patches."""
    changes = [at for at, (a, b) in enumerate(pairwise(words), 1) if a != b]
    runs = pairwise([0, *changes, len(words)])
    return next((a for a, b in runs if b - a == total), otherwise)


def _starts(first: Any, begin: int, sizes: Sequence[int], count: int) -> list[int]:
    """Where each grid begins: behind one another from a place on, or as is said."""
    if first is None or type(first) is int:
        at = begin if first is None else first
        starts = [at + sum(sizes[:number]) for number in range(len(sizes))]
    else:
        starts = list(first) if isinstance(first, list | tuple) else []
    ends = [start + size for start, size in zip(starts, sizes, strict=False)]
    apart = all(b >= a for a, b in zip(sorted(ends), sorted(starts)[1:], strict=False))
    fits = len(starts) == len(sizes) and all(type(one) is int for one in starts)
    if not fits or min(starts) < 0 or max(ends) > count or not apart:
        raise InputError(
            f"first_patch={first!r}: the patches of the first grid begin at a key from "
            f"0 to {count - sum(sizes)}; of several grids give one place for each, or "
            "that of the first."
        )
    return starts


def without_hidden(
    patches: tuple[Patches, ...], keep: Tensor | None
) -> tuple[Patches, ...]:
    """Where patches lie without what a mask hides, which may be none of them."""
    if keep is None:
        return patches
    at = {place: number for number, place in enumerate(keep.tolist())}
    if not all(one.first + n in at for one in patches for n in range(one.count)):
        raise InputError(
            "The mask leaves out patches. Where a picture was padded, give the part "
            "of the picture and of the weights that is no padding."
        )
    return tuple(replace(one, first=at[one.first]) for one in patches)


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
