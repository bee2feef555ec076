"""What we lean on inside Streamlit and no manual promises: docs/streamlit-internals.md.

Each statement here is about Streamlit (or uvicorn), not about us. When a new version
changes one, the test says so before a reader finds it.
"""

import inspect
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.testing.v1 import AppTest
from streamlit.web.server import server as streamlit_server
from uvicorn.protocols.websockets import websockets_sansio_impl

from server import messages, shared_first_run
from server.static import STATIC, compressible

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "streamlit-internals.md"
SCRIPTS = Path(streamlit.__file__).parent / "static" / "static" / "js"


# --- the page itself ------------------------------------------------------------------


def test_every_test_that_the_page_names_is_there():
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE.read_text("utf-8"))
    assert len(named) > 25
    for path, name in named:
        assert f"def {name}(" in (ROOT / path).read_text("utf-8"), f"{path}::{name}"


# --- names in Streamlit's page --------------------------------------------------------


@cache
def shipped_scripts() -> str:
    """All that Streamlit's page can load, one script after the other."""
    return "\n".join(path.read_text("utf-8") for path in sorted(SCRIPTS.glob("*.js")))


def ours(*patterns: str) -> str:
    """The text of our own files."""
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return "\n".join(path.read_text("utf-8") for path in paths)


def test_every_test_id_that_we_name_is_one_of_streamlits():
    text = ours("viz/**/*.css", "viz/**/*.py", "viz/**/*.js", "bench/*.*")
    text += ours("tests/browser/*.py", "tests/server/*.py")
    named = set(re.findall(r"""data-testid=\\?["']?(\w+)""", text))
    named |= set(re.findall(r"""get_by_test_id\(\s*["'](\w+)""", text))
    assert {"stMain", "stTopNavSection", "InputInstructions"} <= named
    scripts = shipped_scripts()
    quoted = {
        name for name in named for mark in "`\"'" if mark + name + mark in scripts
    }
    assert named - quoted == set()


def test_every_attribute_that_our_sheets_ask_for_is_set_by_streamlit():
    text = ours("viz/pages/**/*.css", "viz/components/attention/core/line.js")
    named = set(
        re.findall(
            r"(?<![\w-])data-(?!testid|theme|says|shut|taught|asked)[a-z-]+", text
        )
    )
    named |= set(re.findall(r"\bdata-test-[a-z-]+", ours("tests/browser/*.py")))
    assert {"data-stale", "data-selected", "data-test-connection-state"} <= named
    scripts = shipped_scripts()
    assert {name for name in named if name not in scripts} == set()


@pytest.mark.parametrize("said", ["Cannot set a node at a {}`)", "Bad {} index ${"])
def test_a_page_that_lost_its_place_says_what_our_component_listens_for(said: str):
    lost = re.search(r'LOST = "(.+?)"', ours("viz/components/link/lost.js"))
    assert lost and f"Error(`{said.replace('{}', lost[1])}" in shipped_scripts()


def test_every_class_that_our_sheets_ask_for_is_one_of_streamlits():
    text = ours("viz/**/*.css", "viz/**/*.py")
    named = set(re.findall(r"\.(st[A-Z]\w+|katex[\w-]*)", text))
    assert {"stPlotlyChart", "katex-display"} <= named
    scripts = shipped_scripts()
    assert {name for name in named if name not in scripts} == set()
    assert "`st-key-`" in scripts  # of what has a key


def test_the_theme_still_has_every_variable_that_our_components_read():
    text = ours("viz/components/**/*.css", "viz/components/**/*.js")
    named = set(re.findall(r"--st-([a-z][a-z-]*)", text))
    named |= set(re.findall(r"""\b(?:read|colour)\("([a-z-]+)",""", text))
    assert {"heading-font", "chart-sequential-colors", "orange-text-color"} <= named
    words = {re.sub(r"-(.)", lambda found: found[1].upper(), name) for name in named}
    start = re.search(r"chartCategoricalColors:\w+\.colors", shipped_scripts())
    assert start is not None
    theme = shipped_scripts()[start.start() - 4_000 : start.end() + 4_000]
    assert {word for word in words if f"{word}:" not in theme} == set()


def test_a_components_script_is_given_what_ours_ask_for():
    (script,) = SCRIPTS.glob("BidiComponent.*.js")
    text = script.read_text("utf-8")
    asked = ("parentElement", "setStateValue", "setTriggerValue", "data")
    assert [name for name in asked if f"{name}:" not in text] == []


def test_streamlits_files_have_names_that_change_with_them():
    kept = [path.name for path in compressible(STATIC)]
    assert len(kept) > 100
    assert [name for name in kept if not re.search(r"\.[\w-]{8}\.\w+$", name)] == []


# --- messages -------------------------------------------------------------------------


def kinds(message: type, group: str) -> set[str]:
    return {field.name for field in message.DESCRIPTOR.oneofs_by_name[group].fields}


def test_browsers_send_no_kind_of_message_that_the_guard_has_not_judged():
    refused = {
        *("clear_cache", "load_git_info", "set_run_on_save", "file_urls_request"),
        *("debug_disconnect_websocket", "debug_shutdown_runtime"),
        "backend_operation_request",
    }
    assert kinds(BackMsg, "type") == refused | messages.ALLOWED


def test_widgets_have_no_kind_of_value_that_was_not_judged_an_event_or_a_state():
    states = {
        *("bool_value", "double_value", "int_value", "string_value", "bytes_value"),
        *("double_array_value", "int_array_value", "string_array_value"),
        *("json_value", "arrow_value"),
    }
    assert kinds(WidgetState, "value") == states | messages.EVENTS


def test_a_message_that_says_that_nothing_runs_is_short_and_ends_a_run():
    session = SimpleNamespace(
        _run_on_save=False, _state=AppSessionState.APP_NOT_RUNNING
    )
    said = AppSession._create_session_status_changed_message(session)
    said.hash = "0" * 64
    assert len(said.SerializeToString()) <= messages.MAX_STATUS
    assert messages.RunEnd().reached(said.SerializeToString())


def test_a_run_begins_with_a_message_that_asks_for_the_theme_by_its_global_name():
    made = AppSession._create_new_session_message
    assert "_populate_theme_msg" in made.__code__.co_names


def test_files_of_a_session_are_served_below_media():
    endpoint = streamlit_server.MEDIA_ENDPOINT
    assert f"{endpoint}/".encode() == shared_first_run.FILE_OF_A_SESSION


def test_uvicorn_answers_a_handshake_with_a_page_and_tells_readers_to_come_back():
    text = inspect.getsource(websockets_sansio_impl)
    assert "websocket.http.response.start" in text  # 503: the room is full
    assert "1012" in text  # a process that is replaced


# --- the script's side ----------------------------------------------------------------


def test_a_component_is_sent_with_its_script_and_has_a_root_of_its_own():
    """`viz.components.walk_numbers` is as short as it is because of the first."""

    def app():
        from viz.components.walk_numbers import walk_numbers

        walk_numbers(b"1234", key="numbers")

    run = AppTest.from_function(app, default_timeout=30).run()
    for again in (run, run.run()):
        sent = again.get("bidi_component")[0].proto
        assert "headlight-numbers" in sent.js_content
        assert sent.isolate_styles  # the host of a shadow root is where a script begins
        assert sent.bytes == b"1234"


def test_a_widget_that_is_not_drawn_is_forgotten_and_a_value_of_ours_is_not():
    """So session state can only be a cache of the address."""

    def app():
        import streamlit as st

        st.session_state["_ours"] = 7
        if not st.session_state.get("_away"):
            st.slider("Layer", 1, 3, 3, key="layer")
        st.button("go", on_click=lambda: st.session_state.update(_away=True))
        st.text(sorted(name for name in st.session_state.to_dict()))

    run = AppTest.from_function(app, default_timeout=30).run()
    run.slider(key="layer").set_value(2).run()
    assert "layer" in run.text[0].value
    run.button[0].click().run()
    again = run.run()
    assert "layer" not in again.text[0].value and "_ours" in again.text[0].value


def test_a_callback_may_set_the_value_of_a_widget_before_it_is_drawn():
    def app():
        import streamlit as st

        def preset():
            st.session_state["layer"] = 1

        st.button("preset", on_click=preset)
        st.slider("Layer", 1, 3, 3, key="layer")

    run = AppTest.from_function(app, default_timeout=30).run()
    run.slider(key="layer").set_value(2).run()
    run.button[0].click().run()
    assert not run.exception and run.slider(key="layer").value == 1


def test_a_page_is_drawn_on_one_thread_from_its_beginning_to_its_end():
    """`viz.pages.app.state.settle` reads the choices once for a thread."""

    def app():
        import threading

        import streamlit as st

        def tell():
            st.text(threading.get_ident())

        tell()
        with st.container(key="inside"):
            st.fragment(tell)()
        tell()

    run = AppTest.from_function(app, default_timeout=30).run()
    first, inside, last = (text.value for text in run.text)
    assert first == inside == last


@pytest.mark.parametrize("name", ["RerunException", "StopException"])
def test_what_ends_a_run_is_no_exception_that_a_page_catches(name: str):
    from streamlit.runtime import scriptrunner_utils

    ends = getattr(scriptrunner_utils.exceptions, name)
    assert issubclass(ends, BaseException) and not issubclass(ends, Exception)
