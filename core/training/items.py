"""Numbers, years, months and names: does the French hold what the English held?

Two hundred sentences whose frames no template has (`recipes/held-out/items.tsv`). Each
line: the kind, the English, and what must stand in the French, parts divided by |.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.decoding.batches import Translate
from core.training.tables import read_table, tally

SPACES = "[ \u00a0\u202f]?"  # 62 500: a space that holds, a thin one, or none


class Item(NamedTuple):
    """A sentence, and the words that its French must hold, each a whole word."""

    kind: str
    english: str
    wanted: tuple[str, ...]


def read_items(path: Path) -> list[Item]:
    """The items of a file."""
    rows = read_table(path, columns=3)
    return [Item(kind, english, tuple(w.split("|"))) for kind, english, w in rows]


def holds(french: str, wanted: str, *, name: bool = False) -> bool:
    """Whether a word or a number stands in the French as a whole.

    A name keeps its capitals; a month may begin a sentence. A number is not part of a
    longer one: 500 stands neither in 62 500 nor in 500,5.
    """
    pattern = SPACES.join(map(re.escape, wanted.split(" ")))
    if wanted[0].isdigit():
        pattern = rf"(?<!\d[ \u00a0\u202f,.]){pattern}"
    if wanted[-1].isdigit():
        pattern = rf"{pattern}(?![ \u00a0\u202f,.]?\d)"
    flags = 0 if name else re.IGNORECASE
    return re.search(rf"(?<!\w){pattern}(?!\w)", french, flags) is not None


def is_right(item: Item, french: str) -> bool:
    """Whether the French holds everything that it must."""
    return all(holds(french, w, name=item.kind == "name") for w in item.wanted)


def count_right(items: Sequence[Item], translate: Translate) -> dict[str, Any]:
    """How many items came out right, in all and of each kind; those that did not."""
    written = translate([item.english for item in items])
    told = [(i, f, is_right(i, f)) for i, f in zip(items, written, strict=True)]
    return {
        **tally([(item.kind, right) for item, _, right in told]),
        "wrong": [
            {"english": item.english, "wanted": " ".join(item.wanted), "french": french}
            for item, french, right in told
            if not right
        ],
    }
