"""The state of every page as an address: what is chosen, read and written.

What can be chosen is declared once, in `pages` and in a file for each lab. `decode`
reads what somebody opened, never fails, and says in plain words what it could not use;
`encode` writes every value out. Numbers count from 1, as on the screen.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from viz.address import declared, renamed
from viz.address import page_choices as pages
from viz.address.declared import EVERYWHERE
from viz.address.labs import LABS
from viz.address.page_choices import MAX_CELLS, MAX_ROW
from viz.address.rules import Between, Rule, of_model, written
from viz.content.models import Sizes, sizes
from viz.content.texts import texts

__all__ = [
    "DEFAULTS",
    "LABS",
    "MAX_CELLS",
    "MAX_ROW",
    "OF_A_MODEL",
    "OF_THE_SENTENCE",
    "ROWS",
    "RULES",
    "SAID",
    "Choices",
    "adopt",
    "decode",
    "encode",
    "rules_of",
    "used",
    "written",
]

say = texts("address")
View = TypeVar("View", bound=declared.Chosen)


@dataclass(frozen=True)
class Choices(pages.Choices, *LABS.values()):
    """Everything a reader can choose, one field for each name in the address."""


DEFAULTS = Choices()
_DECLARED = declared.declarations(Choices)
RULES: Mapping[str, Rule] = {name: one.rule for name, one in _DECLARED.items()}
ROWS = tuple(name for name, one in _DECLARED.items() if one.row)
"""The chosen row of every picture."""
SAID = tuple(name for name, one in _DECLARED.items() if one.said)
"""What an address says once it is chosen, as usual or not."""
OF_A_MODEL = tuple(n for n, rule in RULES.items() if getattr(rule, "last", ""))
"""Layers and heads: what ends with the last one of the model that is shown."""
OF_THE_SENTENCE = tuple(name for name, one in _DECLARED.items() if one.of_sentence)
"""What is chosen in one sentence, by its words or their places.

An experiment on words or cells is too; the laboratory looks whether it fits the next.
"""


@functools.lru_cache(maxsize=16)
def _rules(of: Sizes) -> Mapping[str, Rule]:
    return {name: of_model(rule, of) for name, rule in RULES.items()}


def rules_of(model: str = "") -> Mapping[str, Rule]:
    """Every rule, as it is where that model is shown."""
    return _rules(sizes(model))


@functools.cache
def used(page: str) -> tuple[str, ...]:
    """The names that matter on a page; only these are written into its links."""
    here = LABS.get(page, declared.Chosen)
    said = [
        name
        for name, one in declared.declarations(pages.Choices).items()
        if page in one.on or one.on == EVERYWHERE
    ]
    return (*said, *declared.declarations(here))


def decode(query: Mapping[str, Any], page: str = "") -> tuple[Choices, tuple[str, ...]]:
    """What an address says, and a quiet notice for each value that does not fit.

    A value is a text or a list of texts, of which the last counts. Names that were
    ours once are read as today's. Names that never were are passed over in silence: the
    browser, the host and Streamlit have their own. A lab's `page` has steps of its own.
    """
    last = {name: raw for name in query if (raw := _last(query[name])) is not None}
    said, notices = renamed.renewed(last), renamed.left(last)
    values: dict[str, Any] = {}
    steps = {"step": Between(1, getattr(LABS.get(page), "STEPS", 3))}
    for name, rule in {**rules_of(said.get("model", "")), **steps}.items():
        raw = said.get(name)
        if raw is None:
            continue
        try:
            values[name] = rule.read(raw)
        except ValueError as problem:
            notices.append(_notice(name, problem))
    return Choices(**values), tuple(notices)


def encode(choices: pages.Choices, page: str | None = None) -> dict[str, str]:
    """Every value written out, or only those that matter on `page`."""
    names = RULES if page is None else used(page)
    return {name: written(getattr(choices, name)) for name in names}


def adopt(choices: View, offered: Mapping[str, Any]) -> View:
    """The choices with the offered values that fit; the others change nothing.

    Where another model is offered, a layer or head that it lacks is as usual again.
    """
    accepted: dict[str, Any] = {}
    model = offered.get("model", getattr(choices, "model", ""))
    fitting = rules_of(model if isinstance(model, str) else "")
    for name, value in offered.items():
        if name not in RULES or not isinstance(value, str | int | float | bool):
            continue
        try:
            accepted[name] = fitting[name].read(written(value))
        except ValueError:
            continue
    if "model" in accepted:
        accepted = {**_beyond(choices, fitting), **accepted}
    return replace(choices, **accepted)


def _beyond(choices: object, fitting: Mapping[str, Rule]) -> dict[str, Any]:
    """What of the choices ends before where they stand, each with its usual value."""
    found: dict[str, Any] = {}
    for name, rule in fitting.items():
        if getattr(rule, "last", ""):
            try:
                rule.read(written(getattr(choices, name)))
            except ValueError:
                found[name] = getattr(DEFAULTS, name)
    return found


def _last(raw: object) -> str | None:
    if isinstance(raw, list | tuple):
        raw = raw[-1] if raw else None
    return raw if isinstance(raw, str) else None


def _notice(name: str, problem: ValueError) -> str:
    if name == "v":
        return say("other_version")
    return say("unfit", name=name, wanted=str(problem))
