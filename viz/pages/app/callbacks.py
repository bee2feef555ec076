"""What a reader did is done, in its order, whatever they do next.

Whatever a run says or looks up in its session is a place where the next request may cut
it short. Before its page begins that would lose a click: no callback is called twice.
The next request's run begins at once, on a thread of its own, and might overtake.
"""

from functools import cache, wraps
from threading import Event
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

LATEST: WeakValueDictionary[str, ScriptRunner] = WeakValueDictionary()
"""What runs the script of a session, or did last."""
DONE: WeakKeyDictionary[ScriptRunner, Event] = WeakKeyDictionary()
"""Whether its callbacks are done."""
LOOK = 0.02
"""Seconds from one look at whether a thread goes on to the next."""


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


@cache
def queue() -> None:
    """Let callbacks wait for those of the request before, from now on."""
    start = ScriptRunner.start

    @wraps(start)
    def start_in_order(self: ScriptRunner) -> None:
        before, done = LATEST.get(self._session_id), Event()
        LATEST[self._session_id] = self
        state = self._session_state
        call = state.on_script_will_rerun

        def call_in_order(*states: Any, **more: Any) -> None:
            if before is not None:
                _wait_for(before)
            try:
                call(*states, **more)
            finally:
                done.set()

        DONE[self] = done
        object.__setattr__(state, call.__name__, call_in_order)  # else it is a value
        start(self)

    ScriptRunner.start = start_in_order


def _wait_for(runner: ScriptRunner) -> None:
    """Until its callbacks are done, or its thread has ended without any."""
    thread, done = runner._script_thread, DONE[runner]
    while thread and thread.is_alive() and not done.wait(LOOK):
        pass
