"""One row of tokens, by hand."""

import math

import pytest

from core.labs.one_row import BINS, Token, binned, row


def test_words_patches_and_moves_are_one_row_in_this_order():
    found = row([("I", 300), (" know", 420)], 4, 8_000, key=3, lever=0.25)
    assert [one.kind for one in found] == [
        *("word", "word"),
        *("patch", "patch", "patch", "patch"),
        *("mark", "key", "lever"),
    ]
    assert found[0] == Token("word", "I", 300)
    assert [one.number for one in found[2:6]] == [None] * 4
    assert found[7].number == 3
    assert found[8].number == 8_000 + 640  # 1.25 / 2 × 1,024
    assert [one.learned for one in found] == [True, True, *[False] * 5, True, True]


@pytest.mark.parametrize(("x", "part"), [(-1, 0), (0, 512), (1, BINS - 1), (0.5, 768)])
def test_a_position_between_ends_is_one_of_1024_parts(x: float, part: int):
    assert binned(x) == part


@pytest.mark.parametrize("x", [1.01, -2, math.nan])
def test_what_lies_outside_has_no_part(x: float):
    with pytest.raises(ValueError, match="outside"):
        binned(x)
