"""Forced weights: at one step the decoder looks where it is told.

Only the weights of that step are given. The context, the state and the word of the
step, and all that follows, are computed from them as always.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.errors import InputError
from core.networks.attending import AttendingState
from core.networks.bahdanau import Bahdanau


@dataclass(frozen=True)
class ForcedWeights:
    """The weights of one step (from 0): one a source piece, together 1."""

    step: int
    weights: tuple[float, ...]

    @classmethod
    def at(
        cls, step: int, weights: Sequence[float], word_of: Sequence[int]
    ) -> "ForcedWeights":
        """Weights of words, which are divided by their sum.

        `word_of[j]` is the word of source piece j; a word's weight is shared evenly by
        its pieces. InputError where the weights cannot be brought to the sum 1.
        """
        n = max(word_of) + 1
        if len(weights) != n:
            raise InputError(
                "number_of_weights",
                "Weights typed: {n}. There must be {words}, one for each word.",
                n=len(weights),
                words=n,
            )
        if not all(math.isfinite(weight) for weight in weights):
            raise InputError(
                "weight_is_no_number",
                "Every weight must be a number; write 0 for a word without any.",
            )
        if min(weights) < 0:
            raise InputError(
                "weight_below_0",
                "A weight cannot be below 0; write 0 for a word without any.",
            )
        total = sum(weights)
        if not (total > 0 and math.isfinite(total)):
            raise InputError(
                "weights_of_nothing",
                "Weights like these have no usable sum; make one larger than 0.",
            )
        return cls(
            step,
            tuple(weights[word] / total / word_of.count(word) for word in word_of),
        )

    def tensor(self) -> Float[Tensor, " source"]:
        """The weights as the network takes them."""
        return torch.tensor(self.weights)


@dataclass(frozen=True, eq=False)
class ForcedWeightsState:
    """What the translator keeps, and how many words were read before."""

    state: AttendingState
    read: Int[Tensor, " batch"]


@dataclass(frozen=True)
class WithForcedWeights:
    """The same translator, made to look as `forced` says at its step."""

    network: Bahdanau
    forced: ForcedWeights

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> ForcedWeightsState:
        """Read the source; no word was read yet."""
        state = self.network.begin(source, source_allowed)
        return ForcedWeightsState(state, torch.zeros(len(source), dtype=torch.long))

    def step(
        self, state: ForcedWeightsState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], ForcedWeightsState]:
        """Read one more word; score the next."""
        here = int(state.read[0]) == self.forced.step
        weights = self.forced.tensor()[None] if here else None
        logits, following = self.network.step(state.state, word, weights)
        return logits, ForcedWeightsState(following, state.read + 1)
