"""Where the tokens of a text stand for a picture: "<image>", once or for each patch."""

import re
from collections.abc import Sequence
from itertools import pairwise

IMAGE = re.compile(
    r"[<\[‹]\|?(image|img|patch)"
    r"(_?(pad|patch|token|soft_token|context|placeholder|\d+))?\|?[>\]›]|image",
    re.IGNORECASE,
)
"""<image>, <|image_pad|>, <image_soft_token>, <IMG_CONTEXT>, [IMG]."""
LIKE_ONE = re.compile(r"[<\[‹].*(image|img)", re.IGNORECASE)


def marks_in(words: Sequence[str]) -> list[int]:
    """Where one token stands for a picture, or for a patch of one: "<image>"."""
    known = [at for at, word in enumerate(words) if IMAGE.fullmatch(word)]
    return known or [at for at, word in enumerate(words) if LIKE_ONE.match(word)]


def runs(
    words: Sequence[str], sizes: Sequence[int], marks: Sequence[int]
) -> list[int] | None:
    """Where as many equal tokens stand as there are patches: in one row, or in several.

    Where there are image tokens, only those count. None where no rows are so long.
    """
    changes = [at for at, (a, b) in enumerate(pairwise(words), 1) if a != b]
    rows = [(a, b - a) for a, b in pairwise([0, *changes, len(words)])]
    rows = [(at, long) for at, long in rows if (at in marks if marks else long > 1)]
    for at, long in rows:
        if long == sum(sizes):
            return behind_one_another(at, sizes)
    left = iter(rows)
    found = [next((at for at, long in left if long == size), None) for size in sizes]
    return None if None in found else [at for at in found if at is not None]


def behind_one_another(at: int, sizes: Sequence[int]) -> list[int]:
    """Where each grid begins, the first at this place."""
    return [at + sum(sizes[:number]) for number in range(len(sizes))]
