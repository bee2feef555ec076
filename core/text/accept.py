"""Text from a reader: what is accepted, and what in it no model has seen."""

import re
import unicodedata
from dataclasses import replace

from core.errors import InputError
from core.text.characters import Cleaned, clean

MAX_CHARACTERS = 400
WORD = re.compile(r"[^\W\d_]+")
BEGINNING = re.compile(r"(?:^|[.!?] )\W*\w")


def accept(typed: str, most: int = MAX_CHARACTERS) -> Cleaned:
    """What the reader typed, cleaned; `InputError` if it is too long or nothing.

    It is too long with more than `most` characters.

    Any script passes. How many pieces there may be is checked by
    `Tokenizer.check_length`, for that depends on the vocabulary.
    """
    _check_length(typed, most)  # before anything else: normalising can make it longer
    cleaned = clean(typed)
    if (small := in_small_letters(cleaned.text)) != cleaned.text:
        cleaned = replace(cleaned, text=small, read_small=True)
    _check_length(cleaned.text, most)
    if cleaned.text:
        return cleaned
    if cleaned.removed:
        raise InputError(
            "only_invisible",
            "Only invisible characters were typed, and they are taken "
            "out. Type a sentence with words in it.",
        )
    raise InputError("nothing_typed", "Nothing is typed yet. Type a sentence.")


def in_small_letters(text: str) -> str:
    """A text in capitals throughout as a sentence; any other as it is.

    It takes three words, two of them longer than a letter: NATO stays, and so does
    A B C. No model has read whole sentences in capitals.
    """
    words = WORD.findall(text)
    long = sum(len(word) > 1 for word in words)
    shouted = text == text.upper() and text != text.lower()
    if not shouted or len(words) < 3 or long < 2:
        return text
    return BEGINNING.sub(lambda found: found.group().upper(), text.lower())


def check_text(text: object) -> None:
    """InputError for what is no text: a number, a list, nothing."""
    if not isinstance(text, str):
        raise InputError(
            "not_a_text",
            "A text is needed, not {what}: put it in quotation marks.",
            what=repr(text)[:40],
        )


def _check_length(text: str, most: int) -> None:
    check_text(text)
    if len(text) > most:
        raise InputError(
            "too_many_characters",
            "{n} characters; at most {most} fit. Shorten it, or try half of it.",
            n=len(text),
            most=most,
        )


def unfamiliar(text: str) -> tuple[str, ...]:
    """The letters and signs of a text that the models have not seen, each once.

    That is, letters outside the Latin script and pictures such as emoji; none in
    English or French.
    """
    return tuple(dict.fromkeys(c for c in text if _is_strange(c)))


def _is_strange(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "So":
        return character > "ÿ"
    is_latin = unicodedata.name(character, "").startswith("LATIN")
    return category.startswith("L") and character > "ÿ" and not is_latin
