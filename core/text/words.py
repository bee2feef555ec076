"""Words as they are shown: cutting a sentence into words, and writing words down."""

import re
import unicodedata
from collections.abc import Sequence

FRENCH = "fr"

# l'accord, qu'il, jusqu'à: the word that has lost its vowel keeps the apostrophe.
_ELIDED = r"[cdjlmnst]|(?:jus|lors|puis|quoi)?qu"
_ELISION = re.compile(
    rf"(?<![^\W_])(?<!['’-])(?:{_ELIDED})(['’])(?=[^\W_]| ?[«\"])", re.IGNORECASE
)

# The kinds of characters, one letter each. A sentence is cut where the string of its
# kinds is cut, which spares us the classes that `re` does not know.
_KINDS = {
    "'": "'", "’": "'", "-": "-", "‐": "-", "‑": "-", ".": ".", ",": ",", ":": ":",
    "\N{ZERO WIDTH JOINER}": "J", "\N{ZERO WIDTH NON-JOINER}": "J",
}  # fmt: skip
_CONTRACTED = ("s", "t", "d", "m", "re", "ve", "ll")
_RUN = "[LN][LNMJ]*"
_WORD = re.compile(
    "|".join(
        [
            r"L\.(?:L\.)+",  # U.S., p.m.
            "L+e",  # l', qu' (e: the apostrophe of an elision)
            rf"{_RUN}(?:(?:['-]|(?<=N)[.,:](?=N)){_RUN})*",  # doesn't, peut-être, 3.5
            "FFM*",  # a flag, two regional indicators
            "[^_]M*(?:J[^_LN]M*)*",  # a mark, an emoji with all that joins it
        ]
    )
)


def split_words(text: str) -> tuple[tuple[int, int], ...]:
    """Where the words of a sentence begin and end (after the last character).

    L'|accord, doesn't, o'clock, aujourd'hui, peut-être, as-tu, 1,000 are words; so is
    every other punctuation mark, and a run of letters where a script has no spaces.
    Everything but spaces belongs to exactly one word.
    """
    kinds = [_kind(character) for character in text]
    for elision in _ELISION.finditer(text):
        kinds[elision.start(1)] = "e"
    return tuple(match.span() for match in _WORD.finditer("".join(kinds)))


def _kind(character: str) -> str:
    if character in _KINDS:
        return _KINDS[character]
    if character.isspace():
        return "_"
    if "\N{REGIONAL INDICATOR SYMBOL LETTER A}" <= character <= "🇿":
        return "F"
    if "🏻" <= character <= "🏿":  # skin tones colour what stands before them
        return "M"
    category = unicodedata.category(character)[0]
    return category if category in "LNM" else "X"


def join_words(words: Sequence[str], language: str) -> str:
    """A sentence from its words, spaced as the training text is.

    No space after l', inside peut-être or before . and , in any language. French has
    a space before ? ! : ; » and after «; every other is spaced as English is. A
    straight quotation mark opens and closes by turns. For ordinary text the inverse of
    `split_words`.
    """
    return "".join(
        gap + word for gap, word in zip(gaps(words, language), words, strict=True)
    )


def gaps(words: Sequence[str], language: str) -> tuple[str, ...]:
    """What stands before each word: nothing, or a space."""
    spaces, open_quotes = [], set[str]()
    glued = True  # whether the word before, or its absence, forbids a space
    for position, word in enumerate(words):
        before = words[position - 1] if position else ""
        after = words[position + 1] if position + 1 < len(words) else ""
        closes = (
            word in open_quotes
            or 0 < position == len(words) - 1
            or (word == "'" and language != FRENCH and before.endswith("s"))
        ) and word in ('"', "'")
        inner = _is_wordlike(before) and (
            (word in ("-", "/") and _is_wordlike(after))
            or (word == "'" and language != FRENCH and after in _CONTRACTED)
        )
        opens = word in ('"', "'") and not closes and not inner
        if opens or word in open_quotes:
            open_quotes ^= {word}
        doubled = word in ("?", "!") and before in ("?", "!")
        space = not (glued or closes or inner or doubled or _leans_left(word, language))
        if _is_elided(before, language) and word == "«":
            space = True
        spaces.append(" " if space else "")
        glued = (
            inner
            or opens
            or word in ("(", "[", "{", "“", "‘")
            or (language != FRENCH and word in ("«", "$", "£", "#"))
            or _is_elided(word, language)
        )
    return tuple(spaces)


def _leans_left(word: str, language: str) -> bool:
    """Whether a word is written without a space before it."""
    if re.fullmatch(r"[.,)\]}…”]+", word) or re.match(r"[-'’][^\W\d_]", word):
        return True  # also -il, 's
    return language != FRENCH and bool(re.fullmatch(r"[?!:;»%]+|[nN]['’][tT]", word))


def _is_elided(word: str, language: str) -> bool:
    """Whether the next word is written right after this one: l', qu', o'."""
    letters = r"[^\W\d_]+" if language == FRENCH else rf"{_ELIDED}|o"
    return bool(re.fullmatch(rf"(?:{letters})['’]", word, re.IGNORECASE))


def _is_wordlike(word: str) -> bool:
    return any(character.isalnum() for character in word)
