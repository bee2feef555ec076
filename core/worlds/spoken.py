"""What is spoken and spelled: the numbers below a hundred, and short words."""

import re

from core.assets import ASSETS
from core.errors import InputError
from core.worlds.captions import END, PAD, SPECIAL, START

ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
TENS = (
    *("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
NUMBERS = (
    *ONES,
    *(f"{ten} {one}".strip() for ten in TENS for one in ("", *ONES[1:10])),
)
"""From zero to ninety nine, in words, without hyphens."""
WORDS, NEW_WORDS = (
    tuple((ASSETS / "clips" / name).read_text("utf-8").split())
    for name in ("words.txt", "new-words.txt")
)
"""Short words that are learned, and others that never are. No two sound alike."""
ALPHABET = (*SPECIAL, " ", *"abcdefghijklmnopqrstuvwxyz")
PLACES = {letter: place for place, letter in enumerate(ALPHABET)}
LONGEST = 16
"""The most letters that are written."""

__all__ = ["END", "PAD", "START"]


def said() -> tuple[str, ...]:
    """Everything that is learned: each number and word once."""
    return tuple(dict.fromkeys((*NUMBERS, *WORDS)))


def numbered(letters: str) -> tuple[int, ...]:
    """The letters by their numbers. InputError where one is none of the alphabet."""
    if not re.fullmatch("[a-z ]*", letters):
        raise InputError("spoken_letters", "Letters are from a to z.")
    return tuple(PLACES[letter] for letter in letters)
