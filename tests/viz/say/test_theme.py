"""Colours keep their meaning and their contrast, by day and by night."""

import itertools
import math
import operator
import tomllib

import pytest

from tests.places import ROOT
from tests.viz.colours import contrast, lightness, linear
from viz.say import theme

BOTH = pytest.mark.parametrize(
    "colours", [theme.DAY, theme.NIGHT], ids=["day", "night"]
)


@BOTH
def test_numbers_can_be_read_on_every_stop_of_both_ramps(colours):
    for stop in (*colours.weights, *colours.signed):
        assert contrast(theme.ink_on(stop), stop) >= 4.5, stop


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_can_be_read_on_every_weight(dark):
    for percent in range(101):
        colour = theme.weight_colour(percent / 100, dark)
        assert contrast(theme.ink_on(colour), colour) >= 4.5, percent


def test_more_weight_is_darker_by_day_and_lighter_by_night():
    day = [lightness(stop) for stop in theme.DAY.weights]
    night = [lightness(stop) for stop in theme.NIGHT.weights]
    assert day == sorted(day, reverse=True)
    assert night == sorted(night)


def test_a_weight_between_two_stops_is_mixed():
    assert theme.weight_colour(0.0, dark=False) == "#FFF9E8"
    assert theme.weight_colour(1.0, dark=False) == "#151927"
    assert theme.weight_colour(0.5 / 9, dark=False) == "#FEE8B9"


@BOTH
def test_text_can_be_read_on_page_and_surface(colours):
    for ink in ("text", "muted", "query", "key", "value", "less", "more", "refused"):
        for ground in (colours.page, colours.surface):
            assert contrast(getattr(colours, ink), ground) >= 4.5, ink
    assert contrast("#FFFFFF", colours.control) >= 4.5


# How light of the sRGB colours reaches the other cones of somebody who lacks one kind.
# Machado, Oliveira and Fernandes (2009), "A physiologically-based model for simulation
# of color vision deficiency", table of severity 1.0.
LACKING = {
    "red": [
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ],
    "green": [
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ],
    "blue": [
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ],
}


@BOTH
@pytest.mark.parametrize("cone", LACKING)
def test_curves_are_told_apart_without_one_kind_of_cone(colours, cone):
    for curve in colours.curves:
        assert contrast(curve, colours.page) >= 3
    seen = [_seen(curve, LACKING[cone]) for curve in colours.curves]
    for one, other in itertools.combinations(seen, 2):
        assert math.dist(one, other) >= 0.3, (cone, one, other)


def _seen(colour, matrix):
    light = linear(colour)
    mixed = [sum(map(operator.mul, row, light)) for row in matrix]
    return [max(0.0, min(1.0, c)) ** (1 / 2.2) for c in mixed]


@pytest.mark.parametrize(
    ("side", "colours"), [("light", theme.DAY), ("dark", theme.NIGHT)]
)
def test_streamlit_is_told_the_same_colours(side, colours):
    path = ROOT / ".streamlit" / "config.toml"
    told = tomllib.loads(path.read_text(encoding="utf-8"))["theme"][side]
    assert told["backgroundColor"] == colours.page
    assert told["secondaryBackgroundColor"] == colours.surface
    assert told["textColor"] == colours.text
    assert told["primaryColor"] == colours.control
    assert told["orangeTextColor"] == colours.query
    assert told["blueTextColor"] == colours.key
    assert told["greenTextColor"] == colours.value
    assert told["redTextColor"] == colours.refused
    assert tuple(told["chartSequentialColors"]) == colours.weights
    assert tuple(told["chartDivergingColors"]) == colours.signed
