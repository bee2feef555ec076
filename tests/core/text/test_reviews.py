"""Reviews as rows of words."""

from core.text.reviews import numbered, sentences_of, words_of


def test_words_are_small_and_a_mark_is_one():
    assert words_of("The soup wasn't COLD, was it?") == (
        *("the", "soup", "wasn't", "cold", ",", "was", "it", "?"),
    )  # fmt: skip


def test_a_sentence_ends_with_its_mark_or_its_line():
    assert sentences_of("Good. Bad!\nSo so ... No, really. ") == (
        "Good.",
        "Bad!",
        "So so ...",
        "No, really.",
    )
    assert sentences_of("Then . . . nothing") == ("Then . . .", "nothing")


def test_marks_alone_make_no_sentence():
    assert sentences_of("Fine. ! !") == ("Fine. ! !",)
    assert sentences_of(" \n ") == ()


def test_a_word_that_is_not_known_has_the_id_0():
    assert numbered(["soup", "xyz"], {"soup": 4}) == [4, 0]
