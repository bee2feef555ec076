"""Sentences that a class types first: the shipped Transformer gets them right."""

import pytest

import core

RIGHT = {
    "The woman ate the fish.": "La femme a mangé le poisson.",
    "The man ate the raccoon.": "L'homme a mangé le raton laveur.",
    "The raccoon ate the man.": "Le raton laveur a mangé l'homme.",
    "I told Mr. Smith the truth.": "J'ai dit à M. Smith la vérité.",
    "My birthday is on 12 March 2008.": "Mon anniversaire est le 12 mars 2008.",
}


@pytest.fixture(scope="module")
def transformer():
    return core.load("transformer-en-fr")


@pytest.mark.parametrize(("english", "french"), RIGHT.items())
def test_it_is_right_freely(transformer, english, french):
    assert transformer.translate(english).text == french


def test_the_founding_sentence_keeps_its_month_and_its_year(transformer):
    """What it is an agreement on is still wrong: “l'économie européenne”."""
    found = transformer.translate(
        "The agreement on the European Economic Area was signed in August 1992."
    )
    assert found.text.endswith("en août 1992.")
