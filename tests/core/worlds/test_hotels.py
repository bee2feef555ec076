"""Made-up Spanish reviews of hotels: what they say, and which words judge."""

import random

import pytest

from core.worlds.hotel_words import GLOSSES, JUDGEMENTS, PARTS, STORIES, WHOLE
from core.worlds.hotels import VOCABULARY, Told, Word, drawn, hotel_review

MANY = [hotel_review(seed) for seed in range(400)]


def told(words):
    """A sentence as it is read."""
    return " ".join(word.text for word in words)


def test_a_seed_makes_the_same_review_everywhere():
    assert hotel_review(1).text == (
        "pagamos con tarjeta . la recepcionista era desagradable . "
        "el hotel está cerca de la estación ."
    )
    assert not hotel_review(1).good
    assert hotel_review(1) == drawn(random.Random("hotel 1"))


def test_the_balance_of_the_sentences_that_judge_decides_and_is_never_even():
    for one in MANY:
        says = [sentence.says for sentence in one.sentences]
        assert sum(says) != 0 and one.good == (sum(says) > 0)
        assert 3 <= len(says) <= 7 and 1 <= sum(map(abs, says)) <= 3
    assert 0.4 < sum(one.good for one in MANY) / len(MANY) < 0.6


def test_a_sentence_judges_if_and_only_if_a_word_in_it_does():
    for one in MANY:
        for sentence in one.sentences:
            assert any(word.judges for word in sentence.words) == bool(sentence.says)


@pytest.mark.parametrize("word", ["frío", "limpia", "sucia", "bueno", "amable"])
def test_words_that_judge_elsewhere_stand_in_stories_too(word):
    stories = {told(s.words) for one in MANY for s in one.sentences if not s.says}
    assert any(f" {word} " in f" {story} " for story in stories)


def test_no_turns_a_judgement_round():
    praise = {
        form
        for kinds in JUDGEMENTS.values()
        for forms in kinds[1]
        for form in forms.split("/")
    }
    denied = [
        (sentence.says, judging[1])
        for one in MANY
        for sentence in one.sentences
        for judging in [[word.text for word in sentence.words if word.judges]]
        if judging[:1] == ["no"] and told(sentence.words[:2]) in PARTS
    ]
    assert len(denied) > 20
    assert all((says < 0) == (word in praise) for says, word in denied)


def test_a_word_agrees_with_its_part_in_gender_and_number():
    ends = {0: ("o", "e"), 1: ("a", "e"), 2: ("os", "es"), 3: ("as", "es")}
    seen = set()
    for one in MANY:
        for sentence in one.sentences:
            part = told(sentence.words[:2])
            if part in PARTS and sentence.says:
                _, form, verb = PARTS[part]
                word = sentence.words[-2]
                assert Word(verb) in sentence.words and word.judges
                assert word.text.endswith(ends[form])
                seen.add(part)
    assert seen == {*PARTS}


def test_every_word_has_its_english():
    assert tuple(sorted(GLOSSES)) == VOCABULARY
    assert Word("lento").english == Word("lentas").english == "slow"
    assert Word("habíamos").english == "we had" and Word(".").english == ""
    written = " ".join([*STORIES, *(one for kind in WHOLE.values() for one in kind)])
    for mark in "*{}|":
        written = written.replace(mark, " ")
    assert set(written.split()) <= set(VOCABULARY)


def test_a_sentence_says_nothing_unless_told():
    assert Told((Word("pagamos"),)).says == 0
