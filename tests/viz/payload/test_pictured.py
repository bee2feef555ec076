"""Any model that says its stacks is packed for the picture, without a change there."""

import numpy as np
import pytest
import torch

from core.attention_map import MapSide, Pictured, Stack
from tests.packed import unpack
from tests.viz.payload.captioner import Captioner, caption_view
from viz.components.attention import pack


def test_a_toy_of_one_stack_between_words_and_cells_is_packed_as_it_is():
    assert isinstance(Captioner(), Pictured)
    header, body = unpack(pack(*caption_view()))
    (stack,) = header["stacks"]
    assert (stack["queries"], stack["keys"]) == ("caption", "picture")
    assert stack["label"] == "Cross-attention to the picture"
    assert stack["maps"] == ["decoder.0.picture", "decoder.1.picture"]
    assert stack["shape"] == [2, 3, 5, 12]
    numbers = body.reshape(2, 3, 5, 12)
    weights = Captioner().stacks()[0].weights.numpy()
    np.testing.assert_array_equal(numbers[:, :, :4], weights[:, :, :4])
    assert np.isnan(numbers[:, :, 4, 1:]).all()
    assert (numbers[:, :, 4, 0] == 1).all()
    assert header["view"] == {"stack": "picture", "layer": 1, "head": -1, "row": 0}


def test_the_header_says_what_a_side_is_and_how_large_its_grid():
    header, _ = caption_view()
    picture, caption = (header["sequences"][name] for name in ("picture", "caption"))
    assert (picture["kind"], picture["grid"]) == ("cells", [3, 4])
    assert picture["words"][4] == "2,1"
    assert (picture["name"], picture["side"]) == ("Picture", "source")
    assert (caption["kind"], caption["side"]) == ("words", "output")
    assert "grid" not in caption


def test_a_side_that_is_no_grid_or_does_not_fill_it_is_refused():
    with pytest.raises(ValueError, match=r"3 cells do not fill a grid \(2, 2\)"):
        MapSide("x", "source", ("a", "b", "c"), kind="cells", grid=(2, 2))
    with pytest.raises(ValueError, match="a grid belongs to cells"):
        MapSide("x", "source", ("a",), grid=(1, 1))
    with pytest.raises(ValueError, match="not 'sounds'"):
        MapSide("x", "source", ("a",), kind="sounds")


def test_weights_that_do_not_fit_their_sides_are_refused():
    side = MapSide("x", "source", ("a", "b"))
    weights = torch.full((1, 1, 2, 3), 1 / 3)
    with pytest.raises(ValueError, match=r"2 queries and 2 keys do not fit"):
        Stack("s", side, side, ("s.0",), weights, torch.ones(1, 1, 2, 3).bool())
