import math
from functools import partial

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention

from core.attention import (
    additive_features,
    additive_scores,
    bilinear_scores,
    causal_mask,
    dot_product_scores,
    masked_softmax,
    mix,
    padding_mask,
)
from core.errors import InputError
from tests.close import close as near

close = partial(near, by=5e-4)

Q = torch.tensor([[2.0, -1, 0], [-2, 1, 4]])
K = torch.tensor([[2.0, 1, -1], [0, 3, -1], [1, 1, 3]])
V = torch.tensor([[2.0, 3, 1], [2, -1, 0], [0, 5, 1]])


# --- the worked example of the lecture ----------------------------------------------


def test_plain_scores_are_the_dot_products():
    # 2·2 − 1·1 + 0, 0 − 3 + 0, 2 − 1 + 0; −4 + 1 − 4, 0 + 3 − 4, −2 + 1 + 12
    scores = dot_product_scores(Q, K, scale=1.0)
    close(scores, [[3.0, -3.0, 1.0], [-7.0, -1.0, 11.0]])


def test_scores_are_divided_by_the_root_of_the_key_size():
    root = 1.7320508
    close(dot_product_scores(Q, K)[0], [3 / root, -3 / root, 1 / root], by=1e-6)


def test_worked_example_plain():
    weights = masked_softmax(dot_product_scores(Q, K, scale=1.0))
    close(weights[0], [0.879, 0.002, 0.119])
    close(mix(weights, V)[0], [1.762, 3.229, 0.998])


def test_worked_example_scaled():
    close(masked_softmax(dot_product_scores(Q, K))[0], [0.743, 0.023, 0.234])


# --- masks in the softmax -----------------------------------------------------------


def test_a_forbidden_third_key_leaves_a_sigmoid_between_the_other_two():
    scores = torch.tensor([[2.0, 1.0, 3.0]])
    weights = masked_softmax(scores, torch.tensor([[True, True, False]]))
    close(weights, [[0.731, 0.269, 0.0]])  # 1 / (1 + e⁻¹)
    assert weights[0, 2] == 0


def test_without_a_mask_every_key_has_its_share():
    # e², e¹, e³ = 7.389, 2.718, 20.086 of 30.193
    close(masked_softmax(torch.tensor([[2.0, 1.0, 3.0]])), [[0.245, 0.090, 0.665]])


def test_a_constant_added_to_a_row_changes_nothing():
    scores = torch.tensor([[2.0, 1.0, 3.0], [0.0, -1.0, 5.0]])
    moved = scores + torch.tensor([[40.0], [-7.0]])
    close(masked_softmax(moved), masked_softmax(scores), by=1e-6)


def test_scores_far_apart_neither_overflow_nor_divide_by_zero():
    weights = masked_softmax(torch.tensor([[1e4, 0.0, -1e4], [-1e4, -1e4, -1e4]]))
    close(weights, [[1.0, 0.0, 0.0], [0.3333, 0.3333, 0.3333]])


def test_a_forbidden_key_loses_against_any_score():
    scores = torch.tensor([[-3e9, 0.0]])
    weights = masked_softmax(scores, torch.tensor([[True, False]]))
    assert weights.tolist() == [[1.0, 0.0]]


def test_a_mask_of_one_row_holds_for_every_query_and_head():
    scores = torch.randn(2, 3, 4, 5)
    allowed = torch.tensor([[[[True, True, False, True, True]]]])
    weights = masked_softmax(scores, allowed)
    assert weights[..., 2].abs().max() == 0
    close(weights.sum(-1), torch.ones(2, 3, 4), by=1e-6)


numbers = st.floats(-30, 30, width=32)


@st.composite
def scores_with_masks(draw):
    n_query, n_key = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    row = st.lists(numbers, min_size=n_key, max_size=n_key)
    scores = draw(st.lists(row, min_size=n_query, max_size=n_query))
    look = st.lists(st.booleans(), min_size=n_key, max_size=n_key).filter(any)
    allowed = draw(st.lists(look, min_size=n_query, max_size=n_query))
    order = draw(st.permutations(range(n_key)))
    return torch.tensor(scores), torch.tensor(allowed), torch.tensor(order)


@given(scores_with_masks())
def test_rows_add_up_to_one_over_the_allowed_keys_alone(given_scores):
    scores, allowed, _ = given_scores
    weights = masked_softmax(scores, allowed)
    close(weights.sum(-1), torch.ones(len(scores)), by=1e-5)
    assert (weights[~allowed] == 0).all()
    assert (weights >= 0).all()


@given(scores_with_masks())
def test_keys_in_another_order_have_the_same_weights(given_scores):
    scores, allowed, order = given_scores
    shuffled = masked_softmax(scores[:, order], allowed[:, order])
    close(shuffled, masked_softmax(scores, allowed)[:, order], by=1e-6)


def test_queries_and_keys_in_another_order_give_the_same_output():
    query, key, value = torch.randn(4, 3), torch.randn(5, 3), torch.randn(5, 2)
    rows, columns = torch.tensor([2, 0, 3, 1]), torch.tensor([4, 1, 0, 3, 2])
    output = mix(masked_softmax(dot_product_scores(query, key)), value)
    scores = dot_product_scores(query[rows], key[columns])
    close(mix(masked_softmax(scores), value[columns]), output[rows], by=1e-6)


# --- against an independent implementation ------------------------------------------


@pytest.mark.parametrize("leading", [(), (2,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize("masked", [False, True])
def test_attention_is_that_of_torch(leading, masked):
    torch.manual_seed(1)
    query, key = torch.randn(*leading, 4, 6), torch.randn(*leading, 5, 6)
    value = torch.randn(*leading, 5, 7)
    allowed = None
    if masked:
        allowed = torch.rand(*leading, 4, 5) < 0.5
        allowed[..., 1] = True
    ours = mix(masked_softmax(dot_product_scores(query, key), allowed), value)
    theirs = scaled_dot_product_attention(query, key, value, attn_mask=allowed)
    close(ours, theirs, by=1e-6)


def test_unscaled_attention_is_that_of_torch():
    query, key, value = torch.randn(2, 4, 6), torch.randn(2, 5, 6), torch.randn(2, 5, 7)
    ours = mix(masked_softmax(dot_product_scores(query, key, scale=1.0)), value)
    theirs = scaled_dot_product_attention(query, key, value, scale=1.0)
    close(ours, theirs, by=1e-6)


def test_causal_attention_is_that_of_torch():
    query, key, value = torch.randn(2, 5, 6), torch.randn(2, 5, 6), torch.randn(2, 5, 7)
    ours = mix(masked_softmax(dot_product_scores(query, key), causal_mask(5)), value)
    theirs = scaled_dot_product_attention(query, key, value, is_causal=True)
    close(ours, theirs, by=1e-6)


# --- other scores -------------------------------------------------------------------


def test_additive_scores_by_hand():
    query = torch.tensor([[0.0, 1.0], [-0.5, 0.0]])
    key = torch.tensor([[0.0, -1.0], [0.5, 0.0], [1.0, 2.0]])
    direction = torch.tensor([2.0, -1.0])
    # tanh 0.5 = 0.46212, tanh 1 = 0.76159, tanh 2 = 0.96403, tanh 3 = 0.99505
    expected = [
        [0.0, 2 * 0.46212 - 0.76159, 2 * 0.76159 - 0.99505],
        [2 * -0.46212 + 0.76159, 0.0, 2 * 0.46212 - 0.96403],
    ]
    close(additive_scores(query, key, direction), expected, by=2e-5)


def test_additive_features_keep_every_pair_apart():
    features = additive_features(torch.zeros(2, 4, 3), torch.ones(2, 5, 3))
    assert features.shape == (2, 4, 5, 3)
    close(features, torch.full((2, 4, 5, 3), 0.76159), by=1e-5)


def test_additive_scores_of_a_batch_are_those_of_its_rows():
    query, key, direction = torch.randn(2, 3, 6), torch.randn(2, 5, 6), torch.randn(6)
    batched = additive_scores(query, key, direction)
    close(batched[1], additive_scores(query[1], key[1], direction), by=1e-6)


def test_additive_scores_stay_within_the_sum_of_the_direction():
    direction = torch.tensor([2.0, -1.0, 0.5])
    query, key = torch.tensor([[9.0, -9, 9]]), torch.tensor([[9.0, -9, 9]])
    close(additive_scores(query, key, direction), [[3.5]], by=1e-5)


def test_bilinear_scores_by_hand():
    query = torch.tensor([[1.0, 2.0], [0.0, -1.0]])
    weight = torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]])
    key = torch.tensor([[1.0, 1.0, 1.0], [0.0, 2.0, 0.0], [3.0, 0.0, 1.0]])
    # Q W = (1, 2, 0) and (0, −1, 1)
    expected = [[3.0, 4.0, 3.0], [0.0, -2.0, 1.0]]
    close(bilinear_scores(query, key, weight), expected, by=1e-6)


def test_bilinear_scores_through_the_identity_are_dot_products():
    identity = torch.eye(3)
    close(bilinear_scores(Q, K, identity), dot_product_scores(Q, K, 1.0), by=1e-6)


# --- where masks are made -----------------------------------------------------------


def test_a_causal_mask_looks_at_itself_and_back():
    assert causal_mask(3).tolist() == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


def test_a_padding_mask_looks_at_real_keys_only():
    mask = padding_mask(torch.tensor([2, 3, 1]))
    assert mask.tolist() == [
        [[True, True, False]],
        [[True, True, True]],
        [[True, False, False]],
    ]


def test_a_padding_mask_may_be_wider_than_the_longest_sentence():
    assert padding_mask(torch.tensor([1, 2]), n=4).tolist() == [
        [[True, False, False, False]],
        [[True, True, False, False]],
    ]


@pytest.mark.parametrize("n", [0, -1])
def test_a_causal_mask_over_nothing_is_refused(n):
    with pytest.raises(InputError, match=rf"at least one position, not {n}"):
        causal_mask(n)


@pytest.mark.parametrize("lengths", [[0], [3, 0, 2], [-1, 2]])
def test_a_sentence_whose_queries_could_look_nowhere_is_refused(lengths):
    with pytest.raises(InputError, match="at least one real key"):
        padding_mask(torch.tensor(lengths))


def test_dot_products_of_long_vectors_keep_their_spread_when_scaled():
    """Vaswani et al. (2017), footnote 4: q·k has variance d_k; over √d_k it has 1."""
    torch.manual_seed(2)
    query, key = torch.randn(300, 256), torch.randn(301, 256)
    plain = dot_product_scores(query, key, scale=1.0).std().item()
    scaled = dot_product_scores(query, key).std().item()
    assert math.isclose(plain, 16.0, rel_tol=0.05)
    assert math.isclose(scaled, 1.0, rel_tol=0.05)
