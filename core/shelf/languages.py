"""From which language a model translates, and into which."""

import re
import tomllib
from functools import cache
from typing import Any

from core.assets import ASSETS

Languages = tuple[str, str]
"""The source's and the target's, as BCP 47 writes them: en, fr, pt-BR."""

USUAL: Languages = ("en", "fr")
"""Those of the shipped models, and of every folder that says nothing else."""

CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
NAMES = ASSETS / "lessons" / "en" / "texts" / "languages.toml"


def languages_of(said: Any) -> Languages:
    """What a recipe or a model folder says; ValueError where it is no two codes."""
    fits = isinstance(said, list | tuple) and len(said) == 2
    if not fits or not all(isinstance(c, str) and CODE.fullmatch(c) for c in said):
        raise ValueError(f'languages must be two codes, as ["en", "fr"], not {said!r}')
    return said[0], said[1]


@cache
def _names() -> dict[str, str]:
    return tomllib.loads(NAMES.read_text(encoding="utf-8"))


def name_of(code: str) -> str:
    """A language in English, "French"; its code where nobody wrote its name down."""
    return _names().get(code) or _names().get(code.partition("-")[0]) or code
