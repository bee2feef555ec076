"""What is said that weights have no place for, and weights that are no plain array."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from core import InputError, show
from core.other_models.given import tokens_of

WORDS = list("abcd")
EVEN = torch.full((2, 3, 4, 4), 0.25)
WINDOW = np.array([[0, 0.25, 0.75], [0.5, 0.1, 0.4], [0.2, 0.7, 0.1], [0.9, 0.1, 0]])


def steps(prompt: int = 2, new: int = 2, layers: int = 2):
    """What generate() returns of a decoder that looks at all alike."""
    whole = torch.ones(1, 1, prompt + new, prompt + new).tril()
    whole = whole / whole.sum(-1, keepdim=True)
    rows = [
        slice(0, prompt),
        *(slice(at, at + 1) for at in range(prompt, prompt + new)),
    ]
    return [[whole[:, :, one, : one.stop] for _ in range(layers)] for one in rows]


@pytest.mark.parametrize(
    "given",
    [
        EVEN[0, 0].to_sparse(),
        EVEN[0, 0].numpy().astype(">f4"),
        EVEN[0, 0].numpy().astype(np.longdouble),
        torch.nn.Parameter(EVEN[0, 0]),
    ],
)
def test_weights_are_taken_however_they_are_stored(given):
    assert torch.equal(show(given, WORDS).kinds[0].weights, EVEN[:1, :1])


def test_what_a_masked_array_hides_is_a_cell_that_nobody_may_attend_to():
    weights = np.ma.array([[1.0, 0.5], [0.5, 0.5]], mask=[[0, 1], [0, 0]])
    kind = show(weights, ["a", "b"]).kinds[0]
    assert kind.allowed[0, 0].tolist() == [[True, False], [True, True]]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"attentions": EVEN.to("meta")}, "holds no numbers"),
        ({"attentions": [[[0.5, 0.5], [1.0]]]}, "Give one text alone, or pad"),
        ({"attentions": EVEN.numpy().astype(object)}, "Give it in float32"),
        ({"allowed": torch.ones(1, 1, 1, 4, 4) > 0}, r"shape \(1, 1, 1, 4, 4\)"),
        ({"first_patch": 1}, "first_patch is nothing without image"),
        ({"global_tokens": [0]}, "global_tokens is nothing without window"),
        ({"item": 1}, r"four axes is \[layer, head, query, key\].*\[weights\]"),
        ({"window": True}, r"4 columns make none"),
        ({"window": True, "global_tokens": 0}, "a list of places"),
        ({"window": True, "global_tokens": [None]}, "a list of places"),
        ({"window": True, "global_tokens": [0, 0, 0]}, "Each is said once"),
    ],
)
def test_what_has_no_place_is_said(options, said):
    with pytest.raises(InputError, match=said):
        show(**{"attentions": EVEN, "tokens": WORDS, **options})


@pytest.mark.parametrize("given", [{"a", "b"}, b"ab", [1, 2], ["a", None], 7])
def test_tokens_are_strings_in_a_row(given):
    with pytest.raises(InputError, match=r"list of strings.*convert_ids_to_tokens"):
        tokens_of(given, "tokens", None)


def test_a_window_that_gives_weight_to_places_beyond_the_text_is_refused():
    show([WINDOW], WORDS, window=True)
    wrong = WINDOW.copy()
    wrong[0] = [0.25, 0, 0.75]
    for more in ({}, {"normalised": False}, {"signed": True}):
        with pytest.raises(InputError, match="before the first token or behind"):
            show([wrong], WORDS, window=True, **more)


def test_an_item_is_chosen_of_whatever_is_a_batch():
    two = torch.stack([EVEN[0], torch.eye(4).expand(3, 4, 4)])
    own = show([two], WORDS, item=1)
    assert torch.equal(own.kinds[0].weights[0, 0], torch.eye(4))
    show(EVEN, [WORDS, WORDS[::-1]], item=1)
    show(EVEN, WORDS, mask=np.ones((2, 4)), item=1)
    show(EVEN[:, None], WORDS, item=0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"window": True}, "window can't be said of what generate"),
        ({"sink": True}, "sink can't be said"),
        ({"allowed": torch.ones(4, 4)}, "allowed can't be said"),
        ({"causal": False}, "causal=False can't be said"),
        ({"sentence_b_start": 1}, "sentence_b_start can't be said"),
        ({"target": WORDS}, "leave target out"),
        ({"word_ids": 3}, "1 word_ids do not fit 5 tokens"),
        ({"mask": 1}, r"mask has the shape \(\)"),
        ({"mask": np.ones((3, 2))}, r"mask has the shape \(3, 2\).*1 texts"),
        ({"mask": np.ones((0, 2))}, r"mask has the shape \(0, 2\)"),
    ],
)
def test_what_a_generation_has_no_place_for_is_said(options, said):
    show(steps(), WORDS, causal=True)
    with pytest.raises(InputError, match=said):
        show(steps(), WORDS, **options)


def test_steps_have_equally_many_layers_all_of_them():
    for other in (1, 3):
        wrong = [*steps()[:2], steps(layers=other)[2]]
        with pytest.raises(InputError, match=f"step 3 has {other} layers, the first 2"):
            show(wrong, WORDS)


def test_a_decoder_that_wrote_step_after_step_has_its_cross_attention_so_too():
    cross = [[torch.full((1, 1, 2 if n == 0 else 1, 3), 1 / 3)] for n in range(3)]
    own = show(None, list("xyz"), WORDS, cross, decoder=steps(layers=1))
    assert own.kinds[-1].weights.shape == (1, 1, 4, 3)
    for wrong in (cross[:2], torch.full((1, 1, 4, 3), 1 / 3)):
        with pytest.raises(InputError, match="has to be its steps, too"):
            show(None, list("xyz"), WORDS, wrong, decoder=steps(layers=1))


def test_padding_that_attends_ahead_is_said_to_be_masked():
    output = SimpleNamespace(attentions=[[torch.full((1, 1, 2, 2), 0.5)]])
    with pytest.raises(InputError, match="padding, give mask=attention_mask"):
        show(output, ["a", "b", "c"])
