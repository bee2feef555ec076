"""What a reader did is done, also when the next request comes in the middle of it."""

import inspect

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1 import AppTest

from viz.pages.app import callbacks

ASK = "_maybe_handle_execution_control_request"


def done_when_pressed() -> list[str]:
    """What a callback did that is at work when the next request comes."""
    done: list[str] = []

    def app(done: list[str]):
        import streamlit as st
        from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

        def press():
            get_script_run_ctx().script_requests.request_rerun(RerunData())
            done.append("begun")
            st.session_state["kept"] = True
            done.append("kept")

        st.button("Press", on_click=press)

    run = AppTest.from_function(app, kwargs={"done": done}, default_timeout=30).run()
    run.button[0].click().run()
    return done


def test_a_callback_is_finished_before_the_next_run_begins(monkeypatch):
    monkeypatch.setattr(ScriptRunner, ASK, inspect.unwrap(getattr(ScriptRunner, ASK)))
    assert done_when_pressed() == ["begun"]  # by Streamlit alone
    callbacks.finish.__wrapped__()
    assert done_when_pressed() == ["begun", "kept"]
