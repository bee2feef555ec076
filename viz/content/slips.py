"""A file that a teacher writes, read strictly: every slip with its file and its line.

TOML keeps no lines, so the line of a key is looked for in the text: from the table that
it stands in onwards.
"""

import difflib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any


class SlipError(ValueError):
    """What is wrong in a file that somebody wrote: file, line, and what would fit."""


MISSING = object()


@dataclass(frozen=True)
class Reader:
    """One table of a file, and where it stands there."""

    entry: dict[str, Any]
    file: str
    source: str
    begins: int = 0
    where: str = ""

    def slip(
        self, key: str, said: str, wrong: str = "", known: Collection[str] = ()
    ) -> SlipError:
        """The error for a key: its line, what is wrong, the nearest that is known."""
        near = difflib.get_close_matches(wrong, known, 1, 0.5) if known else []
        hint = f"; the nearest is {near[0]}" if near else ""
        if known and not near:
            hint = f"; there are {', '.join(sorted(known))}"
        where = f", {self.where}" if self.where else ""
        return SlipError(f"{self.file}, line {self.line(key)}{where}: {said}{hint}")

    def line(self, key: str) -> int:
        """The line of a key in this table, else that where the table begins."""
        lines = self.source.splitlines()
        pattern = re.compile(rf"(^|[\s{{,\[.]){re.escape(key)}\]*\s*(=|$)")
        for number in range(self.begins, len(lines)):
            if number > self.begins and self._ends(lines[number]):
                break
            if pattern.search(lines[number]):
                return number + 1
        return self.begins + 1

    def _ends(self, line: str) -> bool:
        return bool(self.where) and line.strip() == "[[exercise]]"

    def inner(self, entry: object, at: int, where: str) -> "Reader":
        """The table number `at` of a list [[exercise]]."""
        if not isinstance(entry, dict):
            raise self.slip("exercise", "an exercise must be a table")
        headers = [
            number
            for number, line in enumerate(self.source.splitlines())
            if line.strip() == "[[exercise]]"
        ]
        begins = headers[at] if at < len(headers) else 0
        return Reader(entry, self.file, self.source, begins, where)

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

    def table(self, key: str) -> "Reader":
        """A table in this one."""
        value = self.entry.get(key)
        if not isinstance(value, dict):
            raise self.slip(key, f"{key} must be a table")
        return self._at(key, value)

    def tables(self, key: str) -> Iterable["Reader"]:
        """A list of tables in this one; it may be left out."""
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(o, dict) for o in value):
            raise self.slip(key, f"{key} must be a list of tables")
        return [self._at(key, one) for one in value]

    def settings(self, key: str) -> dict[str, Any]:
        """A table of texts and numbers; it may be left out."""
        value = self.entry.get(key, {})
        plain = str | int | float
        if not isinstance(value, dict) or not all(
            isinstance(one, plain) for one in value.values()
        ):
            raise self.slip(key, f"{key} must be a table of texts and numbers")
        return value

    def _at(self, key: str, entry: dict[str, Any]) -> "Reader":
        line = self.line(key) - 1
        return Reader(entry, self.file, self.source, line, self.where or key)
