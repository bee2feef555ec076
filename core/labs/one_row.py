"""Words, patches and moves as one row of tokens for one decoder (Reed et al. 2022)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

BINS = 1_024
"""How many numbers a move can be."""

Kind = Literal["word", "patch", "mark", "key", "lever"]


@dataclass(frozen=True)
class Token:
    """One place of the row: what it is made of, and its number in the vocabulary.

    A patch has no number: its pixels go through a network of their own. Nor has the
    mark before the moves. What is not `learned` is read and never predicted.
    """

    kind: Kind
    said: str
    number: int | None = None

    @property
    def learned(self) -> bool:
        """Whether training asks for it: words and moves, as section 2.3 says."""
        return self.kind not in ("patch", "mark")


def binned(x: float) -> int:
    """Which of the 1,024 equal parts of [−1, 1] a number between −1 and 1 lies in."""
    if not -1 <= x <= 1:
        raise ValueError(f"{x} lies outside −1 and 1")
    return min(BINS - 1, int((x + 1) / 2 * BINS))


def row(
    pieces: Sequence[tuple[str, int]],
    patches: int,
    vocabulary: int,
    key: int,
    lever: float,
) -> tuple[Token, ...]:
    """Words, then a picture, then a mark, a key and a lever.

    Words keep their numbers in the `vocabulary`. A key is a number of its own below
    1,024; the position of a lever lies between −1 and 1, and its part of 1,024 comes
    after the words: section 2.1.
    """
    words = (Token("word", piece, number) for piece, number in pieces)
    squares = (Token("patch", str(n + 1)) for n in range(patches))
    moves = (
        Token("mark", "|"),
        Token("key", str(key), key),
        Token("lever", str(lever), vocabulary + binned(lever)),
    )
    return (*words, *squares, *moves)
