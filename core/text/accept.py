"""Text from a reader: what is accepted, and the way to pieces, words and back."""

import unicodedata
from dataclasses import dataclass

from core.errors import InputError
from core.text.characters import clean
from core.text.tokenizer import END, MAX_PIECES, PAD, SHOWN, START, Pieces, Tokenizer
from core.text.words import Language, join_words, split_words

__all__ = [
    "END",
    "MAX_CHARACTERS",
    "MAX_PIECES",
    "PAD",
    "SHOWN",
    "START",
    "Accepted",
    "Language",
    "Pieces",
    "Tokenizer",
    "accept",
    "join_words",
    "split_words",
    "unfamiliar",
]

MAX_CHARACTERS = 400


@dataclass(frozen=True)
class Accepted:
    """A sentence that every model may be given.

    `text` is NFC, on one line, with single spaces. `removed` names what was taken out
    ("U+202E RIGHT-TO-LEFT OVERRIDE"), `replaced` what is written the way the training
    text is ("’ → '").
    """

    text: str
    removed: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


def accept(typed: str) -> Accepted:
    """What the reader typed, cleaned; `InputError` if it is too long or nothing.

    Any script passes. How many pieces there may be is checked by
    `Tokenizer.check_length`, for that depends on the vocabulary.
    """
    _check_length(typed)  # before anything else, for normalising can make it longer
    cleaned = clean(typed)
    _check_length(cleaned.text)
    if cleaned.text:
        return Accepted(cleaned.text, cleaned.removed, cleaned.replaced)
    if cleaned.removed:
        raise InputError(
            "only_invisible",
            "Only invisible characters were typed, and they are taken "
            "out. Type a sentence with words in it.",
        )
    raise InputError("nothing_typed", "Nothing is typed yet. Type a sentence.")


def _check_length(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            "too_many_characters",
            "{n} characters; keep {most}. Shorten it, or try half of it.",
            n=len(text),
            most=MAX_CHARACTERS,
        )


def unfamiliar(text: str) -> str | None:
    """A quiet notice if the models have not seen the letters or signs of a text.

    That is, letters outside the Latin script and pictures such as emoji. None for
    text in English or French.
    """
    strange = dict.fromkeys(c for c in text if _is_strange(c))
    if not strange:
        return None
    some = ", ".join(list(strange)[:3]) + (", …" if len(strange) > 3 else "")
    return (
        "The models were trained on English and French and have not seen "
        f"{some} there: what they make of it means little."
    )


def _is_strange(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "So":
        return character > "ÿ"
    is_latin = unicodedata.name(character, "").startswith("LATIN")
    return category.startswith("L") and character > "ÿ" and not is_latin
