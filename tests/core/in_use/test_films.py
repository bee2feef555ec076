"""A captioner of films in use: what it writes in order, backwards, shuffled."""

import pytest
import torch

from core.errors import InputError
from core.in_use.films import all_frames, frames_of, watch
from core.in_use.small import load
from core.worlds.films import FRAMES, any_film, shuffled

FORWARD = tuple(range(FRAMES))


def test_it_names_what_moves_and_where_and_backwards_the_other_way():
    model, right, turned = load("film"), 0, 0
    for n in range(10):
        film = any_film(n)
        there = watch(model, film, FORWARD)
        back = watch(model, film, FORWARD[::-1])
        assert there.truth == film.caption and back.truth is not None
        assert back.truth[:-1] == film.caption[:-1] and back.truth[-1] != film.way
        right += there.words == there.truth
        turned += back.words[-1] == back.truth[-1]
    assert right >= 8 and turned >= 9


def test_its_weights_are_those_of_the_recorded_pass_and_add_up_to_one():
    film = any_film(3)
    watched = watch(load("film"), film, FORWARD)
    assert watched.weights.shape == (len(watched.words) + 1, FRAMES)
    torch.testing.assert_close(
        watched.weights.sum(-1), torch.ones(len(watched.words) + 1)
    )
    mean = watch(load("film-mean"), film, FORWARD)
    torch.testing.assert_close(
        mean.weights, torch.full((len(mean.words) + 1, FRAMES), 1 / FRAMES)
    )


def test_frames_are_seen_in_the_order_that_is_asked():
    film, order = any_film(1), (3, 0, 7, 1, 2, 4, 6, 5)
    plain, mixed = frames_of([film])[0], frames_of([film], [order])[0]
    assert torch.equal(mixed, plain[list(order)])
    assert all_frames().shape == (1, 1, FRAMES)


def test_of_shuffled_frames_nothing_is_true():
    film = any_film(2)
    assert watch(load("film"), film, shuffled(2)).truth is None
    assert sorted(shuffled(2)) == list(FORWARD) != list(shuffled(2))
    assert shuffled(2) == shuffled(2)


def test_what_writes_of_pictures_does_not_write_of_films():
    with pytest.raises(InputError, match="captions-soft does not write of films"):
        watch(load("captions-soft"), any_film(0), FORWARD)
