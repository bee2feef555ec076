"""What each French word means, in English, and which of them nobody has seen."""

from collections.abc import Sequence
from dataclasses import dataclass

from viz.content.presets import Preset
from viz.pages.app import frame
from viz.payload.look import Look
from viz.say import own


@dataclass(frozen=True)
class Meanings:
    """Of each French word its English, "" where it has none, and whether it is rare.

    Or, for a reader of French, what each of the English words that are `read` means.
    """

    english: Sequence[str] = ()
    rare: Sequence[bool] = ()
    read: Sequence[str] = ()


def meanings(seen: Look, chosen: Preset | None) -> Meanings:
    """Those of the words of a look; none of pieces, or where a reader does without.

    Where a preset says those of its own French, no glossary need be read.
    """
    words = seen.written.items
    if seen.written.kind != "words" or not frame.choices().gloss:
        return Meanings()
    if chosen and (read := chosen.meant(seen.read.items)):
        return Meanings(read=read)
    if chosen and words == tuple(word for word, _ in chosen.gloss):
        return Meanings(
            [meaning if own_word(word) else "" for word, meaning in chosen.gloss],
            [False] * len(words),
        )
    found = own.glosses(words, seen.english, chosen)
    return Meanings([one.english for one in found], [not one.seen for one in found])


def own_word(word: str) -> bool:
    """Whether it is a word, and no punctuation."""
    return any(map(str.isalnum, word))
