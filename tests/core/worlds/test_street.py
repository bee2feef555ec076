import random
from collections import Counter

import numpy as np
import pytest

from core.errors import InputError
from core.worlds import streets
from core.worlds.drawing import draw, empty, sprite
from core.worlds.street import COLORS, KINDS, SIZE, SIZES, Box, Street, Thing, parse

CAR = Thing("car", "red", 2, 28)


def test_a_street_stands_in_an_address_as_a_short_text():
    street = Street((CAR, Thing("stop sign", "red", 37, 12)))
    assert street.text() == "car.red.2.28~stop-sign.red.37.12"
    assert parse(street.text()) == street


@pytest.mark.parametrize("name", streets.LECTURES)
def test_the_streets_of_the_lectures_read_as_they_are_written(name):
    assert streets.lecture(name).text() == streets.LECTURES[name]


@pytest.mark.parametrize("name", streets.LECTURES)
def test_the_streets_of_the_lectures_are_as_clear_as_natural_ones(name):
    things = streets.lecture(name).things
    for i, one in enumerate(things):
        assert not -2 <= one.foot - 22 < 2
        assert not -2 <= one.foot - 32 < 2
        for other in things[:i]:
            assert streets.clear(one, other)
            assert streets.seen(one, other)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "one to 5 things, not 0"),
        ("~".join(["duck.red.0.0"] * 6), "one to 5 things, not 6"),
        ("car.red.31.28", "not inside the picture: it may stand from 0, 0 to 30, 38"),
        ("car.red.-1.28", "not inside the picture"),
        ("bus.red.2.28", "no “bus” here. Things are person, duck"),
        ("car.gold.2.28", "no color “gold” here. Colors are red, blue"),
        ("car.red.2", "“car.red.2” is no thing of a street"),
        ("<b>", "“<b>” is no thing of a street"),
        ("car.red.2.28~car.blue.3.29", "red car would be hidden behind the blue car"),
    ],
)
def test_what_is_no_street_is_said(text, says):
    with pytest.raises(InputError) as error:
        parse(text)
    assert says in str(error.value)


def test_a_thing_is_moved_recoloured_added_and_taken_away():
    street = Street((CAR,))
    assert street.changed(0, x=5, color="blue").things == (Thing("car", "blue", 5, 28),)
    two = street.with_thing(Thing("duck", "yellow", 30, 36))
    assert two.without(0).text() == "duck.yellow.30.36"


def test_a_box_touches_the_cells_that_it_shares_pixels_with():
    assert Box(2, 28, 18, 10).cells() == (18, 19, 20, 24, 25, 26)
    assert Box(8, 8, 8, 8).cells() == (7,)


def test_where_something_stands_is_told_by_its_lowest_row():
    assert [Thing("duck", "red", 0, y).ground for y in (14, 15, 24, 25)] == [
        *("sky", "grass", "grass", "road")
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_box_covers_what_it_names_exactly(kind):
    width, height = SIZES[kind]
    for color in COLORS:
        solid = sprite(kind, color)[1]
        assert solid.shape == (height, width)
        for edge in (solid[0], solid[-1], solid[:, 0], solid[:, -1]):
            assert edge.any()


def test_outside_all_boxes_the_street_is_empty():
    for seed in range(50):
        street = streets.any_street(seed)
        outside = np.ones((SIZE, SIZE), dtype=bool)
        for thing in street.things:
            box = thing.box
            outside[box.y : box.y + box.height, box.x : box.x + box.width] = False
        picture = draw(street)
        assert (picture[outside] == empty()[outside]).all()
        assert (picture.shape, picture.dtype) == ((48, 48, 3), np.uint8)


def test_what_stands_lower_is_drawn_before_what_stands_higher():
    duck = Thing("duck", "yellow", 4, 36)
    for things in [(CAR, duck), (duck, CAR)]:
        picture = draw(Street(things))
        colors, solid = sprite("duck", "yellow")
        assert (picture[36:44, 4:13][solid] == colors[solid]).all()


def test_no_two_looks_are_drawn_alike():
    looks = {
        draw(Street((Thing(k, c, 4, 20),))).tobytes() for k in KINDS for c in COLORS
    }
    assert len(looks) == 42


def test_a_seed_makes_the_same_street_and_another_makes_another():
    assert streets.any_street(7) == streets.any_street(7)
    assert streets.any_street(7) != streets.any_street(8)
    with pytest.raises(InputError, match="from 0, not -1"):
        streets.any_street(-1)


def test_generated_streets_are_balanced_and_seen():
    chance = random.Random(3)
    made = [streets.natural(chance) for _ in range(1500)]
    things = [thing for street in made for thing in street.things]
    assert {len(street.things) for street in made} == {1, 2, 3, 4, 5}
    for counted, kinds in (
        (Counter(len(street.things) for street in made), 5),
        (Counter(thing.kind for thing in things), 7),
        (Counter(thing.color for thing in things), 6),
    ):
        fair = sum(counted.values()) / kinds
        assert len(counted) == kinds
        assert all(0.7 * fair < n < 1.3 * fair for n in counted.values())
    assert {thing.ground for thing in things} == {"sky", "grass", "road"}
    for street in made:
        for i, one in enumerate(street.things):
            for other in street.things[:i]:
                assert streets.clear(one, other)
                assert streets.seen(one, other)
