"""The lab of the block: pictures as given, sentences with the numbers behind them."""

import pytest
import torch

from core.labs import norms
from core.labs.depth import Stack
from core.labs.results import read
from core.labs.stream import Added
from tests.viz.opening import opened, said
from viz.address.labs.block import DEPTHS
from viz.figures import block as figures
from viz.figures.block_norm import spread
from viz.pages.labs.block_norm import rows_of


def stream(words, before, update, active=None, **cut):
    """The picture of words whose stream and update have these lengths."""
    before, update = (
        torch.tensor([[length, 0.0] for length in x]) for x in (before, update)
    )
    found = Added(before, update, before, active)
    view = {"part": "attention", "layer": 0, "cut": False, "french": "…", **cut}
    return figures.stream(words, found, **view).plot


def test_what_is_cut_off_is_hatched_and_units_of_most_words_come_first():
    active = torch.tensor([[0, 1, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0]]) > 0
    words = ["a", "b", "<i>"]
    drawn = stream(words, [1.0, 2.0, 3.0], [3.0, 2.0, 1.0], active, cut=True)
    before, update, units = drawn.data
    assert (before.marker.pattern.shape, update.marker.pattern.shape) == ("/", "")
    assert (before.y, update.y) == ((1, 2, 3), (3, 2, 1))
    assert units.z.tolist() == [[1, 0, 1, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
    labels = drawn.layout.yaxis2.ticktext
    assert labels == ("a 50%", "b 50%", "&lt;i&gt; 50%")


def test_an_attention_has_no_units():
    drawn = stream(["a"], [1.0], [2.0])
    assert [trace.type for trace in drawn.data] == ["bar", "bar"]
    assert drawn.data[0].marker.pattern.shape == ""


def test_means_carry_their_deviation_and_the_exchanged_token_is_marked():
    x = torch.tensor([[2.5, -1.5], [1.1, -0.9]])  # 0.5 ± 2.0 and 0.1 ± 1.0
    drawn = spread(["a", "b"], x, "layer").plot
    assert list(drawn.data[0].y) == pytest.approx([0.5, 0.1])
    assert list(drawn.data[0].error_y.array) == pytest.approx([2.0, 1.0])
    assert list(drawn.data[1].error_y.array) == pytest.approx([1.0, 1.0], abs=1e-4)
    assert not drawn.layout.shapes
    (box,) = spread(["a", "b"], x, "layer", usual=(["a", "c"], x)).plot.layout.shapes
    assert (box.x0, box.x1) == (0.6, 1.4)


def test_a_stack_has_one_place_more_than_layers():
    drawn = figures.depth([Stack(2, "after", (1.0, 1.0, 1.0), (0.5, 0.7, 1.0))]).plot
    assert list(drawn.data[0].x) == [0, 1, 2]
    assert drawn.data[1].yaxis == "y2"


def test_the_table_of_statistics_has_both_variances():
    x = torch.tensor([[2.0, 3, 1]], dtype=torch.float64)
    head, row = rows_of(["token 1"], norms.statistics(x, "layer"))
    assert head[2:4] == ["variance, 1/p", "variance, 1/(p − 1)"]
    assert row == ["token 1", "2", "0.6667", "1", "0", "0.999985"]


def test_what_is_stored_has_every_depth_with_both_orders():
    found = read("block").found
    depths = [(int(depth), order) for depth in DEPTHS for order in ("after", "before")]
    assert [(stack.depth, stack.order) for stack in found.stacks] == depths
    assert found.seeds == 5
    for stack in found.stacks:
        assert len(stack.stream) == len(stack.gradient) == stack.depth + 1
        if stack.order == "after":
            assert stack.stream[1:] == pytest.approx([1] * stack.depth, abs=0.01)
        else:
            assert stack.stream[-1] == max(stack.stream)


def test_the_small_numbers_are_normed_and_typed():
    app = opened("block", step="2")
    assert not app.exception
    assert "the numbers of each token have mean 0" in said(app)
    assert "0.999985" in str([html.proto.body for html in app.get("html")])
    app.text_input(key="block_numbers").set_value("1 2; 3").run()
    assert "Numbers in row 2: 1, in row 1: 2" in said(app)


def test_a_blank_asks_for_the_third_token():
    # 0, 5, 1: mean 2 leaves −2, 3, −1, whose mean square is 14/3; divided by 2.1602
    app = opened("block", step="2", block_from="blank", block_blank="-.926 1.389 -.46")
    assert "Not yet. Check number 3 again." in said(app)
    app.text_input(key="block_blank").set_value("-0.926 1.389 -0.463").run()
    assert "Right: −0.926 1.389 −0.463." in said(app)


def test_depth_is_shown_from_what_is_stored():
    app = opened("block", step="3", block_depth="2")
    assert not app.exception
    assert "Norm before: x goes from size" in said(app)


def test_the_sentence_goes_through_the_shipped_layer():
    app = opened("block", block_part="feed-forward", block_cut="true")
    assert not app.exception
    assert "of the units are active" in said(app) and "Translation: " in said(app)
    app.query_params["step"] = "2"
    app.query_params["block_from"] = "sentence"
    app.query_params["block_other"] = "true"
    app.run()
    assert "With “bread” in place of “fish”" in said(app)
    assert "no number of any other token changes by more than 0." in said(app)


def test_a_word_and_its_update_are_worked_by_hand_and_one_norm_is_left_blank():
    app = opened("block")
    assert not app.exception
    # (2, 3, 1) + (1.762, 3.229, 0.998) = (3.762, 6.229, 1.998), of mean 3.996
    assert "Dividing by it gives −0.135, 1.287 and −1.152" in said(app)
    # (1.762, 3.229, 0.998) − 1.996 = (−0.234, 1.233, −0.998), over 0.926
    right = opened("block", block_sum="-.253 1.331 -1.078")
    assert "Right: −0.253 1.331 −1.078." in said(right)
