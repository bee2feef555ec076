"""Counting by one attention: the numbers of the course, and what must hold of any."""

import random

import pytest
import torch

from core.errors import InputError
from core.labs.histogram import by_hand
from core.labs.letters import counted
from tests.close import close


def rounded(values):
    return [round(value, 6) for value in values.tolist()]


def test_the_sequence_of_the_course_is_counted():
    found = by_hand("aababc")
    assert rounded(found.answers) == [0, 3, 3, 2, 3, 2, 1]
    assert rounded(found.shares) == [1, 0.25, 0.25, 0.333333, 0.25, 0.333333, 0.5]
    answers = rounded(by_hand("aabbcdda").answers)
    assert answers == [0, 3, 3, 2, 2, 1, 2, 2, 3]


def test_every_a_shares_its_weight_with_bos_and_with_no_other_letter():
    weights = by_hand("aababc").weights
    assert rounded(weights[1]) == [0.25, 0.25, 0.25, 0, 0.25, 0, 0]
    assert rounded(weights[3]) == [0.333333, 0, 0, 0.333333, 0, 0.333333, 0]
    assert rounded(weights[0]) == [1, 0, 0, 0, 0, 0, 0]


def test_with_its_own_vectors_as_values_every_letter_is_handed_on():
    """a: 3/4 of (0, 1, 0, 0) and 1/4 of ‹BOS›, (1, 1, 1, 1)."""
    found = by_hand("aababc")
    assert rounded(found.handed_on[1]) == [0.25, 1, 0.25, 0.25]
    assert rounded(found.handed_on[6]) == [0.5, 0.5, 0.5, 1]
    assert found.largest == (None, "a", "a", "b", "a", "b", "c")


def test_down_the_columns_rows_no_longer_add_up_to_1():
    weights = by_hand("aababc", down_columns=True).weights
    close(weights.sum(0), torch.ones(7, dtype=torch.float64))
    assert rounded(weights.sum(1)) != [1] * 7


def test_the_answers_are_those_of_counting_whatever_is_typed():
    chance = random.Random(1)
    for n in (1, 2, 7, 30):
        letters = "".join(chance.choices("abcdéZ?7", k=n))
        assert rounded(by_hand(letters).answers) == [0, *counted(letters)]


def test_moved_letters_take_their_answers_along():
    found, moved = by_hand("aababc"), by_hand("cbabaa")
    assert rounded(moved.answers[1:].flip(0)) == rounded(found.answers[1:])


@pytest.mark.parametrize(("letters", "said"), [("", "at least one"), ("a" * 31, "31")])
def test_nothing_and_too_much_are_refused(letters, said):
    with pytest.raises(InputError, match=said):
        by_hand(letters)
