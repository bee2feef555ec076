"""Dot products, exponentials and a softmax, in numbers that were worked by hand."""

import math

import pytest
import torch

from core.labs.softmax import FIRST, PAIR, SCORES, dot, row


def test_a_dot_product_is_a_sum_of_products():
    found = dot(FIRST, (1.0, 2.0))
    assert found.products == (2.0, 2.0)
    assert found.total == 4.0
    assert dot(*PAIR).total == 2 + 3 - 2


def test_the_angle_gives_the_same_number():
    found = dot(FIRST, (1.0, 2.0))
    assert found.lengths == pytest.approx((math.sqrt(5), math.sqrt(5)))
    assert found.angle == pytest.approx(36.87, abs=0.005)  # cos θ = 4/5
    assert dot(FIRST, (-1.0, 2.0)).angle == pytest.approx(90)
    assert dot(FIRST, (-4.0, -2.0)).angle == pytest.approx(180)


def test_nothing_has_no_angle():
    assert dot(FIRST, (0.0, 0.0)).angle is None


def test_three_scores_by_hand():
    found = row(SCORES)
    assert found.exponentials == pytest.approx((7.389, 2.718, 1.0), abs=5e-4)
    assert found.total == pytest.approx(11.107, abs=5e-4)
    assert found.weights == pytest.approx((0.665, 0.245, 0.090), abs=5e-4)
    assert sum(found.weights) == pytest.approx(1)


def test_a_constant_changes_no_weight():
    assert row(SCORES, constant=3.0).weights == pytest.approx(row(SCORES).weights)
    assert row(SCORES, constant=3.0).exponentials[2] == pytest.approx(20.086, abs=5e-4)


def test_a_temperature_divides_the_scores():
    # at T = 0.5 the scores are 4, 2, 0: 54.598 / (54.598 + 7.389 + 1)
    assert row(SCORES, temperature=0.5).weights[0] == pytest.approx(0.867, abs=5e-4)
    theirs = torch.softmax(torch.tensor(SCORES, dtype=torch.float64) / 5, -1)
    assert row(SCORES, temperature=5.0).weights == pytest.approx(theirs.tolist())
    with pytest.raises(ValueError, match="above 0"):
        row(SCORES, temperature=0.0)
