"""Nothing but a word tells the topic of a sentence."""

from collections import Counter

import pytest

from core.in_use.translator import load
from core.labs.topic_sentences import FRAMES, TOPICS, WORDS, sentences
from core.shelf.models import TRANSFORMER


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("half", [0, 1])
def test_half_of_the_sentences_are_about_the_topic(topic, half):
    found = sentences(half, topic)
    counted = Counter(one.topic for one in found)
    assert counted.pop(topic) == 48  # twelve words in four frames
    assert sorted(counted.values()) == [24, 24]
    assert len({one.text for one in found}) == 96


@pytest.mark.parametrize("half", [0, 1])
def test_sentences_of_two_fields_differ_in_one_word(half):
    about = {
        topic: [one for one in sentences(half, topic) if one.topic == topic]
        for topic in TOPICS
    }
    frames = {
        topic: [one.text.replace(f" {one.word}.", " ….") for one in told]
        for topic, told in about.items()
    }
    assert frames["food"] == frames["sport"] == frames["parliament"]
    assert about["food"][0].text == (
        "The boy talked about the bread." if half == 0 else about["food"][0].text
    )


def test_no_word_and_no_frame_is_learned_from_and_asked():
    halves = [
        {word for two in WORDS.values() for word in two[n].split()} for n in (0, 1)
    ]
    assert [len(half) for half in halves] == [36, 36]
    assert not halves[0] & halves[1]
    assert not set(FRAMES[0]) & set(FRAMES[1])


def test_every_field_has_as_many_words_of_one_piece_and_of_two():
    pieces = load(TRANSFORMER).tokenizer
    for half in (0, 1):
        for field in TOPICS:
            counted = Counter(
                len(pieces.encode(f"The boy liked the {word}.").ids)
                - len(pieces.encode("The boy liked the man.").ids)
                for word in WORDS[field][half].split()
            )
            assert counted == {0: 8, 1: 4}, field
