"""A network word by word without a cache: each step over all words so far."""

from dataclasses import dataclass, replace
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.attention import causal_mask
from core.networks.kinds import Layered


@dataclass(frozen=True, eq=False)
class PrefixState:
    """What decoding without a cache keeps: what was read of the source, the words."""

    memory: Any
    source_allowed: Bool[Tensor, "batch 1 source"]
    words: Int[Tensor, "batch target"]


@dataclass(frozen=True)
class WithoutCache:
    """The same network, without keeping keys and values from step to step.

    Where the causal mask is off (`causal` False), every position may look at all words
    so far: earlier positions change with every new word, and nothing can be kept. Where
    cells of the decoder are forbidden, a step must know its row.
    """

    network: Layered
    causal: bool = True

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> PrefixState:
        """Read the source; no word is written yet."""
        memory = self.network.remember(source, source_allowed)
        return PrefixState(memory, source_allowed, source[:, :0])

    def step(
        self, state: PrefixState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], PrefixState]:
        """Read one more word; score the next from a pass over all of them."""
        words = torch.cat([state.words, word[:, None]], dim=-1)
        allowed = causal_mask(words.shape[-1], words.device)
        if not self.causal:
            allowed = torch.ones_like(allowed)
        logits = self.network.score_all(
            words, state.memory, allowed, state.source_allowed
        )
        return logits[:, -1], replace(state, words=words)
