import pytest

from core.labs.then_and_here import BIG, Training


def test_six_operations_for_each_weight_and_piece_come_near_what_the_paper_states():
    assert BIG.pieces == 15_000_000_000
    assert BIG.operations == pytest.approx(1.917e19)
    assert 0.8 < BIG.operations / (BIG.stated or 0) < 1


def test_a_training_of_two_weights_and_three_pieces_takes_36_operations():
    assert Training(2, 3, 1.0).operations == 36
