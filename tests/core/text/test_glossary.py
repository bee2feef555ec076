"""What a small glossary says of words: by hand, and the one that is shipped."""

import gzip
from pathlib import Path

import pytest

from core.text import glossary
from core.text.glossary import (
    SHIPPED,
    UNKNOWN,
    Glossary,
    english_units,
    french_units,
    shipped,
)

SMALL = Glossary(
    english=(
        "ate\t512",
        "because\t4096",
        "bucket\t3",
        "cream\t64",
        "football\t128",
        "friend\t2048",
        "i\t65536\tI",
        "ice\t1",
        "the\t65536",
        "tom\t8192\tTom",
    ),
    french=(
        "a\thas 70\thad 20",
        "ai\thave 60\tI 40",
        "avez\thave 90",
        "bec\t",
        "j'\tI 90",
        "la\tthe 80\ther 15",
        "mangé\teaten 50\tate 40",
        "sais\tknow 90\tknew 6",
        "se\tup 22\thimself 20\tgot 10",
        "tom\ttom 99",
        "vous\tyou 95",
    ),
)


def english(french: list[str], source: str) -> list[str]:
    return [one.english for one in SMALL.gloss(french, source)]


def test_a_meaning_that_stands_in_the_sentence_is_preferred():
    assert english(["mangé"], "The woman ate.") == ["ate"]
    assert english(["mangé"], "The fish was eaten.") == ["eaten"]


def test_a_meaning_that_is_far_less_probable_is_not_taken_for_standing_there():
    assert english(["sais"], "She knew.") == ["know"]


def test_a_word_of_many_meanings_is_not_guessed_at():
    assert english(["se"], "He gets up.") == ["up"]
    assert english(["se"], "He wakes.") == [UNKNOWN]


def test_a_word_of_the_sentence_is_left_to_the_french_word_that_it_means_first():
    assert english(["J'", "ai"], "I see.") == ["I", "have"]


def test_inverted_verbs_are_two_words_and_elisions_one():
    assert french_units("a-t-elle") == ["a", "elle"]
    assert french_units("Allez-vous-en") == ["allez", "vous", "en"]
    assert french_units("peut-être") == ["peut-être"]
    assert french_units("QU’") == ["qu'"]
    assert english(["Avez-vous"], "Do you?") == ["have you"]


def test_punctuation_numbers_and_special_pieces_need_no_dictionary():
    assert english([".", "«", "57", "1,5", "‹end›"], "57") == ["", "", "57", "1,5", ""]


def test_a_word_that_nobody_knows_says_so_and_a_copied_name_is_itself():
    bec, bappe, copied = SMALL.gloss(["bec", "Bappé", "Zorblax"], "Zorblax ate.")
    assert (bec.english, bec.seen) == (UNKNOWN, True)
    assert (bappe.english, bappe.seen) == (UNKNOWN, False)
    assert (copied.english, copied.seen) == ("zorblax", False)


def test_names_are_written_as_they_are_usually_written():
    assert english(["Tom", "j'"], "tom") == ["Tom", "I"]


def test_english_contractions_are_taken_apart():
    assert english_units("Don't!") == ["do", "not"]
    assert english_units("I can't say it’s Tom's.") == [
        *("i", "can", "not", "say", "it", "is", "tom", "'s")
    ]


def test_a_word_never_or_hardly_seen_is_found_with_its_place():
    text = "Tom ate the bucket, Mbappé the ice-cream."
    found = [
        (one.word, one.times, text[one.start : one.end]) for one in SMALL.rare(text)
    ]
    assert found == [
        ("bucket", 3, "bucket"),
        ("Mbappé", 0, "Mbappé"),
        ("ice-cream", 1, "ice-cream"),
    ]


def test_numbers_and_marks_are_never_rare():
    assert SMALL.rare("3.5, 1985 … ?") == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("the freind", "friend"),
        ("the footbal", "football"),
        ("the beacuse", "because"),
        ("the Freind", ""),  # it may be a name
        ("Beacuse the", "Because"),
        ("the bucke", ""),  # the word it is near to is hardly known either
        ("the quidditch", ""),
        ("the ett", ""),  # too short to be certain
    ],
)
def test_a_slip_is_asked_about_only_where_it_is_certain(typed: str, meant: str):
    (one,) = SMALL.rare(typed)
    assert one.meant == meant


def test_a_slip_that_two_common_words_are_near_to_is_not_asked_about():
    near = Glossary(("bread\t512", "broad\t256"), ("",))
    assert near.rare("broead")[0].meant == ""
    far = Glossary(("bread\t8192", "broad\t256"), ("",))
    assert far.rare("broead")[0].meant == "bread"


def test_a_glossary_is_read_from_its_file(tmp_path: Path):
    path = tmp_path / "some.tsv.gz"
    text = "cat\t64\ntom\t9\tTom\n\nchat\tcat 95\nchatte\t\n"
    path.write_bytes(gzip.compress(text.encode()))
    read = Glossary.read(path)
    assert (read.times("Cat"), read.times("Tom"), read.times("dog")) == (64, 9, 0)
    assert read.meanings("chat") == {"cat": 0.95}
    assert (read.meanings("chatte"), read.meanings("chien")) == ({}, None)


def test_a_damaged_glossary_knows_nothing_and_calls_nothing_rare(tmp_path, monkeypatch):
    path = tmp_path / "broken.tsv.gz"
    path.write_bytes(gzip.compress(b"cat\t64\n\nchat\tcat 95\n")[:-12])
    for damaged in (path, tmp_path / "none"):
        monkeypatch.setattr(glossary, "SHIPPED", damaged)
        empty = glossary.shipped.__wrapped__()
        (found,) = empty.gloss(["chat"], "The cat")
        assert (found.english, found.seen) == (UNKNOWN, True)
        assert empty.rare("Zorblax") == []


def test_the_shipped_glossary_fits_into_a_mebibyte():
    assert SHIPPED.stat().st_size <= 1024 * 1024


@pytest.mark.parametrize(
    ("french", "source", "meanings"),
    [
        ("La femme mangé", "The woman ate the fish.", "the woman ate"),
        ("Je suis heureux", "I am happy.", "I am happy"),
        ("Le chat noir dort", "The black cat sleeps.", "the cat black sleeps"),
        ("Tom habite à Paris", "Tom lives in Paris.", "Tom lives to Paris"),
    ],
)  # fmt: skip
def test_the_shipped_glossary_knows_everyday_words(french, source, meanings):
    found = shipped().gloss(french.split(), source)
    assert [one.english for one in found] == meanings.split()


def test_the_shipped_glossary_tells_what_was_never_read():
    never = [one.word for one in shipped().rare("TikTok and Netflix are on my phone.")]
    assert never == ["TikTok", "Netflix"]
    assert shipped().rare("The woman ate the fish.") == []
