"""A fragment that is drawn anew takes back all that it said and was not sent."""

import inspect

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest

from viz.pages.app import references


class Everything(frozenset[str]):
    """The hashes of what a browser knows."""

    def __contains__(self, _: object) -> bool:
        return True


def sent_when_drawn_anew() -> list[tuple[str | None, list[int]]]:
    """What is still sent when the first of two fragments begins again."""
    queue = ForwardMsgQueue()

    def app(queue, known):
        import streamlit as st
        from streamlit.runtime.scriptrunner import get_script_run_ctx

        def draw():
            with st.container():
                st.text("known " * 5_000)  # sent once, and then as a reference

        context = get_script_run_ctx()
        assert context
        context.cached_message_hashes = known
        context._enqueue = queue.enqueue
        for drawn in (st.fragment(draw), st.fragment(draw), draw):
            with st.container():
                drawn()

    AppTest.from_function(app, kwargs={"queue": queue, "known": Everything()}).run()
    said = queue.flush()
    for msg in said:
        queue.enqueue(msg)
    first = next(filter(None, (msg.delta.fragment_id for msg in said)))
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[first])
    return [
        (msg.WhichOneof("type"), list(msg.metadata.delta_path)) for msg in queue.flush()
    ]


def test_a_reference_is_taken_back_with_its_fragment_and_no_other(monkeypatch):
    for owner, name in ((ScriptRunContext, "enqueue"), (ForwardMsgQueue, "clear")):
        monkeypatch.setattr(owner, name, inspect.unwrap(getattr(owner, name)))
    others = [
        *(("delta", [0, 1, 0, 0][:depth]) for depth in (2, 3, 4)),
        ("ref_hash", [0, 1, 0, 0, 0]),
        *(("delta", [0, 2, 0][:depth]) for depth in (2, 3)),
        ("ref_hash", [0, 2, 0, 0]),
    ]
    container, left_behind = ("delta", [0, 0]), ("ref_hash", [0, 0, 0, 0, 0])
    assert sent_when_drawn_anew() == [container, left_behind, *others]  # by Streamlit
    references.belong.__wrapped__()
    assert sent_when_drawn_anew() == [container, *others]
