"""What a reader did is done, in its order, whatever they do next.

Whatever a run says or looks up in its session is a place where the next request may cut
it short. Before its page begins that would lose a click: no callback is called twice.
The next request's run begins at once, on a thread of its own, and might overtake.
"""

from functools import cache, wraps
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary, ref

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

LOOK, LONGEST = 0.02, 30.0
"""Seconds from one look at whoever is before to the next, and in all."""
_installing = Lock()


@cache
def finish() -> None:
    """Let no run be cut short before its callbacks are done, from now on."""
    ask = ScriptRunner._maybe_handle_execution_control_request

    @wraps(ask)
    def ask_later(self: ScriptRunner) -> None:
        context = get_script_run_ctx(suppress_warning=True)
        if context is None or context.has_script_started:
            ask(self)

    ScriptRunner._maybe_handle_execution_control_request = ask_later


class Turn:
    """Callbacks of a session that wait for those of the request before."""

    def __init__(self, before: "Turn | None"):
        self._before, self._done = before, Event()
        self._thread: ref[Thread] | None = None

    def on(self, thread: Thread | None) -> None:
        """They are called on that thread, if at all."""
        self._thread = ref(thread) if thread else None

    def __enter__(self) -> None:
        self._done.clear()
        before, ends = self._before, monotonic() + LONGEST
        while before and not before._done.wait(LOOK) and monotonic() < ends:
            if not before._goes_on():  # and has called nothing
                before = before._before

    def __exit__(self, *_: object) -> None:
        self._before = None
        self._done.set()

    def _goes_on(self) -> bool:
        thread = self._thread and self._thread()
        return thread is not None and thread.is_alive()


LATEST: WeakValueDictionary[str, Turn] = WeakValueDictionary()
"""The last turn of each session."""


def queue() -> None:
    """Let callbacks wait for those of the request before, from now on."""
    with _installing:
        if not hasattr(ScriptRunner.start, "__wrapped__"):
            ScriptRunner.start = _in_order(ScriptRunner.start)


def _in_order(start: Any) -> Any:
    @wraps(start)
    def start_in_order(self: ScriptRunner) -> None:
        turn = Turn(LATEST.get(self._session_id))
        LATEST[self._session_id] = turn
        state = self._session_state
        call = state.on_script_will_rerun

        def call_in_order(*states: Any, **more: Any) -> None:
            with turn:
                call(*states, **more)

        # set as usual it would be a value of the session
        object.__setattr__(state, "on_script_will_rerun", call_in_order)
        start(self)
        turn.on(self._script_thread)

    return start_in_order
