"""Learn the glossary: what each word means, from sentences and their translations.

Model 1 of Brown et al. (1993), section 4.1, in both directions at once: a link counts
as far as both believe in it (Liang, Taskar & Klein 2006, section 3). Words, their
counts and their meanings are written to the one file that `core.text.glossary` reads.

    python -m core.training.glossary OUT.tsv.gz FILE[:WEIGHT] ...
"""

import gzip
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from core.text.glossary import LETTERS, OWNER, english_units, french_units
from core.text.words import split_words
from core.training import module_command
from core.training.mending import mended
from core.training.pair_files import parse_source, read_pairs

ROUNDS = 5
MOST_WORDS = 30
MOST_MEANINGS = 8
LEAST = 0.03
LEAST_COUNT = 0.2
BACK = 0.4
EXACT = 16

Units = list[str]
Meanings = Mapping[str, Mapping[str, float]]


def units(english: str, french: str) -> tuple[Units, Units]:
    """The words of a pair, as they are counted."""
    words = (french[start:end] for start, end in split_words(french))
    units = (unit for word in words for unit in french_units(word))
    return english_units(english), [u for u in units if any(map(str.isalpha, u))]


def learn(pairs: Sequence[tuple[Units, Units]], weights: Sequence[float]) -> Meanings:
    """p(English | French) for every French word, after some rounds of both models.

    `weights` says how much each pair counts. Each word may also come from nowhere, the
    null word of section 4.1, so that does and de need not be explained.
    """
    names = [sorted({word for p in pairs for word in p[side]}) for side in (0, 1)]
    number = [{word: i for i, word in enumerate(side)} for side in names]
    links = _Links(
        [
            [np.array([number[s][w] for w in p[s]], np.int64) for s in (0, 1)]
            for p in pairs
        ],
        np.asarray(weights, np.float32),
        len(names[1]),
    )
    for rounds in range(ROUNDS):
        links.step(together=rounds > 0)
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for english, french, score in links.likely():
        if names[0][english] != OWNER and LETTERS.search(names[0][english]):
            found[names[1][french]][names[0][english]] = score
    return {word: _shares(meanings) for word, meanings in found.items()}


def _shares(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores as parts of 1, the largest first."""
    total = sum(scores.values())
    ranked = sorted(scores.items(), key=lambda one: (-one[1], one[0]))
    return {word: score / total for word, score in ranked}


class _Links:
    """Every English word beside every French one of its sentence: one cell each.

    Cells of the same two words share a number in `pair_of`.
    """

    def __init__(
        self, pairs: list[list[np.ndarray]], weights: np.ndarray, n_french: int
    ) -> None:
        cells, row, column, begins = [], [], [], [0, 0]
        for english, french in pairs:
            e, f = len(english), len(french)
            cells.append((english[:, None] * n_french + french).ravel())
            row.append(np.repeat(np.arange(e, dtype=np.int32) + begins[0], f))
            column.append(np.tile(np.arange(f, dtype=np.int32) + begins[1], e))
            begins = [begins[0] + e, begins[1] + f]
        kinds, pair_of = np.unique(np.concatenate(cells), return_inverse=True)
        self.pair_of = pair_of.astype(np.int32)
        self.side = (kinds // n_french, kinds % n_french)
        self.place = (np.concatenate(row), np.concatenate(column))
        self.words = tuple(np.concatenate([p[side] for p in pairs]) for side in (0, 1))
        self.weight = np.repeat(weights, [len(e) * len(f) for e, f in pairs])
        self.likely_of = [np.ones(len(kinds)), np.ones(len(kinds))]
        self.null = [np.ones(words.max() + 1) for words in self.words]
        self.counts = np.ones(len(kinds))

    def step(self, *, together: bool) -> None:
        """One round of expectation and maximization."""
        believed = []
        for side in (0, 1):
            share = self.likely_of[side][self.pair_of]
            words = self.words[side]
            null = self.null[side][words]
            total = np.bincount(self.place[side], share, len(words)) + null
            believed.append((share / total[self.place[side]]).astype(np.float32))
            from_nowhere = np.bincount(words, null / total, len(self.null[side]))
            self.null[side] = from_nowhere / from_nowhere.sum()
        both = believed[0] * believed[1] if together else None
        for side in (0, 1):
            belief = believed[side] if both is None else both
            counts = np.bincount(self.pair_of, belief * self.weight)
            given = self.side[1 - side]
            self.likely_of[side] = counts / np.bincount(given, counts)[given]
            self.counts = counts

    def likely(self) -> Iterable[tuple[int, int, float]]:
        """English, French and a score, of what is probable enough.

        p(e | f) p(f | e)^0.4: every ai has an I beside it, but few I have an ai.
        """
        there, back = self.likely_of
        kept = np.flatnonzero((there >= LEAST) & (self.counts >= LEAST_COUNT))
        kept = kept[np.argsort(-there[kept], kind="stable")]
        seen: Counter[int] = Counter()
        for i in kept.tolist():
            french = int(self.side[1][i])
            seen[french] += 1
            if seen[french] <= MOST_MEANINGS:
                yield int(self.side[0][i]), french, float(there[i] * back[i] ** BACK)


def rounded(count: int) -> int:
    """Exact below 16, then the next power of two below."""
    return count if count < EXACT else 1 << (count.bit_length() - 1)


def usually_written(cased: Mapping[str, float]) -> dict[str, str]:
    """Words that are seldom written in small letters, as they are written most."""
    most: dict[str, str] = {}
    for word, weight in cased.items():
        if weight > cased.get(most.get(word.lower(), ""), 0.0):
            most[word.lower()] = word
    return {word: form for word, form in most.items() if form != word}


def file_of(
    english: Mapping[str, int], cased: Mapping[str, str], french: Iterable[str],
    meanings: Meanings,
) -> str:  # fmt: skip
    """The glossary as the text of its file."""
    lines = [
        "\t".join(
            [word, str(rounded(count)), *([cased[word]] if word in cased else [])]
        )
        for word, count in english.items()
    ]
    known = [
        "\t".join(
            [word, *(f"{e} {100 * p:.0f}" for e, p in meanings.get(word, {}).items())]
        )
        + ("" if word in meanings else "\t")
        for word in french
    ]
    return "\n".join([*sorted(lines), "", *sorted(known)]) + "\n"


def main(out: str, *files: str) -> None:
    """Learn from files of pairs: all are counted; a weight below 1 uses a part."""
    sources = map(parse_source, files)
    english, french = Counter[str](), Counter[str]()
    cased: dict[str, float] = defaultdict(float)
    pairs, weights = [], []
    for source in sources:
        every = max(1, round(1 / source.weight)) if source.weight else 0
        some = []
        for number, (left, right) in enumerate(read_pairs(source.path)):
            found = LETTERS.findall(left)
            english.update(word.lower() for word in found)
            for word in found[1:]:
                cased[word] += source.weight
            french.update(LETTERS.findall(right.lower()))
            if every and number % every == 0:
                some.append((left, right))
        learned = [units(*pair) for pair in mended(some)]
        fit = [p for p in learned if all(p) and max(map(len, p)) <= MOST_WORDS]
        pairs += fit
        weights += [max(source.weight, 1.0)] * len(fit)
        french.update({unit: 0 for _, side in fit for unit in side})
    text = file_of(english, usually_written(cased), french, learn(pairs, weights))
    Path(out).write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    print(f"{len(english)} + {len(french)} words: {out}")


if __name__ == "__main__":
    module_command.run(__doc__, main, 2, sys.maxsize)
