import random
from pathlib import Path

import pytest

from core.errors import InputError
from core.training.nouns import Adjective, Noun, an, french_plural, plural
from core.training.phrases import Words, generate, of_noun, written

FOLDER = Path(__file__).parents[3] / "recipes/words"
CAT = Noun.read("cat; chat; m")
OWL = Noun.read("owl; hibou, hiboux; mh")
TREE = Noun.read("tree; arbre; m")
SCHOOL = Noun.read("school; école; f")
BREAD = Noun.read("bread; pain; mu")
WATER = Noun.read("water; eau; fu")
GLASSES = Noun.read("glasses, glasses; lunettes; fp")
OLD = Adjective.read("old; vieux; vieille; vieil")
RED = Adjective.read("red; rouge; rouge")
MY = ("my", "mon", "ma", "mes")


@pytest.fixture(scope="module")
def words():
    return Words.read(FOLDER)


def test_an_article_follows_gender_and_first_letter():
    assert [n.the() for n in (CAT, OWL, TREE, SCHOOL, GLASSES)] == [
        "le chat",
        "le hibou",
        "l'arbre",
        "l'école",
        "les lunettes",
    ]
    assert [n.a() for n in (CAT, SCHOOL)] == ["un chat", "une école"]
    assert [n.a() for n in (BREAD, WATER)] == ["du pain", "de l'eau"]
    assert [n.this() for n in (CAT, OWL, TREE, SCHOOL, GLASSES)] == [
        "ce chat",
        "ce hibou",
        "cet arbre",
        "cette école",
        "ces lunettes",
    ]


def test_mon_stands_before_a_feminine_noun_that_begins_with_a_vowel():
    assert SCHOOL.possessed(MY) == "mon école"
    assert SCHOOL.possessed(MY, OLD.of(SCHOOL)) == "ma vieille école"
    assert GLASSES.possessed(MY) == "mes lunettes"


def test_an_adjective_stands_where_french_puts_it():
    assert TREE.the(OLD.of(TREE)) == "le vieil arbre"
    assert TREE.the(RED.of(TREE)) == "l'arbre rouge"
    assert OWL.the(OLD.of(OWL)) == "le vieux hibou"
    assert RED.of(CAT, many=True) == "chats rouges"


def test_plurals_are_regular_unless_they_are_given():
    assert [plural(w) for w in ("cat", "box", "city", "key")] == [
        "cats",
        "boxes",
        "cities",
        "keys",
    ]
    assert [french_plural(w) for w in ("chat", "nez", "gâteau", "animal")] == [
        "chats",
        "nez",
        "gâteaux",
        "animaux",
    ]
    assert OWL.french_plural == "hiboux"
    assert [french_plural(w) for w in ("bleu", "jeu", "bon marché")] == [
        "bleus",
        "jeux",
        "bon marché",
    ]


def test_an_hour_and_a_uniform():
    assert [an(w) for w in ("Italian hat", "European hat")] == [
        "an Italian hat",
        "a European hat",
    ]
    assert [an(w) for w in ("egg", "hour", "uniform", "umbrella", "cat")] == [
        "an egg",
        "an hour",
        "a uniform",
        "an umbrella",
        "a cat",
    ]


def test_a_noun_comes_alone_with_articles_and_with_an_owner(words):
    typed = dict(of_noun(CAT, words, random.Random(1)))
    assert typed["cat"] == "chat"
    assert typed["the cat"] == "le chat"
    assert typed["a cat"] == "un chat"
    assert typed["my cat"] == "mon chat"
    assert typed["the cats"] == "les chats"
    assert len(typed) >= 14


def test_more_than_half_are_small_and_bare_and_the_rest_have_both_capitals():
    lot = random.Random(1)
    drawn = [written("the cat", "le chat", lot) for _ in range(500)]
    assert 240 < drawn.count(("the cat", "le chat")) < 310
    assert {*drawn} == {
        ("the cat", "le chat"),
        ("The cat", "Le chat"),
        ("The cat.", "Le chat."),
        ("The cat!", "Le chat !"),
    }


def test_the_folder_has_nouns_adjectives_and_greetings(words):
    pairs = list(generate(words))
    assert len(words.nouns) >= 850 and len(words.of_any) >= 40
    assert len(pairs) == len(set(pairs)) >= 15_000
    assert pairs == list(generate(words))
    assert ("Good night.", "Bonne nuit.") in pairs
    assert not [french for _, french in pairs if " le a" in french.lower()]


def test_a_line_that_is_no_noun_is_named(tmp_path):
    (tmp_path / "nouns.txt").write_text("cat, chat, m\n")
    (tmp_path / "adjectives.txt").write_text("")
    with pytest.raises(InputError, match=r"nouns\.txt: "):
        Words.read(tmp_path)
