"""Streets with twins: how often, which, and the pixels that show them."""

import random

import numpy as np
import pytest

from core.worlds.drawing import draw, empty, owners
from core.worlds.street import KINDS, parse
from core.worlds.twins import marked, twin_of_seed, twin_street, twins

SEEDS = range(300)


def test_a_seed_is_one_street_and_no_three_things_are_alike():
    for seed in SEEDS:
        street = twin_of_seed(seed)
        assert street == twin_of_seed(seed)
        looks = [(one.kind, one.color) for one in street.things]
        assert max(map(looks.count, looks)) <= 2


def test_most_streets_have_twins_and_every_kind_has_one_somewhere():
    found = [twin_of_seed(seed) for seed in SEEDS]
    with_twins = [
        street for street in found if any(t is not None for t in twins(street))
    ]
    assert 0.75 < len(with_twins) / len(found) < 0.9
    kinds = {
        street.things[at].kind
        for street in with_twins
        for at, twin in enumerate(twins(street))
        if twin is not None
    }
    assert kinds == set(KINDS)


def test_a_thing_without_a_twin_often_shares_its_kind_or_its_colour():
    alike = lonely = 0
    chance = random.Random(3)
    for _ in SEEDS:
        things = twin_street(chance).things
        for at, one in enumerate(things):
            others = [*things[:at], *things[at + 1 :]]
            if (one.kind, one.color) not in [(o.kind, o.color) for o in others]:
                lonely += 1
                alike += any(o.kind == one.kind or o.color == one.color for o in others)
    assert alike / lonely > 0.5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("car.red.2.28~cup.red.38.20~car.red.26.33", (2, None, 0)),
        ("car.red.2.28~car.blue.26.33", (None, None)),
        ("cup.pink.2.28~duck.red.20.33~cup.pink.38.20~duck.red.34.36", (2, 3, 0, 1)),
    ],
)
def test_who_is_the_twin_of_whom(text, expected):
    assert twins(parse(text)) == expected


def test_marked_are_the_pixels_that_change_where_a_twin_is_taken_away():
    street = parse("car.red.2.28~cup.red.38.20~car.red.26.33")
    assert (owners(street) == -1).sum() == (draw(street) == empty()).all(-1).sum()
    for place, has in ((0, True), (1, False), (2, True)):
        other = (draw(street.without(place)) != draw(street)).any(-1)
        assert other.any() and (marked(street)[other] == has).all()
    assert not marked(street.without(0)).any()
    assert marked(street).dtype == np.bool_
