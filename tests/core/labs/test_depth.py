"""Stacks of random layers with norms after or before."""

import pytest
import torch
from torch import nn

from core.labs.depth import NormFirst, measure, one_stack, size
from core.networks.blocks import TransformerConfig
from tests.core.test_layers import copied
from tests.core.tiny import frozen

SMALL = TransformerConfig(1, d_model=12, d_hidden=20, n_heads=3, dropout=0.0)


def test_norms_before_are_those_of_torch():
    torch.manual_seed(3)
    ours = frozen(NormFirst(SMALL))
    theirs = nn.TransformerEncoderLayer(
        12, 3, 20, dropout=0.0, batch_first=True, norm_first=True
    )
    theirs.self_attn = copied(ours.self_attention)
    theirs.linear1, theirs.linear2 = ours.widen, ours.narrow
    for name, norm in (
        ("norm1", "norm_self_attention"),
        ("norm2", "norm_feed_forward"),
    ):
        getattr(theirs, name).load_state_dict(getattr(ours, norm).state_dict())
    x = torch.randn(2, 5, 12)
    record = ours(x, torch.ones(5, 5, dtype=torch.bool))
    torch.testing.assert_close(record.output, theirs.train()(x), atol=1e-5, rtol=0)
    assert record.input is x


def test_the_size_of_a_vector_is_its_root_mean_square():
    assert size(torch.tensor([3.0, 4.0])) == pytest.approx(3.5355339)  # √12.5


def test_normed_after_the_stream_has_size_one_and_normed_before_it_grows():
    after, _ = one_stack(6, "after", 1, SMALL)
    before, _ = one_stack(6, "before", 1, SMALL)
    assert len(after) == len(before) == 7
    assert after[0] == before[0]  # the same words
    assert after[1:] == pytest.approx([1] * 6, abs=1e-3)
    assert before[-1] > before[3] > before[1] > before[0]


def test_the_gradient_at_the_output_is_what_the_loss_reads():
    # loss = ⟨output, reader⟩, and a reader drawn from normal numbers has size about 1
    _, gradients = one_stack(2, "after", 1, SMALL)
    assert gradients[-1] == pytest.approx(1, abs=0.2)
    assert all(gradient > 0 for gradient in gradients)


def test_measuring_leaves_the_dice_of_everybody_else_alone():
    torch.manual_seed(3)
    expected = torch.rand(3)
    torch.manual_seed(3)
    found = measure(lambda _: None, depths=(1,), seeds=(1, 2))
    assert torch.equal(torch.rand(3), expected)
    assert [(stack.depth, stack.order) for stack in found.stacks] == [
        (1, "after"),
        (1, "before"),
    ]
    runs = [one_stack(1, "before", seed)[0][1] for seed in (1, 2)]
    expected = (runs[0] * runs[1]) ** 0.5
    assert found.stacks[1].stream[1] == pytest.approx(expected)
