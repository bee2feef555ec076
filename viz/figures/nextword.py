"""The training loss as two strips."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.trace import Trace


@dataclass(frozen=True)
class Loss:
    """What is fed, what is wanted in its place, and −log p of each wanted piece."""

    fed: tuple[str, ...]
    wanted: tuple[str, ...]
    losses: tuple[float, ...]
    instead: tuple[str, ...]

    @property
    def mean(self) -> float:
        """The training loss of the sentence, in nats a piece (without smoothing)."""
        return sum(self.losses) / len(self.losses)

    @property
    def perplexity(self) -> float:
        """exp of the mean: as unsure as an even choice among so many pieces."""
        return math.exp(self.mean)

    def rows(self) -> list[list[str]]:
        """The strips as a table, one column a row of the decoder."""
        losses = [f"{loss:.2f}" for loss in self.losses]
        return [
            ["row", *(str(i + 1) for i in range(len(self.fed)))],
            ["fed", *self.fed],
            ["wanted", *self.wanted],
            ["−log p", *losses],
            ["most probable", *self.instead],
        ]


def loss(trace: "Trace") -> Loss:
    """The loss of every row that wrote its piece (or was forced), computed at once."""
    rows = len(trace.predicted_ids) - (not trace.translation.finished)
    written = trace.written()[:rows].clamp_min(1e-30).log().neg()
    best = trace.probabilities[:rows].argmax(-1).tolist()
    return Loss(
        trace.read.pieces[:rows],
        trace.predicted.pieces[:rows],
        tuple(written.tolist()),
        tuple(trace.vocabulary.piece(index) for index in best),
    )
