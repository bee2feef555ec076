"""Names in a row, as sentences hold them."""

from viz.say.lists import either, listed, together


def test_names_are_joined_by_and_or_by_or():
    assert together(["x"]) == "x"
    assert together(["x", "y"]) == "x and y"
    assert together(name for name in "xyz") == "x and y and z"
    assert either(["woman", "the"]) == "woman or the"


def test_a_long_row_has_commas_and_one_and():
    assert listed(["cat", "dog", "fish"]) == "cat, dog and fish"
    assert listed(["cat", "dog"]) == "cat and dog"
    assert listed(["cat"]) == "cat"
