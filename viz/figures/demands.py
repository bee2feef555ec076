"""What an encoding of places should do, and the number that decides whether it does."""

import torch
from jaxtyping import Float
from torch import Tensor

from core.labs import positions
from core.layers import sinusoidal_positions
from viz.content.texts import texts
from viz.say.numbers import small, written

SEED = 7

say = texts("labs/positions")


def demands(n: int, d: int, base: int) -> list[list[str]]:
    """Unique, bounded, extends, relative: for each way of saying a place.

    A row a way, every cell with its number, for n places, width d and that base.
    "Apart" are the nearest two. The learned rows are random, as training finds
    them.
    """
    even = d - d % 2
    waves, more = (
        sinusoidal_positions(m, d, base, positions.DOUBLE) for m in (n, 2 * n)
    )
    error = small(positions.shift_error(even, base, 1, n, positions.DOUBLE))
    digits = positions.binary_digits(n).shape[1]
    chance = torch.Generator().manual_seed(SEED)
    rows = torch.randn(n, d, generator=chance, dtype=positions.DOUBLE)
    steps = (rows[1:] - rows[:-1]).norm(dim=-1)
    turned = positions.rotary(torch.ones(n, even, dtype=positions.DOUBLE), base)
    return [
        say.row("demands.columns"),
        _row("index", last=n - 1, places=n),
        _row(
            "share",
            step=written(1 / max(n - 1, 1), ".4f"),
            halved=written(1 / (2 * n - 1), ".4f"),
        ),
        _row("binary", digits=digits, period=2**digits),
        _row(
            "sinusoids",
            apart=written(_nearest(waves)),
            twice=2 * n,
            apart_twice=written(_nearest(more)),
            error=error,
        ),
        _row(
            "learned",
            apart=written(_nearest(rows), ".1f"),
            most=written(rows.abs().max().item(), ".1f"),
            places=n,
            least_step=written(steps.min().item(), ".1f"),
            most_step=written(steps.max().item(), ".1f"),
        ),
        _row("rotary", apart=written(_nearest(turned) / 2**0.5), places=n, error=error),
    ]


def _row(way: str, **slots: str | int) -> list[str]:
    cells = ("way", "unique", "bounded", "longer", "shift")
    return [say(f"demands.{way}.{cell}", **slots) for cell in cells]


def _nearest(rows: Float[Tensor, "position d_model"]) -> float:
    """The smallest distance between two rows."""
    return torch.pdist(rows).min().item()
