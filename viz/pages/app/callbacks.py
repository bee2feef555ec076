"""What a reader did is done, whatever they do next.

Whatever a run says or looks up in its session is a place where the next request may cut
it short. Before its page begins that would lose a click: no callback is called twice.
"""

from functools import cache, wraps

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


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
