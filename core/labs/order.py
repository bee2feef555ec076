"""Words in another order: what moves with them, and what knows where they stood.

A word is a group of pieces that are never cut again; orders count words from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.analysis.source_order import shuffled
from core.attention import causal_mask
from core.errors import InputError
from core.experiments.changes import WordChange
from core.experiments.word_changes import with_word_changes
from core.networks.bahdanau import Bahdanau
from core.networks.blocks import EncoderLayerRecord
from core.networks.transformer import Transformer
from core.text.sides import Side
from core.text.tokenizer import Pieces
from core.trace import Trace, recurrent

SENTENCES = {"fish": "The woman ate the fish", "raccoon": "The man ate the raccoon"}


@dataclass(frozen=True, eq=False)
class Moved:
    """One sentence in two orders through the same encoder layers f.

    `before` and `after` are the weights of the last layer, the mean of its heads, over
    words. `deviation` is max |f(Px) − P f(x)|, 0 where f is equivariant; `last` is the
    largest change of the last row, whose word may be another one.
    """

    before: Float[Tensor, "word word"]
    after: Float[Tensor, "word word"]
    words: tuple[str, ...]
    moved_words: tuple[str, ...]
    deviation: float
    last: float


def check(order: Sequence[int], n: int) -> None:
    """InputError unless an order names each of n words once."""
    if sorted(order) != list(range(n)):
        raise InputError(
            "no_order",
            "An order of {n} words names each from 1 to {n} once.",
            n=n,
        )


def swaps(order: Sequence[int]) -> tuple[WordChange, ...]:
    """The exchanges that bring the first len(order) words into an order."""
    check(order, len(order))
    now, found = list(range(len(order))), []
    for place, word in enumerate(order):
        there = now.index(word)
        if there != place:
            found.append(WordChange("swap", now[place], word))
            now[place], now[there] = now[there], now[place]
    return tuple(found)


def regrouped(word_of: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The places of the pieces once their words stand in an order: P as an index."""
    check(order, len(set(word_of)))
    return tuple(
        at for word in order for at, owner in enumerate(word_of) if owner == word
    )


@torch.inference_mode()
def moved(
    network: Transformer,
    pieces: Pieces,
    order: Sequence[int],
    *,
    positions: bool,
    causal: bool = False,
    layers: int = 1,
) -> Moved:
    """The first encoder layers of a Transformer on a sentence and on its words moved.

    Positions, where there are any, stay where they are: word 3 in place 1 gets the
    encoding of place 1. Vaswani et al. (2017), section 3.5.
    """
    index = torch.tensor(regrouped(pieces.word_of, order))
    ids = torch.tensor(pieces.ids)
    read = network.embed if positions else network.scaled_embedding
    n = len(ids)
    allowed = causal_mask(n) if causal else torch.ones(1, n, dtype=torch.bool)
    one, other = (
        _through(network, read(x), allowed, layers) for x in (ids, ids[index])
    )
    there = with_word_changes(pieces, swaps(order))
    return Moved(
        _over_words(one, pieces),
        _over_words(other, there),
        pieces.words,
        there.words,
        (other.output - one.output[index]).abs().max().item(),
        (other.output[-1] - one.output[-1]).abs().max().item(),
    )


def _through(
    network: Transformer,
    x: Float[Tensor, "position d_model"],
    allowed: Bool[Tensor, "#position position"],
    layers: int,
) -> EncoderLayerRecord:
    """The record of the last of the first `layers` encoder layers."""
    records = []
    for layer in network.encoder[:layers]:
        records.append(layer(x, allowed))
        x = records[-1].output
    return records[-1]


def _over_words(
    record: EncoderLayerRecord, pieces: Pieces
) -> Float[Tensor, "word word"]:
    """Weights into a word's pieces summed, rows of its pieces averaged."""
    member = Side.around(pieces).membership()
    weights = record.self_attention.weights.mean(-3)
    return member / member.sum(-1, keepdim=True) @ weights @ member.T


def context_change(network: Bahdanau, trace: Trace, order: Sequence[int]) -> float:
    """How far the contexts of all steps move when the annotations change places.

    The largest |c_i′ − c_i|: rounding, for c_i is a sum over a set (Bahdanau, Cho &
    Bengio 2015, eq. 5). `order` is that of the words; ‹end› stays last.
    """
    last = len(set(trace.source.word_of)) - 1
    index = regrouped(trace.source.word_of, (*order, *range(len(order), last + 1)))
    steps = recurrent(trace).decoder
    return max(
        (shuffled(network, trace, i, index).attention.context - step.attention.context)
        .abs()
        .max()
        .item()
        for i, step in enumerate(steps)
    )
