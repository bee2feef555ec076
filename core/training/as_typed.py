"""Pairs as people type them: no capital at the beginning, no mark at the end.

Corpora hold edited sentences, and a model that has read nothing else fails at “hello”.
So a share of every pass is rewritten, the French in the same way: what has no source
to attend to should not be written. And short sentences are joined, so that a second
one is never new.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from core.decoding.batches import Ids
from core.text.tokenizer import Tokenizer
from core.training.mending import Pair

Run = tuple[int, ...]
"""The pieces of a text from one space to the next."""

FIRST = re.compile(r"[^\W\d_]+")
ENDS = frozenset(".!?…")
ENGLISH, FRENCH, LOWER, BARE = range(4)
SHORT = 12
"""A sentence of more pieces is not joined to another."""


class AsTyped:
    """A pair as somebody in a hurry would type it.

    `english` and `french` count how often each word stands inside the lines, as it is
    written there: a word that is seldom small there is a name, or I, and stays. A text
    is changed word by word, and a word that was met before is not cut up again.
    """

    def __init__(
        self, tokenizer: Tokenizer, english: Counter[str], french: Counter[str]
    ) -> None:
        self._tokenizer = tokenizer
        self._ends = ending_pieces(tokenizer)
        self._ways: list[Callable[[str], str]] = [
            partial(small_first, inside=english),
            partial(small_first, inside=french),
            str.lower,
            lambda word: word.lower().replace("'", ""),
        ]
        self._changed: dict[tuple[int, Run], Ids] = {}

    def __call__(self, pair: tuple[Ids, Ids], draw: float) -> tuple[Ids, Ids]:
        """The same pair; `draw`, from 0 to 1, says in which of four ways.

        A quarter each: the first letter small; the last mark left out; both; both, and
        all of the English small, I and names too, half of these without apostrophes.
        """
        source, target = pair
        way = int(draw * 4)
        if way != 0:
            source, target = self.unmarked(source), self.unmarked(target)
        if way != 1:
            target = self.small(target, FRENCH)
            source = self.small(source, ENGLISH)
        if way == 3:
            how = BARE if draw >= 0.875 else LOWER
            words = self._tokenizer.runs(source)
            source = [i for word in words for i in self._change(word, how)]
        return (source, target) if source and target else pair

    def unmarked(self, ids: Ids) -> Ids:
        """Without the mark that ends it, if a word stands before it."""
        if len(ids) < 2 or ids[-1] not in self._ends:
            return ids
        return ids[:-1] if self._tokenizer.piece(ids[-2])[-1].isalnum() else ids

    def small(self, ids: Ids, language: int) -> Ids:
        """With a small first letter, if `small_first` of its language says so."""
        first, *_ = self._tokenizer.runs(ids)
        return [*self._change(first, language), *ids[len(first) :]]

    def _change(self, word: Run, how: int) -> Ids:
        known = self._changed.get((how, word))
        if known is None:
            text = self._ways[how](self._tokenizer.decode(word).strip())
            known = self._tokenizer.encode_batch([text])[0]
            self._changed[how, word] = known
        return known


def small_first(text: str, inside: Counter[str]) -> str:
    """With a small first letter, unless its word is seldom small inside a line."""
    found = FIRST.match(text)
    if not found:
        return text
    word = found.group()
    small = word[0].lower() + word[1:]
    if word == small or word[1:] != word[1:].lower() or inside[word] >= inside[small]:
        return text
    return small + text[len(word) :]


def counted(lines: Iterable[Pair]) -> tuple[Counter[str], Counter[str]]:
    """How often each word stands inside the lines of either language, as written."""
    english, french = Counter[str](), Counter[str]()
    for source, target in lines:
        english.update(FIRST.findall(source)[1:])
        french.update(FIRST.findall(target)[1:])
    return english, french


def joined(
    pairs: Sequence[tuple[Ids, Ids]],
    ends: frozenset[int],
    share: float,
    draws: Iterable[float],
) -> list[tuple[Ids, Ids]]:
    """The pairs, a share of the short ones two by two in one, as they come.

    `ends` are the pieces that end a sentence; what ends in none of them is not joined.
    """
    found: list[tuple[Ids, Ids]] = []
    waiting: tuple[Ids, Ids] | None = None
    for pair, draw in zip(pairs, draws, strict=False):
        whole = max(map(len, pair)) <= SHORT and all(side[-1] in ends for side in pair)
        if not whole or draw >= share:
            found.append(pair)
        elif waiting is None:
            waiting = pair
        else:
            found.append((waiting[0] + pair[0], waiting[1] + pair[1]))
            waiting = None
    return found if waiting is None else [*found, waiting]


def ending_pieces(tokenizer: Tokenizer) -> frozenset[int]:
    """The pieces that are a mark at the end of a sentence, with a space or without."""
    return frozenset(
        index for index in range(tokenizer.size) if tokenizer.piece(index) in ENDS
    )
