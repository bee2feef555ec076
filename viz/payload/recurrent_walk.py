"""The stages of one step of the recurrent translator, as the walk shows them.

Places in the order in which a word is made: "words" (the English, read from both
sides), "attention", "gates" (the new state), "next". What a record leaves out, such as
the three sums inside a gate, is computed once more from the model.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.payload.walk import (
    Numbers,
    best_of,
    bundle,
    linear,
    named,
    pass_id,
    sides,
    stepped,
)

if TYPE_CHECKING:
    import torch

    from core.networks.bahdanau import Bahdanau
    from core.networks.kinds import Translating
    from core.trace import Trace

PLACES = ("words", "attention", "gates", "next")
MOST_PROBABLE = 5


def machine(trace: "Trace") -> dict[str, Any]:
    """What the machine and the walk say without any number of a stage."""
    shapes = {name: tensor.shape for name, tensor in named(trace).items()}
    return {
        "model": "recurrent",
        "pass": pass_id(trace),
        "heads": 1,
        "d_embedding": shapes["encoder.reading.embedding"][-1],
        "d_state": shapes["encoder.start_state"][-1],
        "d_annotation": shapes["encoder.annotation"][-1],
        "d_align": shapes["encoder.projected_key"][-1],
        "vocabulary": shapes["logits"][-1],
        "sides": sides(trace),
    }


def needed(walk: str) -> tuple[str, ...]:
    """The places whose numbers are shown; while the walk is closed, the film's."""
    return PLACES if walk else ("attention",)


def walk_view(
    trace: "Trace", network: "Translating", places: Iterable[str] = PLACES
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body of the stages of some places; see `walking.bundle`."""
    from core.networks.bahdanau import Bahdanau

    if not isinstance(network, Bahdanau):
        raise TypeError("only a translator with additive attention has these stages")
    tensors = named(trace)
    tensors = {**tensors, **stepped(tensors)}
    found = (
        (f"alignment.{place}", _numbers(place, trace, network, tensors))
        for place in places
    )
    return bundle(trace, found, tensors, MOST_PROBABLE)


def _numbers(
    place: str,
    trace: "Trace",
    network: "Bahdanau",
    tensors: dict[str, "torch.Tensor"],
) -> Numbers:
    """What the browser gets of a place."""
    if place == "words":
        return _words(trace, network, tensors)
    if place == "attention":
        return _attention(trace, network, tensors)
    if place == "gates":
        return _gates(trace, network, tensors)
    return _next(trace, network, tensors)


def _words(
    trace: "Trace", network: "Bahdanau", tensors: dict[str, "torch.Tensor"]
) -> Numbers:
    """The pieces, what each direction knew after them, and the first state s_0."""
    import torch

    from core.text.tokenizer import END

    yield "ids", None, torch.tensor((*trace.source_ids, END)).float()
    yield "forward", "encoder.reading.forward", None
    yield "backward", "encoder.reading.backward", None
    yield "start", "encoder.start_state", tensors["encoder.start_state"][None]
    yield (
        "start_sum",
        None,
        network.begin_state(tensors["encoder.reading.backward"][:1]),
    )
    yield from linear("start", network.begin_state)


def _attention(
    trace: "Trace", network: "Bahdanau", tensors: dict[str, "torch.Tensor"]
) -> Numbers:
    """From the previous state to the context; one head, so that a head axis leads."""
    yield "previous", "decoder.*.attention.previous_state", None
    yield "word", None, _read(trace, network)
    yield "query", "decoder.*.attention.projected_query", None
    yield from linear("query", network.project_query)
    yield "annotation", "encoder.annotation", None
    yield "key", "encoder.projected_key", None
    yield from linear("key", network.project_key)
    yield "direction", None, network.direction
    for name in ("scores", "weights"):
        yield (
            name,
            f"decoder.*.attention.{name}",
            tensors[f"decoder.*.attention.{name}"][None],
        )
    yield "value", "encoder.annotation", tensors["encoder.annotation"][None]
    yield "context", "decoder.*.attention.context", None


def _gates(
    trace: "Trace", network: "Bahdanau", tensors: dict[str, "torch.Tensor"]
) -> Numbers:
    """Gates, candidate and new state, and the three sums that they are made of."""
    state = tensors["decoder.*.attention.previous_state"]
    yield "previous", "decoder.*.attention.previous_state", None
    yield "from_word", None, network.write_word.from_input(_read(trace, network))
    yield (
        "from_context",
        None,
        network.write_context(tensors["decoder.*.attention.context"]),
    )
    yield "from_state", None, network.write_word.from_state(state)
    for name in ("reset", "update", "candidate", "state"):
        yield name, f"decoder.*.gates.{name}", None


def _next(
    trace: "Trace", network: "Bahdanau", tensors: dict[str, "torch.Tensor"]
) -> Numbers:
    """The readout with the three sums inside it, and the most probable words."""
    state, context = (
        tensors["decoder.*.attention.previous_state"],
        tensors["decoder.*.attention.context"],
    )
    yield "from_state", None, network.out_state(state)
    yield "from_word", None, network.out_word(_read(trace, network))
    yield "from_context", None, network.out_context(context)
    yield "x", "decoder.*.maxout", None
    yield from best_of(trace, MOST_PROBABLE, network.embedding.weight, network.bias)


def _read(trace: "Trace", network: "Bahdanau") -> "torch.Tensor":
    """The vectors of the words read: ‹start›, then all that was predicted but ‹end›."""
    import torch

    from core.text.tokenizer import START

    return network.embed(torch.tensor((START, *trace.predicted_ids[:-1])))
