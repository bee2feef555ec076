"""What the screen says outside its lessons: captions, labels, notices, as files.

`assets/lessons/<lang>/texts/<subject>.toml` holds the sentences of one subject, which a
teacher edits and a translator translates without Python:

    kept = "The fixed vector keeps {words} of {sentence}."

    [pieces]
    one = "{n} piece"
    other = "{n} pieces"

    say = texts("growing")
    say("kept", words=say("pieces", n=3), sentence="…")

A `{slot}` is filled with a text as it stands, or with a whole number, written as the
language writes it: 12,345. So what is counted is given as a number, and a number that
names something (a year, a seed, what an address must hold) as text. Of an entry with
plural forms (`one`, `other`, what else the language has) the slot `n` chooses. What a
language does not say is said in English; `python -m viz.content --missing fr` lists it.
`{source_language}` and `{target_language}` need not be filled: they are what the model
on the screen translates from and into, English and French unless it says otherwise.
The language is that of the run: who draws `speak`s it first; before that, in a
callback, the app is asked. What is kept between runs is kept for each `language`.
"""

import contextlib
import functools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.networks.names import StackName, Sublayer
from core.shelf.languages import USUAL, Languages, name_of
from viz.content import languages, made_from
from viz.content.languages import ENGLISH

SLOT = re.compile(r"\{(\w+)\}")
PLURALS = {"zero", "one", "two", "few", "many", "other"}

Entry = str | dict[str, str]
"""A sentence, or its plural forms."""

_language = ContextVar("language", default="")
_translated: ContextVar[Languages] = ContextVar("translated", default=USUAL)
_asked: list[Callable[[], str]] = [lambda: ENGLISH]


def language() -> str:
    """The language of this run."""
    return _language.get() or _asked[-1]()


def speak(lang: str) -> None:
    """From here on this run speaks that language."""
    _language.set(lang)


def ask(who: Callable[[], str]) -> None:
    """Who knows the language where nothing was drawn yet: on a thread of a callback."""
    _asked[:] = [who]


def translated() -> Languages:
    """From which language the model on the screen translates, and into which."""
    return _translated.get()


def speak_of(languages: Languages) -> None:
    """From here on this run speaks of a model of these languages."""
    _translated.set(languages)


@contextlib.contextmanager
def speaking_of(languages: Languages) -> Iterator[None]:
    """Speaks of a model of these languages for as long as it lasts."""
    before = _translated.set(languages)
    try:
        yield
    finally:
        _translated.reset(before)


def language_name(code: str) -> str:
    """What a language is called, in the language of this run; else its code."""
    try:
        return Texts("languages")(code)
    except KeyError:
        return name_of(code)


def tongues(languages: Languages | None = None) -> dict[str, str]:
    """The two slots that every text may have; of these languages, or of the run's."""
    source, target = map(language_name, languages or translated())
    return {"source_language": source, "target_language": target}


@dataclass(frozen=True)
class Texts:
    """The sentences of one subject by their names; those of a table as `table.name`."""

    subject: str

    def __call__(self, name: str, /, **slots: str | int) -> str:
        """The sentence of that name, filled.

        Raises KeyError where the subject has none in English either, or a slot is not
        filled.
        """
        if (lang := language()) != ENGLISH:
            with contextlib.suppress(KeyError):  # a slip there is said in English
                return self._said(name, slots, lang)
        return self._said(name, slots, ENGLISH)

    def _said(self, name: str, slots: Mapping[str, str | int], lang: str) -> str:
        entry = load(self.subject, lang).get(name)
        if entry is None:
            raise KeyError(f"{self.subject}.toml has no text {name}")
        return _filled(_form(entry, slots, lang), slots, lang)

    def all(self, table: str) -> dict[str, str]:
        """The sentences of one table by their names in it: labels of a choice."""
        names = (name for name in load(self.subject) if name.startswith(f"{table}."))
        return {name.removeprefix(f"{table}."): self(name) for name in names}

    def everything(self) -> dict[str, str]:
        """All sentences of the subject by their names."""
        return {name: self(name) for name in load(self.subject)}

    def row(self, table: str) -> list[str]:
        """The sentences of one table in their order: the heads of columns."""
        return list(self.all(table).values())


def texts(subject: str) -> Texts:
    """The sentences of a subject: a file's path below `texts`, without its ending."""
    return Texts(subject)


def error(problem: Exception) -> str:
    """What is said of an error that the reader can mend, in the language of this run.

    Errors are raised in English, with a name by which `errors.toml` may translate them.
    """
    name, slots = getattr(problem, "name", ""), getattr(problem, "slots", {})
    english = getattr(problem, "text", "")
    try:
        if made_from.is_stale(language(), f"texts/errors.toml: {name}", english):
            return str(problem)
        return Texts("errors")(name, **told(slots))
    except KeyError:
        return str(problem)


def part(of_network: StackName | Sublayer) -> str:
    """What a part of a network is called, in the language of this run."""
    say = Texts("experiments")
    if isinstance(of_network, StackName):
        return say(f"names.stack.{of_network}")
    name = f"names.{of_network.stack}.{of_network.kind}"
    return say(name, layer=of_network.layer + 1)


def told(slots: Mapping[str, Any]) -> dict[str, Any]:
    """The slots of a text, with each part of a network as it is called."""
    parts = StackName | Sublayer
    return {
        name: part(value) if isinstance(value, parts) else value
        for name, value in slots.items()
    }


@functools.cache
def load(subject: str, lang: str = ENGLISH) -> Mapping[str, Entry]:
    """Every entry of a subject in a language, tables taken apart; empty without a file.

    Of another language than English those that can be used: texts, not blank nor stale,
    with no slot that the English one has not. Raises ValueError naming the English file
    and its entry that is no text.
    """
    name = f"texts/{subject}.toml"
    if lang == ENGLISH:
        path = languages.FOLDER / ENGLISH / name
        return _checked(path) if path.is_file() else {}
    english, said = load(subject), languages.own(lang, name, read) or {}
    return {
        entry: text
        for entry, text in made_from.fresh(lang, f"{name}: ", said, english).items()
        if entry not in english or slots_of(text) <= slots_of(english[entry])
    }


def read(path: Path) -> dict[str, Entry]:
    """The entries of a file that say something; those of a table as `table.name`."""
    return {name: entry for name, entry in _flat(path) if entry and _is_said(entry)}


def slots_of(entry: Entry) -> set[str]:
    """The names that an entry, in any of its forms, wants filled."""
    return {*SLOT.findall(" ".join(_forms(entry)))}


def _checked(path: Path) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for name, entry in _flat(path):
        if entry is None:
            raise ValueError(f"{path.name}: {name} must be a text")
        entries[name] = entry
    return entries


def _flat(path: Path) -> Iterator[tuple[str, Entry | None]]:
    """Every name in a file with its text or its forms; None for what is neither."""

    def entries(name: str, value: object) -> Iterator[tuple[str, Entry | None]]:
        if not isinstance(value, dict):
            yield name, value if isinstance(value, str) else None
        elif value.keys() <= PLURALS and "other" in value:
            texts = all(isinstance(form, str) for form in value.values())
            yield name, value if texts else None
        else:
            for inner, part in value.items():
                yield from entries(f"{name}.{inner}", part)

    for name, value in tomllib.loads(languages.text_of(path)).items():
        yield from entries(name, value)


def _forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else [*entry.values()]


def _is_said(entry: Entry) -> bool:
    return all(form.strip() for form in _forms(entry))


def _form(entry: Entry, slots: Mapping[str, str | int], lang: str) -> str:
    """The plural form that the number `n` asks for."""
    if isinstance(entry, str):
        return entry
    form = languages.locale(lang).plural_form(int(slots["n"]))
    return entry.get(form, entry["other"])


def _filled(text: str, slots: Mapping[str, str | int], lang: str) -> str:
    return SLOT.sub(lambda slot: _value(slot[1], slots, lang), text)


def _value(slot: str, slots: Mapping[str, str | int], lang: str) -> str:
    given = slots[slot] if slot in slots else tongues()[slot]
    return given if isinstance(given, str) else _whole(given, lang)


def _whole(number: int, lang: str) -> str:
    if 0 <= number < 1000:  # alike everywhere; the first text waits for no library
        return str(number)
    from babel.numbers import format_decimal

    return format_decimal(number, locale=languages.locale(lang))
