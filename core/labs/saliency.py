"""Where a picture draws the eye by itself: the saliency of Itti, Koch & Niebur (1998).

A place stands out where it differs from what surrounds it: in brightness, in colour, in
the direction of its lines. Nothing is learned, and nothing is asked.
"""

import math
from collections.abc import Mapping, Sequence
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
BINOMIAL = np.array([1, 3, 3, 1]) / 8
WAVE, WAVES = 5.0, 9
"""Of the filters for lines: pixels of a wave, and pixels of the side."""
NOTHING = 1e-9
"""A map whose largest number is smaller is that of an even picture, rounded."""
DIGITS = 9
"""To so many digits two neighbours are alike, whatever the processor rounds."""
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
    `standing_out` and added up. Itti et al. (1998), equations 1 to 8, but for two: the
    colours of centre and surround are subtracted as brightness is, and lines are found
    by one filter on the blurred levels, in place of a pyramid of filters.
    """
    grey, opposed = pixels.mean(-1), opponents(pixels)
    light = pyramid(grey)
    size = light[SHOWN].shape
    intensity = _added(differences(light), size)
    colour = sum(_added(differences(pyramid(hue)), size) for hue in opposed)
    fine, coarse = light[: CENTRES[0]], light[CENTRES[0] :]  # no centre is finer
    lines = [
        differences([*fine, *(along(one, angle) for one in coarse)]) for angle in ANGLES
    ]
    orientation = sum(standing_out(_added(line, size)) for line in lines)
    three = (intensity, np.asarray(colour), np.asarray(orientation))
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

    The blur is (1, 3, 3, 1) / 8 down and across: a pixel of a level lies in the middle
    of two by two of the level below. Edges are repeated.
    """
    found = [image]
    while len(found) < LEVELS:
        found.append(_blurred(found[-1])[::2, ::2])
    return found


def differences(levels: Sequence[Level]) -> dict[tuple[int, int], Level]:
    """How far each centre differs from what surrounds it: |I(c) ⊖ I(s)|, by c and s."""
    return {
        (centre, centre + more): np.abs(
            levels[centre] - moved(levels[centre + more], more, levels[centre].shape)
        )
        for centre in CENTRES
        for more in WIDER
    }


def along(image: Map, angle: float) -> Map:
    """How strongly lines of that angle run through each pixel: an even Gabor filter.

    Its mean is 0, so that an even surface gives 0.
    """
    half = WAVES // 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    turn = math.radians(angle)
    across = x * math.sin(turn) + y * math.cos(turn)
    bell = np.exp(-(x**2 + y**2) / (2 * (WAVE / 2) ** 2))
    wave = bell * np.cos(2 * math.pi * across / WAVE)
    wave -= bell * wave.sum() / bell.sum()
    around = sliding_window_view(np.pad(image, half, mode="edge"), wave.shape)
    return np.abs(np.einsum("rcyx,yx->rc", around, wave))


def standing_out(found: Map) -> Map:
    """The map times (1 − m)², where it lies in [0, 1] and m is its mean local maximum.

    The greatest peak is left out of the mean, once. One place that stands out alone is
    kept; many alike cancel each other. The operator N of Itti et al. (1998), with 1 as
    the global maximum M.
    """
    greatest = float(found.max(initial=0))
    if greatest < NOTHING:
        return np.zeros_like(found)
    scaled = found / greatest
    others = np.sort(_peaks(scaled.round(DIGITS)))[:-1]
    mean = float(others.mean()) if others.size else 0.0
    return scaled * (1 - mean) ** 2


def fixations(whole: Map, n: int = 6) -> list[Fixation]:
    """Where one looks first, second, …: the most salient place that was not seen yet.

    What lies within a sixth of the shorter side of a place that was looked at is out of
    play: inhibition of return. A circuit of neurons does so in the paper, which lets go
    again after a while; here nothing is let go. Fewer than `n` where nothing stands out
    any more.
    """
    left, found = whole.copy(), list[Fixation]()
    rows, columns = whole.shape
    y, x = np.mgrid[:rows, :columns]
    reach = REACH * min(rows, columns)
    while len(found) < n and (most := float(left.max(initial=0))) > NOTHING:
        row, column = np.unravel_index(int(left.round(DIGITS).argmax()), left.shape)
        x_share, y_share = float(column + 0.5) / columns, float(row + 0.5) / rows
        found.append(Fixation(x_share, y_share, most))
        left[(y - row) ** 2 + (x - column) ** 2 <= reach**2] = 0
    return found


def moved(image: Level, levels: int, shape: tuple[int, ...]) -> Level:
    """A level as it is so many levels below, or above: joined by straight lines.

    Pixel i of a level lies at 2ˢ (i + ½) of the picture.
    """
    for axis, size in enumerate(shape):
        last = image.shape[axis] - 1
        at = np.clip((np.arange(size) + 0.5) * 2.0**-levels - 0.5, 0, last)
        below = np.floor(at).astype(int)
        above = np.minimum(below + 1, last)
        share = np.expand_dims(at - below, 1 - axis)
        image = image.take(below, axis) * (1 - share) + image.take(above, axis) * share
    return image


def _added(found: Mapping[tuple[int, int], Level], shape: tuple[int, ...]) -> Level:
    """Differences made alike, brought to the level that is shown, and added up: ⊕."""
    return np.sum(
        [
            moved(standing_out(one), centre - SHOWN, shape)
            for (centre, _), one in found.items()
        ],
        axis=0,
    )


def _blurred(image: Map) -> Map:
    for axis in (0, 1):
        pad = [(1, 2) if one == axis else (0, 0) for one in (0, 1)]
        around = sliding_window_view(np.pad(image, pad, mode="edge"), 4, axis=axis)
        image = around @ BINOMIAL
    return image


def _peaks(image: Map) -> Float[np.ndarray, " peak"]:
    """How high each local maximum above zero is; a flat top is one, a shelf is none."""
    rows, columns = image.shape
    number = np.arange(1, image.size + 1).reshape(rows, columns)
    around = _around(image, -np.inf)
    alike = around == image[..., None]
    top = (image > 0) & (image >= around.max(-1))
    while (lower := (alike & ~_around(top, True)).any(-1) & top).any():
        top &= ~lower
    first = np.where(top, number, 0)
    while True:
        joined = np.where(top, (_around(first, 0) * alike).max(-1), 0)
        if (joined == first).all():
            return image[top & (first == number)]
        first = joined


def _around(image: np.ndarray, beyond: float) -> np.ndarray:
    """Each pixel with the eight around it; what is `beyond` the edge."""
    padded = np.pad(image, 1, constant_values=beyond)
    return sliding_window_view(padded, (3, 3)).reshape(*image.shape, 9)
