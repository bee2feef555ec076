"""Words cut up in more ways than one while training: BPE-dropout.

Provilkov, Emelianenko & Voita (2020): at every step of the joining each pair of
neighbours is passed over with probability p. What a model has seen spelled it can
spell and copy: names above all. The `tokenizers` library does this too, but draws
without a seed, and a killed run could not go on with the same pieces.
"""

import random
from itertools import pairwise

from core.decoding.batches import Ids
from core.text.tokenizer import Tokenizer

VARIANTS = 8

Cut = tuple[int, ...]


class PieceDropout:
    """Other pieces for the same text, the same ones for the same seed.

    `rate` is p, 0 to below 1. Every word has `VARIANTS` cuts, each drawn when it is
    first taken.
    """

    def __init__(self, tokenizer: Tokenizer, rate: float, seed: int) -> None:
        self.rate, self.seed = rate, seed
        self._joined = {
            (left, right): (rank, whole)
            for rank, (left, right, whole) in enumerate(tokenizer.merges())
        }
        self._parts = {whole: pair for pair, (_, whole) in self._joined.items()}
        self._runs = tokenizer.runs
        self._cuts: dict[tuple[Cut, int], Cut] = {}

    def __call__(self, ids: Ids, lot: random.Random) -> Ids:
        """The text of `ids` in pieces that are drawn."""
        found: Ids = []
        for word in self._runs(ids):
            which = word, int(lot.random() * VARIANTS)
            cut = self._cuts.get(which)
            if cut is None:
                cut = self._cuts[which] = self._draw(*which)
            found += cut
        return found

    def _draw(self, word: Cut, variant: int) -> Cut:
        lot = random.Random(f"{self.seed}/{variant}/{word}")
        letters = [letter for piece in word for letter in self._letters(piece)]
        return self.joined(letters, lot)

    def _letters(self, piece: int) -> list[int]:
        """The single characters (or bytes) that a piece was joined from."""
        pair = self._parts.get(piece)
        if pair is None:
            return [piece]
        return self._letters(pair[0]) + self._letters(pair[1])

    def joined(self, letters: Ids, lot: random.Random) -> Cut:
        """Neighbours joined, most frequent first, each pair passed over at times."""
        pieces = list(letters)
        while True:
            places = [
                (*self._joined[pair], place)
                for place, pair in enumerate(pairwise(pieces))
                if pair in self._joined and lot.random() >= self.rate
            ]
            if not places:
                return tuple(pieces)
            _, whole, place = min(places, key=lambda found: (found[0], found[2]))
            pieces[place : place + 2] = [whole]
