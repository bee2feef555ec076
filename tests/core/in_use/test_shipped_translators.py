"""Sentences that a class types first: the shipped translators get them right."""

import pytest

import core

FOUNDING = "The agreement on the European Economic Area was signed in August 1992."
ZONE = "la zone économique européenne a été signé en août 1992."
RIGHT = {
    "transformer-en-fr": {
        "The woman ate the fish.": "La femme a mangé le poisson.",
        "The man ate the raccoon.": "L'homme a mangé le raton laveur.",
        "The raccoon ate the man.": "Le raton laveur a mangé l'homme.",
        "I told Mr. Smith the truth.": "J'ai dit à M. Smith la vérité.",
        "My birthday is on 12 March 2008.": "Mon anniversaire est le 12 mars 2008.",
    },
    "bahdanau-en-fr": {
        "The woman ate the fish.": "La femme a mangé le poisson.",
        "The man ate the raccoon.": "L'homme a mangé le raton laveur.",
        "The raccoon ate the man.": "Le raton laveur a mangé l'homme.",
        "I told Mr. Smith the truth.": "J'ai dit la vérité à M. Smith.",
        FOUNDING: f"L'accord sur {ZONE}",
        FOUNDING.replace("The", "This", 1): f"Cet accord sur {ZONE}",
    },
}


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [(name, *pair) for name, pairs in RIGHT.items() for pair in pairs.items()],
)
def test_it_is_right_freely(name, english, french):
    assert core.load(name).translate(english).text == french


def test_the_founding_sentence_keeps_its_month_and_its_year():
    """The Transformer errs in what it is an agreement on: “l'économie européenne”."""
    found = core.load("transformer-en-fr").translate(FOUNDING)
    assert found.text.endswith("en août 1992.")
