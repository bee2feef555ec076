"""The checker by hand: what is true after some lines, and which of them say so."""

import pytest

from core.errors import InputError
from core.worlds.story import Answer, answer, askable
from core.worlds.telling import (
    VOCABULARY,
    ask,
    asked,
    lines_of,
    read,
    text_of,
    told,
    words,
)


def found(story: str, question: str) -> Answer:
    return answer([read(line) for line in story.strip().splitlines()], ask(question))


CARRIED = """
    Sam walks into the kitchen.
    Sam picks up an apple.
    Mary goes to the garden.
    Sam journeyed to the den.
    Sam discarded the apple.
    Sam went back to the kitchen.
"""


@pytest.mark.parametrize(
    ("question", "word", "lines"),
    [
        ("Where is Sam?", "kitchen", (5,)),
        ("Where is Mary?", "garden", (2,)),
        ("Where is the apple?", "den", (3, 4)),
        ("Where was the apple before the den?", "kitchen", (0, 1, 3)),
    ],
)
def test_a_thing_stays_where_it_was_dropped(question, word, lines):
    # the apple came to the den while Sam had it (line 1) and went there (line 3)
    assert found(CARRIED, question).word == word
    assert set(lines) <= set(found(CARRIED, question).lines)


def test_a_thing_goes_where_its_holder_goes():
    story = "Bill got the milk.\nBill moved to the park."
    assert found(story, "Where is the milk?") == Answer("park", (0, 1))


def test_a_thing_may_be_dropped_again_where_it_lies():
    story = """
        Mary goes to the den.
        Mary drops the cup.
        Sam goes to the den.
        Sam drops the cup.
    """
    assert found(story, "Where is the cup?") == Answer("den", (2, 3))


def test_before_the_last_time_in_a_place():
    story = """
        Fred took the cup.
        Fred goes to the park.
        Fred goes to the den.
        Fred goes to the office.
        Fred goes to the den.
    """
    question = "Where was the cup before the den?"
    assert found(story, question) == Answer("office", (0, 3, 4))


def test_a_colour_is_that_of_others_of_the_kind():
    story = "Lily is blue.\nRosa is a swan.\nGreg is red.\nGreg is a swan."
    assert found(story, "What color is Rosa?") == Answer("red", (1, 2, 3))
    assert found(story, "What colour is Lily?") == Answer("blue", (0,))


@pytest.mark.parametrize(
    ("story", "question"),
    [
        ("", "Where is Sam?"),
        ("Mary goes to the den.", "Where is Sam?"),
        ("Sam picks up the apple.", "Where is the apple?"),
        (
            "Sam took the cup.\nSam went to the den.",
            "Where was the cup before the den?",
        ),
        ("Brian is a lion.\nJulius is white.", "What color is Brian?"),
    ],
)
def test_what_no_line_says_is_not_answered(story, question):
    with pytest.raises(InputError, match="doesn't say"):
        found(story, question)


@pytest.mark.parametrize(
    ("story", "why"),
    [
        ("Sam got the cup.\nMary got the cup.", "Sam has it"),
        ("Sam got the cup.\nMary drops the cup.", "Sam has it"),
        (
            "Sam went to the den.\nSam drops the cup.\nMary goes to the park.\n"
            "Mary took the cup.",
            "can't pick up the cup: it is in the den, and Mary is in the park",
        ),
        (
            "Mary went to the den.\nMary got the cup.\nMary drops the cup.\n"
            "Sam goes to the park.\nSam drops the cup.",
            "can't drop the cup: it is in the den, and Sam is in the park",
        ),
    ],
)
def test_what_cannot_happen_is_named(story, why):
    with pytest.raises(InputError, match=why):
        found(story, "Where is the cup?")


@pytest.mark.parametrize(
    "sentence",
    [
        "Sam walks into the kitchen.",
        "Mary picks up the milk.",
        "John drops the football.",
        "Bill sits down.",
        "Rosa is a duck.",
        "Greg is gray.",
    ],
)
def test_a_sentence_is_told_as_it_was_read(sentence):
    assert told(read(sentence)) == sentence
    assert read(f"  {sentence.upper().rstrip('.')} ") == read(sentence)
    assert set(words(sentence)) <= set(VOCABULARY)


@pytest.mark.parametrize(
    "question",
    [
        "Where is Sandra?",
        "Where is the ball?",
        "Where was the book before the school?",
        "What color is Lily?",
    ],
)
def test_a_question_is_asked_as_it_was_read(question):
    assert asked(ask(question)) == question
    assert set(words(question)) <= set(VOCABULARY)


@pytest.mark.parametrize(
    "line", ["", "Sam eats the apple.", "Bernd goes to the den.", "<b>Sam</b> waits."]
)
def test_what_the_grammar_does_not_know_says_what_can_be_written(line):
    with pytest.raises(InputError, match="Write, for example"):
        read(line)
    with pytest.raises(InputError, match="Ask, for example"):
        ask(line)


@pytest.mark.parametrize(
    ("line", "question"),
    [("ſam waits.", "Where iſ Sam?"), ("Brian ıs white.", "What color ıs Brian?")],
)
def test_letters_that_only_look_like_ours_are_not_read(line, question):
    with pytest.raises(InputError, match="Write, for example"):
        read(line)
    with pytest.raises(InputError, match="Ask, for example"):
        ask(question)


def test_what_can_be_asked_is_what_the_checker_answers():
    events = [read(line) for line in CARRIED.strip().splitlines()]
    questions = [asked(one) for one in askable(events)]
    assert questions == [
        "Where is the apple?",
        "Where was the apple before the den?",
        "Where is Sam?",
        "Where is Mary?",
    ]
    for question in questions:
        assert answer(events, ask(question)).word
    animals = ["Brian is a lion.", "Lily is red.", "Rosa is a duck.", "Greg is a lion."]
    known = [read(line) for line in [*animals, "Greg is white."]]
    assert [asked(one) for one in askable(known)] == [
        "What color is Brian?",
        "What color is Greg?",
        "What color is Lily?",
    ]


def test_a_story_is_one_text_and_comes_back_line_by_line():
    typed = " Sam  sits down\n\nBill waits. Mary got the cup!  Is it? "
    lines = lines_of(typed)
    assert lines == ("Sam  sits down", "Bill waits.", "Mary got the cup!", "Is it?")
    assert text_of(lines) == "Sam sits down. Bill waits. Mary got the cup! Is it?"
    assert lines_of(text_of(lines))[0] == "Sam sits down."
    assert lines_of("  ") == ()
