"""What is said in English and not yet, or not any more, in another language."""

import ast
import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import core
from core import errors as errors_of
from viz.content import (
    examples,
    exercise_sets,
    languages,
    made_from,
    plans,
    presets,
    references,
    slips,
    texts,
    translated,
    walk_texts,
)
from viz.content import path as way
from viz.content.structure import unlike

ERRORS = "texts/errors.toml"
COMPUTED = "…"
CHANGED = "changed since"
Entries = Mapping[str, texts.Entry]


class Lack(NamedTuple):
    """An entry, its English, and what is wrong; nothing where it is not there."""

    entry: str
    english: str
    wrong: str = ""


def missing(lang: str) -> dict[str, str]:
    """'file: entry' and its English, for all that falls back to it; in a fixed order.

    An entry whose English has changed since is listed too, and one of another structure
    than the English one, and what is there and has no such name in English, and a file
    that cannot be read, with the reason.
    """
    found = {f"{one.entry} {one.wrong}".strip(): one.english for one in lacks(lang)}
    known, here = made_from.recorded(lang), made_of(lang)
    if unknown := [entry for entry in here if entry not in known]:
        found[f"{made_from.NAME}: {len(unknown)} entries are not in it"] = ""
    return found


def lacks(lang: str) -> Iterator[Lack]:
    """The same with what is wrong apart from what is not there."""
    for file, name, folder in _every(lang):
        try:
            yield from _lacking(lang, file, name, folder)
        except languages.UNUSABLE as slip:
            yield Lack(file, "", f"cannot be used: {slip}")


def made_of(lang: str) -> dict[str, str]:
    """The digest of the English of all that a language says, by its entries.

    Of an error whose text is computed there is none.
    """
    found: dict[str, str] = {}
    for file, name, folder in _every(lang):
        try:
            english, other = _pair(lang, name, folder)
        except languages.UNUSABLE:
            continue
        found |= {
            f"{file}: {entry}": made_from.digest(text)
            for entry, text in english.items()
            if entry in other and not (name == ERRORS and COMPUTED in text)
        }
    return found


def errors() -> Mapping[str, str]:
    """The English texts of the errors that `core` raises for a reader, by their names.

    What is computed in one is shown as "…": a text with slots can be translated, that
    cannot.
    """
    return _raised(Path(str(core.__file__)).parent)


@functools.cache
def _raised(folder: Path) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")):
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
        case ast.Name(id=name) if isinstance(said := getattr(errors_of, name, 0), str):
            return said  # one that several raise
    return COMPUTED


def _every(lang: str) -> Iterator[tuple[str, str, Path]]:
    """Every file of English and of a language: as it is listed, its name, its folder.

    Sets of exercises have a folder of their own.
    """
    if lang == languages.ENGLISH:
        return
    for folder in (languages.FOLDER, exercise_sets.FOLDER):
        of_lessons = {ERRORS} if folder == languages.FOLDER else set[str]()
        files = (_files(folder / one) for one in (languages.ENGLISH, lang))
        for name in sorted(of_lessons.union(*files)):
            yield translated.listed(name, folder), name, folder


def _files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in {".md", ".toml"}
    }


def _lacking(lang: str, file: str, name: str, folder: Path) -> Iterator[Lack]:
    if name != ERRORS and not (folder / lang / name).is_file():
        yield Lack(file, "")
        return
    english, other = _pair(lang, name, folder)
    for entry, text in english.items():
        called, shown = f"{file}: {entry}", _shown(text)
        if entry not in other:
            yield Lack(called, shown)
        elif wrong := unlike(text, other[entry]):
            yield Lack(called, shown, f"has other {wrong}")
        elif made_from.is_stale(lang, called, text):
            yield Lack(called, shown, CHANGED)
    for entry in other:
        if entry not in english:
            yield Lack(f"{file}: {entry}", "", "not in English")
    if words := _words(name, folder):
        of_english, rest = (
            translated.rest_of(slips.read(folder / one / name).entry, words)
            for one in (languages.ENGLISH, lang)
        )
        for entry, value in rest.items():
            if of_english.get(entry) != value:
                yield Lack(f"{file}: {entry}", "", "unlike English")


def _pair(lang: str, name: str, folder: Path) -> tuple[Entries, Entries]:
    """What English says in a file, and what the language does."""
    english = _entries(folder / languages.ENGLISH / name, name, folder)
    if name == ERRORS:
        english = {**errors(), **english}
    if name == presets.SHIPPED.name:
        english = _by_two(presets.english_for(lang))
    return english, _entries(folder / lang / name, name, folder)


def _words(name: str, folder: Path) -> tuple[str, ...]:
    """What is said to the reader in a file of lists; nothing for another file."""
    if folder == exercise_sets.FOLDER:
        return exercise_sets.WORDS
    if name.partition("/")[0] in plans.FOLDERS:
        return plans.WORDS
    of = {examples.NAME: examples.WORDS, references.NAME: references.WORDS}
    return of.get(name, ())


def _entries(path: Path, name: str, folder: Path) -> Entries:
    """The texts of a file by their names; a lesson is one. Empty without a file."""
    if not path.is_file():
        return {}
    if path.suffix == ".md":
        lesson = languages.text_of(path)
        return {"lesson": lesson} if lesson.strip() else {}
    if words := _words(name, folder):
        return translated.said_in(slips.read(path).entry, words)
    if name.endswith("-walk.toml"):
        return _by_two(walk_texts.own(path))
    if name == way.NAME:
        return _by_two(way.said_in(path))
    if name == presets.SHIPPED.name:
        return _by_two(presets.said_in(path))
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
