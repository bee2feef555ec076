"""Which source words mattered for an output word: four answers, and their agreement.

Jain & Wallace (2019) compare attention with gradients and with leaving words out;
Wiegreffe & Pinter (2019) ask what such a comparison can and cannot show.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.analysis.agreement import correlation
from core.analysis.occlusion import LeftOut, source_words
from core.errors import InputError
from core.experiments.passes import (
    log_probabilities,
    rewired,
)
from core.in_use.translator import Translator
from core.networks.names import AttentionName
from core.networks.transformer import Transformer
from core.trace import Trace

FEWEST_WORDS = 8


@dataclass(frozen=True)
class Reasons:
    """One number a source word from each of four ways to rank them; more is higher.

    `head` and `layer` are the weights of one head and of the mean over its layer, in
    the row that writes the output word; `gradient` is |gradient · x| with what the
    encoder reads, embedding + position, as x; `loss` is the log-probability
    that the output word loses when the word is left out (nats).
    """

    words: tuple[str, ...]
    head: tuple[float, ...]
    layer: tuple[float, ...]
    gradient: tuple[float, ...]
    loss: tuple[float, ...]

    def agreement(self) -> dict[tuple[str, str], float] | None:
        """Spearman's rank correlation of every two ways; None below 8 words."""
        if len(self.words) < FEWEST_WORDS:
            return None
        ways = ("head", "layer", "gradient", "loss")
        return {
            (one, other): spearman(getattr(self, one), getattr(self, other))
            for i, one in enumerate(ways)
            for other in ways[i + 1 :]
        }


@dataclass(frozen=True)
class Removal:
    """What an output word loses (nats) without the word attended to most, and least.

    `most` and `least` are their places in `source_words`: a word may stand there twice.
    """

    most: int
    least: int
    loss_of_most: float
    loss_of_least: float


def reasons(
    model: Translator,
    trace: Trace,
    without: LeftOut,
    name: str | AttentionName,
    head: int,
    word: int,
) -> Reasons:
    """Rank the source words for the `word`-th output word, as one head attends to them.

    `without` is what leaving words out of this pass does, `name` a cross-attention of
    the trace; everything counts from 0. InputError where there is no such head or word.
    """
    _check_word(trace, word)
    words = source_words(trace)
    return Reasons(
        words,
        tuple(_weights(trace, name, head)[word].tolist()),
        tuple(_weights(trace, name, None)[word].tolist()),
        tuple(gradient_times_input(model, trace, word).abs().tolist()),
        tuple((-without.changed[:, word]).tolist()),
    )


def removals(
    trace: Trace, without: LeftOut, name: str | AttentionName, head: int | None
) -> tuple[Removal, ...]:
    """For each output word: without the most attended word, and without the least."""
    found = []
    for row, looked in enumerate(_weights(trace, name, head)[: trace.written_words]):
        most, least = int(looked.argmax()), int(looked.argmin())
        lost = (-without.changed[:, row]).tolist()
        found.append(Removal(most, least, lost[most], lost[least]))
    return tuple(found)


def gradient_times_input(
    model: Translator, trace: Trace, word: int
) -> Float[Tensor, " word"]:
    """How an output word's log-probability would change with each input x: g · x.

    The gradient is taken with respect to a leaf made for this pass, what the encoder
    reads, embedding and position added; no parameter of the shared model is asked
    for one. A word's pieces are summed.
    """
    _check_word(trace, word)
    network = rewired(model.network, trace.experiment)
    if not isinstance(network, Transformer):
        raise InputError(
            "no_encoder",
            "{model} has no encoder of this kind.",
            model=model.name,
        )
    source, source_allowed, target, target_allowed = trace.inputs
    rows = torch.tensor(trace.predicted.word_of) == word
    with torch.inference_mode(False), torch.enable_grad():
        leaf = network.embed_source(source).detach().requires_grad_()
        read = network.embed_target(target)
        record = network.read(leaf, read, source_allowed, target_allowed)
        total = log_probabilities(record.logits, trace.predicted_ids)[rows].sum()
        (gradient,) = torch.autograd.grad(total, leaf)
    pieces = (gradient * leaf.detach()).sum(-1)
    return (trace.source.membership() @ pieces)[: len(source_words(trace))]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of ranks, −1 to 1; equal values share the mean of their ranks.

    Spearman (1904). 0 where one side ranks nothing, all its values being equal.
    """
    return correlation(_ranks(one), _ranks(other)) or 0.0


def _ranks(values: Sequence[float]) -> Float[Tensor, " value"]:
    column = torch.tensor(values, dtype=torch.float64)
    below = (column[None, :] < column[:, None]).sum(-1)
    equal = (column[None, :] == column[:, None]).sum(-1)
    return below + (equal + 1) / 2.0


def _weights(
    trace: Trace, name: str | AttentionName, head: int | None
) -> Float[Tensor, "query word"]:
    """The weights of all output words on the words that can be left out."""
    if AttentionName.parse(name).kind != "cross_attention":
        raise InputError(
            "cross_attention_only",
            "Only a cross-attention looks from French at English.",
        )
    return trace.attention(name, head).weights[:, : len(source_words(trace))]


def _check_word(trace: Trace, word: int) -> None:
    if not 0 <= word < trace.written_words:
        raise InputError(
            "no_output_word",
            "There is no output word {word}; they are 1 to {last}.",
            word=word + 1,
            last=trace.written_words,
        )
