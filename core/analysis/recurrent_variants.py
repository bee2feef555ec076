"""What a reader does to a recurrent translation: steer it, score it, shuffle it.

Everything starts from a recorded pass and leaves it as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax
from core.decoding.search import greedy
from core.errors import InputError
from core.experiments.forced_weights import Gaze, Gazing
from core.experiments.passes import log_probability, source_input
from core.experiments.prefix import Prefixed
from core.networks.bahdanau import Bahdanau, BahdanauRecord, BahdanauStepRecord
from core.text.sides import target_sides
from core.text.tokenizer import END, START
from core.trace import Trace, Translation
from core.translator import Translator

SCORES = ("additive", "dot", "scaled dot")


def recurrent(trace: Trace) -> BahdanauRecord:
    """The record of a pass with additive attention; InputError where it has none."""
    if not isinstance(trace.record, BahdanauRecord):
        raise InputError(f"{trace.model} has no additive attention.")
    return trace.record


# --- looking where it is told -------------------------------------------------------


@torch.inference_mode()
def steered(
    model: Translator, trace: Trace, gaze: Gaze, *, keep: bool = False
) -> Trace:
    """The same sentence once more, with the weights of one step given.

    The pieces before that step stay as they are. From there on the model writes
    freely, or with `keep` the same pieces again. InputError where there is no such
    step or the weights do not fit the source.
    """
    recurrent(trace)
    if not isinstance(model.network, Bahdanau):
        raise InputError(f"{model.name} has no additive attention.")
    if not 0 <= gaze.step < len(trace.predicted_ids):
        raise InputError(
            f"There is no step {gaze.step + 1}; they are 1 to "
            f"{len(trace.predicted_ids)}."
        )
    if len(gaze.weights) != len(trace.source.pieces):
        raise InputError(
            f"{len(gaze.weights)} weights do not fit the "
            f"{len(trace.source.pieces)} pieces of the sentence."
        )
    source, allowed = source_input(trace.source_ids, trace.experiment)
    translation, ids = trace.translation, trace.predicted_ids
    if not keep:
        prefix = trace.predicted_ids[: gaze.step]
        network = Gazing(model.network, gaze)
        begun = Prefixed(network, prefix) if prefix else network
        (found,) = greedy(begun, source[None], allowed[None])
        written = (*prefix, *found.ids)
        translation = Translation(
            model.tokenizer.decode(written),
            model.tokenizer.pieces(written),
            0.0,
            found.finished,
        )
        ids = (*written, END)
    target = torch.tensor([START, *ids[:-1]])
    record = model.network(source, target, allowed, {gaze.step: gaze.tensor()})
    log = log_probability(record.logits, ids, translation.finished).item()
    read, predicted = target_sides(translation.pieces)
    return replace(
        trace,
        gaze=gaze,
        forced=keep or trace.forced,
        translation=replace(translation, log_probability=log),
        read=read,
        predicted=predicted,
        predicted_ids=ids,
        record=record,
    )


# --- other scores, another order ----------------------------------------------------


@dataclass(frozen=True)
class Scored:
    """One score function at one step: its scores, weights and ranks of the source.

    `ranks[j]` is 1 where source piece j has the largest score.
    """

    name: str
    trained: bool
    scores: tuple[float, ...]
    weights: tuple[float, ...]
    ranks: tuple[int, ...]


def other_scores(record: BahdanauRecord, step: int) -> tuple[Scored, ...]:
    """The additive score beside two it was not trained for, on the same two vectors.

    vᵀ tanh(q + k), q · k and q · k / √d_align with q = W_a s_{i−1} and k = U_a h_j,
    since s and h differ in width. Their dot product is the bilinear form
    s_{i−1}ᵀ W_aᵀ U_a h_j of Luong, Pham & Manning (2015), section 3.1.
    """
    asked, key = record.decoder[step], record.encoder.projected_key
    query = asked.projected_query[None]
    found = (
        asked.scores,
        dot_product_scores(query, key, scale=1.0)[0],
        dot_product_scores(query, key)[0],
    )
    return tuple(
        Scored(
            name,
            place == 0,
            tuple(scores.tolist()),
            tuple(masked_softmax(scores[None], record.allowed)[0].tolist()),
            ranks(scores),
        )
        for place, (name, scores) in enumerate(zip(SCORES, found, strict=True))
    )


def ranks(scores: Float[Tensor, " source"]) -> tuple[int, ...]:
    """1 for the largest score, 2 for the next; of equal ones the earlier is first."""
    order = scores.argsort(descending=True, stable=True)
    found = torch.empty_like(order)
    found[order] = torch.arange(1, len(scores) + 1)
    return tuple(found.tolist())


@torch.inference_mode()
def reread(
    network: Bahdanau, trace: Trace, step: int, order: Sequence[int]
) -> BahdanauStepRecord:
    """One step of the same French over the source pieces in another order.

    Unlike `shuffled` this hands the encoder another sentence, and each annotation has
    read what now stands around it. The last piece, ‹end›, keeps its place.
    """
    recurrent(trace)
    _check_order(trace, order)
    source, allowed = source_input(trace.source_ids, trace.experiment)
    target = torch.tensor([START, *trace.predicted_ids[:-1]])
    return network(source[torch.tensor(order)], target, allowed).decoder[step]


def _check_order(trace: Trace, order: Sequence[int]) -> None:
    if sorted(order) != list(range(len(trace.source.pieces))):
        raise InputError("An order names every source piece once.")


@torch.inference_mode()
def shuffled(
    network: Bahdanau, trace: Trace, step: int, order: Sequence[int]
) -> BahdanauStepRecord:
    """One step over the same annotations in another order: annotation order[j] at j.

    The decoder takes a set: each annotation keeps its weight, so that the context, the
    state and the word stay as they were.
    """
    record = recurrent(trace)
    _check_order(trace, order)
    index = torch.tensor(order)
    word = network.embed(torch.tensor([START, *trace.predicted_ids[:-1]])[step][None])
    return network.write(
        word[0],
        record.decoder[step].previous_state,
        record.encoder.annotation[index],
        record.encoder.projected_key[index],
        record.allowed[..., index],
    )
