"""The Transformer word by word without a cache: each step over all words so far."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.attention import causal_mask
from core.networks.transformer import Transformer


@dataclass(frozen=True, eq=False)
class PrefixState:
    """What decoding without a cache keeps: the source as encoded, the words so far."""

    memory: Float[Tensor, "batch source d_model"]
    source_allowed: Bool[Tensor, "batch 1 source"]
    words: Int[Tensor, "batch target"]


@dataclass(frozen=True)
class WithoutCache:
    """The same Transformer, without keeping keys and values from step to step.

    Where the causal mask is off (`causal` False), every position may look at all words
    so far: earlier positions change with every new word, and nothing can be kept. Where
    cells of the decoder are forbidden, a step must know its row.
    """

    network: Transformer
    causal: bool = True

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> PrefixState:
        """Read the source; no word is written yet."""
        network = self.network
        memory = network.encode(network.embed_source(source), source_allowed)[-1].output
        return PrefixState(memory, source_allowed, source[:, :0])

    def step(
        self, state: PrefixState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], PrefixState]:
        """Read one more word; score the next from a pass over all of them."""
        network = self.network
        words = torch.cat([state.words, word[:, None]], dim=-1)
        allowed = causal_mask(words.shape[-1], words.device)
        if not self.causal:
            allowed = torch.ones_like(allowed)
        decoder = network.decode(
            network.embed_target(words), state.memory, allowed, state.source_allowed
        )
        following = PrefixState(state.memory, state.source_allowed, words)
        return network.score(decoder[-1].output[:, -1]), following
