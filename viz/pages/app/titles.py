"""What a tab, a bookmark and a screen reader call a page: its step, itself, the app."""

import functools
import re
from urllib.parse import parse_qsl

from core.errors import InputError
from viz import address
from viz.address import Choices
from viz.content import exercise_sets, lessons, plans
from viz.content.languages import ENGLISH, languages, wished
from viz.content.path import the_path
from viz.content.slips import SlipError
from viz.content.texts import language, load, speak, texts

say = texts("app")
MARKS = re.compile(r"[*_`$\\]")


def title(path: str, choices: Choices) -> str:
    """The title of a page as it is chosen, the particular before the general."""
    page = the_path().places[path].title
    part = _part(path, choices)
    if part and part != page:
        return say("titles.part", part=part, page=page)
    return say("titles.page", page=page)


def preview(name: str, query: str, accepted: str) -> tuple[str, str, str] | None:
    """The page, its title and its sentence for who asks before any page is drawn.

    `name` is the last part of an address; None where no page is called so. The language
    is that of the address, or of those that are `accepted`.
    """
    said = _spoken(query, accepted)
    place = the_path().places.get(name)
    if place is None:
        return None
    choices, _ = address.decode(said)
    return name, title(name, choices), f"{place.line}."


def full(query: str, accepted: str) -> dict[str, str]:
    """What is said to whoever finds no seat, and in which language."""
    _spoken(query, accepted)
    return {**say.all("full"), "lang": language()}


def _spoken(query: str, accepted: str) -> dict[str, str]:
    """What an address says; from here on its language is spoken."""
    said = dict(parse_qsl(query))
    lang = said.get("lang", "")
    speak(lang if lang in languages() else wished(accepted))
    return said


def of_seats() -> dict[str, str]:
    """By which a page knows that it `rests`, or is `back`: alike in all languages."""
    said = load("app", ENGLISH)
    return {name: str(said[f"titles.{name}"]) for name in ("rests", "back")}


def _part(path: str, choices: Choices) -> str:
    """What of a page is open, as its own heading says it; "" where that is all."""
    try:
        if path == "lessons" and choices.course:
            return plans.plan(choices.course).title
        if path == "exercises" and choices.set:
            return exercise_sets.spoken(choices.set).title
        if path in address.LABS:
            steps = (choices.step, 1)  # the first where there is no such step
            found = (_heading(f"{path}-{step}", language()) for step in steps)
            return next(filter(None, found), "")
    except (InputError, LookupError, SlipError):
        pass
    return ""


@functools.lru_cache(maxsize=256)
def _heading(page: str, lang: str) -> str:
    try:
        first, *_ = lessons.load(page, lang).parts
    except (FileNotFoundError, ValueError):
        return ""
    head = first.partition("\n")[0] if isinstance(first, str) else ""
    return MARKS.sub("", head.removeprefix("# ")) if head.startswith("# ") else ""
