"""The path: nine lessons in their order, and the pages beside it.

`assets/lessons/en/path.toml` names every page of the app once. Menus, the bar under
the header and the card at the end of a page are drawn from it; no page draws its own.
Another language has a file like it, of which only the words to the reader are read.
"""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Any
from urllib.parse import parse_qsl

from viz.content import languages
from viz.content.texts import language

NAME = "path.toml"
START = "start"  # how the file calls the page whose address is empty
WORDS = ("title", "lesson", "line", "know")
"""What is said to the reader; the rest of the file is the same in every language."""


@dataclass(frozen=True)
class Place:
    """A page of the app: its address, its title, one line, what is known at its end.

    `state` is what a link of the path adds to the address. `leads` is the address of
    the page that the last of the path, or one beside it, leads to; None for nowhere.
    Without the model that it `needs` a page stands in no menu, and nothing leads there.
    """

    path: str
    title: str
    lesson: str
    line: str
    know: str
    state: tuple[tuple[str, str], ...] = ()
    leads: str | None = None
    needs: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson of the path: its number from 1, and its pages in their order."""

    number: int
    pages: tuple[Place, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.pages[0].lesson

    @property
    def line(self) -> str:
        """One line on it."""
        return self.pages[0].line

    @property
    def state(self) -> tuple[tuple[str, str], ...]:
        """What a link to it adds to the address."""
        return self.pages[0].state

    @property
    def know(self) -> str:
        """What is known at its end."""
        return self.pages[-1].know


@dataclass(frozen=True)
class Path:
    """The lessons in their order, the other pages of the menus, and every page."""

    lessons: tuple[Lesson, ...]
    beside: tuple[Place, ...]
    help: tuple[Place, ...]
    models: tuple[Place, ...]
    beyond: tuple[Place, ...]
    places: Mapping[str, Place]

    def lesson(self, path: str) -> Lesson | None:
        """The lesson that a page belongs to; None for a page beside the path."""
        for lesson in self.lessons:
            if any(place.path == path for place in lesson.pages):
                return lesson
        return None

    def following(self, path: str) -> Place | None:
        """The page after this one; after the last, where it leads, if anywhere."""
        return self._walked(path, 1)

    def before(self, path: str) -> Place | None:
        """The page before this one on the path."""
        return self._walked(path, -1)

    def _walked(self, path: str, step: int) -> Place | None:
        pages = [place for lesson in self.lessons for place in lesson.pages]
        at = next((n for n, place in enumerate(pages) if place.path == path), None)
        if at is not None and 0 <= at + step < len(pages):
            return pages[at + step]
        leads = self.places[path].leads
        return self.places[leads] if step > 0 and leads is not None else None


def the_path() -> Path:
    """The path in the language of this run."""
    return load(language())


@functools.cache
def load(lang: str = languages.ENGLISH) -> Path:
    """The path in a language; what it does not say, or leaves blank, is in English."""
    english = read(languages.FOLDER / languages.ENGLISH / NAME)
    if lang == languages.ENGLISH:
        return english
    said = languages.own(lang, NAME, said_in) or {}
    return _said_otherwise(english, said)


def read(file: File) -> Path:
    """The path in a file.

    Raises ValueError naming the page that is wrong and what it lacks.
    """
    tables = tomllib.loads(languages.text_of(file))
    order = tables.pop("path")
    places = {name: _place(name, entry) for name, entry in tables.items()}

    def named(names: list[str]) -> tuple[Place, ...]:
        for name in names:
            if name not in places:
                raise ValueError(f"{NAME}: {name} is in the path and is no page")
        return tuple(places[name] for name in names)

    named([entry["next"] for entry in tables.values() if "next" in entry])
    return Path(
        tuple(Lesson(n, named(pages)) for n, pages in enumerate(order["lessons"], 1)),
        named(order["beside"]),
        named(order["help"]),
        named(order["models"]),
        named(order.get("beyond", [])),
        {place.path: place for place in places.values()},
    )


def said_in(file: File) -> dict[str, dict[str, str]]:
    """The words to the reader that a file has, by the page and their name."""
    tables = tomllib.loads(languages.text_of(file))
    return {
        page: {
            name: text
            for name, text in entry.items()
            if name in WORDS and isinstance(text, str) and text.strip()
        }
        for page, entry in tables.items()
        if page != "path" and isinstance(entry, dict)
    }


def _place(name: str, entry: Mapping[str, Any]) -> Place:
    for word in ("title", "line", "know"):
        if not isinstance(entry.get(word), str):
            raise ValueError(f"{NAME}: {name} needs a text called {word}")
    leads = entry.get("next")
    return Place(
        _address(name),
        entry["title"],
        entry.get("lesson", entry["title"]),
        entry["line"],
        entry["know"],
        tuple(parse_qsl(entry.get("opens", ""))),
        None if leads is None else _address(leads),
        entry.get("needs", ""),
    )


def _address(name: str) -> str:
    return "" if name == START else name


def _said_otherwise(english: Path, said: Mapping[str, Mapping[str, str]]) -> Path:
    def other(place: Place) -> Place:
        words = dict(said.get(place.path or START, {}))
        if "title" in words and place.lesson == place.title:
            words["lesson"] = words["title"]
        return replace(place, **words)

    def others(places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(map(other, places))

    return Path(
        tuple(Lesson(one.number, others(one.pages)) for one in english.lessons),
        others(english.beside),
        others(english.help),
        others(english.models),
        others(english.beyond),
        {path: other(place) for path, place in english.places.items()},
    )
