"""What happened to a thing: the lines that say it, by hand and for many stories."""

import random

import pytest

from core.errors import InputError
from core.worlds.shown_stories import NAMED, SUMMED
from core.worlds.stories import LONGEST
from core.worlds.summaries import (
    MOST,
    asks_of,
    drawn_summary,
    kept,
    naming,
    summed_up,
    thing_of,
    things_told,
    whereabouts,
)
from core.worlds.telling import read


def of(*lines: str, thing: str = "cup") -> tuple[tuple[int, ...], str]:
    found = summed_up(lines, asks_of(thing))
    return found.supporting, found.answer


def test_who_took_it_where_they_went_last_and_the_drop():
    assert of(
        "Sam got the cup.",
        "Sam goes to the den.",
        "Mary goes to the park.",
        "Sam goes to the office.",
        "Sam drops the cup.",
        "Sam goes to the garden.",
    ) == ((0, 3, 4), "office")


def test_where_they_were_before_they_took_it_counts_if_they_stay():
    assert of("Sam goes to the den.", "Sam goes to the park.", "Sam got the cup.") == (
        (1, 2),
        "park",
    )


def test_only_the_last_who_took_it_counts():
    assert of(
        "Sam goes to the den.",
        "Sam got the cup.",
        "Sam drops the cup.",
        "Mary goes to the den.",
        "Mary took a cup.",
        "Sam goes to the park.",
    ) == ((3, 4), "den")


def test_whoever_takes_it_again_begins_anew():
    assert of("Sam got the cup.", "Sam drops the cup.", "Sam got the cup.") == (
        (2,),
        "",
    )
    assert of("Sam goes to the den.", "Sam drops the cup.") == ((0, 1), "den")


def test_a_thing_that_nothing_happens_to_has_no_summary():
    with pytest.raises(InputError, match="took or dropped the ball"):
        of("Sam got the cup.", thing="ball")


@pytest.mark.parametrize(
    "question",
    ["", "Where is the cup?", "What happened to the dragon?", "what happened to cup"],
)
def test_another_question_is_refused_with_an_example(question):
    with pytest.raises(InputError, match="What happened to the apple"):
        thing_of(question)


@pytest.mark.parametrize(
    "question",
    ["What happened to the cup?", " what  happened to a CUP", asks_of("cup")],
)
def test_a_question_is_read_as_it_is_typed(question):
    assert thing_of(question) == "cup"


def test_whoever_reads_the_summary_alone_finds_the_thing_where_it_is():
    for seed in range(1_000):
        one = drawn_summary(random.Random(f"summaries {seed}"), 3 + seed % 14)
        assert len(one.lines) == 3 + seed % 14 <= LONGEST
        assert 1 <= len(one.supporting) <= MOST
        assert kept(one, one.supporting)
        events = [read(line) for line in one.lines]
        thing = thing_of(one.question)
        assert thing in things_told(events)
        assert one.answer == whereabouts(events, thing)
        assert one.answer or len(one.supporting) < 3  # three say where it is


def test_lines_that_cannot_happen_alone_keep_nothing():
    lines = ("Sam goes to the den.", "Sam got the cup.", "Sam drops the cup.")
    one = summed_up(lines, asks_of("cup"))
    assert kept(one, (0, 1)) and kept(one, (0, 2))
    assert not kept(one, (1, 2))


def test_lines_that_name_a_thing_are_those_with_its_word():
    lines = ("Sam got the ball.", "Sam got the football.", "Sam drops a ball.")
    assert naming(lines, "ball") == (0, 2)


def test_the_long_day_has_four_lines_with_milk_and_three_that_tell_its_end():
    day = SUMMED["day"]
    assert len(day.lines) == 14
    assert summed_up(day.lines, asks_of("milk")).supporting == (9, 11, 13)
    assert naming(day.lines, "milk") == (2, 6, 9, 13)
    assert summed_up(day.lines, asks_of("football")).supporting == (5, 8, 12)
    assert set(SUMMED) < set(NAMED)
