"""Which English every text of another language was made from, by a short digest.

`assets/lessons/<lang>/made-from.tsv` has a line for each entry, its name and the digest
of its English. Where the English has changed since, the entry is stale: English is said
until a translator has looked at it, and `python -m viz.content --made-from fr` with its
name has renewed the line. What has no line is said as it stands.
"""

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from viz.content import languages

NAME = "made-from.tsv"
DIGITS = 8  # of the digest: enough to notice that something has changed
Text = TypeVar("Text")


def digest(english: object) -> str:
    """That of a text, of its plural forms, or of pairs of words."""
    said = english if isinstance(english, str) else repr(english)
    return hashlib.sha256(said.encode()).hexdigest()[:DIGITS]


@functools.cache
def recorded(lang: str) -> Mapping[str, str]:
    """The digests of a language by the names of the entries, `file: entry`."""
    return languages.own(lang, NAME, read) or {}


def read(path: Path) -> dict[str, str]:
    """The lines of a file; one without two columns is passed over."""
    lines = (line.split("\t") for line in languages.text_of(path).splitlines())
    return {line[0]: line[1] for line in lines if len(line) == 2}


def write(lang: str, digests: Mapping[str, str]) -> Path:
    """Put these in the place of what was recorded."""
    path = languages.FOLDER / lang / NAME
    lines = (f"{entry}\t{digest}\n" for entry, digest in sorted(digests.items()))
    path.write_text("".join(lines), "utf-8", newline="\n")
    recorded.cache_clear()
    return path


def is_stale(lang: str, entry: str, english: object) -> bool:
    """Whether the English of an entry, `file: entry`, has changed since."""
    was = recorded(lang).get(entry)
    return was is not None and was != digest(english)


def fresh(
    lang: str, at: str, said: Mapping[str, Text], english: Mapping[str, object]
) -> dict[str, Text]:
    """Of what a language says what is not stale; `at` stands before the names."""
    return {
        name: text
        for name, text in said.items()
        if name not in english or not is_stale(lang, f"{at}{name}", english[name])
    }
