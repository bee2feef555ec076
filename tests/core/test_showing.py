"""What is printed in a cell fits on a line, and pictures come from a screen."""

import pytest
import torch

import core
import headlight  # noqa: F401, gives the screen
from core.layers import AttentionRecord


@pytest.fixture(scope="module")
def trace() -> core.Trace:
    return core.load("transformer-en-fr").explain("The woman ate the fish.")


def test_a_pass_that_cannot_be_drawn_is_told_in_words_and_says_why_when_asked():
    shown = core.load("rnn-en-fr").explain("It rains.")
    assert shown._repr_html_() is None
    with pytest.raises(core.InputError, match="has no attention"):
        shown.html("nothing.html")


def test_everything_of_a_pass_is_told_in_at_most_400_letters(trace: core.Trace):
    shown = (
        *(trace, trace.record, trace.record.encoder[0], trace.translation),
        *(trace.source, trace.translation.pieces, trace.stacks()[0]),
        trace.attention("decoder.2.cross_attention", head=3),
        core.load("transformer-en-fr"),
        core.load("bahdanau-en-fr").explain("It rains.").record,
    )
    assert [len(repr(one)) for one in shown if len(repr(one)) > 400] == []


def test_a_pass_is_called_by_its_model_and_its_sentences(trace: core.Trace):
    assert repr(trace).startswith(
        "Trace(transformer-en-fr: 'The woman ate the fish.' → "
    )
    assert trace.translation.text in repr(trace)
    assert "6 queries" not in repr(trace.attention("encoder.0.self_attention"))
    assert "7 queries × 7 keys" in repr(trace.attention("encoder.0.self_attention"))


def test_a_view_is_asked_for_by_the_names_of_its_parts(trace: core.Trace, tmp_path):
    with pytest.raises(
        core.InputError, match="no laier; it has stack, layer, head, row"
    ):
        trace.html(tmp_path / "fish.html", laier=1)


def test_a_page_is_not_written_under_the_name_of_another_kind_of_file(trace, tmp_path):
    with pytest.raises(core.InputError, match=r"fish.png: what is written is a page"):
        trace.html(tmp_path / "fish.png")
    assert list(tmp_path.iterdir()) == []
    assert trace.html(tmp_path / "fish.HTM").stat().st_size > 50_000


def test_a_record_is_told_by_the_shapes_of_its_tensors():
    rows, keys = torch.zeros(2, 3, 5), torch.zeros(2, 4, 5)
    weights = torch.zeros(2, 3, 4)
    record = AttentionRecord(
        *(rows, keys, keys, weights, weights > 1, weights, rows),
        torch.zeros(3, 10),
    )
    assert repr(record) == (
        "AttentionRecord(query=2×3×5, key=2×4×5, value=2×4×5, scores=2×3×4, "
        "allowed=2×3×4, weights=2×3×4, mixed=2×3×5, output=3×10)"
    )
