"""Heads: two wirings, two neighbours, and the join as a sum."""

import pytest
import torch

from core.labs import heads
from core.labs.heads import linear_readout, neighbours, relu_readout, reported
from core.labs.worked_example import DUCK, OBJECTS, marked
from core.layers import MultiHeadAttention


def test_the_paper_s_heads_cost_the_same_at_any_number_and_pieces_fall():
    # 4 · 12² + 4 · 12 = 624; 3 · 144 / h + 144 + 48
    assert [heads.parameters("paper", 12, h) for h in (1, 2, 3)] == [624] * 3
    assert [heads.parameters("pieces", 12, h) for h in (1, 2, 3)] == [624, 408, 336]
    # the shipped Transformer: 4 · 256² + 4 · 256
    assert heads.parameters("paper", 256, 8) == 263_168


def test_a_poked_coordinate_reaches_every_head_or_only_the_head_of_its_piece():
    x = torch.randn(3, 6, generator=torch.Generator().manual_seed(2))
    paper = heads.reactions(heads.fresh("paper", 6, 3), x, 1.0)
    assert paper.shape == (6, 3) and (paper > 0).all()
    pieces = heads.reactions(heads.fresh("pieces", 6, 3), x, 1.0)
    own = torch.eye(3, dtype=torch.bool).repeat_interleave(2, dim=0)
    assert torch.equal(pieces > 0, own)


def test_with_one_head_both_wirings_are_one():
    x = torch.randn(2, 4, generator=torch.Generator().manual_seed(3))
    allowed = torch.ones(2, 2, dtype=torch.bool)
    paper, pieces = (heads.fresh(name, 4, 1)(x, x, allowed) for name in heads.WIRINGS)
    torch.testing.assert_close(paper.output, pieces.output)


def test_a_head_brings_home_shares_of_its_two_neighbours():
    brought = neighbours((0.7,), 3)
    assert brought.shape == (1, 9, 3)
    assert brought[0, 1].tolist() == pytest.approx([0.7, 0.3, 0])  # left 0, right 1
    assert brought[0, 4].tolist() == pytest.approx([0, 1, 0])  # both 1
    assert neighbours((1.0,), 3)[0, 1].tolist() == [1, 0, 0]


@pytest.mark.parametrize("share", [0.6, 0.7, 0.95, 1.0])
def test_one_head_and_a_linear_readout_get_one_neighbour(share):
    left, right = reported(linear_readout(neighbours((share,), 5)))
    # right is right where both words are the same: 5 of 25 pairs
    assert left == 1
    assert right == pytest.approx(5 / 25)


def test_equal_weights_tell_which_words_but_not_which_side():
    # 5 pairs of one word twice, 20 of two words: (5 + 20 / 2) / 25
    found = reported(linear_readout(neighbours((0.5,), 5)))
    assert found == (pytest.approx(0.6), pytest.approx(0.6))
    shares = (0.5,)
    found = reported(relu_readout(neighbours(shares, 5), shares))
    assert found == (pytest.approx(0.6), pytest.approx(0.6))


@pytest.mark.parametrize("first", [1.0, 0.8, 0.55])
def test_two_heads_and_a_linear_readout_get_both(first):
    assert reported(linear_readout(neighbours((first, 1 - first), 5))) == (1, 1)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_one_head_manages_with_unequal_weights_and_an_mlp_behind(share):
    read = relu_readout(neighbours((share,), 5), (share,))
    assert reported(read) == (1, 1)
    truth = torch.nn.functional.one_hot(heads.pairs(5), 5).double().transpose(0, 1)
    torch.testing.assert_close(read, truth)


def test_what_a_head_never_saw_no_mlp_finds():
    shares = (1.0,)
    left, right = reported(relu_readout(neighbours(shares, 5), shares))
    assert left == 1
    # right is one of five words for each pair, at a guess
    assert right == pytest.approx(1 / 5)


def test_the_join_is_a_sum_over_heads():
    attention = heads.fresh("paper", 6, 3)
    x = torch.randn(2, 4, 6, generator=torch.Generator().manual_seed(5))
    record = attention(x, x, torch.ones(4, 4, dtype=torch.bool))
    parts = heads.contributions(attention, record)
    assert parts.shape == (2, 3, 4, 6)
    torch.testing.assert_close(parts.sum(-3), record.output)


def test_duck_is_found_by_colour_and_by_kind():
    attention = heads.colour_and_kind(16.0)
    assert isinstance(attention, MultiHeadAttention)
    room = torch.zeros(7)
    context = torch.stack(
        [torch.cat([torch.tensor(marked(*o)), room]) for o in OBJECTS]
    )
    cue = torch.cat([torch.tensor(marked(*DUCK)), room])[None]
    record = attention(cue, context, torch.ones(1, 5, dtype=torch.bool))
    # e^(16 / √7) = 423.2: two of five fit in colour, one in kind
    colour, kind = record.weights[:, 0].tolist()
    assert colour == pytest.approx([0.0012, 0.4982, 0.0012, 0.4982, 0.0012], abs=5e-5)
    assert kind == pytest.approx([0.0023, 0.0023, 0.0023, 0.9906, 0.0023], abs=6e-5)
    yellow, animal = record.output[0, 1].item(), record.output[0, 5].item()
    assert (yellow, animal) == (
        pytest.approx((0.9965 + 0.9929) / 2, abs=1e-4),
        pytest.approx((0.4982 + 0.9906) / 2, abs=1e-4),
    )


def test_with_no_strength_both_heads_look_evenly():
    attention = heads.colour_and_kind(0.0)
    x = torch.zeros(1, 14)
    record = attention(x, torch.eye(14)[:5], torch.ones(1, 5, dtype=torch.bool))
    assert record.weights.flatten().tolist() == pytest.approx([0.2] * 10)
