"""One script out of the modules of a component.

Streamlit loads a component's script as one text, in which no `import` finds a file. The
files stay plain modules all the same: from the one a component begins with, the imports
are followed, and every module becomes a function that runs once and returns what it
exports. A module sees its own names and those it imports, and nothing else. A script
travels with each of its component's messages: lines of comment are left out of it.

What is read: `import { a, b as c } from "./folder/file.js";` and, at the beginning of a
line, `export` before a named function, class or constant, one of them the default.
"""

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

IMPORT = re.compile(
    r'^import \{([\w\s,]*)\}\s+from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE
)
EXPORT = re.compile(
    r"^export (default )?((?:(?:async )?function\*?|class|const) (\w+))", re.MULTILINE
)
COMMENT = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.M | re.S)
SPARE = re.compile(r"^ +| {2,}// [^\n]*$", re.MULTILINE)
UNREAD = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class JoinError(Exception):
    """The modules of a component do not fit together."""


@dataclass(frozen=True)
class Module:
    """A file: its text without `export`, what it exports and what it imports.

    `exported` maps the name outside to the name inside, `imported` a file to the names
    that are taken from it.
    """

    text: str
    exported: dict[str, str]
    imported: dict[Path, list[str]]


def joined(entry: Path, without: Collection[Path] = ()) -> str:
    """The script of the component that begins with the file `entry`.

    What the modules `without` export is undefined: its pages never use it.
    """
    name, script = _script(entry, without)
    return f'{script}\nexport default modules["{name}"].default;\n'


def runnable(entry: Path, without: Collection[Path] = ()) -> str:
    """The script that begins with `entry`, for a page that runs it as it is.

    It is read by nobody: lines are not set in and say nothing behind their code.
    `without` is as in `joined`.
    """
    return f"{{\n{SPARE.sub('', _script(entry, without)[1])}\n}}\n"


def _script(entry: Path, without: Collection[Path] = ()) -> tuple[str, str]:
    """What `entry` is called in the script, and the script."""
    modules = graph(entry, without)
    root = Path(os.path.commonpath([path.parent for path in modules]))
    names = {path: path.relative_to(root).as_posix() for path in modules}
    parts = [_scoped(path, module, names) for path, module in modules.items()]
    return names[entry.resolve()], "\n".join(["const modules = {};", *parts])


def graph(entry: Path, without: Collection[Path] = ()) -> dict[Path, Module]:
    """Every module that `entry` needs and itself, each after those it imports."""
    empty = (path.resolve() for path in without)
    found = {
        path: Module("", dict.fromkeys(_read(path).exported, "undefined"), {})
        for path in empty
    }
    _follow(entry.resolve(), found, ())
    return found


def _follow(path: Path, found: dict[Path, Module], way: tuple[Path, ...]) -> None:
    if path in way:
        circle = [step.name for step in (*way[way.index(path) :], path)]
        raise JoinError(f"These modules import in a circle: {' → '.join(circle)}.")
    if path in found:
        return
    module = _read(path)
    for imported, names in module.imported.items():
        if not imported.is_file():
            raise JoinError(f"{path.name} imports {imported}, which does not exist.")
        _follow(imported, found, (*way, path))
        for name in names:
            if name not in found[imported].exported:
                raise JoinError(
                    f"{path.name} imports {name} from {imported.name},"
                    " which does not export it."
                )
    found[path] = module


def _read(path: Path) -> Module:
    text = COMMENT.sub("", path.read_text("utf-8"))
    imported: dict[Path, list[str]] = {}
    for names, address in IMPORT.findall(text):
        taken = [name.split(" as ")[0].strip() for name in names.split(",")]
        imported.setdefault(Path(os.path.normpath(path.parent / address)), []).extend(
            name for name in taken if name
        )
    exported = {
        "default" if default else name: name
        for default, _, name in EXPORT.findall(text)
    }
    plain = EXPORT.sub(r"\2", text)
    if unread := UNREAD.search(IMPORT.sub("", plain)):
        raise JoinError(f"{path.name}: this is not read here: {unread[0]}")
    return Module(plain, exported, imported)


def _scoped(path: Path, module: Module, names: dict[Path, str]) -> str:
    """The module as a function that is called at once and returns what it exports."""

    def taken(found: re.Match[str]) -> str:
        source = names[Path(os.path.normpath(path.parent / found[2]))]
        inside = found[1].replace(" as ", ": ")
        return f'const {{{inside}}} = modules["{source}"];'

    exports = ", ".join(
        outside if outside == inside else f"{outside}: {inside}"
        for outside, inside in module.exported.items()
    )
    return (
        f'modules["{names[path]}"] = (() => {{\n'
        f"{IMPORT.sub(taken, module.text)}"
        f"return {{ {exports} }};\n}})();\n"
    )
