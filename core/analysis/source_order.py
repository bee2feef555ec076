"""One step over the source in another order: its annotations, or its pieces."""

from collections.abc import Sequence

import torch

from core.errors import InputError
from core.networks.attending import AttendingStepRecord
from core.networks.bahdanau import Bahdanau
from core.trace import Trace, recurrent


@torch.inference_mode()
def reread(
    network: Bahdanau, trace: Trace, step: int, order: Sequence[int]
) -> AttendingStepRecord:
    """One step of the same French over the source pieces in another order.

    Unlike `shuffled` this hands the encoder another sentence, and each annotation has
    read what now stands around it. The last piece, ‹end›, keeps its place.
    """
    recurrent(trace)
    _check_order(trace, order)
    source, allowed, target, _ = trace.inputs
    return network(source[torch.tensor(order)], target, allowed).decoder[step]


def _check_order(trace: Trace, order: Sequence[int]) -> None:
    if sorted(order) != list(range(len(trace.source.pieces))):
        raise InputError("order_of_pieces", "An order names every source piece once.")


@torch.inference_mode()
def shuffled(
    network: Bahdanau, trace: Trace, step: int, order: Sequence[int]
) -> AttendingStepRecord:
    """One step over the same annotations in another order: annotation order[j] at j.

    The decoder takes a set: each annotation keeps its weight, so that the context, the
    state and the word stay as they were.
    """
    record = recurrent(trace)
    _check_order(trace, order)
    index = torch.tensor(order)
    word = network.embed(trace.inputs[2][step][None])
    return network.one_step(
        word[0],
        record.decoder[step].attention.previous_state,
        record.encoder.annotation[index],
        record.encoder.projected_key[index],
        record.allowed[..., index],
    )
