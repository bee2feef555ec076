"""What a browser says of controls that were set a moment ago: what they held before.

With every request it says what all controls hold. Of those that it has yet to hear of
it says what is no longer so. Taken for a choice of the reader, that would undo what was
set: on a slow line the first of two clicks.
"""

from collections.abc import Callable, Mapping, Set
from functools import wraps
from math import inf
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl
from weakref import WeakValueDictionary

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.session_state import SessionState

from viz.pages.app.written import SECONDS

Said = Mapping[str, str | bytes]
"""What a request says: its address by names, what controls hold by their ids."""
_installing = Lock()


class Heard:
    """What a browser has said, and what of it is new and not taken up by a run."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last: Said = {}
        self._news: dict[str, str | bytes | None] = {}
        self._rested = -inf
        self.late = self.by_itself = False

    def hear(self, said: Said, *, by_itself: bool = False) -> None:
        """A request has come; it may be one of several that one run takes up.

        It is `late` where the last run may not be on the screen yet, and comes
        `by_itself` where the reader did nothing.
        """
        with self._lock:
            names = {*said, *self._last}
            last = {name: self._last.get(name) for name in names}
            now = {name: said.get(name) for name in names}
            news = dict(now.items() - last.items())
            kept = {name: self._news[name] for name in names & self._news.keys()}
            self._last, self._news = said, kept | news
        self.by_itself = by_itself
        self.late = monotonic() < self._rested + SECONDS

    def take(self, said: Said) -> Set[str]:
        """What of this is new. A run has taken it up: from now on it is not."""
        with self._lock:
            new = {name for name, one in self._news.items() if said.get(name) == one}
            for name in new:
                del self._news[name]
        self._rested = inf
        return new

    def rest(self) -> None:
        """A run has come to its end."""
        self._rested = monotonic()


HEARD: WeakValueDictionary[str, Heard] = WeakValueDictionary()
"""What each session has heard: it is kept there."""


def drop(known: Callable[[str], None]) -> None:
    """Let no request take back what was set since the one before, from now on.

    `known` is called with each name of which the address, too, says nothing new.
    """
    with _installing:
        if not hasattr(AppSession.request_rerun, "__wrapped__"):
            AppSession.request_rerun = _hearing(AppSession.request_rerun)
            call, finish = SessionState._call_callbacks, SessionState.on_script_finished
            SessionState._call_callbacks = _but_for_echoes(call, known)
            SessionState.on_script_finished = _resting(finish)


def _hearing(ask: Any) -> Any:
    @wraps(ask)
    def ask_and_hear(self: AppSession, asked: Any) -> None:
        if asked is not None:
            heard = HEARD[self.id] = vars(self).setdefault("_heard", Heard())
            said = _said(asked.query_string, asked.widget_states)
            heard.hear(said, by_itself=asked.is_auto_rerun)
        ask(self, asked)

    return ask_and_hear


def _resting(finish: Any) -> Any:
    @wraps(finish)
    def finish_and_rest(*args: Any, **more: Any) -> None:
        finish(*args, **more)
        if heard := _heard():
            heard.rest()

    return finish_and_rest


def _heard() -> Heard | None:
    context = get_script_run_ctx()
    return context and HEARD.get(context.session_id)


def _said(query: str, controls: WidgetStates | None) -> Said:
    """What was pressed is left out: it is said once."""
    address = dict(parse_qsl(query, keep_blank_values=True))
    held = {
        one.id: one.SerializeToString()
        for one in (controls.widgets if controls else ())
        if not str(one.WhichOneof("value")).endswith("trigger_value")
    }
    return {**address, **held}


def _but_for_echoes(call: Any, known: Callable[[str], None]) -> Any:
    @wraps(call)
    def call_for_news(self: SessionState, **more: Any) -> None:
        context, heard = get_script_run_ctx(), _heard()
        if context and heard:
            states = self._current_interaction_widget_states
            said, late = _said(context.query_string, states), heard.late
            by_itself = heard.by_itself or context.is_history_navigation
            new = heard.take(said)
            for control in _echoes(self, said, new, by_itself) if late else ():
                name = self._key_id_mapper.get_key_from_id(control)
                del self._new_widget_state[control]
                self._new_session_state[name] = self._old_state[control]
                if name not in new:
                    known(name)
        call(self, **more)

    return call_for_news


def _echoes(state: Any, said: Said, new: Set[str], by_itself: bool) -> Set[str]:
    """The controls that hold, it is said, what they held when last heard of.

    A reader does one thing at a time: where nothing else is otherwise than here, the
    only one was set back.
    """
    other = {one for one in state._new_widget_state if state._widget_changed(one)}
    keys = state._key_id_mapper.id_key_mapping
    echoes = other.intersection(said, keys, state._old_state) - new
    return echoes if by_itself or len(other) > 1 else set()
