"""Blanks: what counts as right, what is still wrong, what is refused."""

import pytest

from core.errors import InputError
from viz.say.answers import misses


def test_a_number_is_right_when_it_rounds_to_the_answer_or_misses_it_by_a_thousandth():
    assert misses("0.743", [0.7432]) == ()
    assert misses(" ,744", [0.7432]) == ()
    assert misses("0.745", [0.7432]) == (1,)
    assert misses("-3", [-2.6], digits=0) == ()
    assert misses("−1.5", [-1.5]) == ()


def test_where_no_digits_are_asked_for_a_whole_number_is_wanted():
    assert misses("25.5", [26], digits=0) == misses("27", [26], digits=0) == (1,)
    assert misses("26", [26], digits=0) == misses("26.0", [26], digits=0) == ()


def test_of_several_numbers_those_that_are_wrong_are_named():
    answers = [1.532, 3.375, 0.977]
    assert misses("1.532 3.375 0.977", answers) == ()
    assert misses("1.532, 3.375, 0.977", answers) == ()
    assert misses("1,532; 3,375; 0,9", answers) == (3,)


@pytest.mark.parametrize("typed", ["x", "nan", "1e3", "1" * 30, "1/2"])
def test_what_is_no_number_is_refused(typed: str):
    with pytest.raises(InputError, match="Type a number"):
        misses(typed, [1.0])


def test_too_few_numbers_are_refused():
    with pytest.raises(InputError, match="Type 3 numbers here, not 2"):
        misses("1 2", [1.0, 2.0, 3.0])
