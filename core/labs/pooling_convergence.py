"""What more points do to the error of pooling: at one width, and at one that shrinks.

Two lectures say that with enough data the estimate converges. It does where the width
goes to 0 as n^(−1/5); at a fixed width it stops at the smoothing bias.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from core.labs.pooling import DOUBLE, points, ruled_width, smoothing_bias, squared_error

WIDTH = 0.5
SIZES = (24, 50, 100, 200, 400, 800, 1600, 3200, 6400)
DRAWS = 60
INSIDE = (2.5, 7.5)  # far from both ends, where a kernel has points on one side only


@dataclass(frozen=True)
class Found:
    """Mean squared errors for each n, averaged over the draws of the points.

    `fixed` at `width`; `ruled` at a width that is `width` for the first n and shrinks
    as n^(−1/5); `bias` is what a fixed width leaves however many points there are.
    """

    width: float
    draws: int
    n: tuple[int, ...]
    fixed: tuple[float, ...]
    ruled: tuple[float, ...]
    bias: float


def measure(say: Callable[[str], None], sizes: Sequence[int] = SIZES) -> Found:
    """Draw new points for each size (seeds n, n + 1, …) and pool them twice."""
    query = torch.linspace(*INSIDE, 51, dtype=DOUBLE)
    fixed, ruled = [], []
    for n in sizes:
        say(f"{n} points …")
        drawn = [points(n, seed) for seed in range(n, n + DRAWS)]
        narrow = ruled_width(WIDTH, n, sizes[0])
        for width, found in ((WIDTH, fixed), (narrow, ruled)):
            errors = [squared_error(given, width, query) for given in drawn]
            found.append(sum(errors) / DRAWS)
    bias = smoothing_bias(WIDTH, query)
    return Found(WIDTH, DRAWS, tuple(sizes), tuple(fixed), tuple(ruled), bias)
