"""What is made once is what Streamlit makes every time; callbacks come to their end."""

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1 import AppTest

from server.streamlit_patch import cache_theme, finish_callbacks

SECTIONS = ("theme", *(f"theme.{part.value}" for part in config.CustomThemeCategories))


def theme(section):
    message = CustomThemeConfig()
    app_session._populate_theme_msg(message, section)
    return message


def test_the_theme_is_the_same_and_nobody_can_change_it_for_others(monkeypatch):
    made = {section: theme(section) for section in SECTIONS}
    assert made["theme"].ByteSize() and made["theme.dark"].ByteSize()
    asked = []
    usual = app_session._populate_theme_msg
    counted = lambda *both: (asked.append(both[1]), usual(*both))  # noqa: E731
    monkeypatch.setattr(app_session, "_populate_theme_msg", counted)
    cache_theme()
    for _ in range(2):
        kept = {section: theme(section) for section in SECTIONS}
        assert kept == made
        kept["theme"].primary_color = "red"
    assert sorted(asked) == sorted(SECTIONS)


def pressed_twice() -> list[str]:
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
    ask = ScriptRunner._maybe_handle_execution_control_request
    monkeypatch.setattr(ScriptRunner, "_maybe_handle_execution_control_request", ask)
    assert pressed_twice() == ["begun"]  # by Streamlit alone
    finish_callbacks()
    assert pressed_twice() == ["begun", "kept"]
