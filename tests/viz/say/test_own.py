"""What is said of a sentence of the reader's own."""

import pytest

from core.analysis import sureness
from core.text import glossary
from viz.content import presets
from viz.say import own

TENS = sureness.Usual(1234, tuple(n / 100 for n in range(101)))
FISH = presets.shipped()[0]


@pytest.fixture
def measured(monkeypatch) -> None:
    monkeypatch.setattr(own, "usual", lambda model: TENS if model == "some" else None)


def test_a_preset_says_the_meanings_of_its_own_french():
    french = [word for word, _ in FISH.gloss]
    assert own.meanings(french, FISH.english, FISH)[3] == "eaten"
    assert own.meanings(french, FISH.english)[3] == "ate"
    other = own.meanings(["La", "femme", "mangea"], FISH.english, FISH)
    assert other[:2] == ("the", "woman")


@pytest.mark.parametrize(
    ("probability", "verdict", "rest"),
    [
        (0.0, "Probably wrong.", "0%, lower than for any of 1,234 other sentences."),
        (0.065, "Probably wrong.", "6%, lower than for 93 in 100 sentences."),
        (0.155, "Less sure than usual.", "16%, lower than for 84 in 100 sentences."),
        (0.578, "As sure as usual.", "58%, higher than for 58 in 100 sentences."),
        (
            0.992,
            "As sure as usual.",
            "99%, higher than for 99 in 100 sentences.",
        ),
    ],
)
def test_a_mean_probability_stands_beside_what_is_usual(
    measured, probability, verdict, rest
):
    found = own.how_sure("some", [probability, 1.0, 1.0, probability], 1)
    assert found is not None
    said = found.rest.replace(" %", "%")
    assert (found.verdict, said) == (verdict, f"Mean probability of a word: {rest}")


def test_nothing_is_said_of_a_model_that_was_not_measured(measured):
    assert own.how_sure("other", [0.5, 0.5], 1) is None
    assert own.how_sure("some", [], 0) is None


def test_most_glosses_of_the_presets_are_those_that_people_wrote():
    """A gloss in another form is as good (ate for eaten), so not all need agree."""
    same, every = 0, 0
    for preset in presets.shipped():
        words = [word for word, _ in preset.gloss]
        found = own.meanings(words, preset.english)
        for (word, meaning), gloss in zip(preset.gloss, found, strict=True):
            if any(map(str.isalpha, word)):
                every += 1
                same += gloss.lower() == meaning.split(" (")[0].lower()
    assert same / every > 0.75


def test_a_word_that_no_model_has_read_makes_it_wrong_however_sure(measured):
    french = ["Mon", "zorblat", "Zorblax", "."]
    assert glossary.shipped().made_up(french, "My cat Zorblax.") == ("zorblat",)
    found = own.how_sure("some", [0.578, 0.578], 1, ["zorblat"])
    assert found is not None
    assert (found.verdict, found.kind, found.place) == ("Probably wrong.", "wrong", 58)
    assert found.rest.startswith("“zorblat” is made up: it was never in the French")


def test_no_model_is_sure_as_usual_of_a_sentence_with_a_word_it_never_read(measured):
    assert glossary.shipped().unread("Kendrick skibidis.")
    assert not glossary.shipped().unread("I know you.")
    sure = own.how_sure("some", [1.0, 1.0], 1, unread=True)
    assert sure is not None and sure.kind == "less"
    assert sure.verdict == "Sure, but it did not know every English word."
    unsure = own.how_sure("some", [0.0001, 0.0001], 1, unread=True)
    assert unsure is not None and unsure.kind == "wrong"


def test_no_model_is_sure_as_usual_of_a_sentence_of_which_a_word_is_lost(measured):
    said = own.how_sure("some", [0.9] * 4, 3, unattended=("Leave", "alone"))
    assert said.kind == "less"
    assert said.verdict == "Less sure than usual."
    assert said.rest.startswith(
        "No French word attends to “Leave” and “alone”: they may be missing from the "
        "translation. Mean probability of a word: 90%"
    )
    low = own.how_sure("some", [0.01] * 4, 3, unattended=("alone",))
    assert low.verdict == "Probably wrong."
    assert low.rest.startswith("No French word attends to “alone”: it may be missing")
