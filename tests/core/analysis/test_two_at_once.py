"""Two voices: which is louder, when each begins, whose moments are attended."""

import numpy as np
import pytest
import torch

from core.analysis.two_at_once import follow, louder, mixed, shares
from core.in_use.small import load
from core.worlds.clips import clips
from core.worlds.sounds import samples_of


def test_a_moment_of_four_frames_belongs_to_the_louder_voice():
    meant, other = np.zeros((6, 2)), np.zeros((6, 2))
    meant[0], other[1] = 3.0, 2.0  # six against four, within the first four frames
    other[5] = 0.1
    assert louder(meant, other).tolist() == [True, False]
    assert louder(other, meant).tolist() == [False, True]


@pytest.mark.parametrize(("later", "begins"), [(2, (0, 2)), (-1, (1, 0)), (0, (0, 0))])
def test_a_voice_begins_later_or_before(later: int, begins: tuple[int, int]):
    one, other = np.full((3, 2), 5.0), np.full((2, 2), 7.0)
    first, second = mixed(one, other, later)
    assert first.shape == second.shape
    assert first[:, 0].nonzero()[0].tolist() == [begins[0] + n for n in range(3)]
    assert second[:, 1].nonzero()[0].tolist() == [begins[1] + n for n in range(2)]


def test_the_share_is_the_mean_over_the_letters():
    weights = torch.tensor([[0.9, 0.1], [0.2, 0.8], [0.4, 0.6], [0.5, 0.5]])
    on, even = shares(weights[1:3], np.array([True, False]))
    assert on == pytest.approx((0.2 + 0.4) / 2) and even == 0.5
    assert shares(weights[:0], np.array([True, False])) == (0.0, 0.5)


def test_the_letter_that_is_given_decides_which_voice_is_spelled():
    model = load("listening-two")
    one, other = samples_of(clips()["seventy-three"]), samples_of(clips()["yellow"])
    meant, late = np.zeros(14_000), np.zeros(14_000)
    meant[: len(one)], late[6_000 : 6_000 + len(other)] = one, other
    first, second = follow(model, meant, late, "s"), follow(model, late, meant, "y")
    assert (first.heard.letters[0], second.heard.letters[0]) == ("s", "y")
    assert first.heard.given == second.heard.given == 1
    np.testing.assert_array_equal(first.heard.levels, second.heard.levels)
    assert first.share > first.uniform and second.share > second.uniform
