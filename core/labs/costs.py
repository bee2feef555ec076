"""What a layer costs: operations, steps that wait for each other, and paths.

Vaswani et al. (2017), section 4 and table 1. An operation is one multiplication with
its addition; the table counts no projections.
"""

import math
import statistics
from collections.abc import Sequence

LAYER_KINDS = ("recurrent", "convolution", "self-attention", "restricted")
FITTED = 4  # slopes are those of the longest sentences: short ones time the call


def operations(n: int, d: int, k: int) -> dict[str, int]:
    """Operations of one layer over n words of width d, as table 1 counts them.

    n d² recurrent, k n d² for a convolution with kernel k, n² d for self-attention,
    k n d where each query may look at k neighbours only (the table's r).
    """
    counts = (n * d * d, k * n * d * d, n * n * d, k * n * d)
    return dict(zip(LAYER_KINDS, counts, strict=True))


def waiting_steps(n: int) -> dict[str, int]:
    """How many steps of one layer must wait for each other."""
    return dict(zip(LAYER_KINDS, (n, 1, 1, 1), strict=True))


def layers_contiguous(n: int, k: int) -> int | None:
    """⌈(n−1)/(k−1)⌉: layers until one unit sees n words through windows of k.

    A layer adds k−1 words to what a unit sees. None for a window of one word, which
    never sees another.
    """
    if n == 1:
        return 0
    return None if k == 1 else math.ceil((n - 1) / (k - 1))


def layers_dilated(n: int, k: int) -> int | None:
    """⌈log_k n⌉: the same where layer l leaves gaps of k^l. None for k = 1 < n."""
    if n == 1:
        return 0
    if k == 1:
        return None
    layers, seen = 0, 1
    while seen < n:
        layers, seen = layers + 1, seen * k
    return layers


def paths(n: int, k: int) -> dict[str, int | None]:
    """Steps on the longest way from one word to another.

    Along the recurrence n − 1, through windows one a layer, in self-attention 1; none
    where there is one word alone.
    """
    windows = layers_contiguous(n, k)
    lengths = (n - 1, windows, min(n - 1, 1), windows)
    return dict(zip(LAYER_KINDS, lengths, strict=True))


def cone(n: int, k: int, kind: str) -> list[list[tuple[int, int]]]:
    """Layer by layer from the first, the links (from, to) on which the last unit rests.

    `kind` is "contiguous" or "dilated": each unit reads k places of the layer below,
    its own and those before it, next to each other or k^l apart in layer l. With k = 1
    there is one layer of one link. For n words the links lead to the last.
    """
    layers = (layers_contiguous if kind == "contiguous" else layers_dilated)(n, k)
    needed, links = {n - 1}, []
    for layer in reversed(range(1 if layers is None else layers)):
        gap = 1 if kind == "contiguous" else k**layer
        found = [
            (to - step * gap, to)
            for to in sorted(needed)
            for step in range(k)
            if to >= step * gap
        ]
        links.append(found)
        needed = {start for start, _ in found}
    return links[::-1]


def whole_layer(n: int, d: int) -> dict[str, int]:
    """A Transformer layer with d_ff = 4 d: what grows with n, and what with n².

    Four projections 4 n d² and the feed-forward network 8 n d²; the scores n² d and
    the mixing n² d. They are equal at n = 6 d.
    """
    return {
        "projections and feed-forward": 12 * n * d * d,
        "scores and mixing": 2 * n * n * d,
    }


def slope(sizes: Sequence[int | float], times: Sequence[int | float]) -> float:
    """The power p of times ∝ sizes^p that fits best: a line through the logarithms.

    Least squares; at least two different sizes.
    """
    if len(set(sizes)) < 2:
        raise ValueError("a slope needs at least two different sizes")
    x, y = (list(map(math.log, numbers)) for numbers in (sizes, times))
    return statistics.linear_regression(x, y).slope


def matrix_bytes(n: int, heads: int) -> int:
    """The attention matrices of one layer at 32 bits: 4 h n² bytes."""
    return 4 * heads * n * n


def vector_bytes(n: int, d: int) -> int:
    """Queries, keys and values of one layer at 32 bits: 4 · 3 n d bytes."""
    return 12 * n * d
