"""Sentences that grow clause by clause, and what is left of them."""

import pytest

from core.analysis.content_words import (
    MOST,
    Clause,
    fates,
    kept,
    parts,
    sentence,
    stories,
)

FISH = Clause("the woman ate the fish", (("woman", ("femme",)), ("ate", ("mang*",))))
DOOR = Clause("he closed the door", (("door", ("porte*", "Portail")),))
RAIN = Clause("it rained", (("rained", ("plu*",)),))
STORY = (FISH, DOOR, RAIN, RAIN, RAIN)


def test_a_sentence_is_its_first_clauses():
    assert sentence(STORY, 1) == "The woman ate the fish."
    assert sentence(STORY, 2) == "The woman ate the fish and he closed the door."
    assert sentence(STORY, 3) == (
        "The woman ate the fish, he closed the door and it rained."
    )


def test_a_sentence_comes_apart_into_its_clauses():
    assert parts(STORY, 1) == ("The woman ate the fish.",)
    assert parts(STORY, 3) == (
        "The woman ate the fish,",
        "he closed the door",
        "and it rained.",
    )


def test_every_content_word_has_its_fate_in_the_order_of_the_sentence():
    assert fates(STORY[:3], "La femme a fermé la porte.") == [
        ("woman", True),
        ("ate", False),
        ("door", True),
        ("rained", False),
    ]


def test_a_content_word_is_kept_where_an_accepted_form_is_written():
    assert FISH.kept("La femme mangeait.") == (True, True)
    assert FISH.kept("Les femmes l'ont mangé.") == (False, True)
    assert DOOR.kept("Il a fermé le PORTAIL.") == (True,)
    assert DOOR.kept("Il importe peu.") == (False,)


def test_shares_are_counted_by_clause():
    def translate(sources):
        # the first story is translated up to its second clause, the other not at all
        return ["La femme, une porte.", "Rien."] if len(sources) == 2 else []

    rows = kept(translate, (STORY, (DOOR, *STORY[1:])))
    assert [row["clauses"] for row in rows] == [1, 2, 3, 4, 5]
    # first clauses: femme yes, mang* no, and the other story's porte no
    assert rows[0]["kept"] == [0.3333]
    assert rows[1]["kept"] == [0.3333, 0.5]
    assert rows[2]["kept"] == [0.3333, 0.5, 0.0]
    assert rows[0]["words"] == 4.5  # 5 and 4 words
    assert rows[0]["sentences"] == 2


def test_there_are_fifty_stories_and_none_is_told_twice():
    told = stories()
    assert len(told) == 50
    assert all(len(story) == MOST for story in told)
    for n in range(1, MOST + 1):
        assert max(len(sentence(story, n)) for story in told) <= 400
    assert len({sentence(story, MOST) for story in told}) == 50


@pytest.mark.parametrize("place", range(50))
def test_no_rendering_is_accepted_for_two_clauses_of_a_story(place):
    stems = [
        {form.lower() for _, forms in clause.words for form in forms}
        for clause in stories()[place]
    ]
    for i, one in enumerate(stems):
        for other in stems[i + 1 :]:
            assert not [(a, b) for a in one for b in other if overlapping(a, b)]


def overlapping(a: str, b: str) -> bool:
    stem, other = a.rstrip("*"), b.rstrip("*")
    return (
        stem == other
        or (a.endswith("*") and other.startswith(stem))
        or (b.endswith("*") and stem.startswith(other))
    )
