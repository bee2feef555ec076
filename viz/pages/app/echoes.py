"""What a browser says of controls that were set a moment ago: what they held before.

With every request it says what all controls hold. Of those that it has yet to hear of
it says what is no longer so. Taken for a choice of the reader, that would undo what was
set: on a slow line the first of two clicks.
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
"""What is said: a part of the address, or what a control holds; None is nothing."""
MOST = 50
"""How many requests may wait for a run that takes them up."""
NUMBER = "$$ID-number-None"
"""The id of a control that is never drawn: it holds the number of its request.

It goes where the states of controls go; by its end Streamlit takes it for nobody's.
"""
_installing = Lock()


@dataclass(frozen=True)
class Request:
    """What a request says that the one before it did not, by name or id of a control.

    One `by_hand` comes neither from a timer nor from Back, leads to no other page, and
    nothing was pressed: a control was set. One that is `late` was sent before the last
    answer can have been seen.
    """

    number: int
    new: Mapping[str, Value]
    by_hand: bool
    late: bool


class Heard:
    """What a browser has said last, and the requests that no run has taken up yet."""

    def __init__(self) -> None:
        self._number, self._page = 0, ""
        self._said: Mapping[str, Value] = {}
        self._waiting: deque[Request] = deque(maxlen=MOST)
        self._lock, self._rested = Lock(), -inf

    def hear(self, asked: ClientState) -> None:
        """A request has come."""
        controls, before, page = asked.widget_states.widgets, self._said, self._page
        address = dict(parse_qsl(asked.query_string, keep_blank_values=True))
        self._said, self._page = {**address, **_held(controls)}, asked.page_script_hash
        self._number += 1
        both = {name: self._said.get(name) for name in (*before, *self._said)}
        request = Request(
            self._number,
            {name: value for name, value in both.items() if value != before.get(name)},
            by_hand=self._page == page
            and not (asked.is_auto_rerun or asked.is_history_navigation)
            and not any(map(_event, controls)),
            late=monotonic() < self._rested + SECONDS,
        )
        controls.add(id=NUMBER, int_value=self._number)
        with self._lock:
            self._waiting.append(request)

    def take(self, number: int) -> Sequence[Request]:
        """A run takes up the request of that number, and those before it."""
        self._rested = inf
        with self._lock:
            taken = [one for one in self._waiting if one.number <= number]
            for _ in taken:
                self._waiting.popleft()
        return taken

    def rest(self) -> None:
        """A run has come to its end."""
        self._rested = monotonic()


HEARD: WeakValueDictionary[str, Heard] = WeakValueDictionary()
"""What is heard of each session: it is kept there."""


def _held(controls: Iterable[WidgetState]) -> dict[str, bytes]:
    return {one.id: one.SerializeToString() for one in controls if not _event(one)}


def _event(control: WidgetState) -> bool:
    """Something was pressed: it is said once."""
    return str(control.WhichOneof("value")).endswith("trigger_value")


def _number(controls: Iterable[WidgetState]) -> int:
    return next((one.int_value for one in controls if one.id == NUMBER), 0)


def drop(known: Callable[[str], None]) -> None:
    """Let no request take back what was set since the one before, from now on.

    `known` is called with each name of which the address, too, says nothing new.
    """
    with _installing:
        if not hasattr(AppSession.request_rerun, "__wrapped__"):
            AppSession.request_rerun = _hearing(AppSession.request_rerun)
            finish = ScriptRunner._on_script_finished
            ScriptRunner._on_script_finished = _resting(finish)
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


def _resting(finish: Any) -> Any:
    @wraps(finish)
    def finish_and_rest(
        self: ScriptRunner, context: Any, event: ScriptRunnerEvent, *more: Any
    ) -> None:
        finish(self, context, event, *more)
        heard = HEARD.get(self._session_id)
        if heard and event != ScriptRunnerEvent.SCRIPT_STOPPED_FOR_RERUN:
            heard.rest()

    return finish_and_rest


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
                self._new_session_state[name] = value
                if not any(name in request.new for request in requests):
                    known(name)
        call(self, **more)

    return call_for_news


def _echoes(
    state: SessionState, held: Mapping[str, bytes], requests: Sequence[Request]
) -> Mapping[str, Any]:
    """What stays of controls that were set since, and are said to hold what they held.

    One alone may have been set back: the browser then repeats what it said before, in a
    request by hand with which nothing else was chosen. Where a later run has taken up
    all requests, nothing is new. A control that is no longer drawn is left as it is
    said to be, and nobody is called.
    """
    here, said = state._old_state, state._new_widget_state
    other = {one for one in [*said] if state._widget_changed(one)}
    again = {*held}.difference(*(request.new for request in requests)) & other
    chosen = {
        name
        for request in requests
        for name, value in request.new.items()
        if name in other or value != held.get(name, value)
    }
    set_back = len(again) == 1 and any(
        request.by_hand and chosen.isdisjoint(request.new) for request in requests
    )
    if requests and (set_back or not any(request.late for request in requests)):
        return {}
    gone = again - here.keys()
    here |= {one: said[one] for one in gone}
    return {one: here[one] for one in again - gone}
