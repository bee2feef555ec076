"""What an encoding of places should do, and the number that decides whether it does."""

import torch
from jaxtyping import Float
from torch import Tensor

from core.labs import positions as core
from core.layers import sinusoidal_positions
from viz.say.numbers import small

SEED = 7


def demands(n: int, d: int, base: int) -> list[list[str]]:
    """Unique, bounded, extends, relative: for each way of saying a place.

    A row a way, every cell with its number, for n places, width d and that base.
    "Apart" are the nearest two. The learned rows are drawn by lot, as training finds
    them.
    """
    even = d - d % 2
    waves, more = (sinusoidal_positions(m, d, base, core.DOUBLE) for m in (n, 2 * n))
    error = core.shift_error(even, base, 1, n, core.DOUBLE)
    digits = core.binary_digits(n).shape[1]
    step, twice = 1 / max(n - 1, 1), 1 / (2 * n - 1)
    chance = torch.Generator().manual_seed(SEED)
    rows = torch.randn(n, d, generator=chance, dtype=core.DOUBLE)
    steps = (rows[1:] - rows[:-1]).norm(dim=-1)
    turned = core.rotary(torch.ones(n, even, dtype=core.DOUBLE), base)
    return [
        ["", "unique", "bounded", "goes on", "a shift is one rule"],
        [
            "index n",
            "yes: steps of 1",
            f"no: up to {n - 1}",
            f"no: {n} was never seen",
            "yes: + Δ, error 0",
        ],
        [
            "n / N",
            f"yes: steps of {step:.4f}",
            "yes: up to 1",
            f"no: a step of {step:.4f} becomes {twice:.4f}",
            "no: Δ = 1 depends on N",
        ],
        [
            "binary",
            f"yes: {digits} digits",
            "yes: 0 or 1",
            f"a digit more from {2**digits} on",
            "no: 6→7 flips 1 digit, 7→8 flips 4",
        ],
        [
            "sinusoids",
            f"yes: {_nearest(waves):.2f} apart",
            "yes: −1 to 1",
            f"yes: {2 * n} are {_nearest(more):.2f} apart",
            f"yes: a rotation, to {small(error)}",
        ],
        [
            "learned",
            f"by lot: {_nearest(rows):.1f} apart",
            f"by lot: to {rows.abs().max():.1f}",
            f"no: there is no row {n}",
            f"no: {steps.min():.1f} to {steps.max():.1f} a step",
        ],
        [
            "rotary",
            f"yes: {_nearest(turned) / 2**0.5:.2f} apart",
            "yes: lengths times 1",
            f"yes: place {n} is one more turn",
            f"yes: a rotation, to {small(error)}",
        ],
    ]


def _nearest(rows: Float[Tensor, "position d_model"]) -> float:
    """The smallest distance between two rows."""
    return torch.pdist(rows).min().item()
