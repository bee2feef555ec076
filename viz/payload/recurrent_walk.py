"""The stages of one step of the recurrent translator, as the walk shows them.

Places in the order in which a word is made: "words" (the English, read from both
sides), "attention", "gates" (the new state), "next". What a record leaves out, such as
the three sums inside a gate, is computed once more from the model.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.payload.walk import (
    Numbers,
    Walkable,
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

    from core.networks.attending import AttendingWriter
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
    """Header and body of the stages of some places; see `walk.bundle`."""
    from core.experiments.passes import target_input
    from core.networks.bahdanau import Bahdanau

    if not isinstance(network, Bahdanau):
        raise TypeError("only a translator with additive attention has these stages")
    read, _ = target_input(trace.predicted_ids, trace.experiment)
    tensors = named(trace)
    tensors = {**tensors, **stepped(tensors)}
    stages = _OfSentence(trace, network, tensors, network.embed(read), trace)
    return bundle(trace, stages.found(places), tensors, MOST_PROBABLE)


@dataclass(frozen=True, eq=False)
class Stages:
    """The numbers of a pass, place by place; `read` are the vectors of the words read.

    A method for each of `PLACES`.
    """

    trace: Walkable
    network: "AttendingWriter"
    tensors: dict[str, "torch.Tensor"]
    read: "torch.Tensor"

    def found(self, places: Iterable[str]) -> Iterator[tuple[str, Numbers]]:
        """The numbers of each place, under its name in the browser."""
        return ((f"alignment.{place}", getattr(self, place)()) for place in places)

    def words(self) -> Numbers:
        """What was read, and the first state s_0."""
        raise NotImplementedError

    def attention(self) -> Numbers:
        """From the previous state to the context; an axis of one head leads."""
        network = self.network
        yield "previous", "decoder.*.attention.previous_state", None
        yield "word", None, self.read
        yield "query", "decoder.*.attention.projected_query", None
        yield from linear("query", network.project_query)
        yield "annotation", "encoder.annotation", None
        yield "key", "encoder.projected_key", None
        yield from linear("key", network.project_key)
        yield "direction", None, network.direction
        for role, name in (
            ("scores", "decoder.*.attention.scores"),
            ("weights", "decoder.*.attention.weights"),
            ("value", "encoder.annotation"),
        ):
            yield role, name, self.tensors[name][None]
        yield "context", "decoder.*.attention.context", None

    def gates(self) -> Numbers:
        """Gates, candidate and new state, and the three sums that they are made of."""
        network, (state, context) = self.network, self.before()
        yield "previous", "decoder.*.attention.previous_state", None
        yield "from_word", None, network.write_word.from_input(self.read)
        yield "from_context", None, network.write_context(context)
        yield "from_state", None, network.write_word.from_state(state)
        for name in ("reset", "update", "candidate", "state"):
            yield name, f"decoder.*.gates.{name}", None

    def next(self) -> Numbers:
        """The readout with the three sums inside it, and the most probable words."""
        network, (state, context) = self.network, self.before()
        yield "from_state", None, network.out_state(state)
        yield "from_word", None, network.out_word(self.read)
        yield "from_context", None, network.out_context(context)
        yield "x", "decoder.*.maxout", None
        table, bias = network.embedding.weight, network.bias
        yield from best_of(self.trace, MOST_PROBABLE, table, bias)

    def before(self) -> tuple["torch.Tensor", "torch.Tensor"]:
        """What a step begins with: the state before it, and its context."""
        attention = "decoder.*.attention"
        state = self.tensors[f"{attention}.previous_state"]
        return state, self.tensors[f"{attention}.context"]


@dataclass(frozen=True, eq=False)
class _OfSentence(Stages):
    """Those of a translator, which reads a sentence from both sides."""

    network: "Bahdanau"
    read_in: "Trace"

    def words(self) -> Numbers:
        """The pieces, what each direction knew after them, and the first state s_0."""
        from core.experiments.passes import source_input

        start, tensors = self.network.begin_state, self.tensors
        ids, _ = source_input(self.read_in.source_ids, self.read_in.experiment)
        yield "ids", None, ids.float()
        yield "forward", "encoder.reading.forward", None
        yield "backward", "encoder.reading.backward", None
        yield "start", "encoder.start_state", tensors["encoder.start_state"][None]
        yield "start_sum", None, start(tensors["encoder.reading.backward"][:1])
        yield from linear("start", start)
