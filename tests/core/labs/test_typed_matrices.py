"""Matrices as typed text: what is read, and what is refused with its place."""

import pytest

from core.errors import InputError
from core.labs.typed_matrices import matrix, written
from core.labs.worked_example import QUERY


def test_the_lecture_s_queries_are_read_and_written_back():
    assert matrix("2 -1 0; -2 1 4") == QUERY
    assert written(QUERY) == "2 -1 0; -2 1 4"


def test_a_new_line_ends_a_row_and_a_typeset_minus_counts():
    assert matrix(" 1 .5\n−2 3. ;") == ((1.0, 0.5), (-2.0, 3.0))


def test_a_comma_inside_a_number_is_a_point_and_parts_no_numbers():
    assert matrix("0,5 -1; ,25 3,") == ((0.5, -1.0), (0.25, 3.0))
    with pytest.raises(InputError, match="1,2,3 is not a number"):
        matrix("1,2,3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2; 3 x", "Row 2, column 2: x is not a number"),
        ("nan 1", "Row 1, column 1: nan is not a number"),
        ("1 -inf", "Row 1, column 2: -inf is not a number"),
        ("1 2; 1e3 2", "Row 2, column 1: 1e3 is not a number"),
        ("1 ١", "Row 1, column 2: ١ is not a number"),
        ("1 2; 3 1001", "Row 2, column 2: 1001 is too large; from -1000 to 1000"),
        ("1 2; 3", "Numbers in row 2: 1, in row 1: 2"),
        ("1;;2", "Row 2 is empty"),
        ("", "Row 1 is empty"),
        ("1 2 3 4 5 6 7 8 9", "Row 1 has 9 numbers; at most 8 fit"),
        ("1;" * 9, "9 rows; at most 8 fit"),
        ("1 " * 400, "800 characters; at most 600 fit"),
    ],
)
def test_what_is_wrong_is_said_with_its_row_and_column(text: str, said: str):
    with pytest.raises(InputError) as refused:
        matrix(text)
    assert said in str(refused.value)


def test_what_is_counted_in_a_row_is_a_number_in_every_language():
    with pytest.raises(InputError) as refused:
        matrix("1 2 3; 4 5")
    assert refused.value.slots == {"row": 2, "n": 2, "first": 3}
