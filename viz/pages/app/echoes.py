"""Echoes: old values that a browser reports for controls we have just changed.

Every request reports the value of every control. If a callback has changed a control
and the browser does not know yet, it reports the old value. Taken for a choice of the
reader, that would undo the change: on a slow line a second click would undo the first.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from math import inf
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl
from weakref import WeakValueDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import (
    ScriptRunner,
    ScriptRunnerEvent,
    get_script_run_ctx,
)
from streamlit.runtime.state.session_state import SessionState

from viz.pages.app.written import SECONDS

Value = str | bytes | None
"""A value of the address, or the state of a control; None where there is none."""
MOST = 50
"""How many requests wait for a run at most: the oldest is dropped."""
NUMBER = "$$ID-number-None"
"""The id of a control that is never drawn: its value is the number of the request.

It travels with the states of the others. `None` says that it has no key.
"""
_installing = Lock()


@dataclass(frozen=True)
class Request:
    """What is new in a request: names of the address and ids of controls, with values.

    It `may_be_stale` where it came during a run or soon after one: the browser may not
    have had the answer yet. It `may_set_back` a control to what the browser reported
    before where it stays on its page, reports nothing that was pressed, and comes from
    neither a timer nor Back. A link to the same page looks like that, too.
    """

    number: int
    new: Mapping[str, Value]
    may_set_back: bool
    may_be_stale: bool


class Heard:
    """What a browser reported last, and the requests that no run has taken up yet."""

    def __init__(self) -> None:
        self._number, self._page = 0, ""
        self._said: Mapping[str, Value] = {}
        self._waiting: deque[Request] = deque(maxlen=MOST)
        self._lock, self._ended_at = Lock(), -inf

    def hear(self, asked: ClientState) -> None:
        """Note what is new in a request, and write its number into it."""
        controls, before, page = asked.widget_states.widgets, self._said, self._page
        address = dict(parse_qsl(asked.query_string, keep_blank_values=True))
        self._said, self._page = {**address, **_held(controls)}, asked.page_script_hash
        self._number += 1
        both = {name: self._said.get(name) for name in (*before, *self._said)}
        request = Request(
            self._number,
            {name: value for name, value in both.items() if value != before.get(name)},
            may_set_back=self._page == page
            and not (asked.is_auto_rerun or asked.is_history_navigation)
            and not any(map(_event, controls)),
            may_be_stale=monotonic() < self._ended_at + SECONDS,
        )
        controls.add(id=NUMBER, int_value=self._number)
        with self._lock:
            self._waiting.append(request)

    def take(self, number: int) -> Sequence[Request]:
        """A run takes up the request of that number, and those before it."""
        self._ended_at = inf
        with self._lock:
            taken = [one for one in self._waiting if one.number <= number]
            for _ in taken:
                self._waiting.popleft()
        return taken

    def ended(self) -> None:
        """The run has come to its end."""
        self._ended_at = monotonic()


HEARD: WeakValueDictionary[str, Heard] = WeakValueDictionary()
"""By the id of each session, which itself keeps it alive."""


def _held(controls: Iterable[WidgetState]) -> dict[str, bytes]:
    return {one.id: one.SerializeToString() for one in controls if not _event(one)}


def _event(control: WidgetState) -> bool:
    """True of something that was pressed, which is reported only once."""
    return str(control.WhichOneof("value")).endswith("trigger_value")


def _number(controls: Iterable[WidgetState]) -> int:
    return next((one.int_value for one in controls if one.id == NUMBER), 0)


def drop(known: Callable[[str], None]) -> None:
    """From now on, take no echo for a choice.

    `known` is called with the name of each control that has an echo, unless the
    address brings something new under that name.
    """
    with _installing:
        if not hasattr(AppSession.request_rerun, "__wrapped__"):
            AppSession.request_rerun = _hearing(AppSession.request_rerun)
            finish = ScriptRunner._on_script_finished
            ScriptRunner._on_script_finished = _noting_the_end(finish)
            call = SessionState._call_callbacks
            SessionState._call_callbacks = _but_for_echoes(call, known)


def _hearing(ask: Any) -> Any:
    @wraps(ask)
    def ask_and_hear(self: AppSession, asked: ClientState | None) -> None:
        if asked is not None:
            heard = HEARD[self.id] = vars(self).setdefault("_heard", Heard())
            heard.hear(asked)
        ask(self, asked)

    return ask_and_hear


def _noting_the_end(finish: Any) -> Any:
    @wraps(finish)
    def finish_and_note(
        self: ScriptRunner, context: Any, event: Any, cut_short: bool, *more: Any
    ) -> None:
        finish(self, context, event, cut_short, *more)
        begins_again = event == ScriptRunnerEvent.SCRIPT_STOPPED_FOR_RERUN
        heard = HEARD.get(self._session_id)
        if heard and not (cut_short or begins_again):
            heard.ended()

    return finish_and_note


def _but_for_echoes(call: Any, known: Callable[[str], None]) -> Any:
    @wraps(call)
    def call_for_news(self: SessionState, **more: Any) -> None:
        context, states = get_script_run_ctx(), self._current_interaction_widget_states
        heard = context and HEARD.get(context.session_id)
        if heard and states and (number := _number(states.widgets)):
            self._new_widget_state.states.pop(NUMBER, None)
            requests = heard.take(number)
            echoes = _echoes(self, _held(states.widgets), requests)
            for control, value in echoes.items():
                self._new_widget_state.states.pop(control, None)
                name = self._key_id_mapper.get_key_from_id(control)
                self._new_session_state[name] = value  # and the browser is sent it
                if not any(name in request.new for request in requests):
                    known(name)
        call(self, **more)

    return call_for_news


def _echoes(
    state: SessionState, held: Mapping[str, bytes], requests: Sequence[Request]
) -> Mapping[str, Any]:
    """Our value of each control whose report is an echo.

    An echo differs from our value and repeats the request before. It is taken for a
    choice all the same if no request may be stale; so is a single one if a request may
    have set it back and chose nothing else. If a later run has taken up all requests,
    every difference is an echo. A control that is no longer drawn keeps what is
    reported of it, in `_old_state`, and no callback is called.
    """
    ours, reported = state._old_state, state._new_widget_state
    differing = {one for one in [*reported] if state._widget_changed(one)}
    repeated = {*held}.difference(*(request.new for request in requests)) & differing
    chosen = {  # also what was set, and set back before a run took it up
        name
        for request in requests
        for name, value in request.new.items()
        if name in differing or (name in held and value != held[name])
    }
    set_back = len(repeated) == 1 and any(
        one.may_set_back and chosen.isdisjoint(one.new) for one in requests
    )
    if requests and (set_back or not any(one.may_be_stale for one in requests)):
        return {}
    gone = repeated - ours.keys()
    ours |= {one: reported[one] for one in gone}
    return {one: ours[one] for one in repeated - gone}
