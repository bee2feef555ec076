"""What the reader has chosen: the address first, session state only as its cache."""

import contextlib
import functools
import threading
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, overload

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.shelf.languages import USUAL
from viz import address
from viz.address import page_choices as pages
from viz.address import renamed
from viz.address.declared import Chosen
from viz.address.rules import Between, Switch
from viz.content import languages, models, presets, texts
from viz.pages.app import session, written
from viz.pages.app.session import Remembered

View = TypeVar("View", bound=Chosen)
ADDRESS: Remembered[dict[str, str] | None] = Remembered("_address", None)
"""What the address said at the end of the last run; None before the first."""
MOVED: Remembered[frozenset[str]] = Remembered("_moved", frozenset())
"""The names whose values the address has changed since then."""
_settled = threading.local()  # a page is drawn on one thread


@overload
def choices() -> pages.Choices: ...
@overload
def choices(of: type[View]) -> View: ...
def choices(of: type[Any] = pages.Choices) -> Any:
    """What the reader has chosen, checked: the address, and widgets it runs ahead of.

    `of` is the class that declares what is asked for: that of a lab, or of the pages.
    After Back or a followed link the address is newer than the widgets until they are
    drawn; after a callback it is the other way round.
    """
    found = getattr(_settled, "choices", None) or _read()
    if not isinstance(found, of):
        raise TypeError(f"{of} is not among the choices")
    return found


@contextlib.contextmanager
def settle() -> Iterator[None]:
    """While a page is drawn nothing but `keep` changes the choices: read them once."""
    _settled.choices = _read()
    try:
        yield
    finally:
        _settled.choices = None


def _read() -> address.Choices:
    moved = MOVED.get()
    cached = {
        name: address.written(value)
        for name, value in session.values().items()
        if name in address.RULES and name not in moved and _is_value(value)
    }
    query = {**written.query(), "lang": language()}
    return _chosen(tuple(query.items()), tuple(cached.items()))


def _is_value(value: object) -> bool:
    return isinstance(value, str | int | float | bool)


@functools.lru_cache(maxsize=1_024)
def _chosen(
    query: tuple[tuple[str, str], ...], cached: tuple[tuple[str, str], ...]
) -> address.Choices:
    """Asked many times in every run, and nearly always the same."""
    chosen, _ = address.decode(dict(query))
    return address.adopt(chosen, dict(cached))


def travelling(*names: str) -> dict[str, str]:
    """What of the choices goes along where a link leads: what is not as usual.

    English is not usual where a browser asks for another language.
    """
    said = {name: getattr(choices(), name) for name in names}
    return {
        name: address.written(value)
        for name, value in said.items()
        if value != getattr(address.DEFAULTS, name)
        or (name == "lang" and value != _wished())
    }


def keep(**offered: Any) -> None:
    """Write choices into the address; call it in callbacks.

    A name whose widget is on the page changes that widget. What does not fit its range
    changes nothing, so the browser need not be trusted.
    """
    before = choices()
    after = address.encode(address.adopt(before, offered))
    usual = address.encode(address.DEFAULTS)
    drawn, now = session.values(), dict[str, str | None]()
    for name in offered:
        if name not in after:
            continue
        if name in drawn:
            rules = address.rules_of(after["model"])
            _widget(name).set(rules[name].read(after[name]))
            known(name)
        elif after[name] != usual[name] or name in address.SAID:
            now[name] = after[name]
        else:
            now |= dict.fromkeys((name, *renamed.names(name)))
    written.write(now)
    _settled.choices = None


def _widget(name: str) -> Remembered[Any]:
    """The widget that shows a choice by the name that it has in the address."""
    return Remembered(name, None)


def known(name: str) -> None:
    """What the address says of it is no news: the choice of a callback is newer.

    A run that was cut short by the next click may have left the address behind.
    """
    before = ADDRESS.get() or {}
    said = {name: st.query_params[name]} if name in st.query_params else {}
    rest = {other: value for other, value in before.items() if other != name}
    ADDRESS.set({**rest, **said})


def language() -> str:
    """The language that the address names, or the reader's browser; else English.

    Asked of the address alone: to read a whole address may need a language already.
    """
    if get_script_run_ctx(suppress_warning=True) is None:
        return languages.ENGLISH
    if (said := st.query_params.get("lang")) in languages.languages():
        return said
    return _wished()


def _wished() -> str:
    """The language that the reader's browser asks for."""
    return languages.wished(st.context.headers.get("Accept-Language") or "")


texts.ask(language)


def project() -> bool:
    """True in projector mode: the picture alone, larger."""
    return choices().project


def bare() -> bool:
    """True where the address asks for the picture alone: in somebody else's page."""
    return choices().view == "picture"


def rewrite_address() -> bool:
    """Write the address of a first run as it is written today; True if it was not.

    Old names give way to today's, and the 1 and 0 of links to the true and false that
    Streamlit's own switches read. A widget takes its first value from the address with
    which its run began, so the run must begin again.
    """
    query = st.query_params.to_dict()
    now = with_sentence(_of_today(query))
    if ADDRESS.get() is not None or now == query:
        return False
    ADDRESS.set({})
    st.query_params.from_dict(now)
    return True


def mend_address() -> bool:
    """Take out of the address of a first run what is no whole number; True if any.

    A slider would make 2 of 2.5, where the notice speaks of the usual value.
    """
    if ADDRESS.get():
        return False
    wrong = [
        name
        for name, raw in st.query_params.to_dict().items()
        if isinstance(rule := address.RULES.get(name), Between) and not rule.plain(raw)
    ]
    for name in wrong:
        del st.query_params[name]
    return bool(wrong)


def _of_today(query: Mapping[str, str]) -> dict[str, str]:
    now = renamed.renewed(query)
    for name, rule in address.RULES.items():
        if isinstance(rule, Switch) and now.get(name) in {"0", "1"}:
            now[name] = address.written(now[name] == "1")
    return now


def with_sentence(query: Mapping[str, str]) -> dict[str, str]:
    """An address that has none, with the sentence of its preset, or of its model.

    A model of other languages than usual brings a sentence of its own.
    """
    name = query.get("model", "")
    if not name or models.languages(name) == USUAL:
        return presets.opened("", query)
    if "sentence" in query or not models.asked(name):
        return dict(query)
    return {**query, "sentence": models.asked(name)[0]}


def follow_address() -> None:
    """At the start of a run: which values has the address changed since the last one?

    What Back brings in an older writing is handed to the widgets that are on the page.
    """
    written.write_again()
    query, before = st.query_params.to_dict(), ADDRESS.get() or {}
    drawn = session.values()
    moved = {name for name in address.RULES if query.get(name) != before.get(name)}
    for name, value in _of_today(query).items():
        if value != query.get(name) and name in drawn:
            _widget(name).set(address.RULES[name].read(value))
            moved.discard(name)
    MOVED.set(frozenset(moved))


def remember_address() -> None:
    """At the end of a run: what the address says now."""
    written.stay()
    ADDRESS.set(st.query_params.to_dict())
