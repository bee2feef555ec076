"""Encodings of places: identities, and numbers from papers and by hand."""

import math

import pytest
import torch

from core.labs.positions import (
    binary_digits,
    derivation,
    distance_bias,
    frequencies,
    likeness,
    most_similar,
    products_by_distance,
    rotary,
    rotation,
    shift_error,
    two_words,
    variance_share,
)
from core.layers import sinusoidal_positions

DOUBLE = torch.float64


def test_frequencies_fall_from_one_to_almost_one_over_the_base():
    found = frequencies(4, 100)
    assert found.tolist() == pytest.approx([1.0, 0.1])  # 100^0, 100^(−2/4)
    assert len(frequencies(5, 100)) == 3
    assert frequencies(1, 10_000).tolist() == [1.0]


def test_six_in_binary_is_no_ones_then_two_with_the_fast_digit_first():
    digits = binary_digits(8)
    assert digits.shape == (8, 3)
    assert digits[6].tolist() == [0, 1, 1]
    assert binary_digits(1).tolist() == [[0]]


def test_the_dot_product_of_two_places_is_a_sum_of_cosines_of_their_distance():
    places = sinusoidal_positions(90, 24, 10_000, DOUBLE)
    products = places @ places.T
    for t, other in ((0, 0), (70, 12), (12, 70), (89, 31)):
        distance = torch.tensor([float(t - other)])
        summed = products_by_distance(24, 10_000, distance).sum().item()
        assert summed == pytest.approx(products[t, other].item(), abs=1e-12)
    assert products[5, 5].item() == pytest.approx(12)  # d/2


def test_the_first_fifty_components_make_four_fifths_of_the_variance_near_by():
    # the figure of a lecture: d = 128, distances below 50, "about 50 elements"
    near = variance_share(128, 10_000, 50)
    assert near[24].item() == pytest.approx(0.809, abs=5e-4)
    assert near[27].item() == pytest.approx(0.912, abs=5e-4)
    far = variance_share(128, 10_000, 500)
    assert far[24].item() == pytest.approx(0.2275, abs=5e-4)
    assert near[-1].item() == pytest.approx(1)


def test_one_distance_alone_has_no_variance():
    assert variance_share(8, 100, 1).isnan().all()


def test_a_shift_is_a_rotation_of_every_pair():
    turned = rotation(2, 10_000, 1)
    expected = [[math.cos(1), math.sin(1)], [-math.sin(1), math.cos(1)]]
    torch.testing.assert_close(turned, torch.tensor(expected, dtype=DOUBLE))
    whole = rotation(12, 10_000, 7)
    torch.testing.assert_close(whole @ whole.T, torch.eye(12, dtype=DOUBLE))
    assert shift_error(12, 10_000, 7, 60, DOUBLE) < 1e-9
    assert 1e-9 < shift_error(128, 10_000, 7, 60, torch.float32) < 1e-4


def test_rotary_scores_depend_on_the_distance_alone():
    torch.manual_seed(3)
    query, key = torch.randn(2, 10, dtype=DOUBLE)
    queries = rotary(query.expand(20, 10))
    keys = rotary(key.expand(20, 10))
    scores = queries @ keys.T
    assert torch.equal(queries[0], query)
    for offset in (-6, 0, 3):
        line = scores.diagonal(offset)
        assert (line - line[0]).abs().max() < 1e-12
    assert abs(scores[9, 4] - scores[4, 9]) > 1e-3  # and it knows the direction


def test_rotary_keeps_lengths():
    torch.manual_seed(3)
    x = torch.randn(7, 6, dtype=DOUBLE)
    torch.testing.assert_close(rotary(x).norm(dim=-1), x.norm(dim=-1))


def test_the_bias_falls_by_its_slope_a_step():
    assert distance_bias(3, 0.5).tolist() == [
        [0, -0.5, -1],
        [-0.5, 0, -0.5],
        [-1, -0.5, 0],
    ]


def test_two_words_score_as_their_places_come_in():
    places = sinusoidal_positions(7, 6, 10_000, DOUBLE)

    def alone(scores):
        """What a cell has beyond its own row and its own column."""
        return scores - scores[:, :1] - scores[:1] + scores[:1, :1]

    beside = two_words("concatenation", 6, 7, trained=0)
    assert (beside[2, 2] - beside[2, 5]).item() == pytest.approx(
        3 - products_by_distance(6, 10_000, torch.tensor([3.0])).sum().item()
    )
    for kind in ("sum", "concatenation"):
        found = alone(two_words(kind, 6, 7, trained=0))
        torch.testing.assert_close(found, alone(places @ places.T))
    turned = two_words("rotary", 6, 7, trained=0)
    torch.testing.assert_close(turned[1:, 1:], turned[:-1, :-1])
    biased = two_words("bias", 6, 7, trained=0)
    assert (biased[1, 1] - biased[1, 4]).item() == pytest.approx(1.5)
    assert two_words("learned", 6, 7, trained=4).shape == (4, 4)


def test_likeness_is_a_cosine_and_the_most_similar_come_first():
    # (1, 0), (3, 4), (0, 2), (-1, 0): cosines with the first 1, 0.6, 0, −1
    table = torch.tensor([[1.0, 0], [3, 4], [0, 2], [-1, 0]])
    assert likeness(table, 0).tolist() == pytest.approx([1, 0.6, 0, -1])
    assert most_similar(table, 0, 2) == [1, 2]
    assert most_similar(table, 2, 9) == [1, 0, 3]  # 0.8; 0 twice, the first one first
    with pytest.raises(IndexError, match="no row of a table of 4"):
        likeness(table, 4)


def test_every_line_of_the_derivation_is_the_same_dot_product():
    found = derivation(8, 10_000, 22, 10)
    places = sinusoidal_positions(23, 8, 10_000, DOUBLE)
    product = places[22] @ places[10]
    torch.testing.assert_close(found.products.sum(), product)
    torch.testing.assert_close(found.cosines.sum(), product)
    torch.testing.assert_close(found.products.sum(-1), found.cosines)
    torch.testing.assert_close(derivation(8, 10_000, 72, 60).products.sum(), product)


def test_one_pair_two_steps_apart_adds_the_cosine_of_two():
    found = derivation(2, 10_000, 3, 1)
    assert found.cosines.tolist() == pytest.approx([-0.4161468])  # cos 2
    # sin 3 · sin 1 and cos 3 · cos 1
    assert found.products.tolist() == [pytest.approx([0.1187484, -0.5348953])]
