"""What Streamlit does otherwise here: the theme is made once, a callback is finished.

Every run begins with a message that holds the whole theme, read out of the settings
option by option: a tenth of what a run of ours costs. The settings of a server stand
when it starts, so the message is made once.

Whatever a run says or looks up in its session is a place where the next run may cut it
short. In a callback that would lose what the reader did: it is not called again.
"""

import functools

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    RunLocation,
    _thread_state,
)


def cache_theme() -> None:
    """Make each part of the theme when it is first asked for, and then copy it."""
    make = app_session._populate_theme_msg

    @functools.cache
    def made(section: str) -> CustomThemeConfig:
        part = CustomThemeConfig()
        make(part, section)
        return part

    def copied(message: CustomThemeConfig, section: str = "theme") -> None:
        message.MergeFrom(made(section))

    app_session._populate_theme_msg = copied


def finish_callbacks() -> None:
    """Let no run be cut short while a callback is at work."""
    ask = ScriptRunner._maybe_handle_execution_control_request

    def ask_between(self: ScriptRunner) -> None:
        at = _thread_state.get(None)
        if at is None or at.run_location is not RunLocation.CALLBACK:
            ask(self)

    ScriptRunner._maybe_handle_execution_control_request = ask_between
