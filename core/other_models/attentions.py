"""One pass of a model that is not ours: its attentions, and the words they are over."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention_map import MapSide, Patches, Stack
from core.networks.maps import Maps, over_words
from core.networks.names import AttentionName
from core.other_models.pictures import Picture
from core.text.sides import Side


@dataclass(frozen=True)
class Line:
    """One text of a pass: its pieces and words, and how it came about.

    `of` is "source" or "output", see `core.attention_map.MapSide`; `given` says that
    the model wrote nothing of it; `patches` are those of its pieces that lie on
    pictures of the pass, each a word of its own.
    """

    side: Side
    of: str = "source"
    given: bool = True
    patches: tuple[Patches, ...] = ()


@dataclass(frozen=True, eq=False)
class Layers:
    """The attentions of one kind, layer after layer: "encoder", "decoder" or "cross".

    `queries` and `keys` name lines of the pass. With `back` a query may look at itself
    and before it only.
    """

    short: str
    queries: str
    keys: str
    weights: Float[Tensor, "layer head query key"]
    allowed: Bool[Tensor, "layer 1 query key"]
    back: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """As a trace of ours names them: "encoder.0.self_attention"."""
        count = len(self.weights)
        return tuple(str(AttentionName.of(self.short, at)) for at in range(count))


@dataclass(frozen=True, eq=False)
class Derived:
    """What was computed from all layers together: one map between two lines.

    `of` says of what, where something was chosen; with `part` rows are parts of rows.
    """

    id: str
    queries: str
    keys: str
    weights: Float[Tensor, "query key"]
    of: str = ""
    part: bool = False


@dataclass(frozen=True, eq=False)
class Attentions(Maps):
    """What one pass of any model attended to; see `core.other_models.arrays.show`.

    It offers what a trace of ours offers of its maps, and nothing of what stands
    behind them: no queries, no keys, no values, no logits. `second` is where the
    second of two sentences begins in the first line. On `pictures` lie those pieces
    that are patches.
    """

    model: str
    title: str
    lines: Mapping[str, Line]
    kinds: tuple[Layers, ...]
    second: int | None = None
    pictures: tuple[Picture, ...] = ()
    derived: tuple[Derived, ...] = ()

    def names(self) -> tuple[str, ...]:
        """The names of all attentions of this pass."""
        return tuple(name for kind in self.kinds for name in kind.names)

    def sides(self, name: str | AttentionName) -> tuple[Side, Side]:
        """Queries and keys of an attention."""
        kind = self._kind(AttentionName.parse(name).short)
        return self.lines[kind.queries].side, self.lines[kind.keys].side

    def over_pieces(
        self, name: str | AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as they were given."""
        asked = AttentionName.parse(name)
        kind = self._kind(asked.short)
        return kind.weights[asked.layer], kind.allowed[asked.layer]

    def side(self, name: str, words: bool = True) -> MapSide:
        """One of the lines along a side of a map, as words or as pieces."""
        line = self.lines[name]
        found = line.side.on_a_map(name, line.of, words, line.given)
        if not line.patches:
            return found
        at = line.side.word_of if words else range(len(line.side.pieces))
        moved = (replace(one, first=at[one.first]) for one in line.patches)
        return replace(found, patches=tuple(moved))

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """One stack a kind, and two more where there are two sentences.

        "first_to_second" and "second_to_first" are parts of the self-attention: what
        one sentence gives to the other, so that their rows do not add up to 1.
        """
        whole = (
            *(self._stack(kind, words) for kind in self.kinds),
            *(self._derived(one, words) for one in self.derived),
        )
        if self.second is None:
            return whole
        side = self.lines[self.kinds[0].queries].side
        at = side.word_of[self.second] if words else self.second
        first, second = slice(None, at), slice(at, None)
        return (
            *whole,
            _part(whole[0], "first_to_second", first, second),
            _part(whole[0], "second_to_first", second, first),
        )

    def _stack(self, kind: Layers, words: bool) -> Stack:
        weights, allowed = kind.weights, kind.allowed
        if words:
            sides = self.lines[kind.queries].side, self.lines[kind.keys].side
            weights, allowed = over_words(weights, allowed, *sides)
        return Stack(
            kind.short,
            self.side(kind.queries, words),
            self.side(kind.keys, words),
            kind.names,
            weights,
            allowed.expand(weights.shape),
            kind.back,
        )

    def _derived(self, one: Derived, words: bool) -> Stack:
        weights = one.weights[None, None]
        allowed = torch.ones_like(weights, dtype=torch.bool)
        if words:
            sides = self.lines[one.queries].side, self.lines[one.keys].side
            weights, allowed = over_words(weights, allowed, *sides)
        sides = self.side(one.queries, words), self.side(one.keys, words)
        return Stack(one.id, *sides, (one.id,), weights, allowed)

    def _kind(self, short: str) -> Layers:
        return next(kind for kind in self.kinds if kind.short == short)

    def __repr__(self) -> str:
        sizes = (
            "{} {} × {} heads over {} × {}".format(kind.short, *kind.weights.shape)
            for kind in self.kinds
        )
        return f"Attentions({self.model!r}: {', '.join(sizes)})"


def _part(stack: Stack, name: str, queries: slice, keys: slice) -> Stack:
    """Some rows and columns of a self-attention, under names of their own."""
    return Stack(
        name,
        _some(stack.queries, f"{name}_queries", queries),
        _some(stack.keys, f"{name}_keys", keys),
        stack.names,
        stack.weights[..., queries, keys],
        stack.allowed[..., queries, keys],
    )


def _some(side: MapSide, name: str, which: slice) -> MapSide:
    return replace(
        side,
        name=name,
        items=side.items[which],
        special=side.special[which],
        pieces=side.pieces[which],
    )
