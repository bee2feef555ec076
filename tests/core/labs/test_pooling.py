"""Pooling by nearness: numbers by hand, and what theory says of the width."""

import math
from itertools import pairwise

import pytest
import torch

from core.errors import InputError
from core.labs.costs import slope
from core.labs.pooling import (
    DOUBLE,
    THREE,
    Points,
    bell,
    descent,
    kernel,
    light,
    nearness_weights,
    points,
    pooled,
    ruled_width,
    smoothing_bias,
    training_loss,
)
from core.labs.pooling_convergence import measure

X, Y = THREE.x, THREE.y  # labels 1, 2, 4 at 0, 1, 3


def at(x, width=1.0):
    return nearness_weights(torch.tensor([[x]], dtype=DOUBLE), X[:, None], width)


def test_three_points_seen_from_the_first_with_unit_width():
    # kernels e^0 = 1, e^(−1/2) = 0.60653, e^(−9/2) = 0.01111; their sum is 1.61764
    here = torch.zeros(1, 1, dtype=DOUBLE)
    found = kernel(here, X[:, None], 1.0)[0].tolist()
    assert found == pytest.approx([1, 0.60653, 0.01111], abs=5e-6)
    assert at(0.0)[0].tolist() == pytest.approx([0.61818, 0.37495, 0.00687], abs=5e-6)
    # 0.61818 · 1 + 0.37495 · 2 + 0.00687 · 4
    assert pooled(at(0.0), Y).item() == pytest.approx(1.39555, abs=1e-5)


def test_a_width_is_a_scale_of_the_axis():
    near = nearness_weights(torch.tensor([[0.8]]), torch.tensor([[0.0], [2.0]]), 2.0)
    far = nearness_weights(torch.tensor([[0.4]]), torch.tensor([[0.0], [1.0]]), 1.0)
    torch.testing.assert_close(near, far)


def test_a_wide_kernel_is_the_average_and_a_narrow_one_the_nearest_label():
    assert pooled(at(1.9, 1e6), Y).item() == pytest.approx(7 / 3)
    assert pooled(at(1.9, 1e-3), Y).item() == pytest.approx(2)  # no 0/0 there
    assert kernel(torch.tensor([[1.9]]), X[:, None].float(), 1e-3).sum() == 0


def test_one_point_has_all_the_weight():
    alone = points(1)
    weights = nearness_weights(
        torch.tensor([[9.0]], dtype=DOUBLE), alone.x[:, None], 1.0
    )
    assert weights.tolist() == [[1.0]]
    assert training_loss(alone, 0.5, leave_out=False).item() == 0


@pytest.mark.parametrize("width", [0.0, -1.0, math.inf, math.nan])
def test_a_width_that_is_none_is_refused(width):
    with pytest.raises(InputError, match="width must be above 0 and finite"):
        at(1.0, width)


def test_no_points_and_a_single_one_to_leave_out_are_refused():
    with pytest.raises(InputError, match="at least one point, not 0"):
        points(0)
    with pytest.raises(InputError, match="at least two points"):
        training_loss(points(1), 1.0, leave_out=True)


def test_leaving_one_out_predicts_each_point_from_the_others():
    # each of two points repeats the other's label, at any width: (2² + 2²) / 2
    two = Points(X[:2], torch.tensor([1.0, 3.0], dtype=DOUBLE))
    assert training_loss(two, 0.3, leave_out=True).item() == pytest.approx(4)
    # of three: 2.03597, 1.54728 and 1.92414 instead of 1, 2 and 4
    assert training_loss(THREE, 1.0, True).item() == pytest.approx(1.86246, abs=1e-5)


def test_three_points_are_lit_in_three_ways():
    query = torch.tensor([0.0], dtype=DOUBLE)
    kernels = [1, 0.60653, 0.01111]  # of the distances 0, 1 and 3; together 1.61764
    weights = [0.61819, 0.37495, 0.00687]
    undivided, divided = (
        light(THREE, view, query, 1.0) for view in ("kernel", "softmax")
    )
    assert undivided.bars[0].tolist() == pytest.approx(kernels, abs=1e-5)
    assert divided.bars[0].tolist() == pytest.approx(weights, abs=1e-5)
    assert (undivided.total.item(), divided.total.item()) == pytest.approx((1, 1.61764))
    # 0.61819 · 1 + 0.37495 · 2 + 0.00687 · 4
    for one in (undivided, divided):
        assert one.weights[0].tolist() == pytest.approx(weights, abs=1e-5)
        assert one.answers.item() == pytest.approx(1.39556, abs=1e-5)
    assert bell(THREE, "softmax", X, 1.0).tolist() == pytest.approx(kernels, abs=1e-5)


def test_the_light_of_an_average_is_even_and_answers_the_mean():
    even = light(THREE, "average", torch.tensor([0.0, 2.5], dtype=DOUBLE), 1.0)
    assert (
        even.bars.tolist() == even.weights.tolist() == [[pytest.approx(1 / 3)] * 3] * 2
    )
    assert even.total.tolist() == [1, 1]
    assert even.answers.tolist() == pytest.approx([7 / 3] * 2)
    assert bell(THREE, "average", X, 1.0).tolist() == pytest.approx([1 / 3] * 3)


def test_the_error_at_the_points_themselves_wants_no_width_at_all():
    given = points(24)
    narrow = training_loss(given, 1e-4, leave_out=False).item()
    assert narrow == pytest.approx(0, abs=1e-9)
    way = descent(given, 3.0, 60, leave_out=False)
    assert all(after < before for before, after in pairwise(way.widths))
    assert way.widths[-1] < 0.3


def test_descent_with_one_left_out_stops_where_the_loss_is_lowest():
    given = points(24)
    way = descent(given, 3.0, 60, leave_out=True)
    assert way.widths[0] == pytest.approx(3)
    end = way.widths[-1]
    for other in (0.7 * end, 0.9 * end, 1.1 * end, 1.5 * end):
        assert way.losses[-1] < training_loss(given, other, leave_out=True).item()
    assert 0.3 < end < 1


def test_a_width_by_rule_halves_with_thirty_two_times_the_points():
    assert ruled_width(0.8, 32, 1) == pytest.approx(0.4)  # 32^(−1/5) = 1/2


def test_smoothing_flattens_a_sine_by_what_theory_says():
    # a Gaussian window of width w makes e^(−w²/2) sin x of sin x, and leaves lines
    query = torch.linspace(2.5, 7.5, 51, dtype=DOUBLE)
    for width in (0.3, 0.5):
        lost = (1 - math.exp(-(width**2) / 2)) * query.sin()
        expected = lost.square().mean().item()
        assert smoothing_bias(width, query) == pytest.approx(expected, rel=1e-3)


def test_more_points_help_a_shrinking_width_and_not_a_fixed_one():
    found = measure(lambda _: None, (50, 800))
    assert found.fixed[0] == found.ruled[0]
    assert found.ruled[1] < found.fixed[1]
    assert found.fixed[1] > found.bias > found.ruled[1]


def test_a_power_law_has_its_exponent_as_slope():
    assert slope((1, 10, 100), (7.0, 0.7, 0.07)) == pytest.approx(-1)
    assert slope((4, 16), (2.0, 4.0)) == pytest.approx(0.5)
