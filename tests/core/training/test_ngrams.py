"""Counting the next piece, held against numbers worked out by hand."""

import math

import numpy as np
import pytest

from core.training.ngrams import NGrams

# pieces 3 and 4 among 5; 2 is ‹end›
LINES = [[3, 4], [3, 3]]


def test_one_piece_alone_is_its_share_mixed_with_all_alike():
    # 3 · 3, 4 · 1, ‹end› · 2: six pieces of three kinds
    found = NGrams(LINES, 5, 1).probabilities([[4]])
    assert np.allclose(found, [(1 + 3 / 5) / 9, (2 + 3 / 5) / 9])


def test_a_pair_leans_on_the_piece_alone_the_more_different_ones_follow():
    # after 3: 4, 3 and ‹end› once each
    alone = (1 + 3 / 5) / 9
    found = NGrams(LINES, 5, 2).probabilities([[3, 4]])
    first = (2 + 1 * (3 + 3 / 5) / 9) / 3  # two lines begin, both with 3
    assert np.allclose(found[:2], [first, (1 + 3 * alone) / 6])


def test_a_history_that_never_stood_there_leaves_the_shorter_one():
    pairs, triples = (NGrams(LINES, 5, order) for order in (2, 3))
    unseen = [[4, 3, 4]]  # 4 3 never stood there
    assert np.allclose(pairs.probabilities(unseen)[2], triples.probabilities(unseen)[2])


def test_probabilities_of_all_pieces_add_up_to_1():
    model = NGrams(LINES, 5, 3)
    sums = sum(model.probabilities([[3, piece]])[1] for piece in range(5))
    assert math.isclose(sums, 1.0)


@pytest.mark.parametrize("order", [0, 3])
def test_longer_sequences_than_were_counted_are_an_error(order):
    with pytest.raises(ValueError, match=f"order must be from 1 to 2, not {order}"):
        NGrams(LINES, 5, 2).probabilities(LINES, order)


def test_shorter_sequences_are_asked_as_if_no_longer_ones_were_counted():
    triples = NGrams(LINES, 5, 3)
    for order in (1, 2, 3):
        alone = NGrams(LINES, 5, order).probabilities(LINES)
        assert np.allclose(triples.probabilities(LINES, order), alone)
    surer = -np.log(triples.probabilities(LINES)).mean()
    assert surer < -np.log(triples.probabilities(LINES, 2)).mean()
