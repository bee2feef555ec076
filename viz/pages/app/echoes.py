"""What a browser says of controls that were set a moment ago: what they held before.

With every request it says what all controls hold. Of those that it has yet to hear of
it says what is no longer so. Taken for a choice of the reader, that would undo what was
set: on a slow line the first of two clicks.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
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
from streamlit.runtime.scriptrunner import ScriptRunner, get_script_run_ctx
from streamlit.runtime.state.session_state import SessionState

from viz.pages.app.written import SECONDS

MOST = 20
"""How many requests may wait for a run that takes them up."""
NUMBER = "$$ID-number-None"
"""The id of a control that is never drawn: it holds the number of its request."""
_installing = Lock()


@dataclass(frozen=True)
class Request:
    """What is new in one request of a browser: of it the one before said otherwise.

    It goes by the names of the address and the ids of the controls. With `sets` a
    reader has set a control; `late` is what came before the last answer can be seen.
    """

    number: int
    new: Set[str]
    sets: bool
    late: bool


class Heard:
    """What a browser has said last, and the requests that no run has taken up yet."""

    def __init__(self) -> None:
        self._number, self._page = 0, ""
        self._said: Mapping[str, str | bytes] = {}
        self._waiting: deque[Request] = deque(maxlen=MOST)
        self._lock, self._rested = Lock(), -inf

    def hear(self, asked: ClientState) -> None:
        """A request has come."""
        controls, before, page = asked.widget_states.widgets, self._said, self._page
        address = dict(parse_qsl(asked.query_string, keep_blank_values=True))
        self._said, self._page = {**address, **_held(controls)}, asked.page_script_hash
        self._number += 1
        by_itself = asked.is_auto_rerun or asked.is_history_navigation
        request = Request(
            self._number,
            {
                name
                for name in self._said.keys() | before.keys()
                if self._said.get(name) != before.get(name)
            },
            sets=self._page == page and not (by_itself or any(map(_event, controls))),
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
    def finish_and_rest(self: ScriptRunner, *args: Any, **more: Any) -> None:
        finish(self, *args, **more)
        if heard := HEARD.get(self._session_id):
            heard.rest()

    return finish_and_rest


def _but_for_echoes(call: Any, known: Callable[[str], None]) -> Any:
    @wraps(call)
    def call_for_news(self: SessionState, **more: Any) -> None:
        context, states = get_script_run_ctx(), self._current_interaction_widget_states
        heard = context and HEARD.get(context.session_id)
        if heard and states:
            held = _held(states.widgets)
            requests = heard.take(_number(states.widgets))
            new = {name for request in requests for name in request.new}
            for control in _echoes(self, requests, held.keys() - new):
                name = self._key_id_mapper.get_key_from_id(control)
                del self._new_widget_state[control]
                self._new_session_state[name] = self._old_state[control]
                if name not in new:
                    known(name)
        call(self, **more)

    return call_for_news


def _echoes(state: Any, requests: Sequence[Request], again: Set[str]) -> Set[str]:
    """The controls of which the same is said `again`, although they were set since.

    Where nothing new is said by a reader who has set a control, it was set back. Of one
    that is no longer drawn nobody is told.
    """
    other = {one for one in [*state._new_widget_state] if state._widget_changed(one)}
    set_back = any(one.sets and other.isdisjoint(one.new) for one in requests)
    if set_back or not any(one.late for one in requests):
        return set()
    echoes = other & again & state._old_state.keys()
    for gone in (other & again) - echoes:
        state._old_state[gone] = state._new_widget_state[gone]
    return echoes
