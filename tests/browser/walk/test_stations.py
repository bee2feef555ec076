"""Where the walk can stand."""

import pytest
from playwright.sync_api import Page

from tests.browser.walk.walking import function


def test_the_short_walk_has_nine_stations(modules: Page):
    view = {"walk": "short", "stack": "cross", "layer": 1}
    stops = function(modules, "stationsOf(transformer, { layers: 3 }, values[0])", view)
    assert [(stop["place"], stop["stage"]) for stop in stops] == [
        ("words", "tokens"),
        ("words", "positions"),
        ("attention", "projections"),
        ("attention", "scaled"),
        ("attention", "masked"),
        ("attention", "softmax"),
        ("attention", "mixed"),
        ("attention", "stream"),
        ("next", "word"),
    ]
    assert {(stop["stack"], stop["layer"]) for stop in stops} == {("cross", 1)}


def test_the_full_walk_goes_through_every_sublayer_in_order(modules: Page):
    ids = function(
        modules,
        "stationsOf(transformer, { layers: 2 }, { walk: 'full' })"
        ".map(transformer.placeId)"
        ".filter((id, at, all) => id !== all[at - 1])",
    )
    assert ids == [
        "encoder.words",
        *("encoder.0.self", "encoder.0.feed", "encoder.1.self", "encoder.1.feed"),
        "decoder.words",
        *("decoder.0.self", "decoder.0.cross", "decoder.0.feed"),
        *("decoder.1.self", "decoder.1.cross", "decoder.1.feed"),
        "next",
    ]


@pytest.mark.parametrize(
    ("view", "fitted"),
    [
        ({"walk": "no"}, ("", "attention", "softmax")),
        ({"walk": "full", "place": "feed"}, ("full", "feed", "relu")),
        ({"walk": "full", "place": "x", "stage": "relu"}, ("full", "attention", None)),
        ({"walk": "short", "place": "feed"}, ("full", "feed", "relu")),
        (
            {"walk": "short", "place": "attention", "stage": "joined"},
            ("short", "attention", "stream"),
        ),
    ],
)
def test_a_walk_that_there_is_not_becomes_the_nearest(modules: Page, view, fitted):
    place = "{ stack: 'cross', layer: 0, ...values[0] }"
    found = function(modules, f"fitWalk(transformer, {place})", view)
    walk, place, name = fitted
    assert found == {"walk": walk, "place": place, "stage": name or "softmax"}
