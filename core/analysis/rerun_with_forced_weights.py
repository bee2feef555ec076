"""A recorded pass once more, with the weights of one step given."""

from dataclasses import replace

import torch

from core.decoding.search import greedy
from core.errors import InputError
from core.experiments.forced_weights import ForcedWeights, WithForcedWeights
from core.experiments.passes import log_probability
from core.experiments.prefix import Prefixed
from core.in_use.translator import Translator
from core.networks.bahdanau import Bahdanau
from core.text.sides import target_sides
from core.text.tokenizer import END, START
from core.trace import Trace, Translation, recurrent


@torch.inference_mode()
def with_forced_weights(
    model: Translator, trace: Trace, forced: ForcedWeights, *, keep: bool = False
) -> Trace:
    """The same sentence once more, with the weights of one step given.

    The pieces before that step stay as they are. From there on the model writes
    freely, or with `keep` the same pieces again. InputError where there is no such
    step or the weights do not fit the source.
    """
    recurrent(trace)
    if not isinstance(model.network, Bahdanau):
        raise InputError(
            "no_additive_attention",
            "{model} has no additive attention.",
            model=model.name,
        )
    if not 0 <= forced.step < len(trace.predicted_ids):
        raise InputError(
            "no_step",
            "There is no step {step}; they are 1 to {last}.",
            step=forced.step + 1,
            last=len(trace.predicted_ids),
        )
    if len(forced.weights) != len(trace.source.pieces):
        raise InputError(
            "weights_of_other_pieces",
            "{n} weights do not fit the {pieces} pieces of the sentence.",
            n=len(forced.weights),
            pieces=len(trace.source.pieces),
        )
    source, allowed, *_ = trace.inputs
    translation, ids = trace.translation, trace.predicted_ids
    if not keep:
        prefix = trace.predicted_ids[: forced.step]
        network = WithForcedWeights(model.network, forced)
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
    record = model.network(source, target, allowed, {forced.step: forced.tensor()})
    log = log_probability(record.logits, ids, translation.finished).item()
    read, predicted = target_sides(translation.pieces)
    return replace(
        trace,
        forced_weights=forced,
        forced=keep or trace.forced,
        translation=replace(translation, log_probability=log),
        read=read,
        predicted=predicted,
        predicted_ids=ids,
        record=record,
    )
