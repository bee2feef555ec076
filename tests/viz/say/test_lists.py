"""Names in a row, as sentences hold them."""

import pytest

from viz.content import texts
from viz.say.lists import called, either, listed, numbers, parted, together


@pytest.fixture
def french():
    texts.speak("fr")
    yield
    texts.speak(texts.ENGLISH)


def test_names_are_joined_by_and_or_by_or():
    assert together(["x"]) == "x"
    assert together(["x", "y"]) == "x and y"
    assert together(name for name in "xyz") == "x and y and z"
    assert either(["woman", "the"]) == "woman or the"


def test_a_long_row_has_commas_and_one_and():
    assert listed(["cat", "dog", "fish"]) == "cat, dog and fish"
    assert listed(["cat", "dog"]) == "cat and dog"
    assert listed(["cat"]) == "cat"


def test_numbers_are_parted_by_a_sign_that_no_number_has():
    assert numbers(["0.25", "3"]) == "0.25, 3"
    assert called("cat", "1") == "cat: 1"


@pytest.mark.usefixtures("french")
def test_french_parts_numbers_and_sentences_with_its_own_spaces():
    assert numbers(["0,25", "3"]) == "0,25\u202f; 3"
    assert parted([called("chat", "1"), called("chien", "2")]) == (
        "chat\u00a0: 1\u202f; chien\u00a0: 2"
    )
