"""Gradient × attention by hand: Chefer et al. (2021), equations 5 to 10."""

import pytest
import torch

from core import InputError
from core.other_models.relevance import (
    gradient_weighted,
    of_one_stream,
    of_two_streams,
    rows_of_one,
    shares,
)


def test_only_positive_products_count_and_heads_are_averaged():
    """score = 3 a − 2 b: of the head that is weighed down nothing is left."""
    layer = torch.tensor([[[[0.25, 0.75]], [[0.5, 0.5]]]], requires_grad=True)
    score = 3 * layer[0, 0, 0, 1] - 2 * layer[0, 1, 0, 0]
    (found,) = gradient_weighted(score, [layer])
    assert found.tolist() == [[0.0, 1.125]]  # 3 · 0.75 / 2 heads


def test_layers_of_one_stream_are_multiplied_into_what_was_there():
    first = torch.tensor([[0.0, 0.5], [0.0, 0.0]])
    second = torch.tensor([[0.0, 0.0], [1.0, 0.0]])
    whole = of_one_stream([first, second])
    assert whole.tolist() == [[1.0, 0.5], [1.0, 1.5]]
    assert shares(whole).tolist() == [[0.0, 1.0], pytest.approx([2 / 3, 1 / 3])]


def test_a_row_of_nothing_stays_one():
    assert rows_of_one(torch.tensor([[0.0, 0.0], [1.0, 3.0]])).tolist() == [
        *([0.0, 0.0], [0.25, 0.75])
    ]


def test_what_comes_across_is_that_of_the_encoder_in_each_layer():
    nothing = torch.zeros(2, 2)
    across = torch.tensor([[0.0, 0.5], [0.25, 0.0]])
    found = of_two_streams([nothing], [nothing], [across])
    assert found.tolist() == across.tolist()
    spread = torch.tensor(
        [[0.0, 1.0], [0.0, 0.0]]
    )  # R̄ of the encoder: [[1, 1], [0, 1]]
    found = of_two_streams([spread], [nothing], [across])
    assert found.tolist() == [[0.0, 0.5], [0.25, 0.25]]


def test_an_output_without_a_gradient_is_refused():
    layer = torch.ones(1, 1, 1, 1, requires_grad=True)
    with pytest.raises(InputError, match="doesn't depend on the attention weights"):
        gradient_weighted(torch.ones(1, requires_grad=True).sum(), [layer])
    with pytest.raises(InputError, match="No gradient leads"):
        gradient_weighted(torch.tensor(1.0), [layer])
