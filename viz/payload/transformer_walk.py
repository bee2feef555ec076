"""The stages inside one place of a network of layers, as the walk shows them.

What a record leaves out (an embedding before its position, a feed-forward before ReLU)
is computed once more from the model. Where the norm stands before a sublayer, a place
has what it makes of the stream as well: "normed".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.experiments.experiment import Experiment
from viz.payload.layer_places import Place as Place
from viz.payload.layer_places import needed as needed
from viz.payload.layer_places import place_of as place_of
from viz.payload.maps import only_writes, sizes
from viz.payload.walk import (
    Numbers,
    Opened,
    best_of,
    bundle,
    linear,
    named,
    pass_id,
    sides,
)

if TYPE_CHECKING:
    import torch

    from core.networks.kinds import Translating
    from core.trace import Trace

MOST_PROBABLE = 10
Summands = tuple[Any, Any]
PROJECTED = ("query", "key", "value")


def machine(trace: "Trace") -> dict[str, Any]:
    """What the machine and the walk say without any number of a stage."""
    shapes = {name: tensor.shape for name, tensor in named(trace).items()}
    return {
        "model": kind(trace),
        "pass": pass_id(trace),
        **sizes(trace),
        "d_model": shapes["target_embedding"][-1],
        "d_hidden": shapes["decoder.0.hidden"][-1],
        "vocabulary": shapes["logits"][-1],
        "without": without(trace.experiment),
        "given": len(trace.predicted_ids) if trace.forced else trace.given,
        "sides": sides(trace),
    }


def kind(trace: "Trace") -> str:
    """What the browser calls the network of a pass."""
    return "writer" if only_writes(trace) else "transformer"


def without(experiment: Experiment) -> dict[str, Any]:
    """What an experiment leaves out, so that no sum of the walk counts it in.

    `residual` is the id of the one place that is cut, or ""; `silent` has the heads
    (from 0) that are switched off under the id of their place; `forbidden` are the
    places of which cells are forbidden by hand; `words` is true where the English was
    changed before it was read.
    """
    found: dict[str, Any] = {
        "scale": False,
        "causal": False,
        "words": False,
        "positions": [],
        "residual": "",
        "silent": {},
        "forbidden": [],
    }
    for change in experiment.changes:
        for what, taken in change.taken_out().items():
            found[what] = _together(found[what], taken)
    return found


def _together(before: Any, taken: Any) -> Any:
    """What two changes take out; sublayers by the ids of their places."""
    if isinstance(taken, dict):
        heads = {_id(name): some for name, some in taken.items()}
        more = {at: _together(before.get(at, []), heads[at]) for at in heads}
        return before | more
    if isinstance(taken, list):
        return sorted({*before, *map(_id, taken)})
    return _id(taken)


def _id(name: Any) -> Any:
    """The id of the place that an experiment calls "decoder.1.cross_attention"."""
    return name.partition("_")[0] if isinstance(name, str) else name


def walk_view(
    trace: "Trace",
    network: "Translating",
    places: Iterable[Place],
    opened: Opened | None = None,
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body of the stages of some places; see `walk.bundle`.

    `opened` is the number whose trained column travels whole; one that there is not
    changes nothing.
    """
    from core.networks.kinds import Layered
    from core.networks.writer import Writer

    if not isinstance(network, Layered):
        raise TypeError("only a network of layers has these stages")
    made = _NormFirst if isinstance(network, Writer) else _Stages
    stages = made(trace, network, named(trace), opened)
    found = ((place.id, stages.of(place)) for place in places)
    return bundle(trace, found, stages.tensors, MOST_PROBABLE)


@dataclass(frozen=True, eq=False)
class _Stages:
    """The numbers of a pass, place by place, and all products of the one opened."""

    trace: "Trace"
    network: Any
    tensors: dict[str, "torch.Tensor"]
    opened: Opened | None

    def of(self, place: Place) -> Numbers:
        """What the browser gets of a place."""
        parts = {"words": self.words, "feed": self.feed, "next": self.next}
        yield from parts.get(place.part, self.attention)(place)
        if self.opened and self.opened.place == place.id and place.part != "words":
            yield from self.whole(place, self.opened)

    def words(self, place: Place) -> Numbers:
        """Pieces, their scaled embeddings, their positions, and both added up."""
        from core.experiments.passes import source_input, target_input

        trace = self.trace
        if place.stack == "encoder":
            ids, _ = source_input(trace.source_ids, trace.experiment)
            output = "source_embedding"
        else:
            ids, _ = target_input(trace.predicted_ids, trace.experiment)
            output = "target_embedding"
        told = place.stack not in trace.experiment.no_positions
        embedding, positions = self.summands(ids)
        yield "ids", None, ids.float()
        yield "embedding", None, embedding
        yield "positions", None, positions * told
        yield "output", output, None

    def summands(self, ids: "torch.Tensor") -> Summands:
        """What is added up where a piece is read: its vector and its position."""
        return self.network.scaled_embedding(ids), self.network.positions[: len(ids)]

    def before(self, x: str, norm: Any, normed: str) -> Numbers:
        """What a sublayer reads: the stream as it is."""
        yield "x", x, None

    def behind(self, norm: Any, after: str) -> Numbers:
        """What becomes of what it made: the norm of the sum."""
        yield from _norm(norm)
        yield "after", after, None

    def attention(self, place: Place) -> Numbers:
        """From what the sublayer read to what the norm behind it made."""
        layer, cross = f"{place.stack}.{place.layer}", place.part == "cross"
        name = f"{layer}.{place.part}_attention"
        norm = getattr(self.block(place), f"norm_{place.part}_attention")
        stream = f"{layer}.{'after_self_attention' if cross else 'input'}"
        yield from self.before(stream, norm, f"{layer}.normed_input")
        if cross:
            yield "context", f"encoder.{_last(self.network.encoder)}.output", None
        sums = self.sums(place)
        for part in PROJECTED:
            yield part, f"{name}.{part}", None
            yield from linear(part, sums[part])
        for part in ("scores", "allowed", "weights", "mixed", "output"):
            yield part, f"{name}.{part}", None
        yield from linear("output", sums["output"])
        yield from self.behind(norm, f"{layer}.after_{place.part}_attention")

    def feed(self, place: Place) -> Numbers:
        """From what the sublayer read through ReLU to what the norm behind it made."""
        layer, block = f"{place.stack}.{place.layer}", self.block(place)
        x = self.read_by_feed(place)
        normed = f"{layer}.normed_after_self_attention"
        yield from self.before(x, block.norm_feed_forward, normed)
        yield "widened", None, block.widen(self.tensors[self.widened(x, normed)])
        yield from linear("widened", block.widen)
        yield "hidden", f"{layer}.hidden", None
        yield "output", None, block.narrow(self.tensors[f"{layer}.hidden"])
        yield from linear("output", block.narrow)
        yield from self.behind(block.norm_feed_forward, f"{layer}.output")

    def read_by_feed(self, place: Place) -> str:
        """The stream that a feed-forward network reads."""
        kind = "self" if place.stack == "encoder" else "cross"
        return f"{place.stack}.{place.layer}.after_{kind}_attention"

    def widened(self, x: str, normed: str) -> str:
        """What its first matrix is multiplied with."""
        return x

    def last(self) -> Numbers:
        """What the scores of the next piece are made of."""
        yield "x", f"decoder.{_last(self.network.decoder)}.output", None

    def next(self, place: Place) -> Numbers:
        """What the last layer made, and the pieces that it scores best."""
        yield from self.last()
        yield from best_of(self.trace, MOST_PROBABLE, self.network.embedding.weight)

    def whole(self, place: Place, opened: Opened) -> Numbers:
        """All that the opened number is multiplied with."""
        _, role, row, column = opened
        if place.part == "next":
            best = self.trace.record.logits.topk(MOST_PROBABLE, dim=-1).indices
            if role == "logits" and row < len(best) and column < MOST_PROBABLE:
                vector = self.network.embedding.weight[best[row, column]]
                yield f"logits_column_{row}_{column}", None, vector
            return
        layer = self.sums(place).get(role)
        if layer and column < len(layer.weight):
            yield f"{role}_column_{column}", None, layer.weight[column]

    def sums(self, place: Place) -> dict[str, Any]:
        """The layers that make the long sums of a sublayer, by what they make."""
        block = self.block(place)
        if place.part == "feed":
            return {"widened": block.widen, "output": block.narrow}
        module = getattr(block, f"{place.part}_attention")
        made = {part: getattr(module, f"project_{part}") for part in PROJECTED}
        return {**made, "output": module.join}

    def block(self, place: Place) -> Any:
        """The layer of the network in which a place lies."""
        return getattr(self.network, place.stack)[place.layer]


class _NormFirst(_Stages):
    """The numbers of a decoder alone: each sublayer reads the stream through a norm."""

    def summands(self, ids: "torch.Tensor") -> Summands:
        """The vector of a piece as it is, and a position that was learned."""
        positions = self.network.position_embedding.weight[: len(ids)]
        return self.network.embedding(ids), positions

    def before(self, x: str, norm: Any, normed: str) -> Numbers:
        """The stream, and what its norm makes of it."""
        yield "x", x, None
        yield from _norm(norm)
        yield "normed", normed, None

    def behind(self, norm: Any, after: str) -> Numbers:
        """The sum alone: the browser adds it up."""
        yield from ()

    def read_by_feed(self, place: Place) -> str:
        """The stream behind the attention."""
        layer = f"decoder.{place.layer}"
        return f"{layer}.after_self_attention"

    def widened(self, x: str, normed: str) -> str:
        """The normed stream."""
        return normed

    def last(self) -> Numbers:
        """The stream behind the last layer, and what the last norm makes of it."""
        x = f"decoder.{_last(self.network.decoder)}.output"
        yield from self.before(x, self.network.norm_output, "normed_output")


def _last(stack: Any) -> int:
    return len(stack) - 1


def _norm(layer: Any) -> Numbers:
    yield "gain", None, layer.weight
    yield "shift", None, layer.bias
