"""What a callback wrote counts until the browser says it back."""

from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest

from tests.viz.pages.app.around import frame_around
from viz.pages.app import frame, widgets, written


def page() -> None:
    for name, chosen in {
        "third": {"start_b": 3},
        "fourth": {"start_b": 4},
        "usual": {"start_b": 0},
        "beside": {"start_beside": True},
    }.items():
        st.button(name, key=name, on_click=frame.keep, kwargs=chosen)
    st.code(f"{frame.choices().start_b} {frame.choices().start_beside}")


def late(app: AppTest, name: str, **said: str) -> str:
    """Press a button while the address is still another; what is chosen then."""
    app.query_params.clear()
    for one, value in said.items():
        app.query_params[one] = value
    app.button(key=name).click().run()
    assert not app.exception
    return app.code[0].value


def test_a_click_on_its_way_takes_nothing_back(monkeypatch: pytest.MonkeyPatch):
    app = frame_around(monkeypatch, page)
    app.button(key="third").click().run()
    assert late(app, "beside") == "3 True"
    assert app.query_params == {"start_b": "3", "start_beside": "true"}
    assert late(app, "fourth") == "4 True"  # two were on their way
    assert late(app, "fourth", start_b="3") == "4 True"
    assert late(app, "usual", start_b="3") == "0 True"
    assert "start_b" not in app.query_params
    assert late(app, "beside", start_b="5") == "5 True"  # the reader wrote it


def test_what_is_taken_back_by_a_click_on_its_way_is_said(
    monkeypatch: pytest.MonkeyPatch,
):
    app = frame_around(monkeypatch, page)
    app.button(key="third").click().run()
    said: list[str] = []
    say = ScriptRunContext.enqueue

    def hear(self: ScriptRunContext, msg: ForwardMsg) -> None:
        if msg.HasField("page_info_changed"):
            said.append(msg.page_info_changed.query_string)
        say(self, msg)

    monkeypatch.setattr(ScriptRunContext, "enqueue", hear)
    assert late(app, "usual") == "0 False"  # its address has nothing to take out
    assert said == ["start_b=3", ""]


def test_any_other_address_is_newer(monkeypatch: pytest.MonkeyPatch):
    app = frame_around(monkeypatch, page)
    app.button(key="third").click().run()
    assert late(app, "beside", layer="2") == "0 True"  # a link that leads elsewhere
    assert late(app, "beside") == "0 True"  # and the way back from there


def test_two_choices_of_one_click_are_both_on_their_way(
    monkeypatch: pytest.MonkeyPatch,
):
    def both() -> None:
        frame.keep(start_b=3)
        frame.keep(start_beside=True)

    def two() -> None:
        st.button("both", key="both", on_click=both)
        page()

    app = frame_around(monkeypatch, two)
    app.button(key="both").click().run()
    assert late(app, "fourth") == "4 True"
    assert late(app, "fourth", start_b="3") == "4 True"  # the first of both is heard


def test_a_run_that_begins_again_forgets_nothing(monkeypatch: pytest.MonkeyPatch):
    def third() -> None:
        frame.keep(start_b=3)
        st.session_state["_again"] = True

    def again() -> None:
        st.button("again", key="again", on_click=third)
        page()
        if st.session_state.pop("_again", False):
            st.rerun()

    app = frame_around(monkeypatch, again)
    app.button(key="again").click().run()
    assert late(app, "beside") == "3 True"


def test_a_widget_that_comes_makes_no_other_address(monkeypatch: pytest.MonkeyPatch):
    def with_slider() -> None:
        page()
        if frame.choices().start_b == 3:
            widgets.slider("layer", "Layer")

    app = frame_around(monkeypatch, with_slider, layer="3")
    app.button(key="third").click().run()
    assert late(app, "beside", layer="3") == "3 True"


def test_a_long_row_of_clicks_is_not_kept(monkeypatch: pytest.MonkeyPatch):
    app = frame_around(monkeypatch, page)
    for name in ("third", "fourth") * 10:
        app.button(key=name).click().run()
    kept = app.session_state[written.UNDERWAY.key]
    assert len(kept.addresses) == written.MOST
    assert late(app, "beside", start_b="3") == "4 True"


def test_what_is_said_later_counts(monkeypatch: pytest.MonkeyPatch):
    app = frame_around(monkeypatch, page)
    app.button(key="third").click().run()
    monkeypatch.setattr(written, "SECONDS", 0.0)
    assert late(app, "beside") == "0 True"


def test_back_and_another_page_count_at_once(monkeypatch: pytest.MonkeyPatch):
    app = frame_around(monkeypatch, page)
    real = written.get_script_run_ctx
    for there in ({"is_history_navigation": True}, {"page_script_hash": "other"}):
        app.button(key="third").click().run()

        def moved(there: dict[str, object] = there, **_: bool) -> SimpleNamespace:
            here = {"page_script_hash": real().page_script_hash}
            return SimpleNamespace(**{"is_history_navigation": False, **here, **there})

        with monkeypatch.context() as patched:
            patched.setattr(written, "get_script_run_ctx", moved)
            assert late(app, "beside") == "0 True"
