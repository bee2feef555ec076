"""Scores: what they cost, what they say, and what the division by √d does."""

import math

import pytest
import torch

import core
from core.attention import dot_product_scores, masked_softmax
from core.labs.scores import (
    SCORES,
    by_kind,
    cost,
    head_variances,
    jacobian_norm,
    products,
    saturation,
)
from core.labs.worked_example import KEY, QUERY


def test_the_four_scores_of_the_shared_vectors_by_hand():
    found = by_kind(torch.tensor(QUERY), torch.tensor(KEY))
    assert tuple(found) == SCORES
    # q₁ + k₁ = (4, 0, −1): tanh 4 − tanh 1 = 0.99933 − 0.76159
    row = torch.tensor([0.2377, 1.1665, 1.9901])
    torch.testing.assert_close(found["additive"][0], row, atol=1e-4, rtol=0)
    # q₁ with its first two numbers swapped is (−1, 2, 0), q₂ is (1, −2, 4)
    assert found["bilinear"].tolist() == [[0, 6, 1], [-4, -10, 11]]
    assert found["dot"].tolist() == [[3, -3, 1], [-7, -1, 11]]
    torch.testing.assert_close(found["scaled dot"], found["dot"] / math.sqrt(3))


def test_parameters_and_products_by_hand():
    # d = 3, n = 2: additive 2·9 + 3 and 2·2·9 + 4·3; bilinear 9 and 2·9 + 12
    counted = [(cost(k, 3, 2).parameters, cost(k, 3, 2).operations) for k in SCORES]
    assert counted == [(21, 48), (9, 30), (0, 12), (0, 16)]


@pytest.mark.parametrize("d", [1, 4, 64])
def test_the_variance_of_a_dot_product_is_its_width(d: int):
    found = products(d, 20_000)
    assert found.var().item() == pytest.approx(d, rel=0.07)
    assert abs(found.mean().item()) < 4 * math.sqrt(d / 20_000)


def test_queries_that_follow_their_keys_have_a_mean_that_grows_faster_than_the_root():
    found = products(64, 20_000, correlation=0.5)
    assert found.mean().item() == pytest.approx(32, rel=0.02)  # dρ
    assert found.var().item() == pytest.approx(80, rel=0.07)  # d(1 + ρ²)
    same = products(5, 10, correlation=1.0)
    assert (same > 0).all()  # |q|²


def test_the_jacobian_norm_is_that_of_the_derivative():
    scores = torch.tensor([0.3, -1.2, 0.9, 0.0], dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda s: s.softmax(-1), scores)
    assert isinstance(jacobian, torch.Tensor)
    found = jacobian_norm(scores.softmax(-1))
    assert found.item() == pytest.approx(jacobian.norm().item(), abs=1e-12)
    # two keys at ½: all four entries are ±¼, so the norm is ½
    assert jacobian_norm(torch.tensor([0.5, 0.5])).item() == pytest.approx(0.5)
    assert jacobian_norm(torch.tensor([0.0, 1.0])).item() == 0


def test_without_the_root_the_softmax_of_ten_keys_saturates_and_with_it_not():
    # measured: 0.75 → 0.16 nats and 0.26 → 0.085; divided 1.93 → 1.92 and 0.35
    entropy, norm = saturation(16, 10, scaled=False)
    assert (entropy, norm) == (
        pytest.approx(0.75, abs=0.06),
        pytest.approx(0.26, abs=0.03),
    )
    entropy, norm = saturation(256, 10, scaled=False)
    assert (entropy, norm) == (
        pytest.approx(0.16, abs=0.04),
        pytest.approx(0.085, abs=0.025),
    )
    for d in (16, 256):
        entropy, norm = saturation(d, 10, scaled=True)
        assert entropy == pytest.approx(1.925, abs=0.04)
        assert norm == pytest.approx(0.35, abs=0.03)


def test_one_key_leaves_nothing_to_decide():
    assert saturation(8, 1, scaled=True, samples=5) == (0, 0)


def test_a_constant_added_to_a_row_changes_no_weight():
    scores = dot_product_scores(torch.tensor(QUERY), torch.tensor(KEY), scale=1.0)
    torch.testing.assert_close(masked_softmax(scores + 7.5), masked_softmax(scores))


def test_every_head_of_the_shipped_model_has_a_variance_over_the_pairs_it_may_score():
    trace = core.load("transformer-en-fr").explain("The woman ate the fish.")
    found = head_variances([trace])
    assert set(found.variances) == set(trace.names())
    assert found.d_head == 32
    name = "decoder.1.self_attention"
    parts = {part: tensor for part, _, tensor in core.walk(trace)}
    query, key = parts[f"{name}.query"][2], parts[f"{name}.key"][2]
    pairs = [float(query[i] @ key[j]) for i in range(len(query)) for j in range(i + 1)]
    mean = sum(pairs) / len(pairs)
    by_hand = sum((pair - mean) ** 2 for pair in pairs) / len(pairs)
    assert found.variances[name][2] == pytest.approx(by_hand, rel=1e-4)
