"""Sentences of pieces as one rectangle, and the translation of many at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from core.attention import padding_mask
from core.decoding.prompted import Prompted, as_translator
from core.decoding.search import Hypothesis, beam_trees, greedy
from core.networks.kinds import Network, Translating
from core.text.tokenizer import END, PAD, Tokenizer

Ids = list[int]
Found = TypeVar("Found")


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
    return in_batches(
        partial(greedy, network), rows, device, pieces, isinstance(network, Prompted)
    )


def beam_many(
    network: Network,
    rows: Sequence[Ids],
    width: int,
    device: torch.device | None = None,
    pieces: int = 4_000,
) -> list[list[Hypothesis]]:
    """What a beam search finds for each of many sentences, best first, in their order.

    Every sentence takes `width` rows of a batch.
    """

    def search(
        source: Int[Tensor, "batch source"], allowed: Bool[Tensor, "batch 1 source"]
    ) -> list[list[Hypothesis]]:
        trees = beam_trees(network, source, allowed, width)
        return [list(tree.hypotheses) for tree in trees]

    return in_batches(
        search, rows, device, pieces // width, isinstance(network, Prompted)
    )


def in_batches(
    decode: Callable[[Tensor, Tensor], list[Found]],
    rows: Sequence[Ids],
    device: torch.device | None,
    pieces: int,
    equal: bool = False,
) -> list[Found]:
    """What `decode` makes of sentences in batches of similar length, in their order.

    Where it has to be `equal`, a batch has sentences of one length alone.
    """
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    found: dict[int, Found] = {}
    while order:
        batch = [order.pop()]
        longest = len(rows[batch[0]])
        while order and (len(batch) + 1) * (longest + 1) <= pieces:
            if equal and len(rows[order[-1]]) < longest:
                break
            batch.append(order.pop())
        source, allowed = source_batch([rows[i] for i in batch])
        decoded = decode(source.to(device), allowed.to(device))
        found.update(zip(batch, decoded, strict=True))
    return [found[i] for i in range(len(rows))]


Translate = Callable[[list[str]], list[str]]
"""`translate_all` of one model, greedy."""


def translate_all(
    network: Translating, tokenizer: Tokenizer, sources: Sequence[str], width: int = 1
) -> list[str]:
    """Translations, in order, where the network is; greedy, or by a beam of `width`."""
    device = next(network.parameters()).device
    rows = tokenizer.encode_batch(list(sources))
    asked = as_translator(network, tokenizer)
    if width > 1:
        found = [best for best, *_ in beam_many(asked, rows, width, device)]
    else:
        found = greedy_many(asked, rows, device)
    return [tokenizer.decode(hypothesis.ids) for hypothesis in found]
