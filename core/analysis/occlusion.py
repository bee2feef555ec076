"""Every source word left out in turn: what moves, and what the translation loses.

A word is left out by putting the neutral piece in place of each of its pieces; nothing
else changes its place. As many words at once are one batch as memory allows.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError
from core.experiments.passes import (
    cases_at_once,
    log_probabilities,
    rewired,
)
from core.experiments.word_changes import NEUTRAL_PIECE
from core.in_use.translator import Translator
from core.networks.transformer import Transformer, TransformerRecord
from core.trace import Trace


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Row i: word i of the source is left out (‹end› and ‹pad›s are none).

    `moved[i, j]` says how far the encoder's output at word j moves, as a share of its
    length; `changed[i, k]` how the log-probability of the k-th target word changes,
    under the forced words before it (nats, below 0 where the word is missed); an ‹end›
    that was never written has no column.
    """

    moved: Float[Tensor, "word source"]
    changed: Float[Tensor, "word target"]


@torch.inference_mode()
def left_out(model: Translator, trace: Trace) -> LeftOut:
    """Leave out every source word of a pass in turn; its experiment stays as it is."""
    network = rewired(model.network, trace.experiment)
    record = trace.record
    if not (isinstance(network, Transformer) and isinstance(record, TransformerRecord)):
        raise InputError(
            "no_encoder",
            "{model} has no encoder of this kind.",
            model=model.name,
        )
    source, source_allowed, target, target_allowed = trace.inputs
    membership = trace.source.membership()
    words = membership[~torch.tensor(trace.source.special)].bool()
    read = network.embed_target(target)
    before = record.encoder[-1].output
    was = log_probabilities(record.logits, trace.predicted_ids)
    moved: list[Tensor] = []
    changed: list[Tensor] = []
    for some in words.split(cases_at_once(len(target), network.config.vocabulary)):
        batch = source.expand(len(some), -1).masked_fill(some, NEUTRAL_PIECE)
        allowed = source_allowed.expand(len(some), -1, -1)
        memory = network.encode(network.embed_source(batch), allowed)[-1].output
        decoder = network.decode(
            read.expand(len(some), -1, -1),
            memory,
            target_allowed.expand(len(some), -1, -1),
            allowed,
        )
        moved.append((memory - before).norm(dim=-1) / before.norm(dim=-1))
        logits = network.score(decoder[-1].output)
        changed.append(log_probabilities(logits, trace.predicted_ids) - was)
    by_word = torch.cat(changed) @ trace.predicted.membership().T
    return LeftOut(
        torch.cat(moved) @ membership.T / membership.sum(-1),
        by_word[:, : trace.written_words],
    )


def source_words(trace: Trace) -> tuple[str, ...]:
    """The words that can be left out: all of the source but ‹end› and ‹pad›s."""
    pairs = zip(trace.source.words, trace.source.special, strict=True)
    return tuple(word for word, special in pairs if not special)
