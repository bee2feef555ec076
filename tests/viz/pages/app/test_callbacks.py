"""What a reader did is done, also when the next request comes in the middle of it."""

import gc
import inspect
from threading import Event
from types import SimpleNamespace
from weakref import ref

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.state.safe_session_state import SafeSessionState
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


class Runner(ScriptRunner):
    """What runs a script; its thread goes on once it `may`, with callbacks or none."""

    def __init__(self, name: str, called: list[str], calls: bool = True):
        self.may, self._calls = Event(), calls
        self._session_id, self._script_thread = "one", None
        state = SimpleNamespace(
            on_script_will_rerun=lambda *_, **more: called.append(name)
        )
        self._session_state = SafeSessionState(state, lambda: None)

    def _run_script_thread(self) -> None:
        self.may.wait(60)
        if self._calls:
            self._session_state.on_script_will_rerun(None)


def called_in_order(*, wait: float, first_calls: bool = True) -> list[str]:
    """What is called back where the first of three requests is slower."""
    called: list[str] = []
    first = Runner("first", called, first_calls)
    never, last = Runner("never", called, calls=False), Runner("last", called)
    for runner in (first, never, last):
        runner.start()
    never.may.set()
    last.may.set()
    ended(last, wait)
    first.may.set()
    for runner in (first, never, last):
        ended(runner, 60)
    return called


def ended(runner: Runner, within: float) -> None:
    thread = runner._script_thread
    assert thread
    thread.join(within)


def test_callbacks_are_called_in_the_order_of_what_was_done(monkeypatch):
    monkeypatch.setattr(ScriptRunner, "start", inspect.unwrap(ScriptRunner.start))
    assert called_in_order(wait=60) == ["last", "first"]  # by Streamlit alone
    callbacks.queue()
    callbacks.queue()
    assert called_in_order(wait=0.3) == ["first", "last"]
    assert called_in_order(wait=0.3, first_calls=False) == ["last"]


def test_a_run_that_is_over_is_not_kept(monkeypatch):
    callbacks.queue()
    called: list[str] = []
    runners = [Runner(str(number), called) for number in range(5)]
    for runner in runners:
        runner.may.set()
        runner.start()
        ended(runner, 60)
    before = [ref(runner) for runner in runners[:-1]]
    last = runners.pop()
    del runner, runners
    gc.collect()
    assert last and not any(one() for one in before)
