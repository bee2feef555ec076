"""A file that a teacher writes, read strictly: every slip with its file and its line.

TOML keeps no lines, so the line of a key is looked for in the text: from the table that
it stands in onwards.
"""

import difflib
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from viz.content import languages


class SlipError(ValueError):
    """What is wrong in a file that somebody wrote: file, line, and what would fit."""


MISSING = object()


@dataclass(frozen=True)
class Reader:
    """A table of a file: the lines it stands in, from 0, and what it is called."""

    entry: dict[str, Any]
    file: str
    lines: tuple[str, ...]
    begins: int
    ends: int
    where: str = ""

    def slip(
        self, key: str, said: str, wrong: str = "", known: Collection[str] = ()
    ) -> SlipError:
        """The error for a key: its line, what is wrong, the nearest that is known."""
        near = difflib.get_close_matches(wrong, known, 1, 0.5)
        hint = f"; the nearest is {near[0]}" if near else ""
        if known and not near:
            hint = f"; there are {', '.join(sorted(known))}"
        where = f", {self.where}" if self.where else ""
        return SlipError(f"{self.file}, line {self.line(key)}{where}: {said}{hint}")

    def line(self, key: str) -> int:
        """The line of a key in this table, from 1, else that where the table begins."""
        name = re.escape(key)
        written = re.compile(rf"(^|[\s{{,\[.]){name}\s*=|^\s*\[+([\w.-]+\.)?{name}\]")
        for number in range(self.begins, self.ends):
            if written.search(self.lines[number]):
                return number + 1
        return self.begins + 1

    def known(self, *names: str) -> None:
        """Refuse every key that is not one of these."""
        for key in self.entry:
            if key not in names:
                raise self.slip(key, f"unknown key {key!r}", key, names)

    def one_of(self, key: str, words: Collection[str]) -> str:
        """A text that is one of a few."""
        word = self.text(key)
        if word not in words:
            raise self.slip(key, f"{key} cannot be {word!r}", word, words)
        return word

    def text(self, key: str, usual: str | None = None) -> str:
        """A text, without the blanks around it."""
        value = self.entry.get(key, usual)
        if not isinstance(value, str) or (usual is None and not value.strip()):
            raise self.slip(key, f"{key} must be a text")
        return value.strip()

    def number(self, key: str, usual: Any = MISSING) -> Any:
        """A number."""
        value = self.entry.get(key, usual)
        if value is usual and usual is not MISSING:
            return usual
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.slip(key, f"{key} must be a number")
        return float(value)

    def flag(self, key: str) -> bool:
        """True, or nothing."""
        value = self.entry.get(key, False)
        if not isinstance(value, bool):
            raise self.slip(key, f"{key} must be true or false")
        return value

    def words(self, key: str, *, single: bool = False) -> list[str]:
        """A list of texts; a `single` text may stand for itself."""
        value = self.entry.get(key, [])
        if single and isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(
            isinstance(one, str) for one in value
        ):
            raise self.slip(key, f"{key} must be a list of texts")
        if single and not value:
            raise self.slip(key, f"{key} must say something")
        return value

    def table(self, key: str, *, needed: bool = True) -> "Reader":
        """A table in this one; empty where it is not `needed` and left out."""
        value = self.entry.get(key, None if needed else {})
        if not isinstance(value, dict):
            raise self.slip(key, f"{key} must be a table")
        return self._inner(value, self.line(key) - 1, self.ends, key)

    def tables(self, key: str) -> list["Reader"]:
        """A list of tables in this one, each from its header; it may be left out."""
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(o, dict) for o in value):
            raise self.slip(key, f"{key} must be tables [[{key}]]")
        header = re.compile(rf"\s*\[\[([\w.-]+\.)?{re.escape(key)}\]\]")
        at = [n for n in range(self.begins, self.ends) if header.match(self.lines[n])]
        spans = list(zip(at, [*at[1:], self.ends], strict=False))
        if len(spans) != len(value):  # written without headers
            spans = [(self.line(key) - 1, self.ends)] * len(value)
        return [
            self._inner(entry, *span, f"{key} {number}")
            for number, (entry, span) in enumerate(zip(value, spans, strict=True), 1)
        ]

    def settings(self, key: str) -> dict[str, Any]:
        """A table of texts and numbers; it may be left out."""
        value = self.entry.get(key, {})
        plain = str | int | float
        if not isinstance(value, dict) or not all(
            isinstance(one, plain) for one in value.values()
        ):
            raise self.slip(key, f"{key} must be a table of texts and numbers")
        return value

    def _inner(
        self, entry: dict[str, Any], begins: int, ends: int, where: str
    ) -> "Reader":
        return Reader(entry, self.file, self.lines, begins, ends, self.where or where)


def read(path: Path) -> Reader:
    """The whole of a file. SlipError where it is no TOML."""
    text = languages.text_of(path)
    lines = tuple(text.splitlines())
    try:
        return Reader(tomllib.loads(text), path.name, lines, 0, len(lines))
    except tomllib.TOMLDecodeError as slip:
        raise SlipError(f"{path.name}: {slip}") from slip
