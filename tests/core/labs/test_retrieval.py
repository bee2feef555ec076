"""A catalogue asked three ways: numbers by hand, and what a mixture cannot do."""

import math

import pytest
import torch

from core.attention import dot_product_scores, masked_softmax, mix
from core.errors import InputError
from core.labs import worked_example
from core.labs.retrieval import FILMS, answered, drawn, hull, running, spread
from tests.close import close

HALF = torch.tensor([0.5, 0.5])


def test_soft_attention_in_three_steps_is_the_lecture_s():
    lecture = (worked_example.QUERY[:1], worked_example.KEY, worked_example.VALUE)
    query, key, value = map(torch.tensor, lecture)
    scores, weights, mixed = answered(query, key, value)
    close(scores, [[3, -3, 1]])
    close(weights, [[0.879, 0.002, 0.119]], by=5e-4)
    close(mixed, [[1.762, 3.229, 0.998]], by=5e-4)
    _, divided, _ = answered(query, key, value, scale=None)
    close(divided, [[0.743, 0.023, 0.234]], by=5e-4)


def test_the_variance_of_a_draw_is_that_around_the_mixture():
    # values 0 and 4 with ½ each: mean 2, variance 4; 1 and 1: variance 0
    value = torch.tensor([[0.0, 1.0], [4.0, 1.0]])
    torch.testing.assert_close(spread(HALF, value), torch.tensor([4.0, 0.0]))


def test_running_mean_and_variance_by_hand():
    mean, variance = running(torch.tensor([[2.0], [4.0], [6.0]]))
    torch.testing.assert_close(mean, torch.tensor([[2.0], [3.0], [4.0]]))
    torch.testing.assert_close(variance, torch.tensor([[0.0], [1.0], [8 / 3]]))


def test_draws_repeat_with_their_seed_and_never_take_what_has_no_weight():
    weights = torch.tensor([0.3, 0.0, 0.7])
    one = drawn(weights, 200, seed=3)
    assert one.tolist() == drawn(weights, 200, seed=3).tolist()
    assert one.tolist() != drawn(weights, 200, seed=4).tolist()
    assert set(one.tolist()) == {0, 2}
    with pytest.raises(InputError, match="At least one draw is needed, not 0"):
        drawn(weights, 0)


def test_mean_and_variance_of_many_draws_are_those_of_the_soft_answer():
    query = torch.tensor([[0.5, 0.5]], dtype=torch.float64)
    key = torch.tensor([film.key for film in FILMS], dtype=torch.float64)
    value = torch.tensor([film.value for film in FILMS], dtype=torch.float64)
    weights = masked_softmax(dot_product_scores(query, key, scale=1.0))
    mean, variance = running(value[drawn(weights[0], 20_000)])
    soft, around = mix(weights, value)[0], spread(weights[0], value)
    # four standard errors of a mean of 20,000 draws
    assert ((mean[-1] - soft).abs() < 4 * (around / 20_000).sqrt()).all()
    torch.testing.assert_close(variance[-1], around, rtol=0.05, atol=0)


def test_a_question_without_a_wish_weighs_all_films_alike():
    key = torch.tensor([film.key for film in FILMS])
    weights = masked_softmax(dot_product_scores(torch.zeros(1, 2), key, scale=1.0))
    assert weights.tolist() == [[0.25] * 4]
    # scores 1 and −1 twice each for a wish of comedy: e / 2(e + 1/e) = 0.440
    wish = torch.tensor([[1.0, 0.0]])
    weights = masked_softmax(dot_product_scores(wish, key, scale=1.0))
    assert weights[0, 0].item() == pytest.approx(math.e / 2 / (math.e + 1 / math.e))


def test_the_corners_of_a_square_and_not_the_point_inside():
    square = torch.tensor([[0.0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0]])
    assert hull(square) == [0, 1, 3, 4]
    assert hull(torch.tensor([[1.0, 2.0]])) == [0]


def test_no_mixture_leaves_the_corners_of_the_films():
    value = torch.tensor([film.value for film in FILMS])
    around = hull(value)
    chance = torch.Generator().manual_seed(5)
    weights = torch.rand(200, len(FILMS), generator=chance) ** 4
    for y in mix(weights / weights.sum(-1, keepdim=True), value):
        for a, b in zip(around, [*around[1:], around[0]], strict=True):
            (x0, y0), (x1, y1) = value[a].tolist(), value[b].tolist()
            left = (x1 - x0) * (y[1].item() - y0) - (y1 - y0) * (y[0].item() - x0)
            assert left > -1e-2
