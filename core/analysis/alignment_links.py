"""Links between words, drawn by people or found in a map, and how far they agree."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from operator import add
from pathlib import Path

from jaxtyping import Float
from torch import Tensor

from core.assets import ASSETS
from core.errors import InputError, reading
from core.shelf.languages import USUAL, Languages

SHIPPED = ASSETS / "alignments.jsonl"

Link = tuple[int, int]


@dataclass(frozen=True)
class Aligned:
    """A sentence pair with links (source word, target word), sure ones among them."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    sure: frozenset[Link]
    possible: frozenset[Link]

    @property
    def size(self) -> tuple[int, int]:
        """How many words the source has, and the target."""
        return len(self.source), len(self.target)


@dataclass(frozen=True)
class Counts:
    """Links found and links drawn, of one sentence or summed over many."""

    found: int = 0
    sure: int = 0
    found_sure: int = 0
    found_possible: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """The links of both, pooled."""
        return Counts(*map(add, astuple(self), astuple(other)))

    def rates(self) -> dict[str, float]:
        """Alignment error rate, precision, recall, each in [0, 1].

        Och & Ney (2003), section 5: with A the links found, S the sure and P the
        possible ones (S among them), precision = |A∩P| / |A|, recall = |A∩S| / |S| and
        error rate = 1 − (|A∩S| + |A∩P|) / (|A| + |S|).
        """
        hits = self.found_sure + self.found_possible
        return {
            "error_rate": round(1 - hits / max(self.found + self.sure, 1), 4),
            "precision": round(self.found_possible / max(self.found, 1), 4),
            "recall": round(self.found_sure / max(self.sure, 1), 4),
        }


def read_alignments(path: Path, languages: Languages = USUAL) -> list[Aligned]:
    """Lines of JSON: `en`, `fr`, `sure`, `possible` (pairs of word numbers from 0).

    The words of a language stand under its code. The numbers of a pair are in the order
    in which the two languages stand in their line.
    """
    here, there = languages
    pairs = []
    with reading(path), path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                item = json.loads(line)
                turn = 1 if list(item).index(here) < list(item).index(there) else -1
                sure, possible = (
                    frozenset((i, j) for i, j in (pair[::turn] for pair in item[drawn]))
                    for drawn in ("sure", "possible")
                )
                possible |= sure
                source, target = item[here], item[there]
                if not _fit(possible, source, target):
                    raise ValueError(line)
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    "no_links",
                    "{file}, line {line}: {source}, {target} (lists of words), sure "
                    "and possible (pairs of their numbers, from 0) expected.",
                    file=path.name,
                    line=number,
                    source=here,
                    target=there,
                ) from error
            pairs.append(Aligned(tuple(source), tuple(target), sure, possible))
    return pairs


def _fit(links: Iterable[Link], source: object, target: object) -> bool:
    """Whether both sides are lists, and every link joins two words that are there."""
    if not (isinstance(source, list) and isinstance(target, list)):
        return False
    return all(0 <= i < len(source) and 0 <= j < len(target) for i, j in links)


def strongest_links(weights: Float[Tensor, "target source"]) -> set[Link]:
    """One link for each target word: to the source word it attends to most.

    A row without any weight, all of which lay on ‹end›, gives no link.
    """
    best = weights.max(-1)
    found = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return {(source, target) for target, (source, w) in enumerate(found) if w > 0}


def diagonal_links(source: int, target: int) -> set[Link]:
    """The baseline without a model: each target word to the word at its place."""
    return {(min(j * source // target, source - 1), j) for j in range(target)}


@cache
def shipped() -> tuple[Aligned, ...]:
    """The pairs of this project, linked by hand; most of them are reordered."""
    return tuple(read_alignments(SHIPPED))


def drawn(source: Sequence[str], target: Sequence[str]) -> Aligned | None:
    """The shipped pair of exactly these words, if there is one."""
    wanted = tuple(source), tuple(target)
    found = (pair for pair in shipped() if (pair.source, pair.target) == wanted)
    return next(found, None)


def another(source: Sequence[str], target: Sequence[str]) -> Aligned:
    """Of the shipped pairs the one most like these words in size, and in nothing else.

    Pairs that share more than half of their English words are passed over: a twin of
    the sentence would agree with it for its words' sake. Of equally near sizes the one
    with the fewest words in common is taken.
    """

    def shared(pair: Aligned) -> set[str]:
        return _small(pair.source) & _small(source)

    others = [
        pair
        for pair in shipped()
        if 2 * len(shared(pair)) <= len(_small(pair.source) | _small(source))
    ]
    return min(
        others,
        key=lambda pair: (
            abs(len(pair.source) - len(source)) + abs(len(pair.target) - len(target)),
            len(shared(pair)),
        ),
    )


def _small(words: Sequence[str]) -> set[str]:
    return {word.lower() for word in words}


def crossing(pair: Aligned) -> set[Link]:
    """The sure links that cross another one: words that stand in another order."""
    return {
        (i, j) for i, j in pair.sure if any((i - a) * (j - b) < 0 for a, b in pair.sure)
    }


def counted(links: Iterable[Link], pair: Aligned) -> Counts:
    """The links found for one sentence against those that people drew."""
    found = set(links)
    hits = len(found & pair.sure), len(found & pair.possible)
    return Counts(len(found), len(pair.sure), *hits)
