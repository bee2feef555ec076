"""Weights in the shapes that people have: one row, a window, gaps, a sink, a sign."""

import importlib
import re
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from core import InputError, rollout, show, statistics
from tests.core.other_models.test_hugging_face import SIZES, hf
from tests.core.other_models.test_show import BACK, LOOKS, WORDS, dense
from tests.places import ROOT
from viz.export.page import header_of
from viz.export.pictures import picture

NAN = float("nan")


def told(own):
    """What the picture knows of its first stack."""
    return header_of(picture(own))["stacks"][0]


@pytest.mark.parametrize(
    "given", [[0.3, 0.7], np.array([0.3, 0.7]), (torch.tensor([0.3, 0.7]),)]
)
def test_a_pooling_is_one_row_over_its_words(given):
    own = show(given, ["cat", "sat"])
    found = own.attention("decoder.0.cross_attention")
    assert (found.query_words, found.key_words) == (("‹pooled›",), ("cat", "sat"))
    assert found.weights.tolist() == [[pytest.approx(0.3), pytest.approx(0.7)]]
    assert own.side("target").special == (True,)
    assert show(given, ["cat", "sat"], ["all"]).side("target").items == ("all",)


def test_a_window_around_each_token_is_a_map_with_forbidden_cells():
    """Columns are the token before, itself, and the one behind."""
    window = [[0, 0.25, 0.75], [0.5, 0.125, 0.375], [0.2, 0.7, 0.1], [0.9, 0.1, 0]]
    own = show([np.array(window)], list("abcd"), window=True)
    heads = own.heads("encoder.0.self_attention")[0]
    expected = [
        [0.25, 0.75, NAN, NAN],
        [0.5, 0.125, 0.375, NAN],
        [NAN, 0.2, 0.7, 0.1],
        [NAN, NAN, 0.9, 0.1],
    ]
    np.testing.assert_allclose(heads, expected)
    with pytest.raises(InputError, match="token in the middle, so 2 columns make none"):
        show([np.array(window)[:, :2]], list("abcd"), window=True)
    with pytest.raises(InputError, match=r"from 0 to 3, not \[4\]"):
        show([np.ones((4, 4)) / 4], list("abcd"), window=True, global_tokens=[4])


def test_longformer_is_taken_as_it_returns_its_weights():
    """Against the same model with a window that holds the whole text: no padding."""
    torch.manual_seed(1)
    sizes = {"hidden_size": 12, "num_attention_heads": 3, "intermediate_size": 16}
    config = hf.LongformerConfig(
        attention_window=[4, 4], num_hidden_layers=2, initializer_range=0.5,
        **sizes, **SIZES,
    )  # fmt: skip
    model = hf.LongformerModel(config).eval()
    ids = torch.tensor([[2, 5, 6, 7, 8, 9, 10, 3, 5]])
    everywhere = torch.zeros_like(ids)
    everywhere[0, [0, 5]] = 1
    with torch.inference_mode():
        output = model(
            ids,
            attention_mask=torch.ones_like(ids),
            global_attention_mask=everywhere,
            output_attentions=True,
        )
    with pytest.raises(InputError, match="2 tokens attend to all others: say which"):
        show(output, list("abcdefghi"))
    own = show(output, list("abcdefghi"), global_tokens=[0, 5])
    (stack,) = own.stacks()
    assert stack.id == "encoder" and stack.weights.sum(-1).numpy() == pytest.approx(1.0)
    near = (torch.arange(9) - torch.arange(9)[:, None]).abs() <= 2
    near[[0, 5]] = near[:, [0, 5]] = True
    assert stack.allowed[1, 2].tolist() == near.tolist()
    assert stack.weights[0, 1, 5, 8] == output.global_attentions[0][0, 1, 8, 1]
    assert stack.weights[0, 1, 8, 5] == output.attentions[0][0, 1, 8, 1]
    assert stack.weights[0, 1, 7, 6] == output.attentions[0][0, 1, 7, 2 + 1]


def test_gaps_are_nan_or_said_and_may_differ_from_head_to_head():
    blocks = torch.tensor([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 1, 1]])
    looks = dense(1, 2, 4, 4, mask=blocks.bool())
    by_nan = show(looks.masked_fill(~blocks.bool(), NAN), WORDS)
    said = show(looks, WORDS, allowed=blocks)
    for own in (by_nan, said):
        assert own.stacks()[0].allowed[0, 1].tolist() == blocks.bool().tolist()
        assert not own.kinds[0].back
        assert told(own)["id"] == "encoder"
    other = blocks.clone()
    other[2, 0] = 0
    each = torch.stack([blocks, other]).bool()
    own = show(dense(1, 2, 4, 4, mask=each), WORDS, allowed=each)
    assert own.stacks()[0].allowed[0].tolist() == each.tolist()
    causal = show([np.where(np.tri(3), BACK, NAN)], list("abc"))
    assert causal.kinds[0].back and causal.kinds[0].short == "decoder"
    with pytest.raises(InputError, match="allowed forbids cells that have weight"):
        show(looks, WORDS, allowed=1 - blocks)
    with pytest.raises(InputError, match=r"allowed has the shape \(3, 4\); expected"):
        show(looks, WORDS, allowed=blocks[:3])


def test_padding_is_left_out_of_gaps_too():
    looks = np.array([[0.5, 0.5, NAN], [0.25, 0.75, NAN], [NAN, NAN, 1]])
    own = show([looks], list("abc"), mask=[1, 1, 0])
    assert own.attention("encoder.0.self_attention").weights.tolist() == [
        [0.5, 0.5],
        [0.25, 0.75],
    ]


def test_a_sink_is_a_column_of_its_own_or_what_a_row_leaves_over():
    scores = torch.randn(1, 2, 3, 3).masked_fill(torch.ones(3, 3).triu(1).bool(), -1e9)
    with_sink = torch.cat([scores, torch.ones(1, 2, 3, 1)], -1).softmax(-1)
    for given in (with_sink, with_sink[..., :3]):
        own = show(given, list("abc"), sink=True)
        (stack,) = own.stacks()
        assert stack.keys.items == ("a", "b", "c", "‹sink›") and stack.back
        torch.testing.assert_close(stack.weights, with_sink)
        assert stack.allowed[0, 0].tolist() == [
            [True, False, False, True],
            [True, True, False, True],
            [True, True, True, True],
        ]
    assert header_of(picture(own))["sequences"]["with_sink"]["name"] == "Tokens"
    short = show(with_sink, list("abc"), sink=True, mask=[1, 1, 0])
    assert short.stacks()[0].keys.items == ("a", "b", "‹sink›")
    with pytest.raises(InputError, match="needs a square of weights, not"):
        rollout(own)
    with pytest.raises(InputError, match=r"no token. If it is a sink.*sink=True"):
        show(with_sink, list("abc"))
    with pytest.raises(InputError, match=r"more than 1: 1\.2000"):
        show([np.full((3, 3), 0.4)], list("abc"), sink=True)


def test_rows_that_need_not_add_up_to_1_are_shown_if_that_is_said():
    sigmoid = np.array([[0.9, 0.8], [0.1, 0.3]])
    own = show([sigmoid], ["a", "b"], normalised=False)
    assert own.attention("encoder.0.self_attention").weights[0, 0] == pytest.approx(0.9)
    assert told(own)["free"] and told(own)["part"]
    assert "statistics" not in header_of(picture(own))["panels"]
    with pytest.raises(InputError, match=r"need not add up to 1, say normalised=False"):
        show([sigmoid], ["a", "b"])
    with pytest.raises(InputError, match=r"holds 1\.8000; colours run to 1\. Divide"):
        show([sigmoid * 2], ["a", "b"], normalised=False)


def test_weights_below_0_are_drawn_in_two_colours_on_request():
    difference = np.array([[0.9, -0.2], [-0.6, 0.3]])
    own = show([difference], ["a", "b"], signed=True)
    assert told(own)["signed"] and told(own)["free"]
    assert statistics(own)["encoder.0.self_attention"].heads[0]["entropy"] is None
    with pytest.raises(
        InputError, match=r"holds -0\.6000, which is below 0\. Say sign"
    ):
        show([difference], ["a", "b"], normalised=False)
    with pytest.raises(InputError, match=r"holds 1\.8000; colours run to 1"):
        show([difference * 2], ["a", "b"], signed=True)


def test_a_sink_behind_the_keys_is_not_ahead_of_them():
    allowed = torch.ones(3, 4, dtype=torch.bool).tril()
    allowed[:, 3] = True
    weights = allowed / allowed.sum(-1, keepdim=True)
    own = show([weights], list("abc"), sink=True, allowed=allowed)
    assert own.kinds[0].back and own.kinds[0].short == "decoder"


class ByArray:
    """As JAX does: an array that numpy can take."""

    def __init__(self, array):
        self.array, self.shape, self.ndim = array, array.shape, array.ndim

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array, dtype=dtype)

    def __len__(self):
        return len(self.array)


class ByMemory(ByArray):
    """As MLX does: an array that hands out its memory, and is none of numpy's."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no such format")

    def __dlpack__(self, **_):
        return torch.as_tensor(self.array).__dlpack__()

    def __dlpack_device__(self):
        return torch.as_tensor(self.array).__dlpack_device__()


class ElsewhereInMemory(ByMemory):
    """As on a device that torch doesn't know."""

    def __dlpack__(self, **_):
        raise BufferError("on another device")


class OnlyByArray(ByArray):
    """As on a device that torch doesn't know, but numpy does."""

    def __dlpack__(self, **_):
        raise BufferError("on another device")


@pytest.mark.parametrize("kind", [ByArray, ByMemory, OnlyByArray])
def test_arrays_of_other_libraries_are_taken_without_them(kind):
    looks = np.array(LOOKS, "<f4")
    for given in ((kind(looks[None]),), kind(looks[None, None]), [kind(looks)]):
        weights = show(given, WORDS).over_pieces("encoder.0.self_attention")[0]
        torch.testing.assert_close(weights, torch.tensor([LOOKS]))
    with pytest.raises(InputError, match=r"can't be read as an array \(no such format"):
        show([ElsewhereInMemory(looks)], WORDS)


def test_two_bytes_that_numpy_has_no_name_for_are_bfloat16():
    looks = dense(2, 6, 6).to(torch.bfloat16)
    theirs = looks.view(torch.int16).numpy().view("V2")
    own = show([ByArray(theirs)], list("abcdef"))
    torch.testing.assert_close(own.kinds[0].weights[0], looks.float(), atol=0, rtol=0)


@pytest.mark.parametrize(
    ("given", "tokens", "why"),
    [
        (np.full((3, 3), 1 / 3), 4, r"last token was written and never read.*\[:-1\]"),
        (np.full((2, 4), 1 / 4), 4, r"Only 2 tokens have a row.*target=tokens\[-2:\]"),
        (np.full((4, 3), 1 / 3), 4, "around each token, say window=True"),
        (np.full((6, 6), 1 / 6), 4, "Give every token that the model read"),
        (np.full((1, 1, 4), 1 / 4), 4, r"one step of a generation.*target=\['all'\]"),
    ],
)
def test_what_does_not_fit_says_which_token_has_no_row(given, tokens, why):
    with pytest.raises(InputError, match=why):
        show([given], ["w"] * tokens)


def test_layers_with_other_numbers_of_heads_stand_in_stacks_of_their_own():
    layers = [dense(1, heads, 4, 4, seed=heads) for heads in (2, 3, 2)]
    own = show(layers, WORDS)
    assert own.names() == tuple(f"encoder.{at}.self_attention" for at in range(3))
    assert [stack.id for stack in own.stacks()] == [
        "encoder_2_heads",
        "encoder_3_heads",
    ]
    for at, layer in enumerate(layers):
        found = own.over_pieces(f"encoder.{at}.self_attention")[0]
        torch.testing.assert_close(found, layer[0])
    assert rollout(own).weights.sum(-1).tolist() == pytest.approx([1.0] * 4)
    first, second = header_of(picture(own))["stacks"]
    assert (first["numbers"], second["numbers"]) == ([1, 3], [2])
    assert first["label"] == "Self-attention with 2 heads"


def test_the_last_rows_alone_are_shown_over_all_tokens():
    own = show([np.full((2, 4), 1 / 4)], WORDS, target=WORDS[-2:])
    assert own.attention("decoder.0.cross_attention").query_words == ("cat", "[SEP]")


def test_what_the_page_of_docs_shows_of_shapes_runs():
    page = (ROOT / "docs/library.md").read_text("utf-8")
    code = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[4]
    windows = SimpleNamespace(
        attentions=(torch.full((1, 2, 4, 4), 0.25),),
        global_attentions=(torch.full((1, 2, 4, 1), 0.25),),
    )
    windows.attentions[0][:, :, [0, 0, 1, 3], [1, 2, 1, 3]] = 0  # outside, or global
    windows.attentions[0][:] /= windows.attentions[0].sum(-1, keepdim=True)
    names = {
        "headlight": importlib.import_module("headlight"),
        "cross": dense(2, 3),
        "keys": ["a", "b", "c"],
        "queries": ["x", "y"],
        "tokens": WORDS,
        "weights": np.eye(4),
        "blocks": np.eye(4),
        "banded": np.tile([0.0, 1.0, 0.0], (4, 1)),
        "longformer_output": windows,
        "sigmoid": np.full((4, 4), 0.5),
        "difference": np.eye(4) - 0.5,
    }
    for line in code.splitlines():  # the page is ours
        assert eval(line, names).names(), line
