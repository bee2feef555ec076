"""Nine kinds of check, on tables small enough to read off by eye."""

import pytest

from core.errors import InputError
from core.exercises.checks import KINDS, Bounds, Check, Table, find

TABLES = {
    "weights": Table(
        ("Le", "chat"), ("The", "black", "cat"), ((0.7, 0.1, 0.2), (0.25, 0.0, 0.75))
    ),
    "other": Table(
        ("Le", "chat"), ("The", "black", "cat"), ((0.7, 0.1, 0.2), (0.25, 0.5, 0.25))
    ),
    "alone": Table(("row",), ("a", "b"), ((4.0, 4.0),)),
    "text": Table(("text",), ("L'homme a vu un poisson.",), ((1.0,),)),
}


def found(kind, table="weights", **more):
    return find(Check(kind, table, **more), lambda name, of: TABLES[name])


def test_a_value_is_one_cell():
    assert found("value", row="chat", column="cat").number == 0.75


def test_a_sum_is_of_one_row():
    assert found("sum", row="Le").number == pytest.approx(1.0)


def test_the_largest_cell_of_a_row_gives_its_column_and_its_value():
    chat = found("argmax", row="chat")
    assert (chat.label, chat.number) == ("cat", 0.75)
    assert chat.shown == (("The", 0.25), ("black", 0.0), ("cat", 0.75))


def test_a_rank_is_a_place_or_all_of_them_in_order():
    assert found("rank", row="Le", column="cat").number == 2
    assert found("rank", row="chat").labels == ("cat", "The", "black")


def test_equal_cells_share_the_better_rank():
    assert found("rank", "alone", column="b").number == 1


def test_a_count_is_of_a_row_of_a_column_or_of_all():
    row = found("count", row="chat", least=0.25)
    assert (row.number, row.labels) == (2, ("The", "cat"))
    column = found("count", column="black", least=0.1)
    assert (column.number, column.labels) == (1, ("Le",))
    assert found("count", least=0.2).number == 4


def test_a_difference_is_the_largest_of_two_tables_or_of_one_row():
    assert found("difference", other="other").number == 0.5
    assert found("difference", other="other", row="Le").number == 0


def test_tables_of_other_sizes_have_no_difference():
    with pytest.raises(InputError, match="different sizes"):
        found("difference", other="alone", row="Le", other_row="row")


@pytest.mark.parametrize(
    ("row", "other", "label"),
    [("Le", "chat", "smaller"), ("chat", "Le", "larger"), ("Le", "Le", "equal")],
)
def test_two_cells_are_compared(row, other, label):
    cell = found("compare", row=row, column="cat", other_row=other)
    assert cell.label == label


def test_cells_nearer_than_what_is_allowed_are_equal():
    same = found("compare", row="Le", column="The", other_column="cat", within=0.6)
    assert same.label == "equal"


def test_what_is_written_is_a_text_that_holds_a_word_or_not():
    fish = found("output", "text", word="poisson")
    assert (fish.label, fish.number) == ("L'homme a vu un poisson.", 1)
    assert found("output", "text", word="homme").number == 1
    assert found("output", "text", word="pois").number == 0


def test_what_is_fixed_asks_no_table():
    def none(name, of):
        raise AssertionError(name)

    assert find(Check("fixed", is_="No"), none).label == "No"


def test_every_kind_is_tested_here():
    assert {*KINDS} == {
        *("value", "sum", "argmax", "rank", "count"),
        *("difference", "compare", "output", "fixed"),
    }


@pytest.mark.parametrize(("row", "column"), [("chien", "cat"), ("chat", "dog")])
def test_a_word_that_is_not_there_is_named_with_those_that_are(row, column):
    with pytest.raises(InputError, match=r"chien.*Le, chat|dog.*The, black, cat"):
        found("value", row=row, column=column)


def test_bounds_hold_at_their_ends():
    at = find(
        Check("value", "weights", row="Le", column="black"), lambda n, of: TABLES[n]
    )
    assert Bounds(at_least=0.1).hold(at) and Bounds(at_most=0.1).hold(at)
    assert not Bounds(at_least=0.11).hold(at)
    assert Bounds(is_=0.15, tolerance=0.05).hold(at)
    assert not Bounds(is_="black").hold(at)
