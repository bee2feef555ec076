"""The papers and books that the lectures name, and what attention is used for.

`references.toml` says of each where its idea is shown, if anywhere.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

from viz.content import slips, translated
from viz.content.opened import Opened, opened_by
from viz.content.slips import Reader
from viz.content.texts import language

NAME = "references.toml"
WORDS = (
    *("reading.where", "reading.line", "book.where", "book.line"),
    *("use.attended", "use.by", "use.writes"),
)
"""What another language says anew; papers keep their names."""


@dataclass(frozen=True)
class Reading:
    """A paper or a book, one line on it, and the lectures that name it."""

    who: str
    title: str
    where: str
    line: str
    lectures: tuple[str, ...]
    opens: Opened | None = None


@dataclass(frozen=True)
class Use:
    """What is attended to, by whom, to write what; and who did it first."""

    attended: str
    by: str
    writes: str
    source: str
    opens: Opened | None = None


@dataclass(frozen=True)
class References:
    """Papers by their years, books by theirs, and uses."""

    readings: tuple[Reading, ...]
    books: tuple[Reading, ...]
    uses: tuple[Use, ...]


def references() -> References:
    """All of them, in the language of this run; SlipError where they can't be read."""
    return _read(language())


@functools.cache
def _read(lang: str) -> References:
    return _made(translated.read(lang, NAME, WORDS))


def read(path: Path) -> References:
    """Read and check a file."""
    return _made(slips.read(path))


def _made(top: Reader) -> References:
    top.known("reading", "book", "use")
    readings, books = (
        tuple(map(_reading, top.tables(name))) for name in ("reading", "book")
    )
    return References(readings, books, tuple(map(_use, top.tables("use"))))


def _reading(of: Reader) -> Reading:
    of.known("who", "title", "where", "line", "opens", "lectures")
    told = {name: of.text(name) for name in ("who", "title", "where", "line")}
    return Reading(**told, lectures=tuple(of.words("lectures")), opens=_opens(of))


def _use(of: Reader) -> Use:
    of.known("attended", "by", "writes", "source", "opens")
    told = {name: of.text(name) for name in ("attended", "by", "writes", "source")}
    return Use(**told, opens=_opens(of))


def _opens(of: Reader) -> Opened | None:
    return opened_by(of) if "opens" in of.entry else None
