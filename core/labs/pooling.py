"""From the average to attention: labels pooled by how near their points lie.

Nadaraya (1964), Watson (1964). What is asked about is the query, the points are keys
and their labels values. In float64, so that what differs is mathematics.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention import masked_softmax, mix
from core.errors import InputError

DOUBLE = torch.float64
END = 10.0
NOISE = 0.3
SEED = 6


@dataclass(frozen=True, eq=False)
class Points:
    """Regression data: at x the label y was seen, `x` rising from 0 to 10."""

    x: Float[Tensor, " key"]
    y: Float[Tensor, " key"]


def truth(x: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """The curve behind the labels, which no reader of data gets to see: sin x + x/4."""
    return x.sin() + x / 4


def points(n: int, seed: int = SEED, noise: float = NOISE) -> Points:
    """n places drawn evenly from 0 to 10, each with the truth there and its own noise.

    The noise is normal with standard deviation `noise`. InputError for n < 1.
    """
    if n < 1:
        raise InputError(
            "no_points",
            "Pooling needs at least one point, not {n}.",
            n=n,
        )
    chance = torch.Generator().manual_seed(seed)
    x = END * torch.rand(n, generator=chance, dtype=DOUBLE).sort().values
    y = truth(x) + noise * torch.randn(n, generator=chance, dtype=DOUBLE)
    return Points(x, y)


THREE = Points(
    torch.tensor([0.0, 1.0, 3.0], dtype=DOUBLE),
    torch.tensor([1.0, 2.0, 4.0], dtype=DOUBLE),
)
"""Few enough to pool by hand."""


# --- from the average to attention ----------------------------------------------------


def nearness_scores(
    query: Float[Tensor, "query d"],
    key: Float[Tensor, "key d"],
    width: float | Float[Tensor, ""],
) -> Float[Tensor, "query key"]:
    """How near each key lies to each query: −½ ‖(q − k) / w‖², at most 0.

    The exponent of a Gaussian kernel whose standard deviation is the width w.
    InputError unless the width is a finite number above 0.
    """
    size = width.item() if isinstance(width, Tensor) else width
    if not 0 < size < math.inf:
        raise InputError(
            "width_out_of_range",
            "The width must be above 0 and finite, not {width}.",
            width=f"{size:g}",
        )
    return -((query[:, None] - key) / width).square().sum(-1) / 2


def kernel(
    query: Float[Tensor, "query d"],
    key: Float[Tensor, "key d"],
    width: float | Float[Tensor, ""],
) -> Float[Tensor, "query key"]:
    """exp(−½ ‖(q − k) / w‖²): 1 on the query, almost 0 beyond three widths.

    The factor in front that makes a density of it is left out: it cancels.
    """
    return nearness_scores(query, key, width).exp()


def nearness_weights(
    query: Float[Tensor, "query d"],
    key: Float[Tensor, "key d"],
    width: float | Float[Tensor, ""],
    allowed: Bool[Tensor, "query key"] | None = None,
) -> Float[Tensor, "query key"]:
    """softmax(−½ ‖(q − k) / w‖²): each kernel divided by the sum of its row.

    Nadaraya (1964) and Watson (1964), written as attention. Where every kernel of a
    row underflows to 0, their quotient is 0/0; the softmax is not.
    """
    return masked_softmax(nearness_scores(query, key, width), allowed)


def pooled(
    weights: Float[Tensor, "query key"], labels: Float[Tensor, " key"]
) -> Float[Tensor, " query"]:
    """f(x) = Σ α(x, xᵢ) yᵢ: what each query carries home."""
    return mix(weights, labels[:, None])[:, 0]


@dataclass(frozen=True, eq=False)
class Light:
    """What each query makes of the points, a row a query.

    `bars` stand under the points: their weights, or their kernels, which have not been
    divided by `total` yet. A `bell` over the bars is divided by it, too.
    """

    weights: Float[Tensor, "query key"]
    bars: Float[Tensor, "query key"]
    total: Float[Tensor, " query"]
    answers: Float[Tensor, " query"]


def light(
    given: Points, view: str, query: Float[Tensor, " query"], width: float
) -> Light:
    """Points lit by queries: all alike for "average", not divided for "kernel"."""
    at, x = query[:, None], given.x[:, None]
    weights, kernels = nearness_weights(at, x, width), kernel(at, x, width)
    bars, total = weights, kernels.sum(-1)
    if view == "average":
        weights = bars = torch.full_like(weights, 1 / len(x))
        total = torch.ones_like(total)
    elif view == "kernel":
        bars, total = kernels, torch.ones_like(total)
    return Light(weights, bars, total, pooled(weights, given.y))


def bell(
    given: Points, view: str, away: Float[Tensor, " place"], width: float
) -> Float[Tensor, " place"]:
    """The bar of a point that lies so far from the query, before it is divided."""
    if view == "average":
        return torch.full_like(away, 1 / len(given.x))
    return kernel(away[:, None], torch.zeros_like(away[:1, None]), width)[:, 0]


# --- learning the width ---------------------------------------------------------------


def training_loss(
    given: Points, width: float | Float[Tensor, ""], leave_out: bool
) -> Float[Tensor, ""]:
    """The mean squared error of f at the points themselves.

    With `leave_out` no point may look at itself (leave-one-out, Stone 1974). Without,
    w → 0 makes the error 0: every point repeats its own label. InputError where
    leaving out leaves nothing.
    """
    x, n = given.x[:, None], len(given.x)
    if leave_out and n < 2:
        raise InputError(
            "nothing_left_out", "Leaving one out needs at least two points, not 1."
        )
    allowed = ~torch.eye(n, dtype=torch.bool) if leave_out else None
    found = pooled(nearness_weights(x, x, width, allowed), given.y)
    return (found - given.y).square().mean()


class Descent(NamedTuple):
    """The widths that gradient descent went through, and the loss at each."""

    widths: tuple[float, ...]
    losses: tuple[float, ...]


def descent(
    given: Points, start: float, steps: int, leave_out: bool, rate: float = 1.0
) -> Descent:
    """Gradient descent on log w: log w ← log w − rate · ∂loss/∂log w.

    On the logarithm, so that no step can make the width 0 or less.
    """
    log_width = torch.tensor(start, dtype=DOUBLE).log()
    widths, losses = [], []
    for _ in range(steps + 1):
        leaf = log_width.requires_grad_()
        loss = training_loss(given, leaf.exp(), leave_out)
        widths.append(leaf.exp().item())
        losses.append(loss.item())
        (slope,) = torch.autograd.grad(loss, leaf)
        log_width = (leaf - rate * slope).detach()
    return Descent(tuple(widths), tuple(losses))


# --- more points ----------------------------------------------------------------------


def ruled_width(width: float, n: int, at: int) -> float:
    """w ∝ n^(−1/5), through `width` at n = `at`.

    The rate at which bias² ~ w⁴ and variance ~ 1/(nw) shrink alike, n^(−4/5):
    Wasserman (2006), theorem 5.44.
    """
    return width * (n / at) ** -0.2


def squared_error(given: Points, width: float, query: Float[Tensor, " query"]) -> float:
    """The mean of (f(x) − truth)² over the queries."""
    weights = nearness_weights(query[:, None], given.x[:, None], width)
    return (pooled(weights, given.y) - truth(query)).square().mean().item()


def smoothing_bias(width: float, query: Float[Tensor, " query"]) -> float:
    """The squared error that is left at that width with endless, even, exact data.

    The mean of (smoothed truth − truth)²: no number of points goes below it.
    """
    x = torch.linspace(0, END, 4001, dtype=DOUBLE)
    return squared_error(Points(x, truth(x)), width, query)
