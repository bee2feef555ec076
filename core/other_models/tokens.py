"""Tokens of any tokenizer as a side of a map: shown plainly, special ones known."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import InputError
from core.text.characters import is_hidden
from core.text.sides import Side
from core.text.tokenizer import BLANK

SPECIAL = re.compile(r"\[[A-Z]+\]|<\|?[\w/ -]+\|?>|‹[^›]+›")
"""[CLS], <s>, </s>, <pad>, <|endoftext|>, ‹end›."""
MARKS = re.compile(r"^(?:Ġ|▁|##)|(?:</w>|@@)$")
"""What tokenizers write for a space before a piece, or for its absence."""


def pretty(token: str) -> str:
    """A token without the marks of its tokenizer, on one line, with nothing hidden."""
    return plain(MARKS.sub("", token).replace("Ġ", " ").replace("▁", " "))


def plain(text: str) -> str:
    """Text that can be shown: no line breaks, nothing hidden; "␣" if nothing else.

    Half a surrogate pair, which no file can hold, is a question mark.
    """
    text = text.encode(errors="replace").decode()
    shown = "".join(" " if c.isspace() else "" if is_hidden(c) else c for c in text)
    return " ".join(shown.split()) or BLANK


def line_of(
    tokens: Sequence[str], what: str, word_ids: Sequence[int | None] | None = None
) -> Side:
    """Tokens as pieces, joined to words where it is known which belong together.

    `word_ids` are those of a tokenizer of Hugging Face: a number for each token, None
    for a special one.
    """
    if isinstance(tokens, str) or not all(isinstance(one, str) for one in tokens):
        raise InputError(f"{what} must be a list of strings, one for each token.")
    special = tuple(bool(SPECIAL.fullmatch(token)) for token in tokens)
    pieces = tuple(
        plain(token) if fixed else pretty(token)
        for token, fixed in zip(tokens, special, strict=True)
    )
    if word_ids is None:
        return Side.of_pieces(pieces, special)
    if len(word_ids) != len(pieces):
        raise InputError(
            f"{len(word_ids)} word_ids do not fit {len(pieces)} {what}: give one for "
            "each, None for a special token."
        )
    return joined(pieces, word_ids, {})


def joined(
    pieces: Sequence[str],
    word_ids: Sequence[object],
    spelled: Mapping[Any, str],
) -> Side:
    """Pieces as a side: neighbours of one id are a word, None is special and alone.

    A word is as it is `spelled`, else its pieces one behind another.
    """
    words: list[str] = []
    special: list[bool] = []
    word_of: list[int] = []
    last: object = None
    for piece, word in zip(pieces, word_ids, strict=True):
        if word is None or word != last:
            words.append(plain(spelled[word]) if word in spelled else piece)
            special.append(word is None)
        elif word not in spelled:
            words[-1] += piece
        word_of.append(len(words) - 1)
        last = word
    return Side(tuple(pieces), tuple(words), tuple(word_of), tuple(special))
