"""Where a picture draws the eye by itself: the saliency of Itti, Koch & Niebur (1998).

A place stands out where it differs from what surrounds it: in brightness, in colour, in
the direction of its lines. Nothing is learned, and nothing is asked.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy.lib.stride_tricks import sliding_window_view

Map = Float[np.ndarray, "row column"]
Level = Float[np.ndarray, "_ _"]
"""A map of any size."""

CENTRES, WIDER = (2, 3, 4), (3, 4)
"""Levels of a pyramid that are centres, and how many levels above each surrounds it."""
LEVELS = 9
SHOWN = 4
"""The level at whose size maps are added up: a sixteenth of the picture's."""
ANGLES = (0, 45, 90, 135)
"""The directions of lines, in degrees from the horizontal."""
BINOMIAL = np.array([1, 4, 6, 4, 1]) / 16
WAVE, WAVES = 5.0, 9
"""Of the filters for lines: pixels of a wave, and pixels of the side."""
DIM = 0.1
"""Below this share of the greatest brightness a pixel has no hue."""
REACH = 1 / 6
"""The radius of what is attended to at once, of the picture's shorter side."""


class Saliency(NamedTuple):
    """What stands out, at a sixteenth of the picture's size: by what, and in all."""

    intensity: Map
    colour: Map
    orientation: Map
    whole: Map


class Fixation(NamedTuple):
    """A place that is looked at, in shares of the picture, and how salient it is."""

    x: float
    y: float
    salient: float


def saliency(pixels: Float[np.ndarray, "row column 3"]) -> Saliency:
    """The maps of a picture whose red, green and blue lie between 0 and 1.

    Each feature is compared between the centre (levels 2, 3, 4 of a Gaussian pyramid)
    and what surrounds it (3 and 4 levels above); the differences are made alike by
    `standing_out` and added up. Itti et al. (1998), equations 1 to 8.
    """
    grey, opposed = pixels.mean(-1), opponents(pixels)
    light = pyramid(grey)
    size = light[SHOWN].shape
    intensity = _added([standing_out(one) for one in differences(light)], size)
    hues = [differences(pyramid(hue)) for hue in opposed]
    colour = _added([standing_out(one) for hue in hues for one in hue], size)
    lines = [differences([along(one, angle) for one in light]) for angle in ANGLES]
    orientation = sum(
        standing_out(_added([standing_out(one) for one in line], size))
        for line in lines
    )
    three = (intensity, colour, np.asarray(orientation))
    whole = sum(standing_out(one) for one in three) / 3
    return Saliency(*three, np.asarray(whole))


def opponents(pixels: Float[np.ndarray, "row column 3"]) -> tuple[Map, Map]:
    """How much redder than green a pixel is, and how much bluer than yellow.

    The differences R − G and B − Y of broadly tuned colours, each 0 where it would be
    negative; a dark pixel has none. Itti et al. (1998), section 2.1.
    """
    grey = pixels.mean(-1)
    seen = grey > DIM * grey.max(initial=0)
    hue = np.where(seen, 1 / np.where(seen, grey, 1), 0)
    r, g, b = (pixels[..., at] * hue for at in range(3))
    red, green = np.maximum(0, r - (g + b) / 2), np.maximum(0, g - (r + b) / 2)
    blue = np.maximum(0, b - (r + g) / 2)
    yellow = np.maximum(0, (r + g) / 2 - np.abs(r - g) / 2 - b)
    return red - green, blue - yellow


def pyramid(image: Level) -> list[Level]:
    """An image, and again and again half of it: blurred, then every other pixel.

    The blur is (1, 4, 6, 4, 1) / 16 down and across; edges are repeated.
    """
    found = [image]
    while len(found) < LEVELS:
        found.append(_blurred(found[-1])[::2, ::2])
    return found


def differences(levels: Sequence[Level]) -> list[Level]:
    """How far each centre differs from what surrounds it: |I(c) ⊖ I(s)|."""
    return [
        np.abs(levels[centre] - resized(levels[centre + more], levels[centre].shape))
        for centre in CENTRES
        for more in WIDER
    ]


def along(image: Map, angle: float) -> Map:
    """How strongly lines of that angle run through each pixel: an even Gabor filter.

    Its mean is 0, so that an even surface gives 0.
    """
    half = WAVES // 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    turn = math.radians(angle)
    across = x * math.sin(turn) + y * math.cos(turn)
    bell = np.exp(-(x**2 + y**2) / (2 * (WAVE / 2) ** 2))
    filter = bell * np.cos(2 * math.pi * across / WAVE)
    filter -= bell * filter.sum() / bell.sum()
    around = sliding_window_view(np.pad(image, half, mode="edge"), filter.shape)
    return np.abs(np.einsum("rcyx,yx->rc", around, filter))


def standing_out(found: Map) -> Map:
    """The map times (1 − m)², where it lies in [0, 1] and m is its mean local maximum.

    One place that stands out alone is kept; many alike cancel each other. The operator
    N of Itti et al. (1998), section 2.2, with 1 as the global maximum M.
    """
    greatest = float(found.max(initial=0))
    if greatest <= 0:
        return np.zeros_like(found)
    scaled = found / greatest
    peaks = scaled[_is_peak(scaled)]
    others = peaks[peaks < 1]
    mean = float(others.mean()) if others.size else 0.0
    return scaled * (1 - mean) ** 2


def fixations(whole: Map, n: int = 6) -> list[Fixation]:
    """Where one looks first, second, …: the most salient place that was not seen yet.

    What lies within a sixth of the shorter side of a place that was looked at is out of
    play: inhibition of return. A circuit of neurons does so in the paper (section 2.3),
    which lets go again after a while; here nothing is let go. Fewer than `n` where
    nothing stands out any more.
    """
    left, found = whole.copy(), list[Fixation]()
    rows, columns = whole.shape
    y, x = np.mgrid[:rows, :columns]
    reach = REACH * min(rows, columns)
    while len(found) < n and (most := float(left.max(initial=0))) > 0:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        x_share, y_share = float(column + 0.5) / columns, float(row + 0.5) / rows
        found.append(Fixation(x_share, y_share, most))
        left[(y - row) ** 2 + (x - column) ** 2 <= reach**2] = 0
    return found


def resized(image: Level, shape: tuple[int, ...]) -> Level:
    """The image at another size, its pixels joined by straight lines."""
    for axis, size in enumerate(shape):
        have = image.shape[axis]
        at = np.clip((np.arange(size) + 0.5) * have / size - 0.5, 0, have - 1)
        below = np.floor(at).astype(int)
        above = np.minimum(below + 1, have - 1)
        share = np.expand_dims(at - below, 1 - axis)
        image = image.take(below, axis) * (1 - share) + image.take(above, axis) * share
    return image


def _added(maps: Sequence[Level], shape: tuple[int, ...]) -> Level:
    """Maps of several sizes brought to one, and added up: ⊕."""
    return np.sum([resized(one, shape) for one in maps], axis=0)


def _blurred(image: Map) -> Map:
    for axis in (0, 1):
        pad = [(2, 2) if one == axis else (0, 0) for one in (0, 1)]
        around = sliding_window_view(np.pad(image, pad, mode="edge"), 5, axis=axis)
        image = around @ BINOMIAL
    return image


def _is_peak(image: Map) -> np.ndarray:
    """Whether each pixel is as high as all that touch it, and above zero."""
    padded = np.pad(image, 1, constant_values=-np.inf)
    around = sliding_window_view(padded, (3, 3)).max((-2, -1))
    return (image >= around) & (image > 0)
