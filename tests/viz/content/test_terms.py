"""Terms are marked where they are first used, and nowhere else."""

import re

import pytest

from tests.places import ROOT
from viz.content import terms


def marks(text, seen=()):
    written, _ = terms.marked(text, seen)
    return re.findall(r"\[([^\]]*\]?)\]\(#term-(\w+) ", written)


def test_the_first_use_of_a_term_is_marked_and_the_second_is_not():
    assert marks("Weights share. A weight is a share; so are weights.") == [
        ("Weights", "weight")
    ]


def test_a_longer_term_goes_before_a_shorter_one():
    assert marks("An attention weight.") == [("attention weight", "weight")]


def test_query_key_and_value_have_their_colour():
    written, seen = terms.marked("A query and a :blue[key].")
    assert "[:orange[query]](#term-query " in written
    assert "[:blue[key]](#term-key " in written
    assert seen == {"query", "key"}


@pytest.mark.parametrize(
    "text",
    ["# A query", "$key$", "$$\nkey\n$$", "`value`", "[score](scores)", "| key | 1 |"],
)
def test_headings_formulas_code_links_and_tables_stand_as_they_are(text):
    assert terms.marked(text)[0] == text


def test_what_was_seen_on_the_page_is_not_marked_again():
    assert marks("A query.", frozenset({"query"})) == []


def test_every_term_is_told_in_at_most_two_sentences():
    every = terms.terms()
    assert 14 <= len(every) <= 32
    for term in every:
        assert len(re.findall(r"[.!?](?:\s|$)", term.says)) <= 2, term.id


def test_in_a_caption_all_text_stays_text_and_quoted_words_are_no_terms():
    html, seen = terms.marked_plain("<b>“key” takes a score & 2 scores.")
    assert html.startswith("&lt;b&gt;“key” takes a <a href=")
    assert html.count("<a ") == 1
    assert html.endswith('">score</a> &amp; 2 scores.')
    assert seen == {"score"}


def test_a_caption_without_a_new_term_has_no_mark():
    assert terms.marked_plain("A score.", {"score"})[0] == "A score."


def test_every_drawn_picture_belongs_to_a_term_and_says_what_it_shows():
    script = (ROOT / "viz/components/common/term_pictures.js").read_text("utf-8")
    drawn = set(re.findall(r"^  (\w+): \(\) =>", script, re.MULTILINE))
    assert drawn == {term.id for term in terms.terms() if term.picture}
    assert len(drawn) > 14
