"""Pairs as they should have been written: slips of a corpus put right, or left out.

The Hansards lost the -t- of their questions (*Y a il*), set numbers against their unit
(*6,9p. 100*) and kept headings and broken lines among the sentences; where a slip is
regular it is mended, else the pair is left out. A model writes what it has read.
"""

import re
from collections.abc import Iterable, Iterator

from core.shelf.languages import USUAL, Languages
from core.text.words import FRENCH

Pair = tuple[str, str]

# Y a il, pourquoi hésite elle: a verb in a or e before its pronoun, in a question.
LOST_T = re.compile(r"(?<![\w-])(\w*[ae]) (il|elle|on)\b(?!-)", re.IGNORECASE)
# De quelle manière elle procédera: what follows one of these is a noun, or is itself
# no verb.
_BEFORE_A_NOUN = """le la les l' un une des de du au ce cet cette ces quel quelle quels
    quelles mon ma ton ta son sa notre votre leur chaque toute aucune même autre"""
_IN_A_OR_E = """que ne se me te ce de le la je une elle comme quelle laquelle entre
    contre sans lorsque puisque quoique presque encore même là ensuite toute cette
    ensemble autre quatre celle notre votre"""
NO_VERB_AFTER = frozenset(_BEFORE_A_NOUN.split())
NO_VERB = frozenset(_IN_A_OR_E.split())
PERCENT = re.compile(r"(\d)p\. 100\b")
ABBREVIATED = re.compile(r" -(St|Ste)\. ?-? ?")

DETACHED = re.compile(r""" ' |\$ \d| " |^" |''|`|^- | -$| [–—]$""")
"""Marks that a tokenizer once cut loose: don ' t, $ 270, " yes ", '', a dash alone."""
NO_SENTENCE = re.compile(r"[\[\]{}<>|#@*_=]|\.\. |\b[A-ZÀ-Þ]{5,}\b.*\b[A-ZÀ-Þ]{2,}\b")
"""Notes of the editor, and headings in capitals."""
LONGER = 2.5
"""A side with more than this many times the words of the other was misaligned."""


def mended(pairs: Iterable[Pair], languages: Languages = USUAL) -> Iterator[Pair]:
    """The pairs that can be trained on, what is French mended; each once."""
    mend = [mended_french if code == FRENCH else str for code in languages]
    seen = set[Pair]()
    for source, target in pairs:
        pair = mend[0](source.strip()), mend[1](target.strip())
        if pair not in seen and usable(*pair):
            seen.add(pair)
            yield pair


def usable(source: str, target: str) -> bool:
    """Whether both sides are whole sentences that may translate each other."""
    if not source or not target:
        return False
    if any(
        mark.search(side)
        for side in (source, target)
        for mark in (DETACHED, NO_SENTENCE)
    ):
        return False
    shorter, longer = sorted((len(source.split()), len(target.split())))
    return longer <= max(LONGER * shorter, shorter + 5)


def mended_french(text: str) -> str:
    """A French sentence with what was lost in it put back."""
    text = PERCENT.sub(r"\1 p. 100", text)
    text = ABBREVIATED.sub(r" -\1. ", text)
    if text.endswith("?"):
        text = LOST_T.sub(_with_t, text)
    return text


def _with_t(match: re.Match[str]) -> str:
    """a il → a-t-il, where what stands before the pronoun is its verb."""
    verb, pronoun = match.groups()
    before = re.findall(r"[\w-]+'?", match.string[: match.start()].lower())[-1:]
    named = verb.lower() != "a" and bool(NO_VERB_AFTER.intersection(before))
    if verb.lower() in NO_VERB or named:
        return match.group()
    return f"{verb}-t-{pronoun}"
