"""What single words do for the verdict on a review: left out, or kept alone.

Attention says what was mixed, not what mattered (Jain and Wallace 2019). A word that is
left out is passed over by both gated units, as if it had not been written.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch

from core.in_use.reviews import WordsRead, judged
from core.in_use.small import Small

MOST_LEFT_OUT = 40


@dataclass(frozen=True)
class LeftOut:
    """How the log-odds of praise move with each word that was left out, by its place.

    Above 0 where it speaks for praise: the log-odds with it minus those without it.
    """

    changes: Mapping[int, float]

    def change(self, place: int) -> float | None:
        """The change by one word; None where it was not left out."""
        return self.changes.get(place)


@dataclass(frozen=True)
class Kept:
    """The probability of praise where `places` alone are read, and where all others.

    None where no other is left.
    """

    places: tuple[int, ...]
    alone: float
    without: float | None


def left_out(model: Small, read: WordsRead) -> LeftOut:
    """Leave words out in turn: of a long review those with most weight.

    From a single word nothing can be left out.
    """
    words = len(read.ids)
    if words == 1:
        return LeftOut({})
    places = _heaviest(read, MOST_LEFT_OUT)
    others = ~torch.eye(words, dtype=torch.bool)[places]
    changes = read.record.logit - judged(model, read.ids, others)
    return LeftOut(dict(zip(places, changes.tolist(), strict=True)))


def kept(model: Small, read: WordsRead, number: int) -> Kept:
    """Read only the `number` words with most weight, and then all but those.

    What is kept stays in its order.
    """
    best = _heaviest(read, number)
    mask = torch.zeros(len(read.ids), dtype=torch.bool)
    mask[best] = True
    alone = float(judged(model, read.ids, mask[None]).sigmoid())
    rest = ~mask[None]
    without = float(judged(model, read.ids, rest).sigmoid()) if rest.any() else None
    return Kept(tuple(sorted(best)), alone, without)


def _heaviest(read: WordsRead, number: int) -> list[int]:
    """The places of the words with most weight."""
    return read.weights.argsort(descending=True, stable=True)[:number].tolist()
