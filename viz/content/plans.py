"""Plans of a teacher: a lecture slide by slide, or a class minute by minute.

`assets/lessons/<lang>/lectures/*.toml` and `classes/*.toml` hold one plan each, which a
teacher writes without code; the name of the file is its name in an address. A slip is
refused with the file, the line and the nearest known key. README.md beside them says
what each key is for.
"""

import functools
from dataclasses import dataclass, field
from pathlib import Path

from viz.content import languages, slips, translated
from viz.content.opened import Opened, opened_by
from viz.content.path import the_path
from viz.content.slips import Reader
from viz.content.texts import language, texts

FOLDERS = ("classes", "lectures")
WORDS = (
    *("title", "line", "stop.when", "stop.line", "stop.ask", "stop.say"),
    *("symbol.ours", "symbol.means", "missing"),
)
"""What another language says anew."""
MOST = 60
TOUR = "tour"
"""The path itself, as a plan."""


@dataclass(frozen=True)
class Stop(Opened):
    """A state to show: when (a slide, minutes), one line, what to ask, what to say."""

    when: str
    line: str
    ask: str = ""
    say: str = ""


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
    return (*(name for folder in FOLDERS for name in names(folder)), TOUR)


def plan(name: str) -> Plan:
    """A plan in the language of this run, else in English.

    Raises LookupError where there is none, SlipError where it cannot be read.
    """
    return _path() if name == TOUR else _shipped(name, language())


def _path() -> Plan:
    """The path as a class: each stop with its minutes from the beginning."""
    say, stops, begun = texts("lessons"), [], 0.0
    for one in the_path().stops:
        until = begun + one.minutes
        when = f"{begun:.0f}–{until:.0f}"
        stops.append(Stop(one.path, one.opened, when, one.title, "", one.idea))
        begun = until
    title, line = say("path.plan"), say("path.plan_line", n=round(begun))
    return Plan(TOUR, title, line, "", tuple(stops), (), ())


def of_folder(folder: str) -> tuple[Plan, ...]:
    """Every plan of a folder that can be read, in the order of their names."""
    return tuple(plan(name) for name in names(folder))


@functools.cache
def _shipped(name: str, lang: str) -> Plan:
    folder = next((one for one in FOLDERS if name in names(one)), None)
    if folder is None:
        raise LookupError(name)
    return _made(name, translated.read(lang, f"{folder}/{name}.toml", WORDS))


def read(path: Path) -> Plan:
    """Read and check a file."""
    return _made(path.stem, slips.read(path))


def _made(name: str, top: Reader) -> Plan:
    top.known("title", "line", "short", "stop", "symbol", "missing")
    stops = tuple(map(_stop, top.tables("stop")))
    if not 1 <= len(stops) <= MOST:
        raise top.slip("stop", f"give 1 to {MOST} tables [[stop]]")
    return Plan(
        name,
        top.text("title"),
        top.text("line"),
        top.text("short", ""),
        stops,
        tuple(map(_symbol, top.tables("symbol"))),
        tuple(top.words("missing")),
    )


def _stop(of: Reader) -> Stop:
    of.known("when", "line", "opens", "ask", "say")
    opened = opened_by(of)
    return Stop(
        opened.path,
        opened.state,
        of.text("when"),
        of.text("line"),
        of.text("ask", ""),
        of.text("say", ""),
    )


def _symbol(of: Reader) -> Symbol:
    of.known("theirs", "ours", "means")
    return Symbol(of.text("theirs"), of.text("ours"), of.text("means", ""))
