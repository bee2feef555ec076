"""Letters as they are typed, and what is right of them by plain counting."""

import pytest

from core.errors import InputError
from core.labs.letters import counted, different, read, right


@pytest.mark.parametrize(
    ("typed", "letters"),
    [("aababc", "aababc"), (" a a\tb ", "aab"), ("e\u0301é", "éé"), ("12Z", "12Z")],
)
def test_letters_are_read_without_the_space_between_them(typed, letters):
    assert read(typed) == letters


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "at least one letter"),
        (" \n", "at least one letter"),
        ("🙂🙂", "“🙂” is neither a letter nor a digit"),
        ("<b>a</b>", "“<” is neither a letter nor a digit"),
        ("a" * 200, "200 letters; at most 30 fit"),
        ("a\u202eb", "neither a letter nor a digit"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(typed, said):
    with pytest.raises(InputError, match=said):
        read(typed)


def test_the_trained_layers_know_four_letters_and_no_fifth():
    assert different("hello") == "ehlo"
    with pytest.raises(InputError, match="5 different letters; the trained layers"):
        different("abcde")


def test_the_programs_are_answered_by_counting():
    assert counted("aababc") == [3, 3, 2, 3, 2, 1]
    assert right("count", "aab") == [{2}, {2}, {1}]
    assert right("before", "aabab") == [{0}, {1}, {0}, {1}, {1}]
    assert right("most", "baa") == [{0}] * 3
    assert right("most", "xyyxz") == [{0, 1}] * 5
