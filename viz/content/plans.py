"""Plans of a teacher: a lecture slide by slide, or a class minute by minute.

`assets/lessons/<lang>/lectures/*.toml` and `classes/*.toml` hold one plan each, which a
teacher writes without code; the name of the file is its name in an address. A slip is
refused with the file, the line and the nearest known key. README.md beside them says
what each key is for.
"""

import difflib
import functools
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from viz.content import languages, presets
from viz.content import path as way
from viz.content.texts import language

FOLDERS = ("classes", "lectures")
MOST = 60
WITH_TARGET = {"bahdanau", "transformer", "compare"}
"""The pages that force the French of a preset."""


class SlipError(ValueError):
    """What is wrong in a plan: file, line, and what would fit."""


@dataclass(frozen=True)
class Stop:
    """A state to show: when (a slide, minutes), one line, what to ask, what to say."""

    when: str
    line: str
    path: str
    state: Mapping[str, str]
    ask: str = ""
    say: str = ""

    @property
    def opened(self) -> dict[str, str]:
        """What its address says; a preset brings its sentence and its French along."""
        chosen = {one.id: one for one in presets.shipped()}
        preset = chosen.get(self.state.get("preset", ""))
        if preset is None:
            return dict(self.state)
        given = {"sentence": preset.english}
        if self.path in WITH_TARGET:
            given["target"] = preset.french
        return {**given, **self.state}


@dataclass(frozen=True)
class Symbol:
    """A letter of a lecture, ours, and what it stands for."""

    theirs: str
    ours: str
    means: str


@dataclass(frozen=True)
class Plan:
    """A class or a lecture: its states in their order.

    `short` is how a lecture is called in the list of slips; `missing` is what no page
    shows yet.
    """

    name: str
    title: str
    line: str
    short: str
    stops: tuple[Stop, ...] = field(repr=False)
    symbols: tuple[Symbol, ...] = field(repr=False)
    missing: tuple[str, ...] = field(repr=False)


@functools.cache
def names(folder: str) -> tuple[str, ...]:
    """The plans of a folder that are shipped, as addresses name them."""
    files = (languages.FOLDER / languages.ENGLISH / folder).glob("*.toml")
    return tuple(sorted(path.stem for path in files))


def every() -> tuple[str, ...]:
    """Every name of a plan."""
    return tuple(name for folder in FOLDERS for name in names(folder))


def plan(name: str) -> Plan:
    """A plan in the language of this run, else in English.

    Raises LookupError where there is none, SlipError where it cannot be read.
    """
    return _shipped(name, language())


def of_folder(folder: str) -> tuple[Plan, ...]:
    """Every plan of a folder that can be read, in the order of their names."""
    return tuple(plan(name) for name in names(folder))


@functools.cache
def _shipped(name: str, lang: str) -> Plan:
    folder = next((one for one in FOLDERS if name in names(one)), None)
    if folder is None:
        raise LookupError(name)
    file = f"{folder}/{name}.toml"
    other = None if lang == languages.ENGLISH else languages.own(lang, file, read)
    return other or read(languages.FOLDER / languages.ENGLISH / file)


def read(path: Path) -> Plan:
    """Read and check a file."""
    text = languages.text_of(path)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as slip:
        raise SlipError(f"{path.name}: {slip}") from slip
    top = _Table(content, path.name, text)
    top.only("title", "line", "short", "stop", "symbol", "missing")
    stops = tuple(map(_stop, top.tables("stop", "when", "line", "opens", "ask", "say")))
    if not 1 <= len(stops) <= MOST:
        raise top.slip("stop", f"give 1 to {MOST} tables [[stop]]")
    symbols = top.tables("symbol", "theirs", "ours", "means")
    missing = content.get("missing", [])
    if not isinstance(missing, list) or not all(isinstance(o, str) for o in missing):
        raise top.slip("missing", "missing must be a list of texts")
    return Plan(
        path.stem,
        top.text("title"),
        top.text("line"),
        top.text("short", ""),
        stops,
        tuple(
            Symbol(one.text("theirs"), one.text("ours"), one.text("means", ""))
            for one in symbols
        ),
        tuple(missing),
    )


def _stop(of: "_Table") -> Stop:
    page, _, query = of.text("opens").partition("?")
    places = {name or way.START: name for name in way.load().places}
    if page not in places:
        raise of.slip("opens", f"there is no page {page!r}", page, places)
    state = dict(parse_qsl(query, keep_blank_values=True))
    preset = state.get("preset")
    if preset is not None:
        known = [one.id for one in presets.shipped()]
        if preset not in known:
            raise of.slip("opens", f"there is no preset {preset!r}", preset, known)
    return Stop(
        of.text("when"),
        of.text("line"),
        places[page],
        state,
        of.text("ask", ""),
        of.text("say", ""),
    )


@dataclass(frozen=True)
class _Table:
    """One table of a file, and the line before which it begins."""

    entry: Mapping[str, Any]
    file: str
    source: str
    begins: int = 0

    def slip(
        self, key: str, said: str, wrong: str = "", known: Collection[str] = ()
    ) -> SlipError:
        """The error for a key: file, line, what is wrong, the nearest that is known."""
        near = difflib.get_close_matches(wrong, known, 1, 0.5)
        hint = f"; the nearest is {near[0]}" if near else ""
        if known and not near:
            hint = f"; there are {', '.join(sorted(known))}"
        return SlipError(f"{self.file}, line {self._line(key)}: {said}{hint}")

    def _line(self, key: str) -> int:
        lines = self.source.splitlines()
        for number in range(self.begins, len(lines)):
            if re.match(rf"\[*{re.escape(key)}\]*\s*(=|$)", lines[number]):
                return number + 1
        return self.begins + 1

    def only(self, *known: str) -> None:
        """Refuse every other key."""
        for key in self.entry:
            if key not in known:
                raise self.slip(key, f"unknown key {key!r}", key, known)

    def text(self, key: str, usual: str | None = None) -> str:
        """A text; one without a usual value must say something."""
        value = self.entry.get(key, usual)
        if not isinstance(value, str) or (usual is None and not value.strip()):
            raise self.slip(key, f"{key} must be a text")
        return value.strip()

    def tables(self, key: str, *known: str) -> list["_Table"]:
        """A list of tables, each with no other than these keys."""
        entries = self.entry.get(key, [])
        if not isinstance(entries, list) or not all(
            isinstance(one, dict) for one in entries
        ):
            raise self.slip(key, f"{key} must be tables [[{key}]]")
        begins = [
            number
            for number, line in enumerate(self.source.splitlines())
            if line.strip() == f"[[{key}]]"
        ]
        found = [
            _Table(one, self.file, self.source, at)
            for one, at in zip(entries, begins, strict=False)
        ]
        for one in found:
            one.only(*known)
        return found
