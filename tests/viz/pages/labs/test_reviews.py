"""The lab of reviews: its words and sentences, and what a reader does to them."""

import json
import types

import pytest

from core.worlds.hotels import hotel_review
from core.worlds.shown_reviews import SENTENCES, WORDS
from tests.viz.opening import opened, said
from viz.pages.app import frame
from viz.pages.labs import reviews_drawn, reviews_sentences

NOT_GOOD = "The food was not good."


def shown(app):
    """What the component of the page is given."""
    (one,) = [
        found.proto
        for found in app.get("bidi_component")
        if found.proto.component_name == "headlight_review"
    ]
    (given,) = json.loads(one.json)
    return given


# --- words ----------------------------------------------------------------------------


def test_every_word_has_its_weight_and_what_it_moves():
    view = shown(opened("reviews", rev_text=NOT_GOOD, rev_keep="2"))
    (sentence,) = view["sentences"]
    words = sentence["words"]
    assert [word["text"] for word in words] == [
        "The",
        "food",
        "was",
        "not",
        "good",
        ".",
    ]
    assert sum(word["weight"] for word in words) == pytest.approx(1.0)
    assert min(words, key=lambda word: word["change"])["text"] == "not"
    heaviest = sorted(words, key=lambda word: -word["weight"])[:2]
    assert [word for word in words if word["kept"]] == sorted(heaviest, key=words.index)
    assert sentence["weight"] is None and view["most"] == heaviest[0]["weight"]


def test_verdicts_stand_beside_each_other_and_one_that_turns_is_marked():
    view = shown(opened("reviews", rev_text=NOT_GOOD, rev_keep="3"))
    attention, mean, alone, others = view["verdicts"]
    assert attention["name"] == "With attention" and not attention["wrong"]
    assert attention["said"].startswith("negative, ") and attention["share"] < 0.5
    assert mean["name"] == "Plain mean, no attention"
    assert alone["name"] == "Only 3 words" and others["name"] == "All but those 3 words"
    for one in view["verdicts"]:
        assert one["wrong"] == (one["share"] >= 0.5)


def test_the_caption_says_where_weight_and_verdict_part():
    app = opened("reviews", rev_text=NOT_GOOD)
    assert "But leaving out “not” changes the verdict most." in said(app)
    app = opened("reviews", rev_text="It was terrible.")
    assert "Leaving this word out also changes the verdict most." in said(app)


def test_where_all_words_are_kept_no_others_are_judged():
    view = shown(opened("reviews", rev_text="Great!", rev_keep="5"))
    assert [one["name"] for one in view["verdicts"]][2:] == ["Only 2 words"]


def test_words_that_are_not_known_are_said_and_marked():
    app = opened("reviews", rev_text="The soup was qwertz and 😀 good.")
    assert "and reads each as ‹unk›: qwertz, 😀" in said(app)
    words = shown(app)["sentences"][0]["words"]
    assert [word["text"] for word in words if not word["known"]] == ["qwertz", "😀"]
    assert ["strange", "a word that the model does not know"] in shown(app)["legend"]


def test_another_language_gets_a_sentence_that_says_what_to_do():
    app = opened("reviews", rev_text="Le repas était délicieux mais trop salé hélas")
    assert "so its verdict says nothing" in said(app)
    assert "try one of those" in said(app) and not app.exception
    assert not shown(app)["sure"] and shown(opened("reviews"))["sure"]
    assert "does not know this word, so" in said(opened("reviews", rev_text="Xqzw"))


def test_words_from_right_to_left_are_set_apart():
    app = opened("reviews", rev_text="The soup was good, شكرا")
    assert "‹unk›: \u2068شكرا\u2069" in said(app)


def test_the_praise_that_the_lesson_names_is_judged_negative():
    view = shown(opened("reviews", rev_text="Not bad at all."))
    assert view["verdicts"][0]["said"].startswith("negative, ")


def test_a_single_word_has_all_the_weight():
    app = opened("reviews", rev_text="Wonderful")
    assert "its weight is 1" in said(app)
    assert shown(app)["sentences"][0]["words"][0]["weight"] == 1.0


@pytest.mark.parametrize("step", ["1", "2"])
@pytest.mark.parametrize("typed", ["?!", "good " * 400, "word " * 5_000])
def test_what_cannot_be_read_stays_in_its_field_over_the_last_good_review(typed, step):
    name = {"1": "rev_text", "2": "rev_long"}[step]
    app = opened("reviews", **{name: typed, "step": step})
    assert not app.exception
    assert app.text_area(key=name).value == typed
    assert "Below stands the last review that could be read." in said(app)
    usual = {"1": WORDS["waiter"], "2": SENTENCES["birthday"]}[step]
    words = [w["text"] for one in shown(app)["sentences"] for w in one["words"]]
    assert words[:2] == usual.split()[:2]


def test_markup_stays_text():
    app = opened("reviews", rev_text="<b>Good</b> **soup** $x$")
    words = [word["text"] for word in shown(app)["sentences"][0]["words"]]
    assert words[:4] == ["<", "b", ">", "Good"] and not app.exception


def test_of_a_long_review_not_every_word_is_left_out():
    app = opened("reviews", rev_text="The soup was good and the room clean. " * 20)
    assert "only the 40 words with most weight are left out" in said(app)
    changes = [word["change"] for word in shown(app)["sentences"][0]["words"]]
    assert len(changes) == 180 and sum(one is not None for one in changes) == 40


def test_the_table_has_both_networks_with_their_bands():
    tables = [one.proto.body for one in opened("reviews").get("html")]
    (table,) = [body for body in tables if "Wilson" in body]
    assert "restaurant sentences" in table and "% (" in table
    assert table.count("<tr>") == 5


# --- sentences ------------------------------------------------------------------------


def test_sentences_and_their_words_have_weights_that_multiply():
    view = shown(opened("reviews", step="2"))
    shares = [one["weight"] for one in view["sentences"]]
    assert len(shares) == 5 and sum(shares) == pytest.approx(1.0)
    for one in view["sentences"]:
        for word in one["words"]:
            assert word["product"] == pytest.approx(word["weight"] * one["weight"])
    assert view["chosen"] == max(range(5), key=shares.__getitem__)


def test_a_sentence_of_the_address_stands_open_and_one_that_is_not_there_does_not():
    assert shown(opened("reviews", step="2", rev_sentence="2"))["chosen"] == 1
    usual = shown(opened("reviews", step="2"))["chosen"]
    assert shown(opened("reviews", step="2", rev_sentence="99"))["chosen"] == usual


def test_a_single_sentence_has_all_the_weight():
    app = opened("reviews", step="2", rev_long="The soup was cold")
    assert "nothing to weigh between sentences" in said(app)


# --- Spanish --------------------------------------------------------------------------


def test_a_made_up_review_is_glossed_and_its_judging_words_are_marked():
    view = shown(opened("reviews", step="3", rev_seed="1"))
    first, second, _ = view["sentences"]
    assert first["lang"] == "es"
    assert [word["text"] for word in first["words"]] == [
        "Pagamos",
        "con",
        "tarjeta",
        ".",
    ]
    assert [word["gloss"] for word in first["words"]] == ["we paid", "with", "card", ""]
    assert [w["text"] for w in second["words"] if w["judges"]] == ["desagradable"]
    assert all(word["known"] for one in view["sentences"] for word in one["words"])


def test_the_share_on_what_judges_is_said_beside_that_of_equal_weights():
    one = hotel_review(1)
    even = 1 / sum(len(told.words) for told in one.sentences)
    app = opened("reviews", step="3", rev_seed="1")
    assert "By the grammar it is negative." in said(app)
    assert f"equal weights would give them {even:.0%}" in said(app)


def test_another_review_is_the_next_seed_with_its_own_sentence_open():
    app = opened("reviews", step="3", rev_seed="999", rev_line="2")
    assert shown(app)["chosen"] == 1
    app.button(key="reviews-another").click().run()
    assert app.query_params["rev_seed"] == "0"
    assert app.query_params.get("rev_line", "0") == "0"


# --- what a reader does ---------------------------------------------------------------


@pytest.fixture
def kept(monkeypatch):
    """What is written into the address."""
    found: dict[str, object] = {}
    monkeypatch.setattr(frame, "keep", lambda **what: found.update(what))
    return found


def test_an_example_fills_the_field():
    app = opened("reviews")
    app.button_group(key="pick-rev_text-example").set_value("not").run()
    assert app.text_area(key="rev_text").value == WORDS["not"]
    assert not app.exception


def test_a_sentence_that_is_pressed_is_kept_and_what_is_none_is_not(kept, monkeypatch):
    told = types.SimpleNamespace(sentence=2)
    monkeypatch.setattr(reviews_drawn, "reported", lambda *_: told.sentence)
    reviews_drawn._chosen("reviews-sentences", "rev_sentence")
    assert kept == {"rev_sentence": 3}
    for wrong in (-1, 150, None, "2", True, 1.0):
        kept.clear()
        told.sentence = wrong
        reviews_drawn._chosen("reviews-sentences", "rev_sentence")
        assert kept == {}
    told.sentence = 0
    reviews_drawn._chosen("reviews-words", "")
    assert kept == {}


def test_lessons_take_their_figures_from_the_folders():
    slots = {**reviews_sentences.sentences_slots(), **reviews_sentences.spanish_slots()}
    found = reviews_drawn.measured("reviews-sentences")["held_out"]
    share = found["movie_reviews_docs"]["right"]
    assert slots["with_movie_reviews_docs"] == f"{share:.1%}"
    assert {"on", "on_uniform", "with_hotel", "mean_hotel", "words"} <= {*slots}
    assert not any("?" in one for one in slots.values())
