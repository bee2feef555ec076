"""Colours keep their meaning and their contrast, by day and by night."""

import tomllib

import pytest

from tests.places import ROOT
from tests.viz.colours import contrast, lightness
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
