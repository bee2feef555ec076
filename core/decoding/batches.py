"""Sentences of pieces as one rectangle, and greedy translation of many at once."""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from core.attention import padding_mask
from core.decoding.search import Hypothesis, greedy
from core.networks.kinds import Network, Translating
from core.text.tokenizer import END, PAD, Tokenizer

Ids = list[int]


def pad(rows: Sequence[Ids]) -> Int[Tensor, "batch position"]:
    """One rectangle, filled up with ‹pad› on the right."""
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])


def source_batch(
    rows: Sequence[Ids],
) -> tuple[Int[Tensor, "batch source"], Bool[Tensor, "batch 1 source"]]:
    """Source pieces with ‹end›, padded, and where queries may look."""
    lengths = torch.tensor([len(row) + 1 for row in rows])
    return pad([[*row, END] for row in rows]), padding_mask(lengths)


def greedy_many(
    network: Network,
    rows: Sequence[Ids],
    device: torch.device | None = None,
    pieces: int = 4_000,
) -> list[Hypothesis]:
    """Greedy translations of many sentences, in their order.

    They are computed in batches of similar length, of at most `pieces` source pieces.
    """
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    found: dict[int, Hypothesis] = {}
    while order:
        batch = [order.pop()]
        while order and (len(batch) + 1) * (len(rows[batch[0]]) + 1) <= pieces:
            batch.append(order.pop())
        source, allowed = source_batch([rows[i] for i in batch])
        hypotheses = greedy(network, source.to(device), allowed.to(device))
        found.update(zip(batch, hypotheses, strict=True))
    return [found[i] for i in range(len(rows))]


def translate_all(
    network: Translating, tokenizer: Tokenizer, sources: Sequence[str]
) -> list[str]:
    """Greedy translations, in order, on the device where the network is."""
    device = next(network.parameters()).device
    found = greedy_many(network, tokenizer.encode_batch(list(sources)), device)
    return [tokenizer.decode(hypothesis.ids) for hypothesis in found]
