"""What every pass offers, whatever model it is of: its maps, by the attention's name.

A pass of ours (`core.trace.Trace`) and one of anybody else's model
(`core.other_models.attentions.Attentions`) say their attentions, the sides of each and
its weights; everything else, and what `core.analysis` measures, follows from these.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention_map import AttentionMap
from core.errors import InputError
from core.networks.names import AttentionName, MapChoice
from core.showing import Shown
from core.text.sides import Side


class Maps(Shown):
    """The maps of one pass over one text."""

    model: str

    def names(self) -> tuple[str, ...]:
        """The names of all attentions of this pass."""
        raise NotImplementedError

    def sides(self, name: str | AttentionName) -> tuple[Side, Side]:
        """Queries and keys of an attention."""
        raise NotImplementedError

    def over_pieces(
        self, name: str | AttentionName
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, as the model computed them."""
        raise NotImplementedError

    def check_mapped(self) -> None:
        """InputError where there is no attention at all."""
        if not self.names():
            raise InputError(
                "nothing_to_map",
                "{model} has no attention: there is nothing to map.",
                model=self.model,
            )

    def heads(
        self, name: str | AttentionName, words: bool = True
    ) -> Float[Tensor, "head query key"]:
        """The weights of all heads of one attention; forbidden cells are NaN.

        With `words`, weights into a word's pieces are summed and the rows of a word's
        pieces averaged; a cell is forbidden where all its pieces are.
        """
        weights, allowed = self.merged(name, words)
        return weights.masked_fill(~allowed, torch.nan)

    def merged(
        self, name: str | AttentionName, words: bool
    ) -> tuple[Float[Tensor, "head query key"], Bool[Tensor, "#head query key"]]:
        """Weights and mask of one attention, over words or over pieces."""
        weights, allowed = self.over_pieces(name)
        if not words:
            return weights, allowed
        return over_words(weights, allowed, *self.sides(name))

    def attention(
        self, name: str | AttentionName, head: int | None = None, words: bool = True
    ) -> AttentionMap:
        """The map of one head, or the mean over the heads, with its words.

        `name` is one of `names()`; heads count from 0. InputError where there is none.
        """
        self.check_mapped()
        if str(name) not in self.names():
            raise InputError(
                "no_such_attention",
                "There is no attention {name}; choose one of {names}",
                name=repr(str(name)),
                names=", ".join(self.names()),
            )
        heads = self.heads(name, words)
        if head is not None and not 0 <= head < len(heads):
            raise InputError(
                "no_head_from_0",
                "There is no head {head}; they are 0 to {last}.",
                head=head,
                last=len(heads) - 1,
            )
        chosen = heads if head is None else heads[head : head + 1]
        allowed = (~chosen.isnan()).any(0)
        query, key = self.sides(name)
        return AttentionMap(
            chosen.nan_to_num(0.0).mean(0),
            allowed,
            query.words if words else query.pieces,
            key.words if words else key.pieces,
            MapChoice(AttentionName.parse(name), head).title,
        )


def over_words(
    weights: Float[Tensor, "*layer head query key"],
    allowed: Bool[Tensor, "*layer #head query key"],
    queries: Side,
    keys: Side,
) -> tuple[Tensor, Tensor]:
    """Weights into a word's pieces summed, rows of a word's pieces averaged."""
    if queries.whole and keys.whole:
        return weights, allowed
    query, key = queries.membership(), keys.membership()
    average = query / query.sum(-1, keepdim=True)
    return average @ weights @ key.T, (query @ allowed.float() @ key.T) > 0
