"""The Transformer without its causal mask, word by word."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.transformer import Transformer


@dataclass(frozen=True, eq=False)
class PrefixState:
    """What decoding without a cache keeps: the source and the words so far."""

    source: Int[Tensor, "batch source"]
    source_allowed: Bool[Tensor, "batch 1 source"]
    words: Int[Tensor, "batch target"]


@dataclass(frozen=True)
class WithoutCausalMask:
    """The same Transformer where every decoder position may look at all words so far.

    Earlier positions now change with every new word, so nothing can be kept: each step
    is a whole pass over the words so far.
    """

    network: Transformer

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> PrefixState:
        """Nothing is computed yet."""
        return PrefixState(source, source_allowed, source[:, :0])

    def step(
        self, state: PrefixState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], PrefixState]:
        """Read one more word; score the next from a pass over all of them."""
        words = torch.cat([state.words, word[:, None]], dim=-1)
        n = words.shape[-1]
        everywhere = torch.ones(n, n, dtype=torch.bool, device=words.device)
        record = self.network(state.source, words, state.source_allowed, everywhere)
        following = PrefixState(state.source, state.source_allowed, words)
        return record.logits[:, -1], following
