"""A widget's view is read and set from Python, and has to exist."""

import numpy as np
import pytest
import torch

import headlight
from core import show
from core.errors import InputError
from viz.payload import stacks

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


def test_a_row_of_a_long_input_is_answered_exactly_for_all_heads_of_its_layer(
    monkeypatch,
):
    monkeypatch.setattr(stacks, "OVER", 0)
    torch.manual_seed(5)
    ahead = torch.ones(20, 20, dtype=torch.bool).triu(1)
    weights = torch.randn(3, 2, 20, 20).masked_fill(ahead, -torch.inf).softmax(-1)
    widget = show(weights, ["a"] * 20, causal=True).show()
    sent = []
    monkeypatch.setattr(type(widget), "send", lambda _, *said: sent.append(said))
    asked = {"stack": widget.view["stack"], "layer": 1, "row": 7}
    widget._handle_custom_msg({"exact": asked}, [])
    ((said, (data,)),) = sent
    assert said == {"exact": asked}
    found = np.frombuffer(data, "<f4").reshape(2, 20)
    np.testing.assert_array_equal(found[:, :8], weights[1, :, 7, :8].numpy())
    assert np.isnan(found[:, 8:]).all()
    for nonsense in (
        {"exact": {**asked, "row": 20}},
        {"exact": {**asked, "layer": "1"}},
        {"exact": {**asked, "stack": 1}},
        {"exact": [1]},
        "hello",
    ):
        widget._handle_custom_msg(nonsense, [])
    assert len(sent) == 1
