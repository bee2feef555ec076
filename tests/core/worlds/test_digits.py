"""Digits: as text and back, and the forty that ship."""

from collections import Counter

import pytest

from core.errors import InputError
from core.worlds.digits import DARKEST, Digit, examples, parse

EMPTY = "0" * 64


def test_a_digit_is_read_from_its_own_text():
    drawn = parse("0g8" + "0" * 61)
    assert drawn.pixels[:4] == (0, 16, 8, 0) and drawn.digit is None
    assert drawn.text() == "0g8" + "0" * 61
    assert parse(EMPTY) == Digit((0,) * 64)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "h" + "0" * 63, "０" * 64])
def test_what_is_no_digit_is_refused_in_words(text: str):
    with pytest.raises(InputError, match="64 letters from 0 to g"):
        parse(text)


def test_four_of_each_ship_and_are_known_by_their_pixels():
    known = examples()
    assert Counter(one.digit for one in known) == dict.fromkeys(range(10), 4)
    assert len({one.text() for one in known}) == 40
    assert all(len(one.pixels) == 64 and max(one.pixels) <= DARKEST for one in known)
    assert parse(known[17].text()) == known[17]


def test_they_are_among_those_that_were_held_out():
    pytest.importorskip("sklearn")
    from core.training.seen import DIGITS_HELD_OUT, digits_of

    pictures, written = digits_of(0, DIGITS_HELD_OUT)
    held = {
        tuple((one.flatten() * DARKEST).round().int().tolist()): int(digit)
        for one, digit in zip(pictures, written, strict=True)
    }
    assert all(held[one.pixels] == one.digit for one in examples())
