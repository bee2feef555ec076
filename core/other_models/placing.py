"""Which side of given attentions lies on a picture, and what its items are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from torch import Tensor

from core.attention_map import Patches
from core.errors import InputError
from core.other_models.grids import (
    MOST_OTHERS,
    Grid,
    grids_of,
    proposed,
    said_of,
)
from core.other_models.image_tokens import behind_one_another, marks_in, runs
from core.other_models.pictures import Picture, picture_of, slices_of

CLASS = "[CLS]"
Names = list[str] | None


@dataclass(frozen=True, eq=False)
class Placed:
    """Tokens of both sides with those of the patches, and where these lie."""

    tokens: Mapping[str, Names]
    patches: Mapping[str, tuple[Patches, ...]] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()


def placed(
    image: Any,
    grid: Any,
    first: Any,
    sizes: Mapping[str, int | None],
    tokens: Mapping[str, Names],
) -> Placed:
    """The picture under the side that its grids fit, the source before the target.

    `sizes` say how many items a side has, as `sizes_of` tells. `tokens` of that side
    name all of its items, or those beside the patches. Without names what stands before
    the patches is a class token and registers, and the rows of a decoder are queries
    with a number. InputError says which grids would fit.
    """
    pictures, grids = _pictures(image, grid)
    ratio = pictures[0].size[0] / pictures[0].size[1]
    keys = sizes["source"] or sizes["target"] or 0
    if not grids:
        raise InputError(
            "no_grid",
            "grid says how the patches lie on the picture: grid=(rows, columns). "
            "{fits}",
            fits=proposed(keys, ratio),
        )
    total = sum(rows * columns for rows, columns in grids)
    side = _side(sizes, tokens, total)
    beside = (sizes[side] or 0) - total if side else 0
    if side is None or (tokens[side] is None and beside > MOST_OTHERS):
        raise InputError(
            "grid_does_not_fit",
            "{grids} patches don't fit the {count} keys of these attentions. {fits} "
            "Keys that are no patches are named by tokens.",
            grids=said_of(grids),
            count=str(keys),
            fits=proposed(keys, ratio),
        )
    count = sizes[side] or 0
    names, starts = _named(count, grids, tokens[side], first, ratio)
    several = len(grids) > 1
    which = range(len(grids)) if len(pictures) > 1 else [0] * len(grids)
    patches = tuple(
        Patches(start, *size, at)
        for start, size, at in zip(starts, grids, which, strict=True)
    )
    for number, one in enumerate(patches, 1):
        of = f" of grid {number}" if several else ""
        names[one.first : one.first + one.count] = patch_names(
            one.rows, one.columns, of
        )
    found = {**tokens, side: names}
    if side == "source" and sizes["target"] and found["target"] is None:
        found["target"] = [f"query {at + 1}" for at in range(sizes["target"])]
    return Placed(found, {side: patches}, pictures)


def _pictures(image: Any, grid: Any) -> tuple[tuple[Picture, ...], list[Grid]]:
    """The pictures, and of each grid its rows and columns; a volume is its slices."""
    if image is None:
        raise InputError(
            "no_image",
            "grid belongs to a picture: give image, too (a path, a picture of Pillow, "
            "or an array).",
        )
    grids = grids_of(grid)
    if grids and len(grids[0]) == 3:
        count, rows, columns = grids[0]
        return tuple(slices_of(image, count)), [(rows, columns)] * count
    images = list(image) if isinstance(image, list | tuple) else [image]
    nested = list | tuple | int | float
    if isinstance(image, list | tuple) and image and isinstance(image[0], nested):
        images = [image]  # an array of nested lists
    if len(images) not in (1, len(grids)) and grids:
        raise InputError(
            "pictures_and_grids",
            "There are {n} pictures and {m} grids: give one picture for all grids, or "
            "one for each.",
            n=len(images),
            m=len(grids),
        )
    return tuple(picture_of(one) for one in images), [(one[0], one[1]) for one in grids]


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
    count: int, grids: Sequence[Grid], tokens: Names, first: Any, ratio: float
) -> tuple[list[str], list[int]]:
    """Names for all items of a side, and where each grid begins."""
    sizes = [rows * columns for rows, columns in grids]
    others = count - sum(sizes)
    words = list(tokens) if tokens is not None else others_of(others)
    marks = marks_in(words)
    starts = behind_one_another(others, sizes)
    if len(words) == count:
        known = runs(words, sizes, marks)
        starts = known or starts
        if first is None and len(marks) > 1 and known is None:
            raise InputError(
                "image_tokens_elsewhere",
                "The tokens hold {n} image tokens, but {grids} patches are said. Give "
                "the grid that fits them, or say with first_patch where it begins. "
                "{fits}",
                n=len(marks),
                grids=said_of(grids),
                fits=proposed(len(marks), ratio),
            )
    elif marks and len(words) == others + len(marks) and len(marks) == len(sizes):
        words = [word for at, word in enumerate(words) if at not in marks]
        starts = [
            mark - at + sum(sizes[:at]) for at, mark in enumerate(marks)
        ]  # each mark before it was one token
    elif len(words) == others + 1 and marks:
        starts = behind_one_another(marks[0], sizes)
        del words[marks[0]]
    elif len(words) != others:
        raise InputError(
            "names_beside_the_patches",
            "{count} keys are {grids} patches and {others} others, but {n} tokens are "
            "given. Name the others alone, or all keys. {fits}",
            count=str(count),
            grids=said_of(grids),
            others=str(others),
            n=str(len(words)),
            fits=proposed(count, ratio),
        )
    starts = _starts(first, starts, sizes, count)
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


def _starts(
    first: Any, known: list[int], sizes: Sequence[int], count: int
) -> list[int]:
    """Where each grid begins: as is said, or as known."""
    if hasattr(first, "tolist"):
        first = first.tolist()
    if first is None:
        starts = known
    elif type(first) is int:
        starts = behind_one_another(first, sizes)
    else:
        starts = list(first) if isinstance(first, list | tuple) else []
    whole = all(type(one) is int for one in starts)
    if not whole or len(starts) != len(sizes) or not _apart(starts, sizes, count):
        raise InputError(
            "first_patch",
            "first_patch={first}: the patches of the first grid begin at a key from 0 "
            "to {last}; of several grids give one place for each, or that of the "
            "first.",
            first=repr(first),
            last=count - sum(sizes),
        )
    return starts


def _apart(starts: Sequence[int], sizes: Sequence[int], count: int) -> bool:
    """Whether so many patches from these places on are keys, none of them twice."""
    taken = sorted(zip(starts, sizes, strict=True))
    ends = [start + size for start, size in taken]
    behind = all(b >= a for a, (b, _) in zip(ends, taken[1:], strict=False))
    return behind and taken[0][0] >= 0 and ends[-1] <= count


def without_hidden(
    patches: tuple[Patches, ...], keep: Tensor | None
) -> tuple[Patches, ...]:
    """Where patches lie without what a mask hides, which may be none of them."""
    if keep is None:
        return patches
    at = {place: number for number, place in enumerate(keep.tolist())}
    if not all(one.first + n in at for one in patches for n in range(one.count)):
        raise InputError(
            "mask_over_patches",
            "The mask leaves out patches. Where a picture was padded, give the part of "
            "the picture and of the weights that is no padding.",
        )
    return tuple(replace(one, first=at[one.first]) for one in patches)
