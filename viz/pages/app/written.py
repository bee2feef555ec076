"""What callbacks have written into the address, until the browser says it back.

What the browser asks for meanwhile still says the address of before, and would take
back what was written: for a moment what was written counts, unless the reader has gone
Back or to another page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from viz.pages.app import session
from viz.pages.app.session import Remembered

SECONDS = 2.0
"""How long what was written may be on its way to the browser, with a message back."""

Said = str | None
"""What an address says under a name; None is nothing."""


@dataclass(frozen=True)
class Underway:
    """What was written on a page, by name: what may be said still, and what is new."""

    page: str = ""
    since: float = 0.0
    names: Mapping[str, tuple[frozenset[Said], Said]] = field(default_factory=dict)


UNDERWAY: Remembered[Underway] = Remembered("_underway", Underway())


def query() -> dict[str, str]:
    """What the address says, with what was written into it a moment ago."""
    said = st.query_params.to_dict()
    now = {**said, **_unknown(said)}
    return {name: value for name, value in now.items() if value is not None}


def write(now: Mapping[str, Said]) -> None:
    """Write into the address; None takes a name out of it. For callbacks."""
    said, underway = st.query_params.to_dict(), _underway()
    names = dict(underway.names)
    for name, value in now.items():
        before, last = names.get(name, (frozenset(), said.get(name)))
        names[name] = (before | {last, said.get(name)}) - {value}, value
    if now:
        now = {**_unknown(said), **now}
        UNDERWAY.set(Underway(underway.page, monotonic(), names))
        _write(now)


def write_again() -> None:
    """At the start of a run: what the browser does not know of yet, if anything."""
    UNDERWAY.set(_underway())
    _write(_unknown(st.query_params.to_dict()))


def _unknown(said: Mapping[str, str]) -> dict[str, Said]:
    """What was written and is not said back. A widget writes its name by itself."""
    drawn = session.values()
    return {
        name: now
        for name, (before, now) in _underway().names.items()
        if said.get(name) in before and name not in drawn
    }


def _underway() -> Underway:
    """What may be on its way to the page of this run, which no Back has led to."""
    context = get_script_run_ctx(suppress_warning=True)
    page = context.page_script_hash if context else ""
    underway, back = (
        UNDERWAY.get(),
        context is not None and context.is_history_navigation,
    )
    late = monotonic() > underway.since + SECONDS
    return Underway(page) if back or late or page != underway.page else underway


def _write(now: Mapping[str, Said]) -> None:
    if values := {name: value for name, value in now.items() if value is not None}:
        st.query_params.update(values)
    for name in now.keys() - values.keys():
        if name in st.query_params:
            del st.query_params[name]
