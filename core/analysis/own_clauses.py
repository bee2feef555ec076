"""Any English sentence as clauses with content words, as those of the stories are.

A reader's own sentence is cut at its commas and at "and". Which French is accepted for
a content word is what the glossary has as its meaning: there is no list by hand.
"""

import re
from functools import cache

from core.analysis.content_words import MOST, Clause, Told
from core.text.function_words import FUNCTION
from core.text.glossary import english_units, shipped
from core.text.words import split_words

CUT = re.compile(r"(?<=,)\s+|\s+(?=and\b)", re.IGNORECASE)
ENDS = (".", "!", "?", "…")
FEWEST = 3
"""A part of fewer words is no clause: "bread and butter" stays together."""

MEANT = 0.05
"""A French word is accepted where it means the English one at least so often."""


def own_told(text: str, clauses: int = MOST) -> Told:
    """The first clauses of a sentence that somebody typed; the last one ends it."""
    whole = cut(text)
    parts = whole[:clauses]
    if len(parts) < len(whole) and not parts[-1].endswith(ENDS):
        parts[-1] = parts[-1].rstrip(" ,;:") + "."
    return Told(tuple(parts), tuple(Clause(part, _words(part)) for part in parts))


def cut(text: str) -> list[str]:
    """A sentence at its commas and its "and", in at most five parts."""
    found: list[str] = []
    for part in CUT.split(text.strip()):
        if found and (_short(part) or _short(found[-1]) or len(found) == MOST):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def _short(part: str) -> bool:
    return len(english_units(part)) < FEWEST


def _words(part: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The content words, each once as it is written, with the French accepted for it.

    A name is copied, so every word is accepted for itself as well.
    """
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for start, end in split_words(part):
        word = part[start:end]
        for unit in english_units(word):
            if unit not in FUNCTION and unit[0].isalpha():
                at = word.lower().find(unit)
                written = word[at : at + len(unit)] if at >= 0 else unit
                found.setdefault(unit, (written, (unit, *accepted().get(unit, ()))))
    return tuple(found.values())


@cache
def accepted() -> dict[str, tuple[str, ...]]:
    """For every English word the French words that mean it, read off the glossary."""
    found: dict[str, list[str]] = {}
    for line in shipped().french:
        unit, *meanings = line.split("\t")
        for word, _, percent in (one.rpartition(" ") for one in meanings):
            if word and int(percent) >= 100 * MEANT:
                found.setdefault(word, []).append(unit)
    return {word: tuple(units) for word, units in found.items()}
