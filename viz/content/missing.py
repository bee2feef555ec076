"""What is said in English and not yet in another language."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import core
from viz.content import lessons, presets, texts, walk_texts
from viz.content.lessons import FOLDER

ERRORS = Path("texts", "errors.toml")


def missing(lang: str) -> list[str]:
    """'file: entry' for everything that falls back to English, in a fixed order.

    An entry that is there, but has other slots than the English one, is listed too.
    """
    english, other = FOLDER / texts.ENGLISH, FOLDER / lang
    found: list[str] = []
    for path in sorted(english.rglob("*.*")):
        name = path.relative_to(english)
        if not (other / name).is_file():
            found.append(f"{name}")
            continue
        found += _unlike(f"{name}", _entries(path), _entries(other / name))
    own = other / ERRORS
    found += _unlike(f"{ERRORS}", errors(), _entries(own) if own.is_file() else {})
    said = presets.translations(lang)
    for preset in presets.shipped():
        lacking = preset.texts().keys() - said.get(preset.id, {}).keys()
        found += (f"presets.toml: {preset.id}.{entry}" for entry in sorted(lacking))
    return found


def errors() -> dict[str, str]:
    """The English texts of the errors that `core` raises for a reader, by their names.

    What ends a text without slots, and is shared with another, is left out.
    """
    found: dict[str, str] = {}
    for path in sorted(Path(str(core.__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="InputError" | "DamagedModel"),
                    args=[ast.Constant(value=str(name)), text],
                ):
                    whole = text.left if isinstance(text, ast.BinOp) else text
                    found[name] = ast.literal_eval(whole)
    return found


def _unlike(
    file: str, english: Mapping[str, str], other: Mapping[str, str]
) -> Iterator[str]:
    for entry, text in english.items():
        if entry not in other:
            yield f"{file}: {entry}"
        elif _slots(text) != _slots(other[entry]):
            yield f"{file}: {entry} has other slots"


def _entries(path: Path) -> dict[str, str]:
    """The texts of a file by their names; a lesson is one text."""
    if path.suffix == ".md":
        return {"lesson": path.read_text("utf-8")}
    if path.parent.name != "texts" and path.name.endswith("-walk.toml"):
        stages = walk_texts.read(path)
        return {
            f"{at}.{name}": t for at, by in stages.items() for name, t in by.items()
        }
    return {
        name: entry if isinstance(entry, str) else entry["other"]
        for name, entry in texts.read(path).items()
    }


def _slots(text: str) -> set[str]:
    return {*re.findall(texts.SLOT, text), *lessons.SLOT.findall(text)}
