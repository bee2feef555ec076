"""Letters as they are typed, and three programs over them, answered by plain counting.

After the course dataflowr (Lelarge), practical *Think like transformers*; what a layer
can compute of such programs is the question of Weiss, Goldberg & Yahav (2021).
"""

import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.errors import InputError

BOS = "‹BOS›"
MOST = 30
LETTERS = 4
"""How many different letters the trained layers know."""
PROGRAMS: Mapping[str, int] = MappingProxyType(
    {"count": MOST + 1, "before": 2, "most": LETTERS}
)
"""The programs, and how many answers each has.

`count`: how often the letter stands in the whole sequence. `before`: whether it has
stood there before. `most`: which letter is the most frequent.
"""
KINDS = ("plain", "causal", "positions")
"""What a layer is given beside the letters: nothing, a causal mask, or positions."""


def read(typed: str) -> str:
    """The letters of what was typed, without the space between them.

    Digits are letters here; for any other sign, and as `check` does, InputError.
    """
    letters = "".join(unicodedata.normalize("NFC", typed).split())
    check(letters)
    for sign in letters:
        if not sign.isalnum():
            raise InputError(
                "no_letter_but_a_sign",
                "“{sign}” is neither a letter nor a digit. Type letters such as "
                "aababc.",
                sign=sign,
            )
    return letters


def check(letters: str) -> None:
    """InputError where there is nothing to count, or too much."""
    if not letters:
        raise InputError("no_letter", "Type at least one letter to count.")
    if len(letters) > MOST:
        raise InputError(
            "too_many_letters",
            "{n} letters; at most {most} fit. Leave some out.",
            n=len(letters),
            most=MOST,
        )


def different(letters: str) -> str:
    """Each letter once, in the order of the alphabet.

    InputError where there are more than the trained layers know.
    """
    found = "".join(sorted(set(letters)))
    if len(found) > LETTERS:
        raise InputError(
            "too_many_different_letters",
            "{n} different letters; the trained layers know {most}. Use fewer.",
            n=len(found),
            most=LETTERS,
        )
    return found


def counted(letters: Sequence[str]) -> list[int]:
    """The answer by counting: how often each letter stands in the whole sequence."""
    return [sum(letter == other for other in letters) for letter in letters]


def right(program: str, letters: str) -> list[set[int]]:
    """The right answers at every letter; of letters equally frequent each is right.

    A letter as an answer is its place among those that are `different`, from 0.
    """
    counts = counted(letters)
    if program == "count":
        return [{n} for n in counts]
    if program == "before":
        return [{int(one in letters[:at])} for at, one in enumerate(letters)]
    known = "".join(sorted(set(letters)))
    most = {one for one, n in zip(letters, counts, strict=True) if n == max(counts)}
    return [{known.index(one) for one in most}] * len(letters)
