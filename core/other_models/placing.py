"""Which side of given attentions lies on a picture, and what its items are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from torch import Tensor

from core.attention_map import Patches
from core.errors import InputError
from core.other_models.grids import MOST_OTHERS, Laid
from core.other_models.image_tokens import behind_one_another, marks_in, runs
from core.other_models.pictures import Picture

CLASS = "[CLS]"
Names = list[str] | None


@dataclass(frozen=True, eq=False)
class Placed:
    """Tokens of both sides with those of the patches, and where these lie."""

    tokens: Mapping[str, Names]
    patches: Mapping[str, tuple[Patches, ...]] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()


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
    others = count - sum(sizes)
    words = list(tokens) if tokens is not None else others_of(others)
    marks = marks_in(words)
    starts = behind_one_another(others, sizes)
    if len(words) == count:
        known = runs(words, sizes, marks)
        starts = known or starts
        if first is None and len(marks) > 1 and known is None:
            raise InputError(
                f"The tokens hold {len(marks)} image tokens, but {laid} patches are "
                "said. Give the grid that fits them, or say with first_patch where it "
                f"begins. {laid.fitting(len(marks))}"
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
            f"{count} keys are {laid} patches and {others} others, but {len(words)} "
            "tokens are given. Name the others alone, or all keys. "
            f"{laid.fitting(count)}"
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


def query_names(count: int) -> list[str]:
    """What queries are called that are no tokens, counted from 1."""
    return [f"query {at + 1}" for at in range(count)]


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
            f"first_patch={first!r}: the patches of the first grid begin at a key from "
            f"0 to {count - sum(sizes)}; of several grids give one place for each, or "
            "that of the first."
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
            "The mask leaves out patches. Where a picture was padded, give the part "
            "of the picture and of the weights that is no padding."
        )
    return tuple(replace(one, first=at[one.first]) for one in patches)
