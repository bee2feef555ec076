"""What is spoken: numbers in words, and letters by their numbers."""

import pytest

from core.errors import InputError
from core.worlds import spoken


def test_a_hundred_numbers_are_written_in_words():
    assert len(spoken.NUMBERS) == 100 == len(set(spoken.NUMBERS))
    assert [spoken.NUMBERS[n] for n in (0, 13, 40, 41, 99)] == [
        *("zero", "thirteen", "forty", "forty one", "ninety nine")
    ]


def test_what_is_not_learned_is_nowhere_among_what_is():
    assert len(spoken.NEW_WORDS) == 100
    assert not set(spoken.NEW_WORDS) & set(spoken.said())
    assert len(spoken.said()) == len(set(spoken.said())) == 998
    longest = max(map(len, (*spoken.said(), *spoken.NEW_WORDS)))
    assert longest == len("seventy seven") < spoken.LONGEST


def test_letters_have_numbers_and_others_are_refused():
    assert spoken.numbered("a z") == (4, 3, 29)
    assert spoken.ALPHABET[spoken.END] == "‹end›"
    with pytest.raises(InputError, match="from a to z"):
        spoken.numbered("É")
