"""The text of a page, as a file that a teacher edits without Python.

A lesson is Markdown. `{{ name }}` alone on a line is the place of something the page
draws there; inside a line it is a value that the page fills in.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from viz.content import languages, made_from

SLOT = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")
IDEA = "idea"
"""The one idea of a stop: a value, even where it has a line of its own."""


@dataclass(frozen=True)
class Slot:
    """The place of something that a page draws."""

    name: str


@dataclass(frozen=True)
class Lesson:
    """Markdown and the places between it, in reading order."""

    page: str
    parts: tuple[str | Slot, ...]

    def filled(self, values: Mapping[str, str]) -> Iterator[str | Slot]:
        """The parts with every value written in; values are Markdown of ours.

        Raises ValueError naming the lesson and the value that is missing.
        """
        for part in self.parts:
            yield part if isinstance(part, Slot) else self._written(part, values)

    def slots(self) -> set[str | Slot]:
        """What a page fills in: values in lines by their names, and places."""
        found: set[str | Slot] = set()
        for part in self.parts:
            found |= {part} if isinstance(part, Slot) else {*SLOT.findall(part)}
        return found

    def _written(self, text: str, values: Mapping[str, str]) -> str:
        def value(slot: re.Match[str]) -> str:
            if slot[1] not in values:
                raise ValueError(f"lesson {self.page}: no value for {slot[1]}")
            return values[slot[1]]

        return SLOT.sub(value, text)


@functools.lru_cache(maxsize=64)
def load(page: str, lang: str = languages.ENGLISH) -> Lesson:
    """The lesson of a page in a language, in English where there is no other.

    One that is blank, is stale, or has a slot that the English one has not, is as if it
    were not there. Raises FileNotFoundError when the page has no lesson at all.
    """
    name = f"{page}.md"
    text = languages.text_of(languages.FOLDER / languages.ENGLISH / name)
    english = parse(page.rpartition("/")[2], text)
    if lang == languages.ENGLISH or made_from.is_stale(lang, f"{name}: lesson", text):
        return english
    other = languages.own(lang, name, read)
    fits = other and other.parts and other.slots() <= english.slots()
    return other if other and fits else english


def read(path: Path) -> Lesson:
    """The lesson in a file."""
    return parse(path.stem, languages.text_of(path))


def led(text: str) -> tuple[str, str]:
    """The title of a lesson with the paragraph under it, and the rest.

    Markdown that does not begin with a title is all rest.
    """
    if not text.startswith("# "):
        return "", text
    title, _, below = text.partition("\n\n")
    lead, _, rest = below.partition("\n\n")
    return f"{title}\n\n{lead}".rstrip(), rest


def until_heading(text: str) -> tuple[str, str]:
    """Markdown before its first heading, and the rest from there on."""
    found = re.search(r"^#+ ", text, re.MULTILINE)
    at = found.start() if found else len(text)
    return text[:at].rstrip(), text[at:]


def parse(page: str, text: str) -> Lesson:
    """Cut a lesson at the lines that hold nothing but a slot."""
    parts: list[str | Slot] = []
    lines: list[str] = []
    for line in [*text.splitlines(), None]:
        slot = SLOT.fullmatch(line.strip()) if line is not None else None
        if line is not None and (slot is None or slot[1] == IDEA):
            lines.append(line)
            continue
        if written := "\n".join(lines).strip():
            parts.append(written)
        lines = []
        if slot is not None:
            parts.append(Slot(slot[1]))
    return Lesson(page, tuple(parts))
