"""Sequences of letters as numbers from 1: by how often each occurs, and spelled out."""

from itertools import combinations

import torch
from jaxtyping import Int
from torch import Tensor

from core.labs.letters import LETTERS, MOST


def sorted_ones(n: int = MOST) -> Int[Tensor, "sequence letter"]:
    """How often each letter occurs in every sorted sequence of n letters: C(n + 3, 3).

    Three bars among n stars: a letter occurs as often as stars stand between two.
    """
    bars = torch.tensor(list(combinations(range(n + LETTERS - 1), LETTERS - 1)))
    ends = torch.full_like(bars[:, :1], n + LETTERS - 1)
    return torch.cat([-torch.ones_like(ends), bars, ends], dim=1).diff(dim=1) - 1


def some(
    lengths: Int[Tensor, " sequence"], chance: torch.Generator
) -> Int[Tensor, "sequence letter"]:
    """The counts of sequences of these lengths, cut at three places made by chance.

    Every fourth has one cut, and so two letters at most: else nearly none would have 29
    or 30 of one.
    """
    shares = torch.rand(len(lengths), LETTERS - 1, generator=chance)
    shares[::4] = shares[::4, :1]
    cuts = (shares * (lengths[:, None] + 1)).long().sort(1).values
    ends = lengths[:, None]
    counts = torch.cat([torch.zeros_like(ends), cuts, ends], dim=1).diff(dim=1)
    order = torch.rand(len(lengths), LETTERS, generator=chance).argsort(1)
    return counts.gather(1, order)


def spelled(
    counts: Int[Tensor, "sequence letter"], chance: torch.Generator
) -> Int[Tensor, "sequence item"]:
    """Sequences with these counts, all of one length, in an order made by chance."""
    sequences, n = len(counts), int(counts[0].sum())
    letters = torch.arange(1, LETTERS + 1).repeat(sequences)
    written = letters.repeat_interleave(counts.flatten()).view(sequences, n)
    order = torch.rand(sequences, n, generator=chance).argsort(1)
    return written.gather(1, order)


def begun(letters: Int[Tensor, "sequence item"]) -> Int[Tensor, "sequence longer"]:
    """‹BOS› before them."""
    return torch.cat([torch.zeros_like(letters[:, :1]), letters], dim=1)
