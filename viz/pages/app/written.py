"""What callbacks have written into the address, while the browser may not know of it.

A request that was on its way then still says the address of before, and would take back
what was written: for a moment what was written counts. Any other address is newer, and
so is the same one where the browser's Back leads to it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from viz.pages.app import session
from viz.pages.app.session import Remembered

SECONDS = 4.0
"""How long what was written may be on its way to the browser, and a request back."""
MOST = 12
"""How many of the last addresses a request on its way may say."""

Said = str | None
"""What an address says under a name; None is nothing."""
Address = frozenset[tuple[str, str]]
"""All that an address says."""


@dataclass(frozen=True)
class Underway:
    """What was written on a page, and all that its address was meanwhile.

    The names of `widgets` do not tell addresses apart: the browser writes them.
    """

    page: str = ""
    since: float = 0.0
    addresses: tuple[Address, ...] = ()
    now: Mapping[str, Said] = field(default_factory=dict)
    widgets: frozenset[str] = frozenset()


UNDERWAY: Remembered[Underway] = Remembered("_underway", Underway())


def query() -> dict[str, str]:
    """What the address says, with what was written into it a moment ago."""
    return _with(st.query_params.to_dict(), _underway().now)


def write(now: Mapping[str, Said]) -> None:
    """Write into the address; None takes a name out of it."""
    if not now:
        return
    (page, _), said, last = _request(), st.query_params.to_dict(), _underway()
    now = {**last.now, **now}
    meanwhile = [frozenset(_with(said, some).items()) for some in ({}, last.now, now)]
    widgets = last.widgets.union(session.values())
    addresses = (*last.addresses, *meanwhile)[-MOST:]
    UNDERWAY.set(Underway(page, monotonic(), addresses, now, widgets))
    if _with(said, now) == said:
        _write(last.now)  # as the browser has it by now: what is taken back is said
    _write(now)


def write_again() -> None:
    """At the start of a run: what the browser does not know of yet, if anything."""
    underway = _underway()
    UNDERWAY.set(underway)
    _write(underway.now)


def stay() -> None:
    """At the end of a run: while it went on no time has passed."""
    if (underway := UNDERWAY.get()).now:
        UNDERWAY.set(replace(underway, since=monotonic()))


def _underway() -> Underway:
    """What was written, unless the address is another one by now.

    A widget that has come since writes its name by itself.
    """
    underway, (page, back) = UNDERWAY.get(), _request()
    late = monotonic() > underway.since + SECONDS
    if back or late or page != underway.page:
        return Underway()
    drawn = session.values().keys()
    said, widgets = st.query_params.to_dict(), underway.widgets | drawn
    if _but(widgets, said.items()) not in {
        _but(widgets, one) for one in underway.addresses
    }:
        return Underway()
    now = {name: said for name, said in underway.now.items() if name not in drawn}
    return replace(underway, now=now)


def _but(names: Collection[str], address: Iterable[tuple[str, str]]) -> Address:
    return frozenset(one for one in address if one[0] not in names)


def _request() -> tuple[str, bool]:
    """The page that a browser asks for, and whether its Back has led there."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return "", False
    return context.page_script_hash, context.is_history_navigation


def _with(said: Mapping[str, str], now: Mapping[str, Said]) -> dict[str, str]:
    both = {**said, **now}
    return {name: value for name, value in both.items() if value is not None}


def _write(now: Mapping[str, Said]) -> None:
    said = st.query_params.to_dict()
    if _with(said, now) == said:
        return
    if values := {name: value for name, value in now.items() if value is not None}:
        st.query_params.update(values)
    for name in now.keys() - values.keys():
        if name in st.query_params:
            del st.query_params[name]
