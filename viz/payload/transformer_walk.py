"""The stages inside one place of the Transformer, as the walk shows them.

What a record leaves out (an embedding before its position, a feed-forward before ReLU)
is computed once more from the model.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.experiments.experiment import Experiment
from viz.payload.maps import sizes
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
    from core.networks.transformer import Transformer
    from core.trace import Trace

MOST_PROBABLE = 10
PROJECTED = ("query", "key", "value")


@dataclass(frozen=True)
class Place:
    """One place of the machine: which stack, what it does, in which layer (from 0)."""

    stack: str
    part: str
    layer: int = 0

    @property
    def id(self) -> str:
        """Its name in the browser: "decoder.1.self", "encoder.words", "next"."""
        if self.part == "next":
            return "next"
        if self.part == "words":
            return f"{self.stack}.words"
        return f"{self.stack}.{self.layer}.{self.part}"


def place_of(kind: str, layer: int, place: str) -> Place:
    """The place that the choices name; `kind` and `layer` (from 0) are the map's.

    `place` is "attention", "feed", "words" or "next"; a place of another machine is the
    attention here.
    """
    stack = "encoder" if kind == "encoder" else "decoder"
    if place == "next":
        return Place("decoder", "next")
    if place in ("words", "feed"):
        return Place(stack, place, layer)
    return Place(stack, "cross" if kind == "cross" else "self", layer)


def needed(place: Place, walk: str, attention: Place) -> tuple[Place, ...]:
    """The places whose numbers a walk of that length shows around a place.

    The short walk goes from the words through one attention to the next word.
    """
    if walk == "short":
        return Place(attention.stack, "words"), attention, Place("decoder", "next")
    return (place,)


def machine(trace: "Trace") -> dict[str, Any]:
    """What the machine and the walk say without any number of a stage."""
    shapes = {name: tensor.shape for name, tensor in named(trace).items()}
    return {
        "model": "transformer",
        "pass": pass_id(trace),
        **sizes(trace),
        "d_model": shapes["source_embedding"][-1],
        "d_hidden": shapes["encoder.0.hidden"][-1],
        "vocabulary": shapes["logits"][-1],
        "without": without(trace.experiment),
        "given": len(trace.predicted_ids) if trace.forced else trace.given,
        "sides": sides(trace),
    }


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
    from core.networks.transformer import Transformer

    if not isinstance(network, Transformer):
        raise TypeError("only a Transformer has these stages")
    stages = _Stages(trace, network, named(trace), opened)
    found = ((place.id, stages.of(place)) for place in places)
    return bundle(trace, found, stages.tensors, MOST_PROBABLE)


@dataclass(frozen=True, eq=False)
class _Stages:
    """The numbers of a pass, place by place, and all products of the one opened."""

    trace: "Trace"
    network: "Transformer"
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

        trace, network = self.trace, self.network
        if place.stack == "encoder":
            ids, _ = source_input(trace.source_ids, trace.experiment)
            output = "source_embedding"
        else:
            ids, _ = target_input(trace.predicted_ids, trace.experiment)
            output = "target_embedding"
        told = place.stack not in trace.experiment.no_positions
        yield "ids", None, ids.float()
        yield "embedding", None, network.scaled_embedding(ids)
        yield "positions", None, network.positions[: len(ids)] * told
        yield "output", output, None

    def attention(self, place: Place) -> Numbers:
        """From what the sublayer read to what the norm behind it made."""
        layer, cross = f"{place.stack}.{place.layer}", place.part == "cross"
        name = f"{layer}.{place.part}_attention"
        yield "x", f"{layer}.{'after_self_attention' if cross else 'input'}", None
        if cross:
            yield "context", f"encoder.{len(self.network.encoder) - 1}.output", None
        sums = self.sums(place)
        for part in PROJECTED:
            yield part, f"{name}.{part}", None
            yield from linear(part, sums[part])
        for part in ("scores", "allowed", "weights", "mixed", "output"):
            yield part, f"{name}.{part}", None
        yield from linear("output", sums["output"])
        yield from _norm(getattr(self.block(place), f"norm_{place.part}_attention"))
        yield "after", f"{layer}.after_{place.part}_attention", None

    def feed(self, place: Place) -> Numbers:
        """From what the sublayer read through ReLU to what the norm behind it made."""
        layer, block = f"{place.stack}.{place.layer}", self.block(place)
        x = f"{layer}.after_{'self' if place.stack == 'encoder' else 'cross'}_attention"
        yield "x", x, None
        yield "widened", None, block.widen(self.tensors[x])
        yield from linear("widened", block.widen)
        yield "hidden", f"{layer}.hidden", None
        yield "output", None, block.narrow(self.tensors[f"{layer}.hidden"])
        yield from linear("output", block.narrow)
        yield from _norm(block.norm_feed_forward)
        yield "after", f"{layer}.output", None

    def next(self, place: Place) -> Numbers:
        """What the last layer made, and the pieces that it scores best."""
        yield "x", f"decoder.{len(self.network.decoder) - 1}.output", None
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


def _norm(layer: Any) -> Numbers:
    yield "gain", None, layer.weight
    yield "shift", None, layer.bias
