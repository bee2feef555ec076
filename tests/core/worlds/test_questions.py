import random
from collections import Counter

import pytest

from core.errors import InputError
from core.worlds import streets
from core.worlds.captions import numbers
from core.worlds.questions import (
    ASKED,
    EXAMPLES,
    answer,
    any_question,
    ask,
    possible,
)
from core.worlds.street import parse

STREET = parse(
    "car.red.2.28~stop-sign.blue.37.12~tree.green.22.10~car.white.26.36~duck.pink.5.38"
)


@pytest.mark.parametrize(
    ("asked", "said", "about"),
    [
        ("What color is the duck?", "it is pink", 4),
        ("what colour is the thing left of the tree ?", "it is red", 0),
        ("where is the stop sign", "it is on the grass", 1),
        ("What is right of the tree?", "it is a stop sign", 1),
        ("what is in front of the tree?", "it is a car", 3),
        ("what is behind the duck?", "it is a car", 0),
        ("how many things are there?", "there are five", None),
        ("What color is the thing behind the white car?", "it is blue", 1),
    ],
)
def test_a_question_is_answered_by_what_is_there(asked, said, about):
    found = answer(STREET, ask(asked))
    assert (found.text, found.about) == (said, about)


def test_words_of_a_question_and_its_answer_name_things():
    question = ask("what color is the thing behind the white car ?")
    names = answer(STREET, question).names
    words = (*question.words, "it", "is", "blue")
    assert [(w, n) for w, n in zip(words, names, strict=True) if n is not None] == [
        *(("thing", 1), ("white", 3), ("car", 3), ("blue", 1))
    ]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("who are you?", "“who are you?” can't be read. Ask, for example: What color"),
        ("where is the bus?", "Things are person, duck, cup"),
        ("where is the cup?", "There is no cup on this street."),
        ("what color is the yellow duck?", "There is no yellow duck"),
        ("where is the car?", "more than one car on this street. Say its color"),
        ("what is right of the stop sign?", "Nothing is right of the stop sign"),
    ],
)
def test_what_cannot_be_asked_is_said(asked, says):
    with pytest.raises(InputError) as error:
        answer(STREET, ask(asked))
    assert says in str(error.value)


def test_examples_are_read_as_what_they_are_examples_of():
    assert tuple(ask(one).asked for one in EXAMPLES) == ASKED
    assert tuple(ask(one).text for one in EXAMPLES) == EXAMPLES


def test_questions_by_lot_have_an_answer_in_words_that_are_known():
    chance = random.Random(1)
    asked = Counter()
    for seed in range(400):
        street = streets.any_street(seed)
        question = any_question(street, chance)
        said = answer(street, question)
        assert ask(question.text) == question
        assert question in possible(street, question.asked)
        numbers((*question.words, *said.words))
        asked[question.asked] += 1
    assert set(asked) == set(ASKED)
    assert min(asked.values()) > 400 / 5 / 2


def test_the_only_thing_has_nothing_beside_it():
    alone = parse("duck.red.9.9")
    assert possible(alone, "what") == ()
    assert [one.text for one in possible(alone, "where")] == ["where is the duck ?"]
