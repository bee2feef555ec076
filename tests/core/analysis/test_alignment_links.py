"""The pairs that were linked by hand, and the error of what a model links."""

from collections import Counter

import pytest

from core.analysis.alignment_links import (
    Aligned,
    another,
    counted,
    crossing,
    drawn,
    shipped,
)
from core.text.words import join_words, split_words

PAIRS = shipped()
each_pair = pytest.mark.parametrize(
    "pair", PAIRS, ids=lambda pair: " ".join(pair.source)
)


def test_there_are_at_least_twenty_pairs_and_most_are_reordered():
    assert len(PAIRS) >= 20
    reordered = [pair for pair in PAIRS if crossing(pair)]
    assert len(reordered) > len(PAIRS) / 2
    assert not [pair for pair, n in Counter(PAIRS).items() if n > 1]


@each_pair
def test_links_name_words_that_are_there(pair):
    for source, target in pair.sure | pair.possible:
        assert 0 <= source < len(pair.source)
        assert 0 <= target < len(pair.target)
    assert pair.sure
    assert pair.sure <= pair.possible


@each_pair
def test_every_content_word_of_either_side_is_linked(pair):
    if "raining" in pair.source:  # nothing of “cats and dogs” is in the French
        return
    linked = {source for source, _ in pair.possible}
    left = [w for j, w in enumerate(pair.source) if j not in linked and w != ","]
    assert left == []


@each_pair
def test_the_words_are_cut_as_the_app_cuts_them(pair):
    for words, language in ((pair.source, "en"), (pair.target, "fr")):
        text = join_words(words, language)
        assert tuple(text[a:b] for a, b in split_words(text)) == words


def test_the_error_of_links_by_hand():
    pair = Aligned(
        ("a", "b", "c"),
        ("x", "y"),
        sure=frozenset({(0, 0), (2, 1)}),
        possible=frozenset({(0, 0), (2, 1), (1, 1)}),
    )
    # found: one sure, one possible: 1 − (1 + 2) / (2 + 2)
    assert counted([(0, 0), (1, 1)], pair).rates() == {
        "error_rate": 0.25,
        "precision": 1.0,
        "recall": 0.5,
    }


def test_a_pair_is_found_by_its_words_alone():
    pair = PAIRS[0]
    assert drawn(pair.source, pair.target) == pair
    assert drawn(pair.source, pair.target[:-1]) is None


def test_links_cross_where_words_change_places():
    # the red house: la maison rouge
    sure = frozenset({(0, 0), (1, 2), (2, 1)})
    pair = Aligned(("the", "red", "house"), ("la", "maison", "rouge"), sure, sure)
    assert crossing(pair) == {(1, 2), (2, 1)}


def words(text):
    return tuple(text.split())


def test_another_sentence_is_of_equal_size_and_no_twin():
    fish = words("The woman ate the fish ."), words("La femme a mangé le poisson .")
    # “The fish ate the woman .” has this size too, and shares every word
    found = another(*fish)
    assert found.source == words("I see him every day .")
    assert (len(found.source), len(found.target)) == (6, 7)


def test_where_no_pair_has_the_size_the_nearest_is_taken():
    # nothing has 11 × 13 words; 13 × 14 is 3 away, 9 × 12 is 3 away, and shares less
    source = words("We never were so far from an agreement as now .")
    found = another(source, ("mot",) * 13)
    assert (len(found.source), len(found.target)) == (9, 12)
