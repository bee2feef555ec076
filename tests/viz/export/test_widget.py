"""A widget's view is read and set from Python, and has to exist."""

import pytest

import headlight
from core.errors import InputError

pytest.importorskip("anywidget")


def test_the_view_of_a_widget_is_read_set_in_part_and_checked():
    trace = headlight.load("transformer-en-fr").explain("It rains.")
    widget = trace.show(layer=2, head=3)
    assert widget.view == {"stack": "cross", "layer": 2, "head": 3, "row": 0}
    widget.view = {"head": None, "row": 1}
    assert widget.view == {"stack": "cross", "layer": 2, "head": None, "row": 1}
    with pytest.raises(InputError, match="no layer 9"):
        widget.view = {"layer": 9}
    assert widget.view["layer"] == 2


def test_a_notebook_s_frame_holds_the_whole_page():
    found = headlight.load("transformer-en-fr").explain("It rains.")
    written = found.attention("encoder.0.self_attention")._repr_html_()
    assert written is not None
    assert written.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert "<script" not in written
