"""Sentences that a class types first: the shipped translators get them right."""

import pytest

import core

FOUNDING = "The agreement on the European Economic Area was signed in August 1992."
ZONE = "la zone économique européenne a été signé en août 1992."
RIGHT = {
    "The woman ate the fish.": "La femme a mangé le poisson.",
    "The man ate the raccoon.": "L'homme a mangé le raton laveur.",
    "The raccoon ate the man.": "Le raton laveur a mangé l'homme.",
    "I told Mr. Smith the truth.": "J'ai dit la vérité à M. Smith.",
    "My birthday is on 12 March 2008.": "Mon anniversaire est le 12 mars 2008.",
    FOUNDING: f"L'accord sur {ZONE}",
    FOUNDING.replace("The", "This", 1): f"Cet accord sur {ZONE}",
}


LOST = pytest.mark.xfail(reason="“la vérité” was lost", strict=True)
ASKED = [
    pytest.param(
        name,
        english,
        french,
        marks=LOST if (name[0], english[:6]) == ("b", "I told") else (),
    )
    for name in ("transformer-en-fr", "bahdanau-en-fr")
    for english, french in RIGHT.items()
]


@pytest.mark.parametrize(("name", "english", "french"), ASKED)
def test_it_is_right_freely(name, english, french):
    assert core.load(name).translate(english).text == french
