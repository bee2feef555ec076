"""A callback comes to its end, whatever the reader does meanwhile.

Whatever a run says or looks up in its session is a place where the next request may cut
it short. In a callback that would lose what the reader did: it is not called again.
"""

from functools import cache, wraps

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    RunLocation,
    _thread_state,
)


@cache
def finish() -> None:
    """Let no run be cut short while a callback is at work, from now on."""
    ask = ScriptRunner._maybe_handle_execution_control_request

    @wraps(ask)
    def ask_between(self: ScriptRunner) -> None:
        at = _thread_state.get(None)
        if at is None or at.run_location is not RunLocation.CALLBACK:
            ask(self)

    ScriptRunner._maybe_handle_execution_control_request = ask_between
