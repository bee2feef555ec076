"""What is said in English and not yet in another language."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import core
from viz.content import (
    examples,
    exercise_sets,
    languages,
    lessons,
    presets,
    texts,
    walk_texts,
)
from viz.content import path as way
from viz.content.exercises import ExerciseSet

ERRORS = "texts/errors.toml"
SAID = ("ask", "right", "wrong", "unsure", "explain")
Entries = Mapping[str, texts.Entry]


def missing(lang: str) -> dict[str, str]:
    """'file: entry' and its English, for all that falls back to it; in a fixed order.

    An entry with other slots than the English one is listed too, and what is there and
    has no such name in English, and a file that cannot be read, with the reason.
    """
    if lang == languages.ENGLISH:
        return {}
    english, other = (languages.FOLDER / name for name in (languages.ENGLISH, lang))
    found: dict[str, str] = {}
    for name in sorted({*_files(english), *_files(other), ERRORS}):
        wanted = _entries(english, name)
        if name == ERRORS:
            wanted = {**errors(), **wanted}
        elif not (other / name).is_file():
            found[name] = ""
            continue
        try:
            found |= _unlike(name, wanted, _entries(other, name))
        except languages.UNUSABLE as slip:
            found[f"{name} cannot be used: {slip}"] = ""
    return found | _exercises(lang)


def _exercises(lang: str) -> dict[str, str]:
    """The same for the sets of exercises, which have a folder of their own.

    A set is read as a whole: what it says are the questions, what it lacks stays away.
    """
    found: dict[str, str] = {}
    for name in exercise_sets.names():
        path = exercise_sets.FOLDER / lang / f"{name}.toml"
        file = f"exercises/{path.name}"
        if not path.is_file():
            found[file] = ""
            continue
        try:
            english, other = exercise_sets.shipped(name), exercise_sets.load(path)
            found |= _unlike(file, _asked(english), _asked(other))
        except languages.UNUSABLE as slip:
            found[f"{file} cannot be used: {slip}"] = ""
    return found


def _asked(of: ExerciseSet) -> Entries:
    """What a set says, by the names of its exercises and their texts."""
    said = {"title": of.title, "about": of.about}
    for one in of.exercises:
        named = {name: getattr(one, name) for name in SAID}
        named |= {f"when.{at}": when.say for at, when in enumerate(one.when, 1)}
        said |= {f"{one.id}.{name}": text for name, text in named.items() if text}
    return said


def errors() -> dict[str, str]:
    """The English texts of the errors that `core` raises for a reader, by their names.

    What is computed in one is shown as "…": a text with slots can be translated, that
    cannot.
    """
    found: dict[str, str] = {}
    for path in sorted(Path(str(core.__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="InputError" | "DamagedModel"),
                    args=[ast.Constant(value=str(name)), text],
                ):
                    found[name] = _written(text)
    return found


def _written(text: ast.expr) -> str:
    match text:
        case ast.Constant(value=str(said)):
            return said
        case ast.JoinedStr(values=parts):
            return "".join(map(_written, parts))
        case ast.BinOp(left=first, right=second):
            return _written(first) + _written(second)
    return "…"


def _files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in {".md", ".toml"}
    }


def _unlike(file: str, english: Entries, other: Entries) -> Iterator[tuple[str, str]]:
    for entry, text in english.items():
        if entry not in other:
            yield f"{file}: {entry}", _shown(text)
        elif _slots(text) != _slots(other[entry]):
            yield f"{file}: {entry} has other slots", _shown(text)
    for entry in other:
        if entry not in english:
            yield f"{file}: {entry} is not in English", ""


def _entries(folder: Path, name: str) -> Entries:
    """The texts of a file by their names; a lesson is one. Empty without a file."""
    path = folder / name
    if not path.is_file():
        return {}
    if path.suffix == ".md":
        lesson = languages.text_of(path)
        return {"lesson": lesson} if lesson.strip() else {}
    if name.endswith("-walk.toml"):
        return _by_two(walk_texts.own(path))
    if name == way.NAME:
        return _by_two(way.said_in(path))
    if name == presets.SHIPPED.name:
        return _by_two(presets.said_in(path))
    if name == examples.NAME:
        return examples.said_in(path)
    return texts.read(path)


def _by_two(tables: Mapping[str, Mapping[str, object]]) -> Entries:
    """The entries of tables as `table.entry`; pairs of words are one text."""
    return {
        f"{table}.{name}": text if isinstance(text, str) else f"{text}"
        for table, entries in tables.items()
        for name, text in entries.items()
        if text
    }


def _shown(entry: texts.Entry) -> str:
    return entry if isinstance(entry, str) else entry["other"]


def _slots(entry: texts.Entry) -> set[str]:
    return texts.slots_of(entry) | {*re.findall(lessons.SLOT, _shown(entry))}
