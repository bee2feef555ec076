"""A review as rows of words: cut, in small letters, and looked up."""

import re
from collections.abc import Mapping, Sequence

from core.text.words import split_words

SENTENCE_ENDS = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|\s*\n\s*")
"""Between two sentences: a space after a mark that ends one, or a new line."""
Spans = tuple[tuple[int, int], ...]


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters; a mark is a word."""
    return tuple(text[start:end].lower() for start, end in split_words(text))


def sentences_of(text: str) -> tuple[str, ...]:
    """A text sentence by sentence; marks alone belong to the one before them."""
    found: list[str] = []
    for part in filter(None, map(str.strip, SENTENCE_ENDS.split(text))):
        if found and not any(map(str.isalnum, part)):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return tuple(found)


def numbered(words: Sequence[str], known: Mapping[str, int]) -> list[int]:
    """The ids of words; 0 for those that are not known."""
    return [known.get(word, 0) for word in words]
