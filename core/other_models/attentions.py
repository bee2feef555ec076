"""One pass of a model that is not ours: its attentions, and the words they are over."""

import re
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

OF_A_PICTURE = re.compile(r"\[CLS\]|\[DIST\]|register \d+")
"""What stands beside the patches of an encoder of pictures."""


@dataclass(frozen=True)
class Line:
    """One text of a pass: its pieces and words, and how it came about.

    `of` is "source" or "output", see `core.attention_map.MapSide`; `given` says that
    the model wrote nothing of it, `prompt` how many pieces were there before it wrote;
    `patches` are those of its pieces that lie on pictures of the pass, each a word of
    its own.
    """

    side: Side
    of: str = "source"
    given: bool = True
    prompt: int = 0
    patches: tuple[Patches, ...] = ()

    def on_a_map(self, name: str, words: bool) -> MapSide:
        """The same along a side of a map, as words or as pieces."""
        whole = self.side.on_a_map(name, self.of, words, self.given)
        of = self.side.word_of if words else range(len(self.side.pieces))
        at = (*of, len(whole.items))  # a word may end the prompt
        moved = tuple(replace(one, first=at[one.first]) for one in self.patches)
        return replace(whole, prompt=at[self.prompt], patches=moved)

    @property
    def title(self) -> str:
        """Its words; the patches of a picture are said by their number.

        A class token and registers are named only where words stand beside them.
        """
        words, of = self.side.words, self.side.word_of
        if not self.patches:
            return " ".join(words)
        on = {of[one.first + at] for one in self.patches for at in range(one.count)}
        beside = [word for at, word in enumerate(words) if at not in on]
        if all(OF_A_PICTURE.fullmatch(word) for word in beside):
            beside = []
        return " ".join([self.pictured, *beside])

    @property
    def pictured(self) -> str:
        """How many patches it has: "picture (2 × 3 + 4 × 4 patches)"."""
        return f"picture ({' + '.join(one.said for one in self.patches)} patches)"


@dataclass(frozen=True, eq=False)
class Layers:
    """The attentions of one kind, layer after layer: "encoder", "decoder" or "cross".

    `queries` and `keys` name lines of the pass. With `back` a query may look at itself
    and before it only. `at` are the numbers of these layers in the model, where other
    layers have another number of heads; without it they are all.
    """

    short: str
    queries: str
    keys: str
    weights: Float[Tensor, "layer head query key"]
    allowed: Bool[Tensor, "#layer #head query key"]
    back: bool = False
    at: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """As a trace of ours names them: "encoder.0.self_attention"."""
        numbers = self.at or range(len(self.weights))
        return tuple(str(AttentionName.of(self.short, at)) for at in numbers)

    @property
    def id(self) -> str:
        """What their stack is called: "encoder", or "encoder_8_heads" of some."""
        return f"{self.short}_{self.weights.shape[1]}_heads" if self.at else self.short


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
    that are patches. Rows add up to 1 if they are `normalised`; `signed` weights may be
    below 0.
    """

    model: str
    title: str
    lines: Mapping[str, Line]
    kinds: tuple[Layers, ...]
    second: int | None = None
    pictures: tuple[Picture, ...] = ()
    derived: tuple[Derived, ...] = ()
    normalised: bool = True
    signed: bool = False

    def names(self) -> tuple[str, ...]:
        """The names of all attentions of this pass."""
        kinds = list(dict.fromkeys(kind.short for kind in self.kinds))
        found = [AttentionName.parse(one) for kind in self.kinds for one in kind.names]
        found.sort(key=lambda name: (kinds.index(name.short), name.layer))
        return tuple(map(str, found))

    def sides(self, name: str | AttentionName) -> tuple[Side, Side]:
        """Queries and keys of an attention."""
        kind = self._kind(str(name))
        return self.lines[kind.queries].side, self.lines[kind.keys].side

    def over_pieces(
        self, name: str | AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as they were given."""
        kind = self._kind(str(name))
        at = kind.names.index(str(name))
        return kind.weights[at], kind.allowed[at]

    def side(self, name: str, words: bool = True) -> MapSide:
        """One of the lines along a side of a map, as words or as pieces."""
        return self.lines[name].on_a_map(name, words)

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
            kind.id,
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
        back = one.queries == one.keys and self._of(one.queries, one.keys).back
        if back:
            allowed = allowed.tril()
        if words:
            sides = self.lines[one.queries].side, self.lines[one.keys].side
            weights, allowed = over_words(weights, allowed, *sides)
        sides = self.side(one.queries, words), self.side(one.keys, words)
        return Stack(one.id, *sides, (one.id,), weights, allowed, back)

    def _of(self, queries: str, keys: str) -> Layers:
        return next(k for k in self.kinds if (k.queries, k.keys) == (queries, keys))

    def _kind(self, name: str) -> Layers:
        return next(kind for kind in self.kinds if name in kind.names)

    def __repr__(self) -> str:
        sizes = (
            "{} {} × {} heads over {} × {}".format(kind.id, *kind.weights.shape)
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
    """Some of the items, with the pictures that lie there as a whole."""
    start, stop, _ = which.indices(len(side.items))
    patches = (
        replace(one, first=one.first - start)
        for one in side.patches
        if start <= one.first and one.first + one.count <= stop
    )
    return replace(
        side,
        name=name,
        items=side.items[which],
        special=side.special[which],
        pieces=side.pieces[which],
        patches=tuple(patches),
    )
