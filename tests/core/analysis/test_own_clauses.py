"""A typed sentence as clauses, and the French that is accepted for its words."""

import pytest

from core.analysis.content_words import fates
from core.analysis.own_clauses import cut, own_told

DOG = "My brother eats bread and butter, the dog sleeps and we play football."
FIRST = ("My brother eats bread and butter,", "the dog sleeps")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I lost my keys.", ["I lost my keys."]),
        (DOG, [*FIRST, "and we play football."]),
        ("Yes, I do know.", ["Yes, I do know."]),
        (
            "we eat now, we eat now, we eat now, we eat now, we eat now, we eat it",
            [*["we eat now,"] * 4, "we eat now, we eat it"],
        ),
    ],
)  # fmt: skip
def test_a_sentence_is_cut_at_commas_and_at_and_where_a_clause_is_left(text, parts):
    assert cut(text) == parts


def test_fewer_clauses_end_with_a_full_stop():
    assert own_told(DOG, 1).sentence == "My brother eats bread and butter."
    assert own_told(DOG, 2).sentence == (
        "My brother eats bread and butter, the dog sleeps."
    )
    assert own_told(DOG).sentence == DOG
    assert own_told("I saw you there! And you ran away.", 1).sentence == (
        "I saw you there!"
    )


def test_content_words_are_kept_where_their_french_is_written():
    told = own_told("The dog sleeps in the garden and Mbappé scored two goals.")
    assert fates(told.clauses, "Le chien dort et Mbappé marqua.") == [
        ("dog", True),
        ("sleeps", True),
        ("garden", False),
        ("Mbappé", True),
        ("scored", False),
        ("goals", False),
    ]


def test_a_name_is_written_as_it_was_typed_without_the_s_of_an_owner():
    told = own_told("Mary’s well-known dog isn't here.")
    words = [word for word, _ in told.clauses[0].words]
    assert words == ["Mary", "well", "known", "dog"]


def test_words_of_the_grammar_are_no_content_words():
    assert own_told("It was not for me.").clauses[0].words == ()
