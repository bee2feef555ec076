"""The path: its stops in their order, by lessons, and the pages beside it.

`assets/lessons/en/path.toml` names every page of the app once, and every stop: an
address, the one idea that is met there, what one knows afterwards. The tour, the bar
under the header, the menus, *All lessons* and *Present* are drawn from this file; no
page draws its own. Another language has a file like it, of which only the words to the
reader are read.
"""

import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as File
from typing import Any
from urllib.parse import parse_qsl

from viz.content import languages, made_from
from viz.content.texts import language

NAME = "path.toml"
START = "start"  # how the file calls the page whose address is empty
STOP = "stop"  # under which table the stops stand
TOUR, AGAIN = "tour", "again"
"""Under which name an address says the stop, and the few that are looked at again."""
WORDS = ("title", "lesson", "line", "idea", "know")
"""What is said to the reader; the rest of the file is the same in every language."""


@dataclass(frozen=True)
class Place:
    """A page of the app: its address, its title, one line, what is known at its end.

    `leads` is the address of the page that one beside the path leads to; None for
    nowhere. Without the model that it `needs` a page stands in no menu, and nothing
    leads there.
    """

    path: str
    title: str
    line: str
    know: str
    leads: str | None = None
    needs: str = ""


@dataclass(frozen=True)
class Stop:
    """A stop of the path: a page and its state, and the one idea that is met there.

    `minutes` are those it takes to read and to try. Where a lesson begins here,
    `lesson` is what that lesson is called and `line` says it in one line.
    """

    name: str
    path: str
    state: tuple[tuple[str, str], ...]
    title: str
    idea: str
    know: str
    minutes: float
    lesson: str = ""
    line: str = ""

    @property
    def opened(self) -> dict[str, str]:
        """What its address says: its state, and that one is on the path."""
        return {**dict(self.state), TOUR: self.name}

    @property
    def step(self) -> int:
        """The step of its page, from 1."""
        return int(dict(self.state).get("step", "1"))

    def fits(self, path: str, step: int) -> bool:
        """Whether a page is at this stop, at that step."""
        return (path, step) == (self.path, self.step)


@dataclass(frozen=True)
class Lesson:
    """A lesson of the path: its number from 1, and its stops in their order."""

    number: int
    stops: tuple[Stop, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.stops[0].lesson

    @property
    def line(self) -> str:
        """One line on it."""
        return self.stops[0].line


@dataclass(frozen=True)
class Path:
    """The lessons in their order, the other pages of the menus, and every page.

    `end` is where the last stop leads; it is none of the stops.
    """

    lessons: tuple[Lesson, ...]
    beside: tuple[Place, ...]
    help: tuple[Place, ...]
    models: tuple[Place, ...]
    beyond: tuple[Place, ...]
    places: Mapping[str, Place]
    end: Stop

    @functools.cached_property
    def stops(self) -> tuple[Stop, ...]:
        """Every stop, in the order of the path."""
        return tuple(stop for lesson in self.lessons for stop in lesson.stops)

    @property
    def elsewhere(self) -> frozenset[str]:
        """The pages that are more than a lesson: a stop there is known by its name."""
        return frozenset(("", *(place.path for place in self.models)))

    def among(self, names: Sequence[str]) -> tuple[Stop, ...]:
        """The stops of those names, in the order of the path; all where none is one."""
        return tuple(stop for stop in self.stops if stop.name in names) or self.stops

    def named(self, name: str) -> Stop | None:
        """The stop of that name."""
        return next((stop for stop in self.stops if stop.name == name), None)

    def at(self, path: str, step: int, tour: str) -> Stop | None:
        """The stop that an address is at; None beside the path.

        The one that the address names, where it is at it. The step of a lesson is a
        stop by itself; a page that is more than a lesson must be told.
        """
        named = self.named(tour)
        if named is not None and named.fits(path, step):
            return named
        if path in self.elsewhere:
            return None
        return next((stop for stop in self.stops if stop.fits(path, step)), None)

    def lesson(self, stop: Stop) -> Lesson:
        """The lesson that a stop belongs to."""
        return next(one for one in self.lessons if stop in one.stops)

    def first(self, path: str) -> Stop | None:
        """The first stop on a page."""
        return next((stop for stop in self.stops if stop.path == path), None)

    def pages(self, lesson: Lesson) -> tuple[Place, ...]:
        """The pages of a lesson, each once."""
        return tuple(
            self.places[p] for p in dict.fromkeys(s.path for s in lesson.stops)
        )

    def onward(self, path: str, step: int) -> Stop | None:
        """The stop that a step beside the path leads to: the next on its page or after.

        None on a page without stops, and after the last.
        """
        here = [at for at, stop in enumerate(self.stops) if stop.path == path]
        if not here:
            return None
        later = (at for at in here if self.stops[at].step > step)
        at = next(later, here[-1] + 1)
        return self.stops[at] if at < len(self.stops) else None


def the_path() -> Path:
    """The path in the language of this run."""
    return load(language())


@functools.cache
def load(lang: str = languages.ENGLISH) -> Path:
    """The path in a language; what it does not say, or leaves blank, is in English."""
    file = languages.FOLDER / languages.ENGLISH / NAME
    if lang == languages.ENGLISH:
        return read(file)
    english, said = said_in(file), languages.own(lang, NAME, said_in) or {}
    fresh = {
        page: made_from.fresh(lang, f"{NAME}: {page}.", words, english.get(page, {}))
        for page, words in said.items()
    }
    return _said_otherwise(read(file), fresh)


@functools.cache
def stop_names() -> tuple[str, ...]:
    """The names of the stops, as addresses name them."""
    return tuple(stop.name for stop in load().stops)


def read(file: File) -> Path:
    """The path in a file.

    Raises ValueError naming the page or stop that is wrong and what it lacks.
    """
    tables = tomllib.loads(languages.text_of(file))
    order, said = tables.pop("path"), tables.pop(STOP)
    places = {name: _place(name, entry) for name, entry in tables.items()}
    stops = {name: _stop(name, entry, places) for name, entry in said.items()}

    def named(names: Sequence[str], there: Mapping[str, Any]) -> tuple[Any, ...]:
        for name in names:
            if name not in there:
                raise ValueError(f"{NAME}: {name} is in the path and is not described")
        return tuple(there[name] for name in names)

    leads = [entry["next"] for entry in tables.values() if "next" in entry]
    named(leads, places)
    lessons = tuple(
        Lesson(n, named(names, stops)) for n, names in enumerate(order["lessons"], 1)
    )
    for lesson in lessons:
        if not (lesson.title and lesson.line):
            name = lesson.stops[0].name
            raise ValueError(
                f"{NAME}: {name} begins a lesson: it needs lesson and line"
            )
    return Path(
        lessons,
        named(order["beside"], places),
        named(order["help"], places),
        named(order["models"], places),
        named(order.get("beyond", []), places),
        {place.path: place for place in places.values()},
        named([order["end"]], stops)[0],
    )


def said_in(file: File) -> dict[str, dict[str, str]]:
    """The words to the reader that a file has, by the page or stop and their name."""
    tables = tomllib.loads(languages.text_of(file))
    stops = tables.pop(STOP, {})
    if isinstance(stops, dict):
        tables |= {f"{STOP}.{name}": entry for name, entry in stops.items()}
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
    _needs(name, entry, "title", "line", "know")
    leads = entry.get("next")
    return Place(
        _address(name),
        entry["title"],
        entry["line"],
        entry["know"],
        None if leads is None else _address(leads),
        entry.get("needs", ""),
    )


def _stop(name: str, entry: Mapping[str, Any], places: Mapping[str, Place]) -> Stop:
    _needs(name, entry, "title", "opens", "idea", "know")
    page, _, state = entry["opens"].partition("?")
    if page not in places:
        raise ValueError(f"{NAME}: {name} opens {page}, which is no page")
    return Stop(
        name,
        _address(page),
        tuple(parse_qsl(state)),
        entry["title"],
        entry["idea"],
        entry["know"],
        float(entry["minutes"]),
        entry.get("lesson", ""),
        entry.get("line", ""),
    )


def _needs(name: str, entry: Mapping[str, Any], *words: str) -> None:
    for word in words:
        if not isinstance(entry.get(word), str):
            raise ValueError(f"{NAME}: {name} needs a text called {word}")


def _address(name: str) -> str:
    return "" if name == START else name


def _said_otherwise(english: Path, said: Mapping[str, Mapping[str, str]]) -> Path:
    def other(place: Place) -> Place:
        words = dict(said.get(place.path or START, {}))
        return replace(place, **{k: v for k, v in words.items() if hasattr(place, k)})

    def others(places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(map(other, places))

    def stops(lesson: Lesson) -> tuple[Stop, ...]:
        found = (said.get(f"{STOP}.{stop.name}", {}) for stop in lesson.stops)
        return tuple(
            replace(one, **words)
            for one, words in zip(lesson.stops, found, strict=True)
        )

    return Path(
        tuple(Lesson(one.number, stops(one)) for one in english.lessons),
        others(english.beside),
        others(english.help),
        others(english.models),
        others(english.beyond),
        {path: other(place) for path, place in english.places.items()},
        replace(english.end, **said.get(f"{STOP}.{english.end.name}", {})),
    )
