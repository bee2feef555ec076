"""Content words that no written word attends to."""

import pytest

from core.analysis.unattended import unattended
from core.text.function_words import is_content

SPECIAL = (*[False] * 8, True)
WORDS = ("I", "am", "tired", ".", "Leave", "me", "alone", "!", "‹end›")


def test_a_lost_sentence_is_named_by_its_content_words():
    # Je suis fatigué .
    rows = [
        [0.9, 0.05, 0.0, 0.0, 0.02, 0, 0.03, 0, 0],
        [0.1, 0.8, 0.1, 0.0, 0.02, 0, 0.03, 0, 0],
        [0.0, 0.1, 0.9, 0.0, 0.02, 0, 0.03, 0, 0],
        [0.0, 0.0, 0.0, 0.6, 0.02, 0, 0.03, 0.2, 0.2],
    ]
    # Leave has 0.08 in all, alone 0.12
    assert unattended(rows, WORDS, SPECIAL) == ("Leave",)


def test_a_whole_translation_leaves_none():
    words = ["tired", "cat", "the", "‹end›"]
    special = [False, False, False, True]
    assert unattended([[0.5, 0.5, 0.0, 0.0]], words, special) == ()
    assert unattended([[0.0, 1.0]], ["cat", "cat"], [False] * 2) == ("cat",)


@pytest.mark.parametrize("word", ["the", "don't", "I'm", ".", "of", "to", "“"])
def test_words_that_hold_a_sentence_together_are_not_asked_for(word):
    assert not is_content(word)


@pytest.mark.parametrize("word", ["cat", "Tom", "Tom's", "1985", "été", "good"])
def test_words_with_a_meaning_are(word):
    assert is_content(word)
