"""Frames: what is passed on, mended, dropped or refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.PageConfig_pb2 import PageConfig

from server.messages import (
    MAX_TYPED,
    NOT_A_MESSAGE,
    TOO_LONG,
    Refused,
    checked,
    titled,
)
from tests.server.visitor import rerun


def test_what_a_page_needs_is_passed_on_unchanged():
    frame = rerun("sentence=Fish.", widgets={"sentence": "Fish."}).SerializeToString()
    assert checked(frame) == frame
    assert checked(BackMsg(app_heartbeat=True).SerializeToString()) is not None
    assert checked(BackMsg(stop_script=True).SerializeToString()) is not None


@pytest.mark.parametrize(
    "said",
    [
        {"clear_cache": True},
        {"load_git_info": True},
        {"set_run_on_save": True},
        {"debug_shutdown_runtime": True},
        {"debug_disconnect_websocket": True},
        {},
    ],
)
def test_what_no_page_needs_is_dropped(said):
    assert checked(BackMsg(**said).SerializeToString()) is None


def test_half_an_emoji_becomes_a_sign_that_stands_for_the_unreadable():
    frame = rerun("", widgets={"sentence": "fish ABC!"}).SerializeToString()
    broken = frame.replace(b"ABC", b"\xed\xa0\xbd")  # the first half of U+1F41F, a fish
    mended = BackMsg.FromString(checked(broken))
    widget = mended.rerun_script.widget_states.widgets[0]
    assert widget.string_value == "fish �!"


def test_a_pasted_book_is_cut_so_that_the_page_can_refuse_it():
    book = rerun("", widgets={"sentence": "word " * 100_000}).SerializeToString()
    assert len(book) > 500_000
    mended = BackMsg.FromString(checked(book))
    widget = mended.rerun_script.widget_states.widgets[0]
    assert len(widget.string_value) == MAX_TYPED == 2_000


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\xff\xff\xff\xff", NOT_A_MESSAGE),
        (b"\x00", NOT_A_MESSAGE),
        (rerun("a" * 300_000).SerializeToString(), TOO_LONG),
    ],
)
def test_a_frame_that_is_no_message_or_too_long_ends_the_socket(frame, code):
    with pytest.raises(Refused) as refused:
        checked(frame)
    assert refused.value.code == code


@given(st.binary(max_size=200))
def test_whatever_bytes_come_they_are_passed_dropped_or_refused(frame: bytes):
    try:
        mended = checked(frame)
    except Refused:
        return
    assert mended is None or BackMsg.FromString(mended)


def test_a_title_changes_nothing_else_of_a_page():
    page = ForwardMsg.FromString(titled("Resting")).page_config_changed
    said = {field.name for field, _ in page.ListFields()}
    assert page.title == "Resting" and said == {
        "title",
        "layout",
        "initial_sidebar_state",
    }
    assert page.layout == PageConfig.LAYOUT_UNSET
    assert page.initial_sidebar_state == PageConfig.SIDEBAR_UNSET
