"""What a text has in every language: slots, links, headings, formulas, guesses."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from viz.content import guesses, lessons
from viz.content.texts import Entry, slots_of

LINK = re.compile(r"\]\(([^)\s]*)")
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
ITEM = re.compile(r"^(?:[-*]|\d+\.) ", re.MULTILINE)
DOLLAR = re.compile(r"(?<!\\)\$\$?")
COLOUR = re.compile(r":(\w+)\[")


def unlike(english: Entry, other: Entry) -> str:
    """What another language's text has otherwise than the English one; "" for none."""
    first, second = structure(english), structure(other)
    return next((name for name in first if first[name] != second[name]), "")


def structure(entry: Entry) -> dict[str, Any]:
    """What stands in a text whatever its words are, by what it is called."""
    text = entry if isinstance(entry, str) else entry["other"]
    slots = {*re.findall(lessons.SLOT, text)}
    return {
        "slots": slots_of(entry) | slots,
        "places": [line for line in text.splitlines() if lessons.SLOT.fullmatch(line)],
        "links": sorted(LINK.findall(text)),
        "headings": [len(level) for level in HEADING.findall(text)],
        "formulas": len(DOLLAR.findall(text)),
        "colours": sorted(COLOUR.findall(text)),
        "tables": [row.count("|") for row in ROW.findall(text)],
        "lists": len(ITEM.findall(text)),
        "guesses": [*_guesses(text)],
    }


def _guesses(text: str) -> Iterator[list[tuple[bool, bool]]]:
    """Of every card, which choice is right, and which of them is answered."""
    parts = lessons.parse("", text).parts
    for slot, part in pairwise(parts):
        if slot == lessons.Slot("guess") and isinstance(part, str):
            asked = guesses.guess(part)
            yield [(choice.right, bool(choice.said)) for choice in asked.choices]
