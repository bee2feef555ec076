"""Stored numbers beside computed ones, on whatever processor.

Processors add in different orders and with vectors of different widths, so the last
digits of a number hang on the machine. What was stored on one agrees with what another
computes if a reader sees the same: within half of the last digit that is shown, or
within 1e-4 where nothing is rounded. Every file of tests that imports this one runs
three times in `make check`, each time with other instructions of the processor.
"""

from collections.abc import Iterable

import torch
from torch import Tensor

UNROUNDED = 1e-4


def seen_alike(found: object, stored: object, digits: int | None = None) -> None:
    """Every number as a reader sees it; NaN where NaN is stored.

    `digits` are those after the point that are stored and shown; None: all of them.
    """
    by = UNROUNDED if digits is None else 0.5 * 10**-digits
    numbers = [
        one if isinstance(one, Tensor) else torch.tensor(one, dtype=torch.float64)
        for one in (found, stored)
    ]
    torch.testing.assert_close(
        numbers[0].double(),
        numbers[1].double(),
        # the stored one was rounded itself
        atol=by if digits is None else 2 * by,
        rtol=0,
        equal_nan=True,
    )


def is_largest(weight: float, row: Iterable[float]) -> bool:
    """Whether no other number of a row is larger, or larger by a rounding alone."""
    return weight >= max(row) - UNROUNDED
