"""Salience: by hand, against another way to compute it, on pictures whose odd one out
is known."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from core.labs.saliency import (
    Fixation,
    along,
    differences,
    fixations,
    moved,
    opponents,
    pyramid,
    saliency,
    standing_out,
)

GREY = np.full((256, 384, 3), 0.5)


def with_squares(odd: tuple[float, float, float], others: tuple[float, float, float]):
    """Six squares on grey; the one in the second row and third column is odd."""
    picture = GREY.copy()
    for row in range(2):
        for column in range(3):
            y, x = 48 + 112 * row, 48 + 112 * column
            color = odd if (row, column) == (1, 2) else others
            picture[y : y + 48, x : x + 48] = color
    return picture


def bars(upright: bool):
    """A bar of 8 × 48 pixels, standing or lying."""
    return (slice(0, 48), slice(20, 28)) if upright else (slice(20, 28), slice(0, 48))


def first(picture) -> tuple[int, int]:
    """In which square of 2 × 3 one looks first."""
    one = fixations(saliency(picture).whole, 1)[0]
    return int(one.y * 2), int(one.x * 3)


def test_an_even_picture_draws_no_eye():
    found = saliency(GREY)
    assert all(float(np.abs(one).max()) < 1e-9 for one in found)
    assert fixations(np.zeros((4, 6))) == []


def test_the_red_one_among_green_ones_stands_out():
    picture = with_squares(odd=(0.9, 0.3, 0.3), others=(0.3, 0.9, 0.3))
    assert first(picture) == (1, 2)


def test_the_bright_one_among_dark_ones_stands_out():
    assert first(with_squares(odd=(1.0,) * 3, others=(0.4,) * 3)) == (1, 2)


def test_the_lying_bar_among_upright_ones_stands_out_by_its_lines():
    picture = GREY.copy()
    for row in range(2):
        for column in range(3):
            part = picture[48 + 112 * row :, 48 + 112 * column :]
            part[bars(upright=(row, column) != (1, 2))] = 1.0
    lines = saliency(picture).orientation
    row, column = np.unravel_index(int(lines.argmax()), lines.shape)
    assert (row * 2 // lines.shape[0], column * 3 // lines.shape[1]) == (1, 2)


def test_one_peak_is_kept_and_many_alike_cancel_each_other():
    alone = np.zeros((9, 9))
    alone[4, 4] = 2.0
    np.testing.assert_array_equal(standing_out(alone), alone / 2)
    many = np.zeros((9, 9))
    many[1, 1], many[1, 7], many[7, 1], many[7, 7] = 2.0, 1.8, 1.6, 1.8
    # m = (.9 + .8 + .9) / 3, and (1 − m)² = .0178
    np.testing.assert_allclose(standing_out(many)[1, 1], (1 - 2.6 / 3) ** 2, rtol=1e-12)


def test_peaks_that_are_exactly_alike_cancel_each_other_and_a_flat_top_is_one():
    alike = np.zeros((9, 9))
    alike[1, 1] = alike[1, 7] = alike[7, 4] = 3.0
    assert standing_out(alike).max() == 0  # m = 1
    flat = np.zeros((9, 9))
    flat[2:5, 2:5] = 3.0
    np.testing.assert_array_equal(standing_out(flat), flat / 3)


def test_a_colour_is_what_one_primary_has_beyond_the_others():
    red, blue, grey, dark = (1, 0, 0), (0, 0, 1), (0.5, 0.5, 0.5), (0.01, 0, 0)
    red_green, blue_yellow = opponents(np.array([[red, blue, grey, dark]], float))
    np.testing.assert_allclose(red_green, [[3.0, 0.0, 0.0, 0.0]])
    np.testing.assert_allclose(blue_yellow, [[0.0, 3.0, 0.0, 0.0]])


@pytest.mark.parametrize("shape", [(64, 64), (61, 37)])
def test_a_pyramid_is_that_of_a_convolution(shape: tuple[int, int]):
    image = np.random.default_rng(3).random(shape)
    kernel = torch.tensor([1.0, 3, 3, 1], dtype=torch.float64) / 8
    now = torch.tensor(image)[None, None]
    for level in pyramid(image)[:4]:
        np.testing.assert_allclose(level, now[0, 0], atol=1e-12)
        padded = functional.pad(now, (1, 2, 1, 2), mode="replicate")
        now = functional.conv2d(padded, torch.outer(kernel, kernel)[None, None])
        now = now[..., ::2, ::2]


def test_a_level_below_is_that_of_bilinear_interpolation():
    image = np.random.default_rng(5).random((5, 7))
    wanted = functional.interpolate(
        torch.tensor(image)[None, None], scale_factor=8, mode="bilinear"
    )
    np.testing.assert_allclose(moved(image, 3, (40, 56)), wanted[0, 0], atol=1e-12)
    above = moved(np.arange(16.0)[None].repeat(16, 0), -2, (4, 4))
    np.testing.assert_allclose(above[0], [1.5, 5.5, 9.5, 13.5])


def test_what_lies_at_a_place_lies_there_on_every_level():
    """A straight line from 0 to 1 across the picture is one on every level."""
    line = np.tile((np.arange(512) + 0.5) / 512, (256, 1))
    for level, found in enumerate(pyramid(line)[:6]):
        inside = slice(2, -2)
        wanted = (np.arange(found.shape[1]) + 0.5) / found.shape[1]
        np.testing.assert_allclose(found[0, inside], wanted[inside], atol=1e-12)
        back = moved(found, level, line.shape)
        edge = 3 * 2**level
        np.testing.assert_allclose(back[0, edge:-edge], line[0, edge:-edge], atol=1e-9)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_picture_in_the_mirror_has_its_map_in_the_mirror(axis: int):
    picture = np.random.default_rng(11).random((256, 512, 3))
    picture[40:90, 300:380] = (0.9, 0.2, 0.1)
    whole, mirrored = (
        saliency(one).whole for one in (picture, np.flip(picture, axis).copy())
    )
    np.testing.assert_allclose(np.flip(mirrored, axis), whole, atol=1e-9)


def test_a_filter_answers_to_its_own_direction_and_to_no_even_surface():
    stripes = np.tile((np.arange(40) % 5 < 2.5).astype(float), (40, 1))
    upright, lying = along(stripes, 90), along(stripes, 0)
    assert upright[20, 20] > 5 * lying[20, 20]
    np.testing.assert_allclose(along(np.ones((20, 20)), 45), 0, atol=1e-12)


def test_six_differences_are_those_between_centre_and_surround():
    image = np.random.default_rng(7).random((256, 256))
    levels = pyramid(image)
    found = differences(levels)
    assert [*found] == [(2, 5), (2, 6), (3, 6), (3, 7), (4, 7), (4, 8)]
    wanted = np.abs(levels[2] - moved(levels[5], 3, (64, 64)))
    np.testing.assert_array_equal(found[2, 5], wanted)


def test_what_was_looked_at_is_out_of_play():
    whole = np.zeros((12, 18))
    whole[2, 3], whole[2, 4], whole[9, 15] = 1.0, 0.9, 0.5
    assert fixations(whole) == [
        Fixation(3.5 / 18, 2.5 / 12, 1.0),
        Fixation(15.5 / 18, 9.5 / 12, 0.5),  # 0.9 lies within a sixth of the first
    ]
    assert whole[2, 3] == 1.0
