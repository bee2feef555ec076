"""What the walk says at its stages, as a file that a teacher edits without Python."""

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from viz.content import languages, made_from

NAMES = ("says", "question", "answer")
SLOTS = {
    *("row", "column", "best", "weight", "written", "rows", "columns", "head", "layer"),
    *("d_model", "d_k", "d_hidden", "heads", "vocabulary", "previous"),
    *("open", "silent", "source_language", "target_language"),
    *("d_embedding", "d_state", "d_annotation", "d_align"),
}
SLOT = re.compile(r"\{(\w+)\}")


Stages = dict[str, dict[str, str]]
LIKE = {"writer": "transformer", "captions": "bahdanau"}
"""A walk whose file says only where it differs from another."""


@functools.lru_cache(maxsize=8)
def load(page: str, lang: str = languages.ENGLISH) -> Stages:
    """The sentences of every stage of a walk; English where there is no other."""
    name = f"{page}-walk.toml"
    other = load(LIKE[page], lang) if page in LIKE else {}
    english = read(languages.FOLDER / languages.ENGLISH / name)
    said = {} if lang == languages.ENGLISH else languages.own(lang, name, own) or {}
    return other | {
        stage: texts
        | made_from.fresh(lang, f"{name}: {stage}.", said.get(stage, {}), texts)
        for stage, texts in english.items()
    }


def spoken(page: str, lang: str, slots: Mapping[str, str]) -> Stages:
    """The same with the languages of the model written in; the browser fills the rest.

    `slots` are `viz.content.texts.tongues()`.
    """

    def value(slot: re.Match[str]) -> str:
        return slots.get(slot[1], slot[0])

    return {
        stage: {name: SLOT.sub(value, text) for name, text in texts.items()}
        for stage, texts in load(page, lang).items()
    }


def read(path: Path) -> Stages:
    """Read and check a file of stages.

    Raises ValueError naming the file, the stage, and the key or slot that is wrong.
    """
    stages = _stages(path)
    for stage, texts in stages.items():
        where = f"{path.name}, {stage}"
        if not isinstance(texts, dict) or set(texts) != set(NAMES):
            raise ValueError(f"{where}: needs exactly {', '.join(NAMES)}")
        for name, text in texts.items():
            _check(text, f"{where}: {name}")
    return stages


def own(path: Path) -> Stages:
    """What another language says at the stages, as far as it can be used."""
    return {
        stage: {name: t for name, t in texts.items() if name in NAMES and _fits(t)}
        for stage, texts in _stages(path).items()
        if isinstance(texts, dict)
    }


def _stages(path: Path) -> dict[str, Any]:
    return tomllib.loads(languages.text_of(path))


def _check(text: object, where: str) -> None:
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{where} must be a text")
    if unknown := set(SLOT.findall(text)) - SLOTS:
        raise ValueError(f"{where}: unknown slot {min(unknown)}")


def _fits(text: object) -> bool:
    try:
        _check(text, "")
    except ValueError:
        return False
    return True
