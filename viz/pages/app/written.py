"""What callbacks have written into the address, until the browser says it back.

A request that was on its way then still says the address of before, and would take back
what was written: for a moment what was written counts. Any other address is newer, and
so is the same one where the browser's Back leads to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from viz.pages.app import session
from viz.pages.app.session import Remembered

SECONDS = 3.0
"""How long what was written may be on its way to the browser, and a request back."""

Said = str | None
"""What an address says under a name; None is nothing."""
Address = frozenset[tuple[str, str]]
"""What an address says; without the names of widgets, which the browser writes."""


@dataclass(frozen=True)
class Underway:
    """What was written on a page, and all that its address was meanwhile.

    `new` is what a run has written that has still to begin its page.
    """

    page: str = ""
    since: float = 0.0
    addresses: frozenset[Address] = frozenset()
    now: Mapping[str, Said] = field(default_factory=dict)
    new: bool = False


UNDERWAY: Remembered[Underway] = Remembered("_underway", Underway())


def query() -> dict[str, str]:
    """What the address says, with what was written into it a moment ago."""
    return _with(st.query_params.to_dict(), _underway().now)


def write(now: Mapping[str, Said]) -> None:
    """Write into the address; None takes a name out of it. For callbacks."""
    if not now:
        return
    (page, _), said, last = _request(), st.query_params.to_dict(), _underway()
    now = {**last.now, **now}
    meanwhile = {_address(_with(said, some)) for some in ({}, last.now, now)}
    addresses = last.addresses | meanwhile
    UNDERWAY.set(Underway(page, monotonic(), addresses, now, new=True))
    _write(now)


def write_again() -> None:
    """At the start of a run: what the browser does not know of yet, if anything."""
    underway, said = _underway(), st.query_params.to_dict()
    known = not underway.new and _with(said, underway.now) == said
    UNDERWAY.set(Underway() if known else replace(underway, new=False))
    _write(underway.now)


def write_again_alone() -> None:
    """The same for a fragment, where it is drawn without its page."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None and context.fragment_ids_this_run:
        write_again()


def _underway() -> Underway:
    """What was written, unless the address is another one by now.

    A widget that has come since writes its name by itself.
    """
    underway, (page, back) = UNDERWAY.get(), _request()
    late = monotonic() > underway.since + SECONDS
    if back or late or page != underway.page:
        return Underway()
    if _address(st.query_params.to_dict()) not in underway.addresses:
        return Underway()
    drawn = session.values()
    now = {name: said for name, said in underway.now.items() if name not in drawn}
    return replace(underway, now=now)


def _request() -> tuple[str, bool]:
    """The page that a browser asks for, and whether its Back has led there."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return "", False
    return context.page_script_hash, context.is_history_navigation


def _address(said: Mapping[str, str]) -> Address:
    drawn = session.values()
    return frozenset(one for one in said.items() if one[0] not in drawn)


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
