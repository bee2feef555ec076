"""What single characters may pass: the part of accepting text that is about Unicode."""

import re
import unicodedata
from dataclasses import dataclass

from tokenizers import normalizers

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# The longest natural cluster has 8 marks (Tibetan); more is ornament.
MAX_MARKS = 8

# Training text is typed on a plain keyboard. Phones type these instead.
TYPEWRITTEN = {
    "’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"',
    "…": "...", "–": "-", "—": " - ", "‐": "-", "‑": "-",
}  # fmt: skip

_LINE_BREAKS = "\t\n\v\f\r\x85"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
# Among the control and format characters (Cc, Cf), those that are drawn (Arabic number
# signs and the like) and those that have a use.
_SHOWN_OR_NEEDED = frozenset(
    _LINE_BREAKS
    + _JOINERS
    + "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"
    "\U000110bd\U000110cd"
)
# Letters, marks and a symbol that look like nothing at all.
_BLANKS = frozenset(
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}"
    "\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}"
    "\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}"
    "\N{BRAILLE PATTERN BLANK}"
)
_TAGS = range(0xE0000, 0xE1000)


@dataclass(frozen=True)
class Cleaned:
    """A text that every model may be given, and what was done to it.

    `text` is NFC, on one line, with single spaces. `removed` names what was taken out
    ("U+202E RIGHT-TO-LEFT OVERRIDE"), `replaced` what is written the way the training
    text is ("’ → '"). `read_small` says that it was typed in capitals throughout.
    """

    text: str
    removed: tuple[str, ...]
    replaced: tuple[str, ...]
    read_small: bool = False


def clean(typed: str) -> Cleaned:
    """Typed text as the models may see it: one line, nothing hidden, NFC.

    Line breaks and runs of white space become one space. Removed: control and format
    characters (bidirectional overrides, byte order mark, tags ...), joiners that join
    nothing, marks after the eighth on one character. Half a surrogate pair becomes
    U+FFFD; quotation marks, dashes and apostrophes become those of a typewriter.
    """
    paired = typed.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    removed = [name(c) for c in paired if _is_surrogate(c) or is_hidden(c)]
    visible = "".join(
        REPLACEMENT if _is_surrogate(c) else " " if c in _LINE_BREAKS else c
        for c in paired
        if not is_hidden(c)
    )
    replaced = [f"{c} → {TYPEWRITTEN[c].strip()}" for c in visible if c in TYPEWRITTEN]
    plain = "".join(TYPEWRITTEN.get(c, c) for c in visible)

    joined = []
    for position, character in enumerate(plain):
        if character in _JOINERS and not _joins(joined, plain[position:]):
            removed.append(name(character))
        else:
            joined.append(character)

    kept, marks = [], 0
    for character in nfc("".join(joined)):
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > MAX_MARKS:
            removed.append(f"{name(character)}, the ninth mark on one character")
        else:
            kept.append(character)
    text = " ".join("".join(kept).split())
    return Cleaned(text, tuple(dict.fromkeys(removed)), tuple(dict.fromkeys(replaced)))


def nfc(text: str) -> str:
    """Canonical composition, by the very tables that the tokenizer uses."""
    return normalizers.NFC().normalize_str(text)


def is_hidden(character: str) -> bool:
    """Whether a character shows nothing, and is neither a space nor a joiner."""
    return (
        unicodedata.category(character) in ("Cc", "Cf")
        or character in _BLANKS
        or ord(character) in _TAGS
    ) and character not in _SHOWN_OR_NEEDED


def name(character: str) -> str:
    """`U+202E RIGHT-TO-LEFT OVERRIDE`."""
    kind = "half a surrogate pair" if _is_surrogate(character) else "control character"
    return f"U+{ord(character):04X} {unicodedata.name(character, kind)}"


def _is_surrogate(character: str) -> bool:
    return unicodedata.category(character) == "Cs"


def _joins(before: list[str], onwards: str) -> bool:
    """Whether a joiner stands between letters or emoji (Persian, Hindi, families)."""
    after = onwards.lstrip(_JOINERS)
    return bool(
        before
        and after
        and re.match("[LM]|S[ok]", unicodedata.category(before[-1]))
        and re.match("L|So", unicodedata.category(after[0]))
    )
