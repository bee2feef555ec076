"""The folders of `assets/lessons`, one a language, named by its code: fr, pt-BR.

English is whole. Another may say as little as it likes: what it does not say, or says
with a slip, is said in English.
"""

import contextlib
import functools
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from core.assets import ASSETS
from core.shelf.languages import CODE, name_of

if TYPE_CHECKING:
    from babel import Locale

FOLDER = ASSETS / "lessons"
ENGLISH = "en"
UNUSABLE = (OSError, ValueError)
"""What reading a file may raise: broken TOML and broken UTF-8 are ValueErrors."""
MOST_WISHES = 20
"""Languages that are read of what a browser asks for."""

Read = TypeVar("Read")
log = logging.getLogger(__name__)


def languages() -> tuple[str, ...]:
    """Those that have a folder; English first."""
    found = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
    return (ENGLISH, *(name for name in found if name != ENGLISH and _known(name)))


def wished(accepted: str) -> str:
    """The language that a browser asks for first, of those there are; else English.

    `accepted` is the header Accept-Language (RFC 9110, 12.5.4): "fr-CH, fr;q=0.9, en".
    """
    tags: list[tuple[float, str]] = []
    for one in accepted.lower().split(",")[:MOST_WISHES]:
        tag, _, weight = one.replace(" ", "").partition(";q=")
        with contextlib.suppress(ValueError):
            tags.append((float(weight or 1), tag))
    known = languages()
    for weight, tag in sorted(tags, key=lambda one: -one[0]):
        for name in known if weight > 0 else ():
            own = name.lower()
            if f"{tag}-".startswith(f"{own}-") or own.startswith(f"{tag}-"):
                return name
    return ENGLISH


@functools.cache
def locale(lang: str) -> "Locale":
    """How a language counts and writes numbers. Raises ValueError for what is none."""
    from babel import Locale, UnknownLocaleError

    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", lang):
        raise ValueError(f"{lang!r} is no code such as fr or pt-BR")
    try:
        return Locale.parse(lang, sep="-")
    except UnknownLocaleError as problem:
        raise ValueError(str(problem)) from problem


def own(
    lang: str, name: str, read: Callable[[Path], Read], folder: Path | None = None
) -> Read | None:
    """What `read` makes of the file that a language has under that name.

    None where there is none, or none that can be used; the log says why.
    """
    path = (folder or FOLDER) / lang / name
    if not path.is_file():
        return None
    try:
        return read(path)
    except UNUSABLE as slip:
        log.error("%s/%s cannot be used: %s", lang, name, slip)
        return None


def text_of(path: Path) -> str:
    """The text of a file; some editors begin it with a mark of their own."""
    return path.read_text("utf-8-sig")


@functools.cache
def _known(name: str) -> bool:
    if CODE.fullmatch(name) and name_of(name) != name:  # named without a library
        return True
    try:
        return bool(locale(name))
    except ValueError:
        log.error("assets/lessons/%s is named by no code of a language", name)
        return False
