"""A gaze: at one step the decoder looks where it is told, not where it would.

Only the weights of that step are given. The context, the state and the word of the
step, and all that follows, are computed from them as always.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from core.errors import InputError
from core.networks.bahdanau import Bahdanau, BahdanauState


@dataclass(frozen=True)
class Gaze:
    """The weights of one step (from 0): one a source piece, together 1."""

    step: int
    weights: tuple[float, ...]

    @classmethod
    def at(cls, step: int, weights: Sequence[float], word_of: Sequence[int]) -> "Gaze":
        """A gaze at words, whose weights are divided by their sum.

        `word_of[j]` is the word of source piece j; a word's weight is shared evenly by
        its pieces. InputError where the weights cannot be brought to the sum 1.
        """
        n = max(word_of) + 1
        if len(weights) != n:
            raise InputError(f"{len(weights)} weights; give {n}, one for each word.")
        if not all(math.isfinite(weight) for weight in weights):
            raise InputError("Every weight must be a number; write 0 where none falls.")
        if min(weights) < 0:
            raise InputError("A weight cannot be below 0; write 0 where none falls.")
        total = sum(weights)
        if not (total > 0 and math.isfinite(total)):
            raise InputError(
                "These weights do not add up to anything; make one larger than 0."
            )
        return cls(
            step,
            tuple(weights[word] / total / word_of.count(word) for word in word_of),
        )

    def tensor(self) -> Float[Tensor, " source"]:
        """The weights as the network takes them."""
        return torch.tensor(self.weights)


@dataclass(frozen=True, eq=False)
class GazingState(BahdanauState):
    """What decoding keeps, and how many words were read before."""

    read: Int[Tensor, " batch"]


@dataclass(frozen=True)
class Gazing:
    """The same translator, made to look by `gaze` at its step."""

    network: Bahdanau
    gaze: Gaze

    def begin(
        self,
        source: Int[Tensor, "batch source"],
        source_allowed: Bool[Tensor, "batch 1 source"],
    ) -> GazingState:
        """Read the source; no word was read yet."""
        begun = self.network.begin(source, source_allowed)
        nought = torch.zeros(len(source), dtype=torch.long)
        return GazingState(**vars(begun), read=nought)

    def step(
        self, state: GazingState, word: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocabulary"], GazingState]:
        """Read one more word; score the next."""
        i = int(state.read[0])
        gaze = self.gaze.tensor()[None] if i == self.gaze.step else None
        logits, following = self.network.step(state, word, gaze)
        return logits, replace(state, state=following.state, read=state.read + 1)
