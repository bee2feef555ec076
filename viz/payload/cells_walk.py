"""The stages of one step of a captioner: those of the translator, over cells.

The writer is that of `viz.payload.recurrent_walk`; what it reads is a picture.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.content.texts import texts
from viz.payload.recurrent_walk import MOST_PROBABLE, PLACES, Stages
from viz.payload.stacks import Called, OneStack, sequence, view_of
from viz.payload.street import plain
from viz.payload.walk import Numbers, bundle, linear, named, pass_id, stepped

if TYPE_CHECKING:
    import torch

    from core.attention_map import MapSide
    from core.in_use.told import Told
    from core.networks.captioner import Captioner

say = texts("street")

PANELS = ("choose", "ribbons", "matrix", "row", "legend")


class _Words:
    """The words of captions by their numbers."""

    def piece(self, number: int, /) -> str:
        """The word of that number."""
        from core.worlds.captions import VOCABULARY

        return VOCABULARY[number]


@dataclass(frozen=True, eq=False)
class WalkedPass:
    """What a captioner told, as a walk asks for it."""

    told: "Told"
    vocabulary = _Words()

    @property
    def identity(self) -> tuple[Any, ...]:
        """What its numbers depend on."""
        return self.told.identity

    @property
    def record(self) -> Any:
        """The whole pass."""
        return self.told.record

    @property
    def probabilities(self) -> "torch.Tensor":
        """Of every word at every step."""
        return self.record.logits.softmax(-1)

    def wrote(self, row: int, /) -> int | None:
        """The number of the word that was written, or given, at a step, if any."""
        from core.worlds.captions import END, numbers

        last = END if self.told.finished else None
        return (*numbers(self.told.words), last)[row]


def cells_view(told: "Told") -> tuple[dict[str, Any], np.ndarray]:
    """All weights of a pass, and what its machine says: a map that can be walked."""
    (stack,) = told.stacks()
    written = replace(stack.queries, name="predicted")
    alone = replace(
        stack, id="alignment", queries=written, keys=replace(stack.keys, name="source")
    )
    called = {name: say(f"map.{name}") for name in ("predicted", "read", "source")}
    header, body = view_of(
        OneStack(alone),
        {"alignment": Called(say("map.stack"))},
        called,
        panels=PANELS,
        title=plain(told.words),
        file="headlight-captions",
    )
    header["view"]["head"] = 0
    header["sequences"]["read"] = sequence(_read(told, written), called)
    return {**header, "machine": machine(told, written)}, body


def _read(told: "Told", written: "MapSide") -> "MapSide":
    """The words that were read at each step: ‹start›, then the one before."""
    from core.worlds.captions import SPECIAL, START

    items = (SPECIAL[START], *told.words)
    special = (True, *(False for _ in told.words))
    return replace(written, name="read", items=items, special=special)


def machine(told: "Told", written: "MapSide") -> dict[str, Any]:
    """What the machine and the walk say without any number of a stage."""
    record = told.record
    sides = (told.stacks()[0].keys, _read(told, written), written)
    names = ("source", "read", "predicted")
    return {
        "model": "recurrent",
        "reads": "cells",
        "pass": pass_id(WalkedPass(told)),
        "heads": 1,
        "d_embedding": record.decoder[0].maxout.shape[-1],
        "d_state": record.encoder.start_state.shape[-1],
        "d_annotation": record.encoder.annotation.shape[-1],
        "d_align": record.encoder.projected_key.shape[-1],
        "vocabulary": record.logits.shape[-1],
        "sides": {
            name: {
                "pieces": list(side.items),
                "word_of": list(range(len(side.items))),
                "special": list(side.special) or [False] * len(side.items),
                "words": len(side.items),
            }
            for name, side in zip(names, sides, strict=True)
        },
    }


def walk_view(
    told: "Told", network: "Captioner", places: Iterable[str] = PLACES
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body of the stages of some places; see `walk.bundle`."""
    import torch

    from core.worlds.captions import START, numbers

    walked = WalkedPass(told)
    tensors = named(walked)
    tensors = {**tensors, **stepped(tensors)}
    read = network.embed(torch.tensor([START, *numbers(told.words)]))
    stages = _OfPicture(walked, network, tensors, read)
    return bundle(walked, stages.found(places), tensors, MOST_PROBABLE)


@dataclass(frozen=True, eq=False)
class _OfPicture(Stages):
    """Those of a captioner, which looks at a picture."""

    network: "Captioner"

    def words(self) -> Numbers:
        """The cells, their mean, and the first state s_0."""
        start, annotation = self.network.begin_state, self.tensors["encoder.annotation"]
        mean = annotation.mean(-2, keepdim=True)
        yield "annotation", "encoder.annotation", None
        yield "mean", None, mean
        yield "start", "encoder.start_state", self.tensors["encoder.start_state"][None]
        yield "start_sum", None, start(mean)
        yield from linear("start", start)
