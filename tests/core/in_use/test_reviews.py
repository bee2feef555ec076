"""Reviews as they are typed: what is accepted, read, weighed and thought of them."""

import json

import pytest

from core.assets import WORLDS
from core.errors import InputError
from core.in_use.reviews import (
    Text,
    accepted,
    enough_known,
    read_sentences,
    read_words,
    vocabulary,
)
from core.in_use.small import load
from core.training.reviews import FromFiles
from core.training.small import remembered_small, task_of
from core.worlds.hotels import hotel_review
from tests.close import close
from tests.stored import seen_alike

NAMES = ("reviews", "reviews-mean", "reviews-sentences", "reviews-sentences-mean")


def test_a_review_is_cut_into_sentences_and_keeps_its_letters():
    text = accepted("The Soup was <b>cold</b> 😀. We left!")
    assert text.sentences == (
        ("The", "Soup", "was", "<", "b", ">", "cold", "<", "/", "b", ">", "😀", "."),
        ("We", "left", "!"),
    )
    assert text.words[-3:] == ("We", "left", "!")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Nothing is typed yet"),
        ("   \n ", "Nothing is typed yet"),
        ("!!! 42 😀", "There is no word in it"),
        ("good " * 301, "301 words and marks; at most 300 are read"),
        ("good " * 5_000, "at most 3000 fit. Shorten it"),
        ("\u200b\u200b", "invisible"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_to_do(typed: str, says: str):
    with pytest.raises(InputError, match=says):
        accepted(typed)


def test_a_word_is_known_in_capitals_too_and_another_is_not():
    read = read_words(load("reviews"), accepted("GREAT asdfg"))
    assert read.known == (True, False)
    assert vocabulary(load("reviews"))["great"] == int(read.ids[0])
    assert enough_known(read.known) and not enough_known((False, True, False))


def test_weights_add_up_to_1_and_of_one_word_it_is_1():
    read = read_words(load("reviews"), accepted("The soup was cold."))
    close(read.weights.sum(), 1.0)
    alone = read_words(load("reviews"), accepted("Great"))
    close(alone.weights, [1.0])


def test_sentences_weigh_1_together_and_so_do_the_words_of_each():
    text = accepted("The soup was cold. We will never come back! Why?")
    read = read_sentences(load("reviews-spanish"), text)
    close(read.sentence_weights.sum(), 1.0)
    assert [len(row) for row in read.word_weights] == [5, 6, 2]
    for row in read.word_weights:
        close(row.sum(), 1.0)


def test_what_judges_decides_the_verdict_on_a_made_up_review():
    model = load("reviews-spanish")
    for seed in range(30):
        one = hotel_review(seed)
        rows = tuple(tuple(w.text for w in told.words) for told in one.sentences)
        read = read_sentences(model, Text(rows))
        assert (read.good > 0.5) == one.good


def test_a_model_of_the_other_kind_is_refused():
    text = accepted("Good.")
    with pytest.raises(InputError, match="does not judge reviews like this"):
        read_words(load("reviews-spanish"), text)
    with pytest.raises(InputError, match="does not judge reviews like this"):
        read_sentences(load("reviews"), text)
    with pytest.raises(InputError, match="does not judge"):
        read_words(load("gates"), text)


@pytest.mark.parametrize("name", ["reviews", "reviews-sentences"])
def test_praise_is_told_from_blame(name: str):
    read = read_sentences if "sentences" in name else read_words
    model = load(name)
    assert read(model, accepted("The food was wonderful. I love it!")).good > 0.8
    assert read(model, accepted("The worst soup ever. Terrible.")).good < 0.2


@pytest.mark.parametrize("name", NAMES)
def test_it_is_measured_on_texts_of_every_source_with_a_band(name: str):
    found = load(name).info["measured"]["held_out"]
    sources = {"mr_sentences", "uci_amazon_cells", "uci_imdb", "uci_yelp"}
    assert {*found} - {"movie_reviews_docs"} == sources
    for one in found.values():
        assert 0.5 < one["low"] < one["right"] < one["high"] < 1
        assert one["right"] > one["commonest"] + 0.1


@pytest.mark.parametrize("name", [*NAMES, "reviews-spanish", "reviews-spanish-mean"])
def test_a_shipped_judge_thinks_what_it_was_recorded_to_think(name: str):
    model = load(name)
    task = task_of(remembered_small(model.info["recipe"]))
    if isinstance(task, FromFiles):
        task.known = dict(vocabulary(model))  # as its files would tell
    golden = json.loads((WORLDS / name / "golden.json").read_text("utf-8"))
    for one, expected in zip(
        task.golden(model.network), golden["examples"], strict=True
    ):
        seen_alike(one["good"], expected["good"], 4)
    assert (WORLDS / name / "weights.safetensors").stat().st_size < 3 * 2**20


def test_attention_finds_the_words_that_judge_without_being_told():
    found = load("reviews-spanish").info["measured"]
    assert found["on"] > 3 * found["on_uniform"]
    assert found["on_sentences"] > 0.9 > 0.5 > found["on_sentences_uniform"]
    mean = load("reviews-spanish-mean").info["measured"]
    assert mean["on_sentences"] == mean["on_sentences_uniform"]
