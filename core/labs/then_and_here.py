"""The Transformer of the paper beside the ones of this app: what training took.

Figures of Vaswani et al. (2017): section 5 (data, batches, hardware, schedule), table 2
(BLEU, operations) and table 3 (parameters), all of the big model.
"""

from dataclasses import dataclass

PER_WEIGHT = 6
"""Operations for a weight and a piece: two forward, four backward (Kaplan et al. 2020,
section 2.1)."""


@dataclass(frozen=True)
class Training:
    """A training: how many numbers learned, from how many pieces, in how many hours.

    `pieces` counts both sides. `stated` is the number of operations that the source
    gives, if it gives one.
    """

    parameters: int
    pieces: int
    hours: float
    stated: float | None = None

    @property
    def operations(self) -> float:
        """About 6·N·D, for N parameters and D pieces; attention's own are left out."""
        return float(PER_WEIGHT) * self.parameters * self.pieces


UPDATES, PIECES_AN_UPDATE, DAYS, GPUS = 300_000, 2 * 25_000, 3.5, 8
BLEU = {"de": 28.4, "fr": 41.8}
"""On newstest2014, English to German and to French."""
BIG = Training(213_000_000, UPDATES * PIECES_AN_UPDATE, DAYS * 24, 2.3e19)
"""Transformer (big)."""
