"""The lab of the softmax: two vectors, two scores, three weights."""

import re

import pytest

from tests.viz.opening import opened, said


def test_the_dot_product_is_said_as_a_sum_and_from_its_angle():
    app = opened("softmax")
    assert not app.exception
    assert "a · b = 2 · 1 + 1 · 2 = 4." in said(app)
    assert "cos 37° = 2.236 · 2.236 · 0.800 = 4." in said(app)
    right = opened("softmax", sm_x="-1.0", sm_y="2.0")
    assert "a · b = 2 · (−1) + 1 · 2 = 0." in said(right)
    assert "At a right angle it is 0." in said(right)


@pytest.mark.parametrize(("typed", "answer"), [("3", "Right: 3."), ("7", "Not yet.")])
def test_a_dot_product_of_three_numbers_is_left_to_the_reader(typed, answer):
    assert answer in said(opened("softmax", sm_dot=typed))


def test_the_ratio_of_two_exponentials_is_that_of_their_difference():
    app = opened("softmax", step="2", sm_low="1.0", sm_high="2.0")
    assert "s = 1.0 gives 2.718, t = 2.0 gives 7.389." in said(app)
    assert "t − s = 1.0" in said(app) and "which is 2.718." in said(app)


def table(app):
    """The steps, one score a row."""
    bodies = (element.proto.body for element in app.get("html"))
    return next(body for body in bodies if "Step by step" in body)


def test_the_last_weight_is_covered_until_it_is_found():
    app = opened("softmax", step="3")
    (bars,) = app.get("plotly_chart")
    assert "<td>7.389</td><td>0.665</td>" in table(app)
    assert "0.090" not in table(app) and "0.090" not in bars.proto.spec
    (bars,) = opened("softmax", step="3", sm_temperature="2.0").get("plotly_chart")
    assert "0.090" not in bars.proto.spec
    found = opened("softmax", step="3", sm_blank="0.090")
    assert "Right: 0.090." in said(found)
    assert "<td>1.000</td><td>0.090</td>" in table(found)


def test_a_constant_changes_no_weight_and_a_temperature_does():
    still = opened("softmax", step="3", sm_constant="3.0")
    assert "Largest change of a weight: 0.000." in said(still)
    assert "it cancels" in said(still)
    # at T = 0.5: 0.867 instead of 0.665
    cold = opened("softmax", step="3", sm_temperature="0.5")
    assert "Largest change of a weight: 0.202." in said(cold)
    assert "the largest weight grows" in said(cold)
    warm = opened("softmax", step="3", sm_temperature="5.0")
    assert "more equal" in said(warm)


@pytest.mark.parametrize(
    "query",
    [
        {"sm_x": "0.0", "sm_y": "0.0"},
        {"sm_x": "-3.0", "sm_y": "-3.0"},
        {"step": "2", "sm_low": "3.0", "sm_high": "-3.0"},
        {"step": "3", "sm_temperature": "0.5", "sm_constant": "3.0"},
        {"step": "9", "sm_x": "77", "sm_temperature": "0"},
    ],
)
def test_every_corner_draws_something_that_is_a_number(query):
    app = opened("softmax", **query)
    assert not app.exception
    assert app.get("plotly_chart")
    assert not re.search(r"nan|\binf\b|\d[eE][-+]?\d", said(app))
