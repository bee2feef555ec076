import math

import pytest
import torch

from core.labs.pooling import DOUBLE
from core.labs.pooling_inputs import Inputs, kernel_scores, learned, left_out_error


def test_a_kernel_measures_each_input_in_its_own_width():
    query, key = torch.zeros(1, 2).to(DOUBLE), torch.tensor([[2.0, 3.0]], dtype=DOUBLE)
    widths = torch.tensor([1.0, 3.0], dtype=DOUBLE)
    # r² = (2 / 1)² + (3 / 3)² = 5
    assert kernel_scores(query, key, widths).item() == pytest.approx(-2.5)
    assert kernel_scores(query, key, widths, "exponential").item() == pytest.approx(
        -math.sqrt(5)
    )


def test_three_points_are_predicted_from_each_other_as_by_hand():
    at = torch.tensor([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], dtype=DOUBLE)
    y = torch.tensor([0.0, 1.0, 0.0], dtype=DOUBLE)
    near = 1 / (1 + math.exp(-1.5))  # e^−½ against e^−2
    expected = (near**2 + 1 + near**2) / 3
    ones = torch.ones(2, dtype=DOUBLE)
    assert left_out_error(Inputs(at, y), ones).item() == pytest.approx(expected)


@pytest.mark.parametrize("kernel", ["gaussian", "exponential"])
def test_the_width_of_the_noise_grows_and_that_of_the_input_shrinks(kernel):
    found = learned(2.0, 12, kernel)
    (first, noise), begin = found.widths[-1], found.widths[0]
    assert begin == pytest.approx((2.0, 2.0))
    assert first < 0.4 and noise > 3.0
    assert found.losses[-1] < 0.35 * found.losses[0]
