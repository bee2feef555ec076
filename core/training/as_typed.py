"""Pairs as people type them: no capital at the beginning, no mark at the end.

Corpora hold edited sentences, and a model that has read nothing else fails at “hello”.
So a share of every pass is seen in other dress, the French alike: what has no source
to attend to should not be written. And short sentences are joined, so that a second
one is never new.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from core.decoding.batches import Ids
from core.text.tokenizer import Tokenizer
from core.training.mending import Pair

FIRST = re.compile(r"[^\W\d_]+")
LAST = re.compile(r"(?<=\w)\s*[.!?…]+$")
ENDS = frozenset(".!?…")
SHORT = 12
"""A sentence of more pieces is not joined to another."""


class AsTyped:
    """A pair in the dress of a keyboard in a hurry.

    `english` and `french` count how often each word stands inside the lines, as it is
    written there: a word that is seldom small there is a name, or I, and stays.
    """

    def __init__(
        self, tokenizer: Tokenizer, english: Counter[str], french: Counter[str]
    ) -> None:
        self._tokenizer = tokenizer
        self._inside = english, french

    def __call__(self, pair: tuple[Ids, Ids], draw: float) -> tuple[Ids, Ids]:
        """The same pair; `draw`, from 0 to 1, says in which of four ways.

        A quarter each: the first letter small; the last mark left out; both; both, and
        all of the English small, I and names too, half of these without apostrophes.
        """
        english, french = (self._tokenizer.decode(side) for side in pair)
        way = int(draw * 4)
        if way != 1:
            english = small_first(english, self._inside[0])
            french = small_first(french, self._inside[1])
        if way != 0:
            english, french = without_mark(english), without_mark(french)
        if way == 3:
            english = english.lower()
            if draw >= 0.875:
                english = english.replace("'", "")
        source, target = self._tokenizer.encode_batch([english, french])
        return (source, target) if source and target else pair


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


def without_mark(text: str) -> str:
    """Without the marks that end it, if a word stands before them."""
    return LAST.sub("", text)


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
