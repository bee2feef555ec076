"""What a class types first: is the French one of those that would be good?

Two hundred inputs (`recipes/held-out/first-words.tsv`). Each line: the kind, the
English, and the good French, several divided by ` | `; [tu es/vous êtes] stands for
either. Capitals, marks and hyphens do not count.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from core.decoding.batches import Translate
from core.text.accept import accept
from core.training.tables import read_table, tally

FILE = "first-words.tsv"
CHOICE = re.compile(r"\[([^]]*)\]")


class FirstWords(NamedTuple):
    """An input of a kind, and all French that is right for it, as `bare` has it."""

    kind: str
    english: str
    french: frozenset[str]


def read_first_words(path: Path) -> list[FirstWords]:
    """The inputs of a file."""
    return [
        FirstWords(kind, english, frozenset(spelled(french)))
        for kind, english, french in read_table(path, columns=3)
    ]


def spelled(patterns: str) -> Iterator[str]:
    """Every text that patterns divided by ` | ` stand for, as `bare` has it."""
    for pattern in patterns.split(" | "):
        parts = CHOICE.split(pattern)
        choices = [part.split("/") if i % 2 else [part] for i, part in enumerate(parts)]
        yield from (bare("".join(chosen)) for chosen in product(*choices))


def bare(text: str) -> str:
    """The words alone, in small letters: « Allez-vous ? » is “allez vous”."""
    text = text.lower().replace("œ", "oe")
    return " ".join(re.findall(r"\w+", text))


def count_right(items: Sequence[FirstWords], translate: Translate) -> dict[str, Any]:
    """How many inputs came out right, in all and of each kind; those that did not."""
    written = translate([accept(item.english).text for item in items])
    told = [
        (item, french, bare(french) in item.french)
        for item, french in zip(items, written, strict=True)
    ]
    return {
        **tally([(item.kind, right) for item, _, right in told]),
        "wrong": [
            {"kind": item.kind, "english": item.english, "french": french}
            for item, french, right in told
            if not right
        ],
    }
