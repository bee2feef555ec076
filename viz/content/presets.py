"""Sentences worth looking at, each with the reason why.

They are read from `assets/lessons/en/presets.toml`, which a teacher can edit; a slip in
it is answered with the file, the preset and the key that is wrong. Another language has
a file like it, of which only the ids and the words to the reader are read.
"""

import contextlib
import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.shelf.languages import USUAL
from viz.content import languages, made_from
from viz.content.languages import ENGLISH, FOLDER
from viz.content.texts import language, texts

if TYPE_CHECKING:
    from core.trace import AttentionMap

SHIPPED = FOLDER / ENGLISH / "presets.toml"
FORCING = {"bahdanau", "transformer", "compare"}
"""The pages that can force a translation."""

say = texts("app")


@dataclass(frozen=True)
class Expectation:
    """What a model must show on the given target for a preset's reason to be true.

    In the map, the row of a French word being predicted gives the column of an English
    word a weight of `at_least` (0 to 1), or, when `most`, the largest of the row. Or it
    is `less_sure_than` another row: its largest weight, wherever it lies, is smaller.
    """

    model: str
    map: str
    row: str
    column: str = ""
    at_least: float | None = None
    most: bool = False
    less_sure_than: str = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """The French words that must be written for this to be measured."""
        return (self.row, self.less_sure_than) if self.less_sure_than else (self.row,)

    def holds(self, found: "AttentionMap") -> bool:
        """Whether a map shows it; of a word that stands there twice, the first counts.

        Raises ValueError where the map has not the words.
        """
        row, *other = (
            found.weights[found.query_words.index(name)].tolist() for name in self.rows
        )
        if other:
            return max(row) < max(*other)
        weight = row[found.key_words.index(self.column)]
        least = max(row) if self.at_least is None else self.at_least
        return weight >= least


@dataclass(frozen=True)
class Preset:
    """A sentence, its reference translation word by word, and why to look."""

    id: str
    english: str
    french: str
    why_short: str
    why: str
    gloss: tuple[tuple[str, str], ...]
    expects: tuple[Expectation, ...]
    label: str = ""
    fails: str = ""
    note: str = ""
    variant_of: str = ""
    gloss_english: tuple[tuple[str, str], ...] = ()
    """For readers of the language that is translated into: the English words."""

    def meant(self, words: Sequence[str]) -> tuple[str, ...]:
        """What each English word means to such a reader; empty for other words.

        What stands between the words of the sentence, such as ‹end›, means nothing.
        """
        left, found = [*self.gloss_english], []
        for word in words:
            known = left.pop(0)[1] if left and left[0][0] == word else ""
            found.append(known if any(map(str.isalnum, word)) else "")
        return () if left or not any(found) else tuple(found)


SAID = ("label", "why_short", "why", "fails", "note")
"""What of a preset is in the reader's language, and so are the meanings in `gloss`."""
GLOSS, GLOSS_ENGLISH = "gloss", "gloss_english"

SPARE = Preset(
    id="spare",
    english="The woman ate the fish.",
    french="La femme a mangé le poisson.",
    why_short="word for word",
    why="",
    gloss=(),
    expects=(),
)
"""What the app opens with when the file of presets cannot be used."""


def shipped() -> tuple[Preset, ...]:
    """The presets of this app; the first one is what it opens with."""
    lang = language()
    return _shipped()[0] if lang == ENGLISH else _translated(lang)


def by_id() -> dict[str, Preset]:
    """The presets by the names that an address gives them."""
    return {preset.id: preset for preset in shipped()}


def opened(page: str, state: Mapping[str, str]) -> dict[str, str]:
    """What the address of a state says: a preset brings its sentence along.

    It brings its French too, on the pages that can force a translation.
    """
    preset = by_id().get(state.get("preset", ""))
    if preset is None:
        return dict(state)
    brought = {"sentence": preset.english}
    if page in FORCING:
        brought["target"] = preset.french
    return {**brought, **state}


@functools.cache
def _translated(lang: str) -> tuple[Preset, ...]:
    if _shipped()[1]:
        return _shipped()[0]
    said, english = languages.own(lang, SHIPPED.name, said_in) or {}, english_for(lang)

    def fresh(of: str) -> dict[str, Any]:
        at = f"{SHIPPED.name}: {of}."
        return made_from.fresh(lang, at, said.get(of, {}), english.get(of, {}))

    return tuple(
        replace(preset, **_usable(fresh(preset.id), preset)) for preset in _shipped()[0]
    )


def english_for(lang: str) -> dict[str, dict[str, Any]]:
    """What a language has to say of each preset, in English.

    Whoever reads the language that is translated into needs the English words
    explained, in the place of the others.
    """
    said = said_in(SHIPPED)
    if lang.partition("-")[0] != USUAL[1]:
        return said
    return {
        preset.id: {
            **{name: text for name, text in said[preset.id].items() if name != GLOSS},
            GLOSS_ENGLISH: preset.english,
        }
        for preset in _shipped()[0]
    }


def said_in(path: Path) -> dict[str, dict[str, Any]]:
    """What a file says of each preset to the reader, by its id, right or wrong.

    Raises ValueError where anything but presets stands in it.
    """
    content = tomllib.loads(languages.text_of(path))
    _refuse_unknown(content, {"preset"}, path.name)
    entries = content.get("preset", [])
    return {
        str(entry["id"]): {name: entry[name] for name in entry if name not in SHARED}
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict) and "id" in entry
    }


def _usable(said: dict[str, Any], preset: Preset) -> dict[str, Any]:
    """Of what another language says of a preset, what can take its place."""
    found: dict[str, Any] = {
        name: text
        for name, text in said.items()
        if name in SAID and isinstance(text, str) and text.strip()
    }
    of_words = {GLOSS: preset.french, GLOSS_ENGLISH: preset.english}
    for name, sentence in of_words.items():
        with contextlib.suppress(ValueError):
            found[name] = _gloss(said, sentence, preset.id, name)
    return found


def problem() -> str | None:
    """Why the file of presets cannot be used, for the reader; None when it can."""
    _, slip = _shipped()
    if slip is None:
        return None
    missing = isinstance(slip, FileNotFoundError)
    return say(
        f"presets.{'missing' if missing else 'slip'}", file=SHIPPED.name, slip=str(slip)
    )


@functools.cache
def _shipped() -> tuple[tuple[Preset, ...], Exception | None]:
    """The presets, or one to open with and what is wrong with the file of them."""
    try:
        return load(SHIPPED), None
    except (OSError, ValueError) as slip:  # TOMLDecodeError is a ValueError
        return (SPARE,), slip


def load(path: Path) -> tuple[Preset, ...]:
    """Read and check a file of presets.

    Raises ValueError naming the file, the preset and the key.
    """
    entries = tomllib.loads(languages.text_of(path))
    _refuse_unknown(entries, {"preset"}, path.name)
    loaded: dict[str, Preset] = {}
    for number, entry in enumerate(entries.get("preset", []), start=1):
        where = f"{path.name}, preset {entry.get('id', number)}"
        preset = _preset(entry, where)
        if preset.id in loaded:
            raise ValueError(f"{where}: id is used twice")
        if preset.variant_of and preset.variant_of not in loaded:
            raise ValueError(f"{where}: variant_of must name a preset above it")
        loaded[preset.id] = preset
    if not loaded:
        raise ValueError(f"{path.name}: preset: at least one is needed")
    return tuple(loaded.values())


TEXTS = ("id", "english", "french", "why_short", "why")
OPTIONAL_TEXTS = ("label", "fails", "note", "variant_of")
SHARED = ("id", "english", "french", "variant_of", "expects")


def _preset(entry: dict[str, Any], where: str) -> Preset:
    _refuse_unknown(entry, {*TEXTS, *OPTIONAL_TEXTS, "gloss", "expects"}, where)
    texts: dict[str, Any] = {name: _text(entry, name, where) for name in TEXTS}
    for name in OPTIONAL_TEXTS:
        if name in entry:
            texts[name] = _text(entry, name, where)
    expects = entry.get("expects", [])
    if not isinstance(expects, list):
        raise ValueError(f"{where}: expects must be a list")
    return Preset(
        **texts,
        gloss=_gloss(entry, texts["french"], where, GLOSS),
        expects=tuple(_expectation(item, where) for item in expects),
    )


def _gloss(
    entry: dict[str, Any], sentence: str, where: str, name: str
) -> tuple[tuple[str, str], ...]:
    """The words with their meanings; side by side they spell the sentence."""
    gloss = entry.get(name)
    if not isinstance(gloss, list) or not all(_is_pair(item) for item in gloss):
        raise ValueError(f'{where}: {name} must be a list of ["word", "meaning"]')
    if "".join(word for word, _ in gloss) != sentence.replace(" ", ""):
        raise ValueError(f"{where}: {name} must hold every word, in order: {sentence}")
    return tuple((word, meaning) for word, meaning in gloss)


def _is_pair(item: object) -> bool:
    if not isinstance(item, list) or len(item) != 2:
        return False
    return all(isinstance(part, str) and part for part in item)


def _expectation(item: object, where: str) -> Expectation:
    where = f"{where}: expects"
    if not isinstance(item, dict):
        raise ValueError(f"{where} must hold tables")
    names = ("model", "map", "row", "column")
    _refuse_unknown(item, {*names, "at_least", "most", "less_sure_than"}, where)
    if "less_sure_than" in item:
        if {"column", "at_least", "most"} & set(item):
            raise ValueError(f"{where}: less_sure_than stands alone with its row")
        names = (*names[:3], "less_sure_than")
        model, role, row, other = (_text(item, name, where) for name in names)
        return Expectation(model, role, row, less_sure_than=other)
    model, role, row, column = (_text(item, name, where) for name in names)
    if ("at_least" in item) == ("most" in item):
        raise ValueError(f"{where}: give either at_least or most")
    if "most" in item:
        if item["most"] is not True:
            raise ValueError(f"{where}: most can only be true")
        return Expectation(model, role, row, column, most=True)
    weight = item["at_least"]
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        raise ValueError(f"{where}: at_least must be a number, not {weight!r}")
    if not 0 < weight <= 1:
        raise ValueError(f"{where}: at_least must be above 0 and at most 1: {weight}")
    return Expectation(model, role, row, column, at_least=float(weight))


def _text(entry: dict[str, Any], name: str, where: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{where}: {name} must be a text")
    return value


def _refuse_unknown(entry: dict[str, Any], known: set[str], where: str) -> None:
    for key in entry:
        if key not in known:
            raise ValueError(f"{where}: unknown key {key!r}")
