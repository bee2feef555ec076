"""How sure a translator is of a whole sentence, and what is usual for it.

The mean probability of a word, the geometric one: (∏ p_i)^(1/n) over the probabilities
of all pieces that were written, for n words, ‹end› among both. It is compared with that
of held-out sentences, which `core.training.sureness` measures and keeps in the model's
folder.
"""

import json
import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from core.shelf.models import located

KEPT = "sureness"
PROBABLY_WRONG = 10
LESS_SURE = 25

Verdict = Literal["wrong", "less", "usual"]


def mean_probability(probabilities: Sequence[float], words: int) -> float:
    """The geometric mean over the words; 0 where a piece has a probability of 0.

    `probabilities` end with that of ‹end›, which is no word of the `words`.
    """
    if not probabilities or min(probabilities) <= 0:
        return 0.0
    return math.exp(sum(map(math.log, probabilities)) / (words + 1))


@dataclass(frozen=True)
class Usual:
    """The mean probability in held-out sentences.

    `percentiles` are its percentiles 0 to 100; `chrf` is the mean chrF of their
    translations, from the tenth that the model was least sure of to the surest, and
    `poor` the share of those that have little in common with any reference.
    """

    sentences: int
    percentiles: tuple[float, ...]
    chrf: tuple[float, ...] = ()
    poor: tuple[float, ...] = ()

    def surer_than(self, probability: float) -> int:
        """For how many in 100 sentences it is lower than this: 0 to 100."""
        return min(100, bisect_left(self.percentiles, probability))

    def verdict(self, probability: float) -> Verdict:
        """What a reader should make of it: a low one goes with bad translations."""
        place = self.surer_than(probability)
        if place < PROBABLY_WRONG:
            return "wrong"
        return "less" if place < LESS_SURE else "usual"


def judged(
    usual: Usual,
    probability: float,
    *,
    made_up: Sequence[str] = (),
    unread: bool = False,
    unattended: Sequence[str] = (),
) -> Verdict:
    """What a reader should make of a translation of such a mean probability.

    One with words that are `made_up` is wrong however sure the model was; of a sentence
    with a word that it has never read, or with words that no word of the translation
    attends to (`core.analysis.unattended`), it is not as sure as usual.
    """
    kind = usual.verdict(probability)
    if made_up:
        return "wrong"
    return "less" if kind == "usual" and (unread or unattended) else kind


def read(info: Mapping[str, Any]) -> Usual | None:
    """From what was measured on a model; None where this was not."""
    if not (kept := info.get(KEPT)):
        return None
    tables = (tuple(kept.get(name, ())) for name in ("percentiles", "chrf", "poor"))
    return Usual(kept["sentences"], *tables)


@cache
def usual(model: str, root: Path | None = None) -> Usual | None:
    """What is usual for a model. The model itself need not be loaded."""
    folder = root / model if root else located(model)
    try:
        text = (folder / "config.json").read_text(encoding="utf-8")
        return read(json.loads(text))
    except (OSError, ValueError, KeyError, TypeError):
        return None
