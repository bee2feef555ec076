"""The stages inside one place of the Transformer, as the walk shows them.

What a record leaves out (an embedding before its position, a feed-forward before ReLU)
is computed once more from the model.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from core.experiments.experiment import Experiment
from core.networks.names import Sublayer
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
    from core.networks.transformer import Transformer, TransformerRecord
    from core.trace import Trace

MOST_PROBABLE = 10
PROJECTED = ("query", "key", "value")
PARTS = {
    "self_attention": "self",
    "cross_attention": "cross",
    "feed_forward": "feed",
}


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
    if place == "words":
        return Place(stack, "words")
    if place == "feed":
        return Place(stack, "feed", layer)
    return Place(stack, "cross" if kind == "cross" else "self", layer)


def needed(place: Place, walk: str, attention: Place) -> tuple[Place, ...]:
    """The places whose numbers a walk of that length shows around a place.

    The short walk goes from the words through one attention to the next word.
    """
    if walk == "short":
        return (
            Place(attention.stack, "words"),
            attention,
            Place("decoder", "next"),
        )
    return (place,)


def _record(trace: "Trace") -> "TransformerRecord":
    """The record of the pass; the machine of another model would be another drawing."""
    from core.networks.transformer import TransformerRecord

    if not isinstance(trace.record, TransformerRecord):
        raise TypeError(f"{trace.model} is no Transformer")
    return trace.record


def machine(trace: "Trace") -> dict[str, Any]:
    """What the machine and the walk say without any number of a stage."""
    from core.trace import walk  # brings torch: not before the first paint

    shapes = {name: tensor.shape for name, _, tensor in walk(trace)}
    heads, _, d_k = shapes["encoder.0.self_attention.query"]
    return {
        "model": "transformer",
        "pass": pass_id(trace),
        "layers": len(_record(trace).encoder),
        "heads": heads,
        "d_k": d_k,
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
        more = {
            _id(name): _together(before.get(_id(name), []), heads)
            for name, heads in taken.items()
        }
        return before | more
    if isinstance(taken, list):
        return sorted({*before, *map(_id, taken)})
    return _id(taken)


def _id(name: Any) -> Any:
    """The id of the place that an experiment calls "decoder.1.cross_attention"."""
    if not isinstance(name, str) or "." not in name:
        return name
    found = Sublayer.parse(name)
    return Place(found.stack, PARTS[found.kind], found.layer).id


def walk_view(
    trace: "Trace",
    network: "Translating",
    places: Iterable[Place],
    opened: Opened | None = None,
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body of the stages of some places; see `walking.bundle`.

    `opened` is the number whose trained column travels whole; one that there is not
    changes nothing.
    """
    from core.networks.transformer import Transformer

    if not isinstance(network, Transformer):
        raise TypeError("only a Transformer has these stages")
    tensors = named(trace)
    found = (
        (
            place.id,
            chain(
                _numbers(place, trace, network, tensors),
                _whole(place, trace, network, opened),
            ),
        )
        for place in places
    )
    return bundle(trace, found, tensors, MOST_PROBABLE)


def _numbers(
    place: Place,
    trace: "Trace",
    network: "Transformer",
    tensors: dict[str, "torch.Tensor"],
) -> Numbers:
    """What the browser gets of a place."""
    if place.part == "words":
        return _words(place, trace, network)
    if place.part == "next":
        return _next(trace, network)
    if place.part == "feed":
        return _feed(place, network, tensors)
    return _attention(place, trace, network)


def _sums(place: Place, network: "Transformer") -> dict[str, Any]:
    """The layers that make the long sums of a sublayer, by what they make."""
    block: Any = getattr(network, place.stack)[place.layer]
    if place.part == "feed":
        return {"widened": block.widen, "output": block.narrow}
    module = getattr(block, f"{place.part}_attention")
    made = {part: getattr(module, f"project_{part}") for part in PROJECTED}
    return {**made, "output": module.join}


def _whole(
    place: Place, trace: "Trace", network: "Transformer", opened: Opened | None
) -> Numbers:
    """All that one number of this place is multiplied with, if it was opened."""
    if opened is None or opened.place != place.id or place.part == "words":
        return
    _, role, row, column = opened
    if place.part == "next":
        best = trace.record.logits.topk(MOST_PROBABLE, dim=-1).indices
        if role == "logits" and row < len(best) and column < MOST_PROBABLE:
            vector = network.embedding.weight[best[row, column]]
            yield f"logits_column_{row}_{column}", None, vector
    elif (layer := _sums(place, network).get(role)) and column < len(layer.weight):
        yield f"{role}_column_{column}", None, layer.weight[column]


def _words(place: Place, trace: "Trace", network: "Transformer") -> Numbers:
    """Pieces, their scaled embeddings, their positions, and both added up."""
    import torch

    english = place.stack == "encoder"
    side = trace.source if english else trace.read
    ids = _source_ids(trace) if english else _read_ids(trace)
    n = len(side.pieces)
    row = torch.tensor(ids)
    embedding = network.embedding(row)
    yield "ids", None, row.float()
    yield "embedding", None, embedding * math.sqrt(network.config.d_model)
    told = place.stack not in trace.experiment.no_positions
    yield "positions", None, network.positions[:n] * told
    yield "output", f"{'source' if english else 'target'}_embedding", None


def _source_ids(trace: "Trace") -> tuple[int, ...]:
    """What the encoder read: the source, ‹end›, and the pads of an experiment."""
    from core.text.tokenizer import END, PAD

    return (*trace.source_ids, END, *(PAD,) * trace.experiment.pads)


def _read_ids(trace: "Trace") -> tuple[int, ...]:
    """What the decoder read: ‹start› and all that it predicted but the last."""
    from core.text.tokenizer import START

    return (START, *trace.predicted_ids[:-1])


def _attention(place: Place, trace: "Trace", network: "Transformer") -> Numbers:
    stack, layer, cross = place.stack, place.layer, place.part == "cross"
    name = f"{stack}.{layer}.{place.part}_attention"
    block: Any = getattr(network, stack)[layer]
    norm = getattr(block, f"norm_{place.part}_attention")
    yield "x", f"{stack}.{layer}.{'after_self_attention' if cross else 'input'}", None
    if cross:
        yield "context", f"encoder.{len(_record(trace).encoder) - 1}.output", None
    sums = _sums(place, network)
    for part in PROJECTED:
        yield part, f"{name}.{part}", None
        yield from linear(part, sums[part])
    for part in ("scores", "allowed", "weights", "mixed", "output"):
        yield part, f"{name}.{part}", None
    yield from linear("output", sums["output"])
    yield from _norm(norm)
    yield "after", f"{stack}.{layer}.after_{place.part}_attention", None


def _feed(
    place: Place, network: "Transformer", tensors: dict[str, "torch.Tensor"]
) -> Numbers:
    stack, layer = place.stack, place.layer
    block: Any = getattr(network, stack)[layer]
    last = "self" if stack == "encoder" else "cross"
    last = f"after_{last}_attention"
    x = tensors[f"{stack}.{layer}.{last}"]
    yield "x", f"{stack}.{layer}.{last}", None
    yield "widened", None, block.widen(x)
    yield from linear("widened", block.widen)
    yield "hidden", f"{stack}.{layer}.hidden", None
    yield "output", None, block.narrow(tensors[f"{stack}.{layer}.hidden"])
    yield from linear("output", block.narrow)
    yield from _norm(block.norm_feed_forward)
    yield "after", f"{stack}.{layer}.output", None


def _next(trace: "Trace", network: "Transformer") -> Numbers:
    yield "x", f"decoder.{len(_record(trace).decoder) - 1}.output", None
    yield from best_of(trace, MOST_PROBABLE, network.embedding.weight)


def _norm(layer: Any) -> Numbers:
    yield "gain", None, layer.weight
    yield "shift", None, layer.bias
