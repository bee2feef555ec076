"""The two sides of a map: its pieces, and the words that they make up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention_map import MapSide
from core.showing import brief
from core.text.tokenizer import END, PAD, SHOWN, START, Pieces
from core.text.words import join_words

NOT_YET = "‹?›"
"""How the place is shown where the next piece will stand."""


@brief
@dataclass(frozen=True)
class Side:
    """The pieces along one side of a map, and the words that they make up.

    `word_of[i]` is the word of piece i; a special piece is a word of its own.
    """

    pieces: tuple[str, ...]
    words: tuple[str, ...]
    word_of: tuple[int, ...]
    special: tuple[bool, ...]

    @classmethod
    def around(
        cls, pieces: Pieces, before: tuple[int, ...] = (), after: tuple[int, ...] = ()
    ) -> "Side":
        """The pieces of a text with special pieces before and after them."""
        first = tuple(SHOWN[i] for i in before)
        last = tuple(SHOWN[i] for i in after)
        n, m = len(first), len(pieces.words)
        return cls(
            (*first, *pieces.pieces, *last),
            (*first, *pieces.words, *last),
            (
                *range(n),
                *(n + word for word in pieces.word_of),
                *range(n + m, n + m + len(last)),
            ),
            (True,) * n + (False,) * m + (True,) * len(last),
        )

    @classmethod
    def of_pieces(
        cls, pieces: Sequence[str], special: Sequence[bool] | None = None
    ) -> "Side":
        """Pieces that are each a word of its own, and not special unless it is said."""
        names, count = tuple(pieces), len(pieces)
        return cls(names, names, tuple(range(count)), tuple(special or [False] * count))

    def without_last(self) -> "Side":
        """The same pieces but the last, which is a word of its own: ‹end›."""
        return Side(
            self.pieces[:-1], self.words[:-1], self.word_of[:-1], self.special[:-1]
        )

    def open_ended(self) -> "Side":
        """The same where nothing was written in the last place: not even ‹end›."""
        return Side(
            (*self.pieces[:-1], NOT_YET),
            (*self.words[:-1], NOT_YET),
            self.word_of,
            self.special,
        )

    def text(self, language: str = "en") -> str:
        """The sentence as it is read, without ‹end› and ‹pad›."""
        plain = zip(self.words, self.special, strict=True)
        return join_words([word for word, special in plain if not special], language)

    def pieces_of(self, word: int | None) -> list[int] | None:
        """The places of a word's pieces; None, which stands for all, is all of them."""
        if word is None:
            return None
        return [at for at, owner in enumerate(self.word_of) if owner == word]

    @property
    def whole(self) -> bool:
        """Whether every word is one piece."""
        return len(self.words) == len(self.pieces)

    def on_a_map(self, name: str, of: str, words: bool, given: bool = False) -> MapSide:
        """These words, or these pieces, along a side of a map; see `MapSide`."""
        if not words:
            special = tuple(self.special[word] for word in self.word_of)
            return MapSide(name, of, self.pieces, special, "pieces", given=given)
        counts = Counter(self.word_of)
        pieces = tuple(counts[word] for word in range(len(self.words)))
        return MapSide(name, of, self.words, self.special, "words", pieces, given=given)

    def membership(self) -> Float[Tensor, "word piece"]:
        """1 where a piece belongs to a word."""
        words = torch.arange(len(self.words))[:, None]
        return (torch.tensor(self.word_of)[None, :] == words).float()


def source_side(pieces: Pieces, pads: int) -> Side:
    """The source as it is read: pieces, ‹end›, and the pads of an experiment."""
    return Side.around(pieces, after=(END,) + (PAD,) * pads)


def target_sides(pieces: Pieces) -> tuple[Side, Side]:
    """The target as it is read (‹start› first) and as it is predicted (‹end› last)."""
    return Side.around(pieces, before=(START,)), Side.around(pieces, after=(END,))
