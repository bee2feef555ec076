"""Norms before gain and bias: the lecture's V by hand."""

import pytest
import torch

from core.labs.norms import EPS, normed, statistics
from core.layers import AddAndNorm

V = torch.tensor([[2.0, 3, 1], [2, -1, 0], [0, 5, 1]], dtype=torch.float64)


def test_each_token_gets_mean_zero_and_almost_variance_one():
    first, second, _ = statistics(V, "layer")
    # 2, 3, 1: mean 2, variance (0 + 1 + 1)/3, and 1 where 2 is divided by instead
    assert first.mean == 2
    assert first.variance == pytest.approx(2 / 3)
    assert first.sample_variance == pytest.approx(1)
    assert first.mean_after == pytest.approx(0, abs=1e-12)
    assert first.variance_after == pytest.approx(0.999985, abs=5e-7)
    # 2, −1, 0: mean 1/3, variance 5/3 − 1/9
    assert second.mean == pytest.approx(1 / 3)
    assert second.variance == pytest.approx(14 / 9)
    assert normed(V, "layer")[0].tolist() == pytest.approx(
        [0, 1.2247, -1.2247], abs=5e-5
    )


def test_a_batch_norm_averages_one_feature_over_the_tokens():
    first = statistics(V, "batch")[0]
    # 2, 2, 0: mean 4/3, variance 8/3 − 16/9
    assert first.mean == pytest.approx(4 / 3)
    assert first.variance == pytest.approx(8 / 9)
    column = normed(V, "batch")[:, 0].tolist()
    assert column == pytest.approx([0.7071, 0.7071, -1.4142], abs=5e-5)
    theirs = torch.nn.functional.batch_norm(V, None, None, training=True, eps=EPS)
    torch.testing.assert_close(normed(V, "batch"), theirs)


def test_another_token_leaves_a_layer_norm_alone_and_not_a_batch_norm():
    other = V.clone()
    other[2] = torch.tensor([7.0, -4, 9])
    assert torch.equal(normed(other, "layer")[:2], normed(V, "layer")[:2])
    assert statistics(other, "layer")[:2] == statistics(V, "layer")[:2]
    assert (normed(other, "batch")[0] - normed(V, "batch")[0]).abs().min() > 0.1


def test_epsilon_counts_where_the_numbers_hardly_differ():
    # variance (2/3)·10⁻⁶; divided by itself and 10⁻⁵ more: (2/3)/(32/3) = 1/16
    tiny = torch.tensor([[0.001, 0.002, 0.003]], dtype=torch.float64)
    assert statistics(tiny, "layer")[0].variance_after == pytest.approx(0.0625)


def test_one_number_alone_becomes_zero():
    (alone,) = statistics(torch.tensor([[5.0]]), "layer")
    assert (alone.mean, alone.variance, alone.sample_variance) == (5, 0, None)
    assert (alone.mean_after, alone.variance_after) == (0, 0)


def test_the_norm_of_the_models_begins_as_this_one():
    x = V.float()
    torch.testing.assert_close(AddAndNorm(3).norm(x), normed(x, "layer"))
