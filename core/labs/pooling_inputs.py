"""A learned kernel over two inputs, of which the label depends on one alone.

Each input has a width of its own. Gradient descent on the leave-one-out error makes the
width of the other grow: what tells nothing shall count as near everywhere (automatic
relevance determination, Neal 1996, section 1.2.3; here for a kernel regression).
"""

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import masked_softmax
from core.labs.pooling import DOUBLE, END, SEED, Points, points, pooled

KERNELS = ("gaussian", "exponential")
RATE = 3.0


class Inputs(NamedTuple):
    """Points with two inputs each: x, which the label depends on, and noise."""

    at: Float[Tensor, "key 2"]
    y: Float[Tensor, " key"]


class Learned(NamedTuple):
    """The widths (of x, of the noise) after each step, and the error at each."""

    widths: tuple[tuple[float, float], ...]
    losses: tuple[float, ...]


def with_noise(given: Points, seed: int = SEED) -> Inputs:
    """A second input for every point, drawn evenly from 0 to 10: it means nothing."""
    chance = torch.Generator().manual_seed(seed + 1)
    noise = END * torch.rand(len(given.x), generator=chance, dtype=DOUBLE)
    return Inputs(torch.stack([given.x, noise], -1), given.y)


def kernel_scores(
    query: Float[Tensor, "query 2"],
    key: Float[Tensor, "key 2"],
    widths: Float[Tensor, " 2"],
    kernel: str = "gaussian",
) -> Float[Tensor, "query key"]:
    """The exponent of a kernel, at most 0, with a width for each input.

    With r² = Σᵢ ((qᵢ − kᵢ) / wᵢ)²: −½ r² for "gaussian", −r for "exponential", which
    falls more steeply near a point and less far away. ValueError for another kernel.
    """
    if kernel not in KERNELS:
        raise ValueError(f"no kernel {kernel!r}: {', '.join(KERNELS)}")
    square = ((query[:, None] - key) / widths).square().sum(-1)
    if kernel == "gaussian":
        return -square / 2
    return -(square + 1e-12).sqrt()  # r has no gradient at 0


def left_out_error(
    given: Inputs, widths: Float[Tensor, " 2"], kernel: str = "gaussian"
) -> Float[Tensor, ""]:
    """The mean squared error where every point is predicted from the others."""
    others = ~torch.eye(len(given.y), dtype=torch.bool)
    weights = masked_softmax(kernel_scores(given.at, given.at, widths, kernel), others)
    return (pooled(weights, given.y) - given.y).square().mean()


def learned(start: float, steps: int, kernel: str = "gaussian", n: int = 60) -> Learned:
    """Gradient descent on both log w at once, from the same width for both inputs."""
    given = with_noise(points(n))
    log_widths = torch.full((2,), start, dtype=DOUBLE).log()
    widths, losses = [], []
    for _ in range(steps + 1):
        leaf = log_widths.requires_grad_()
        loss = left_out_error(given, leaf.exp(), kernel)
        first, second = leaf.exp().tolist()
        widths.append((first, second))
        losses.append(loss.item())
        (slope,) = torch.autograd.grad(loss, leaf)
        log_widths = (leaf - RATE * slope).detach()
    return Learned(tuple(widths), tuple(losses))
