"""The picture of anybody's model: what its stacks and sides are called."""

import numpy as np
import torch

from core import show
from viz.export.page import header_of
from viz.export.pictures import picture
from viz.payload.own_models import own_view


def even(*shape):
    return torch.full(shape, 1 / shape[-1])


def named(header):
    return [stack["label"] for stack in header["stacks"]], {
        name: side["name"] for name, side in header["sequences"].items()
    }


def test_a_model_with_one_stack_has_self_attention_over_tokens():
    for causal in (None, True):
        weights = even(2, 3, 4, 4)
        if causal:
            weights = torch.eye(4).expand(2, 3, 4, 4)
        header, body = own_view(show(weights, list("abcd"), causal=causal))
        assert named(header) == (["Self-attention"], {"source": "Tokens"})
        assert header["sequences"]["source"]["given"]
        assert header["view"]["layer"] == 1
        assert body.size == 2 * 3 * (10 if causal else 16)


def test_the_weights_of_a_long_text_are_shown_by_their_root():
    colours = [
        own_view(show(even(n, n), ["a"] * n))[0]["view"].get("colour")
        for n in (100, 101)
    ]
    assert colours == [None, "root"]


def test_an_encoder_and_a_decoder_are_told_apart():
    own = show([even(3, 3)], list("abc"), list("xy"), [even(2, 3)])
    header, _ = own_view(own)
    labels, sides = named(header)
    assert labels == ["Encoder self-attention", "Cross-attention"]
    assert sides == {"source": "Source", "target": "Target"}
    assert header["view"]["stack"] == "cross"
    alone, _ = own_view(show([even(2, 3)], list("abc"), list("xy")))
    assert named(alone)[0] == ["Attention"]


def test_parts_of_a_self_attention_say_that_they_are_parts():
    header, body = own_view(show([even(4, 4)], list("abcd"), sentence_b_start=1))
    assert named(header)[0][1:] == [
        "First sentence to second",
        "Second sentence to first",
    ]
    assert [stack.get("part", False) for stack in header["stacks"]] == [
        *(False, True, True)
    ]
    assert header["view"]["stack"] == "encoder"
    np.testing.assert_array_equal(body[16:], np.full(6, 0.25, "<f4"))


def test_it_travels_as_one_file_under_its_own_names():
    own = show([even(3, 3)], list("abc"), model="mine")
    packed = picture(own, {"row": 2})
    assert header_of(packed)["stacks"][0]["label"] == "Self-attention"
    assert header_of(packed)["view"]["row"] == 2
    assert "a b c" in header_of(packed)["cited"]
    assert "mine" in header_of(packed)["cited"]
