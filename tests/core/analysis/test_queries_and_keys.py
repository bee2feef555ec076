"""Queries and keys in one plane: the weights stay, near means a high score."""

import numpy as np
import pytest
import torch

from core.analysis.queries_and_keys import (
    LONGER,
    Cloud,
    agreement,
    alike,
    in_plane,
    plane,
    principal,
)
from core.errors import InputError

SENTENCE = "the fish ate the woman"


def clouds(seed: int, queries: int = 5, keys: int = 7, d_head: int = 4) -> Cloud:
    chance = torch.Generator().manual_seed(seed)
    query = torch.randn(queries, d_head, generator=chance) + 2
    return Cloud(query, torch.randn(keys, d_head, generator=chance) - 3)


def test_moving_and_scaling_leaves_every_weight_as_it_is():
    before = clouds(1)
    after = alike(before)
    was = (before.query @ before.key.T).softmax(-1)
    assert torch.allclose((after.query @ after.key.T).softmax(-1), was, atol=1e-5)
    assert torch.allclose(after.key.mean(0), torch.zeros(4), atol=1e-5)


def test_afterwards_a_query_is_twice_as_long_as_a_key():
    after = alike(clouds(2))
    query, key = (part.square().sum(-1).mean().sqrt() for part in vars(after).values())
    assert float(query / key) == pytest.approx(LONGER, abs=1e-4)


def test_keys_that_are_all_alike_are_left_in_their_size():
    one = torch.tensor([[1.0, 2.0]])
    after = alike(Cloud(one, torch.tensor([[3.0, 1.0], [3.0, 1.0]])))
    assert torch.equal(after.query, one)
    assert torch.equal(after.key, torch.zeros(2, 2))


def test_the_plane_of_points_in_a_plane_keeps_all_of_them():
    # of 5 times (3, 4, 0)/5 and 1 time (0, 0, 1): along the first axis, then the second
    points = torch.tensor([[3.0, 4, 0], [-3, -4, 0], [0, 0, 1], [0, 0, -1]])
    flat, kept = principal(points)
    wanted = [[5.0, 0], [-5, 0], [0, 1], [0, -1]]
    assert torch.allclose(flat, torch.tensor(wanted), atol=1e-5)
    assert kept == pytest.approx(1.0)


def test_what_the_plane_keeps_is_written_out():
    # variances 16, 4 and 1 along three axes: 20 of 21
    points = torch.diag(torch.tensor([4.0, 2, 1]))
    both = torch.cat([points, -points])
    assert principal(both)[1] == pytest.approx(20 / 21)


def test_the_components_are_those_of_the_covariance():
    points = torch.cat(list(vars(clouds(3)).values()))
    flat, kept = principal(points)
    centred = (points - points.mean(0)).numpy().astype(np.float64)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    other = centred @ vectors[:, ::-1][:, :2]
    assert np.allclose(np.abs(flat.numpy()), np.abs(other), atol=1e-4)
    assert kept == pytest.approx(values[-2:].sum() / values.sum())


def test_the_picture_is_not_mirrored_by_chance():
    points = torch.tensor([[3.0, 4, 0], [-3, -4, 0], [0, 0, 1], [0, 0, -1]])
    assert torch.allclose(principal(points.flip(0))[0], principal(points)[0].flip(0))


def test_points_on_a_line_or_at_one_place_have_a_plane_too():
    assert principal(torch.tensor([[1.0], [3.0]]))[0].tolist() == [[-1, 0], [1, 0]]
    flat, kept = principal(torch.ones(3, 4))
    assert flat.tolist() == [[0, 0]] * 3
    assert kept == 1.0


def test_of_keys_of_one_length_the_nearest_has_the_highest_score():
    keys = torch.tensor([[1.0, 0], [0, 1], [-1, 0]])
    cloud = Cloud(torch.tensor([[2.0, 1], [-1, 3]]), keys)
    scores = cloud.query @ keys.T
    anywhere = torch.ones(2, 3, dtype=torch.bool)
    assert agreement(cloud, scores, anywhere) == pytest.approx(1.0)
    # of the first query exactly the other way round, of the second as it was
    turned = torch.stack([-scores[0], scores[1]])
    assert agreement(cloud, turned, anywhere) == pytest.approx(0.0)


def test_rows_with_two_keys_say_nothing_of_ranks():
    cloud = Cloud(torch.eye(3), torch.eye(3))
    scores, below = torch.eye(3), torch.ones(3, 3, dtype=torch.bool).tril()
    below[2, 0] = False
    assert agreement(cloud, scores, below) is None


def test_other_sentences_give_the_cloud_its_shape_and_keep_their_own_points():
    one, other = clouds(4), clouds(5, queries=3, keys=2)
    scores = one.query @ one.key.T
    anywhere = torch.ones(5, 7, dtype=torch.bool)
    found = plane(one, scores, anywhere, [other])
    assert found.query.shape == (5, 2)
    assert found.key.shape == (7, 2)
    assert (found.others.query.shape, found.others.key.shape) == ((3, 2), (2, 2))
    assert found.as_they_are == plane(one, scores, anywhere).as_they_are
    assert 0 < found.variance < plane(one, scores, anywhere).variance + 1


def test_every_head_of_a_pass_has_its_plane(tiny_transformer):
    trace = tiny_transformer.explain(SENTENCE)
    for name in trace.names():
        queries, keys = trace.sides(name)
        found = in_plane(trace, name, 2)
        assert len(found.query) == len(queries.pieces)
        assert len(found.key) == len(keys.pieces)


def test_a_recurrent_model_has_no_such_plane(tiny_bahdanau):
    trace = tiny_bahdanau.explain(SENTENCE)
    with pytest.raises(InputError, match="no projected queries"):
        in_plane(trace, "decoder.alignment", 0)
