import pytest

from core.errors import InputError
from core.text import tokenizer
from core.worlds import streets
from core.worlds.captions import (
    END,
    NUMBERS,
    PAD,
    START,
    VOCABULARY,
    caption,
    judge,
    named,
    numbers,
    read,
    relation,
    told,
)
from core.worlds.street import Thing, parse

STREET = parse("car.red.2.28~stop-sign.blue.37.12~duck.yellow.22.36")
SAID = "a yellow duck right of a red car , a blue stop sign on the grass"


def test_a_street_has_one_caption_whatever_the_order_of_its_things():
    assert caption(STREET).text == SAID
    text = "~".join(reversed(STREET.text().split("~")))
    assert caption(parse(text)).text == SAID


def test_each_word_of_a_color_or_a_kind_names_its_thing():
    _, *rest = caption(STREET).names
    assert rest == [2, 2, None, None, None, 0, 0, None, None, 1, 1, 1, None, None, None]
    assert named(STREET, SAID.split()) == caption(STREET).names


def test_relations_are_told_by_middles_and_feet():
    here = Thing("duck", "red", 20, 20)
    ways = [(30, 20), (10, 20), (20, 30), (20, 10), (30, 25), (25, 30), (30, 30)]
    assert [relation(here, Thing("duck", "blue", x, y)) for x, y in ways] == [
        *("left of", "right of", "behind", "in front of", "left of", "behind"),
        "left of",  # as far across as along
    ]


def test_a_caption_gives_back_the_things_that_are_drawn():
    for seed in range(200):
        street = streets.any_street(seed)
        said = caption(street)
        clauses = read(said.words)
        looks = [
            look
            for clause in clauses
            for look in (clause[:2], clause[3:])
            if len(look) == 2
        ]
        assert sorted(looks) == sorted((one.color, one.kind) for one in street.things)
        assert judge(street, said.words).true
        assert judge(street, said.words).exact
        assert named(street, said.words) == said.names


@pytest.mark.parametrize(
    ("said", "true", "right", "told_of"),
    [
        (SAID, True, 3, 3),
        ("a red car left of a yellow duck , a blue stop sign on the grass", True, 3, 3),
        ("a red car left of a blue stop sign", True, 2, 2),
        ("a red car right of a blue stop sign", False, 2, 2),
        ("a red car in the sky", False, 1, 1),
        ("a blue car on the road", False, 0, 1),
        ("a red car left of a red car", False, 1, 2),
        ("a red car left of the sign", False, 1, 1),
        ("", False, 0, 0),
    ],
)
def test_a_caption_is_held_against_the_street(said, true, right, told_of):
    judged = judge(STREET, said.split())
    assert (judged.true, judged.right, judged.told) == (true, right, told_of)
    assert judged.exact == (said == SAID)
    assert judged.there == 3


def test_things_that_look_alike_are_named_from_left_to_right():
    twins = parse("duck.red.30.36~duck.red.5.36")
    words = ["a", "red", "duck", "left", "of", "a", "red", "duck"]
    assert caption(twins).words == tuple(words)
    assert named(twins, words) == (None, 1, 1, None, None, None, 0, 0)
    assert judge(twins, words).true


def test_of_things_above_each_other_the_one_in_front_is_told_first():
    above = parse("duck.red.20.25~duck.blue.20.36")
    assert caption(above).text == "a blue duck in front of a red duck"


def test_all_words_are_in_the_vocabulary_once():
    assert len(set(VOCABULARY)) == len(VOCABULARY)
    assert (PAD, START, END) == (tokenizer.PAD, tokenizer.START, tokenizer.END)
    assert numbers(["a", "red", "car"]) == tuple(
        NUMBERS[w] for w in ("a", "red", "car")
    )
    with pytest.raises(InputError, match="no word “bus” here"):
        numbers(["a", "bus"])


def test_a_street_is_told_in_words():
    assert told(STREET) == (
        "A street: a yellow duck on the road in the middle, a red car on the road at "
        "the left, a blue stop sign on the grass at the right."
    )
