"""Films of a street: what moves, how it is written, what is refused."""

import pytest

from core.errors import InputError
from core.worlds.films import (
    FASTEST,
    FRAMES,
    MOVERS,
    NUMBERS,
    WAYS,
    Film,
    any_film,
    numbers,
    parse_film,
)
from core.worlds.street import parse

STREET = "car.red.2.30~tree.green.33.10"


def test_one_thing_moves_by_the_same_pixels_and_all_else_stands_still():
    ways = set()
    for seed in range(100):
        film = any_film(seed)
        assert film == any_film(seed) and parse_film(film.text()) == film
        assert len(film.frames) == FRAMES and film.frames[0] == film.street
        assert film.mover.kind in MOVERS and 1 <= abs(film.step) <= FASTEST
        for n, frame in enumerate(film.frames):
            assert frame.without(film.place) == film.street.without(film.place)
            assert frame.things[film.place].x == film.mover.x + n * film.step
        ways.add(film.way)
    assert ways == set(WAYS)


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        (f"{STREET}@0.2", "the red car goes right"),
        ("car.red.30.30~stop-sign.pink.20.9@1.-2", "the pink stop sign goes left"),
    ],
)
def test_what_is_said_of_a_film(text, caption):
    film = parse_film(text)
    assert " ".join(film.caption) == caption
    assert [*numbers(film.caption)] == [NUMBERS[word] for word in caption.split()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no film"),
        (STREET, "no film"),
        (f"{STREET}@2.1", "no thing 3"),
        (f"{STREET}@0.0", "1 to 4 pixels"),
        (f"{STREET}@0.9", "1 to 4 pixels"),
        (f"{STREET}@0.-1", "not inside the picture"),
        ("<b>@0.1", "thing"),
    ],
)
def test_what_is_no_film_is_refused_with_a_sentence(text, said):
    with pytest.raises(InputError, match=said):
        parse_film(text)


def test_a_thing_that_would_be_hidden_on_its_way_is_refused():
    street = parse("cup.red.0.24~house.white.10.14")
    with pytest.raises(InputError, match="hidden"):
        Film(street, 0, 2)
