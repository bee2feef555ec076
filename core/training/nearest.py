"""How near training comes to the sentences that are kept apart from it.

    python -m core.training.nearest APART.txt OUT.tsv PAIRS …

Writes for each sentence the line of the training files with the most words in common,
as it stands after mending and leaving out, with the words they share in a row.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from core.training import module_command
from core.training.kept_apart import KeptApart, Words, words
from core.training.mending import mended
from core.training.pair_files import parse_source, read_pairs
from core.training.tables import write_table

COMMON = 0.05  # a word in more than this share of the sentences finds no line


class Near(NamedTuple):
    """A sentence, the training line nearest to it, and how near it is.

    `share` is 2·common / (words of both), 0 to 1; `running` the longest run of words
    that stands in both.
    """

    sentence: str
    line: str
    share: float
    running: int


def nearest(sentences: Sequence[str], lines: Iterable[str]) -> list[Near]:
    """The nearest line of each sentence; an empty one where none shares a rare word."""
    runs = [words(sentence) for sentence in sentences]
    found = Counter(word for run in runs for word in set(run))
    most = max(2.0, COMMON * len(runs))
    holding: dict[str, list[int]] = defaultdict(list)
    for at, run in enumerate(runs):
        rare = [word for word in set(run) if found[word] <= most]
        for word in rare or set(run):
            holding[word].append(at)
    best = [Near(sentence, "", 0.0, 0) for sentence in sentences]
    for line in lines:
        run = words(line)
        for at in {at for word in set(run) for at in holding.get(word, ())}:
            share = shared(runs[at], run)
            if share > best[at].share:
                best[at] = Near(sentences[at], line, share, 0)
    return [
        n._replace(running=in_a_row(words(n.sentence), words(n.line))) for n in best
    ]


def shared(one: Words, other: Words) -> float:
    """2·common / (words of both), repeated words as often as both have them."""
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / max(1, len(one) + len(other))


def in_a_row(one: Words, other: Words) -> int:
    """The longest run of words that stands in both."""
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.find_longest_match().size


def trained_on(paths: Iterable[Path], apart: KeptApart) -> Iterator[str]:
    """Both sides of every pair that training may read; it leaves out long ones."""
    for path in paths:
        for pair in mended(read_pairs(path)):
            if apart.allows(pair):
                yield from pair


def main(apart: str, out: str, *pairs: str) -> None:
    """Write the table."""
    kept = KeptApart.read(Path(apart))
    paths = [s.path for s in map(parse_source, pairs) if s.weight]
    sentences = list(dict.fromkeys(kept.sentences))
    rows = nearest(sentences, trained_on(paths, kept))
    write_table(
        Path(out),
        [[n.sentence, n.line, f"{n.share:.2f}", str(n.running)] for n in rows],
    )


if __name__ == "__main__":
    module_command.run(__doc__, main, 3, sys.maxsize)
