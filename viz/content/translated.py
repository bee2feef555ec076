"""Files of lists of tables: those of English, with the words of another language.

Of the file of another language only words to the reader are read: ids, links, checks
and numbers are those of English, whatever stands there. A table in a list is known by
its `id`, a sentence by its `english`, any other by its number; a text is called by
where it stands: `stop.3.line`, `heads.choices.2.say`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from viz.content import languages, made_from, slips
from viz.content.slips import Reader
from viz.content.texts import slots_of

IDS = ("id", "english")


def read(
    lang: str, name: str, words: Collection[str], folder: Path | None = None
) -> Reader:
    """A file of that name in a language. SlipError where the English one has a slip.

    `words` are what is said to the reader, each by the names on the way to it:
    `stop.line`. What is blank, stale, or has other slots than in English is English.
    """
    folder = folder or languages.FOLDER
    top = slips.read(folder / languages.ENGLISH / name)
    if lang == languages.ENGLISH:
        return top

    def own(path: Path) -> dict[str, str]:
        return said_in(slips.read(path).entry, words)

    said, english = languages.own(lang, name, own, folder), said_in(top.entry, words)
    at = f"{listed(name, folder)}: "
    usable = {
        entry: text
        for entry, text in made_from.fresh(lang, at, said or {}, english).items()
        if entry in english and slots_of(text) <= slots_of(english[entry])
    }
    return replace(top, entry=_over(top.entry, usable))


def listed(name: str, folder: Path | None = None) -> str:
    """How a file is called in lists; one that is no lesson, with its folder."""
    if folder is None or folder == languages.FOLDER:
        return name
    return f"{folder.name}/{name}"


def said_in(tables: Mapping[str, Any], words: Collection[str]) -> dict[str, str]:
    """The texts to the reader in the tables of a file, by their names."""
    return {
        name: value
        for name, way, value in _leaves(tables)
        if way in words and isinstance(value, str) and value.strip()
    }


def rest_of(tables: Mapping[str, Any], words: Collection[str]) -> dict[str, Any]:
    """All but those, by their names: what is the same in every language."""
    return {name: value for name, way, value in _leaves(tables) if way not in words}


def _leaves(
    value: Any, name: str = "", way: str = ""
) -> Iterator[tuple[str, str, Any]]:
    """Every value that is no table and no list, its name, and the names on the way."""
    for inner, part in _parts(value):
        key = inner if isinstance(inner, str) else ""
        below = ".".join(filter(None, (way, key)))
        at = _called(name, inner, part)
        if isinstance(part, dict | list):
            yield from _leaves(part, at, below)
        else:
            yield at, below, part


def _parts(value: Any) -> Iterator[tuple[str | int, Any]]:
    return iter(value.items()) if isinstance(value, dict) else enumerate(value, 1)


def _called(name: str, inner: str | int, part: Any) -> str:
    """The name of a part: of a table with an id that alone, after those around it."""
    ids = (part[key] for key in IDS if isinstance(part, dict) and key in part)
    known = next(ids, None) if isinstance(inner, int) else None
    if known is not None:
        return ".".join(filter(None, (name.rpartition(".")[0], str(known))))
    return ".".join(filter(None, (name, str(inner))))


def _over(value: Any, said: Mapping[str, str], name: str = "") -> Any:
    """The same tables, with every text that is said in the place of the English one."""
    made = {
        inner: _over(part, said, at)
        if isinstance(part, dict | list)
        else said.get(at, part)
        for inner, part in _parts(value)
        for at in (_called(name, inner, part),)
    }
    return made if isinstance(value, dict) else [*made.values()]
