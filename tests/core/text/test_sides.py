from core.text.sides import Side, source_side, target_sides
from core.text.tokenizer import END, PAD, START, Pieces
from tests.core.tiny import FISH


def test_special_pieces_are_words_of_their_own():
    side = Side.around(FISH, before=(START,), after=(END, PAD, PAD))
    assert side.pieces == ("‹start›", "the", "fi", "sh", "‹end›", "‹pad›", "‹pad›")
    assert side.words == ("‹start›", "the", "fish", "‹end›", "‹pad›", "‹pad›")
    assert side.word_of == (0, 1, 2, 2, 3, 4, 5)
    assert side.special == (True, False, False, True, True, True)


def test_the_source_ends_and_is_padded():
    assert source_side(FISH, 0).words == ("the", "fish", "‹end›")
    side = source_side(FISH, 2)
    assert side.words == ("the", "fish", "‹end›", "‹pad›", "‹pad›")
    assert side.word_of == (0, 1, 1, 2, 3, 4)


def test_the_target_is_read_from_start_and_predicted_to_end():
    read, predicted = target_sides(FISH)
    assert read.pieces == ("‹start›", "the", "fi", "sh")
    assert read.special == (True, False, False)
    assert predicted.pieces == ("the", "fi", "sh", "‹end›")
    assert predicted.word_of == (0, 1, 1, 2)


def test_an_empty_translation_still_predicts_its_end():
    read, predicted = target_sides(Pieces("", (), (), (), ()))
    assert read.words == ("‹start›",)
    assert predicted.words == ("‹end›",)
