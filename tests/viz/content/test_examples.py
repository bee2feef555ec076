"""The sets of sentences that work: how they are read, and that they do work."""

from pathlib import Path

import pytest

import core
from core.decoding.batches import translate_all
from core.text import glossary
from viz.content import examples

ENTRY = """
[[set]]
id = "pets"
title = "Pets"

  [[set.sentence]]
  english = "The cat sleeps."
  why = "word for word"
  shows = { cat = ["chat", "chatte"], sleeps = ["dor*"] }
"""
MODELS = ("bahdanau-en-fr", "transformer-en-fr")


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "examples.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_set_says_what_its_french_must_hold(tmp_path):
    ((one,),) = [of.sentences for of in examples.load(written(tmp_path, ENTRY))]
    assert (one.english, one.why, one.waits) == (
        "The cat sleeps.",
        "word for word",
        False,
    )
    assert one.missing("La chatte dormait.") == ()
    assert one.missing("Le chien dort.") == ("cat",)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('id = "pets"', 'name = "pets"', "line 3, set 1: unknown key 'name'"),
        ('why = "word for word"', 'why = ""', "why must be a text"),
        ('["dor*"]', '"dor*"', "line 9, set 1: sleeps must be a list of texts"),
        ('{ cat = ["chat", "chatte"], sleeps = ["dor*"] }', "{}", "shows must name"),
        ("  shows", "  waits = 1\n  shows", "waits must be true or false"),
    ],
)
def test_a_slip_is_named_with_its_set(tmp_path, right, wrong, said):
    path = written(tmp_path, ENTRY.replace(right, wrong))
    with pytest.raises(ValueError, match=r"examples\.toml, line") as slip:
        examples.load(path)
    assert said in str(slip.value)


def test_an_id_is_used_once(tmp_path):
    with pytest.raises(ValueError, match="used twice"):
        examples.load(written(tmp_path, ENTRY + ENTRY))


def test_there_are_six_to_eight_sets_of_four_sentences_or_more():
    sets = examples.load(examples.SHIPPED)
    assert 6 <= len(sets) <= 8
    assert all(len(one.sentences) >= 4 for one in sets)
    every = [one.english for of_set in sets for one in of_set.sentences]
    assert len(set(every)) == len(every)


def test_another_example_goes_round_all_that_are_shown():
    shown = [one.english for of_set in examples.shipped() for one in of_set.sentences]
    walked = ["something else"]
    for _ in range(len(shown) + 1):
        following = examples.following(walked[-1])
        walked += [following.english] if following else []
    assert walked[1:] == [*shown, shown[0]]


def test_no_example_that_waits_is_shown():
    waiting = {
        one.english
        for of_set in examples.load(examples.SHIPPED)
        for one in of_set.sentences
        if one.waits
    }
    shown = {one.english for of_set in examples.shipped() for one in of_set.sentences}
    assert waiting.isdisjoint(shown)


def test_every_word_of_an_example_was_in_the_training_data():
    known = glossary.shipped()
    every = [one.english for of_set in examples.shipped() for one in of_set.sentences]
    assert {text: known.rare(text) for text in every if known.rare(text)} == {}


def test_both_models_translate_every_example_that_is_shown():
    """What stands here as failing is marked `waits = true` in the file, or mended."""
    every = [one for of_set in examples.shipped() for one in of_set.sentences]
    failing = []
    for name in MODELS:
        model = core.load(name)
        sources = [one.english for one in every]
        french = translate_all(model.network, model.tokenizer, sources)
        failing += [
            f"{name}: {one.english} → {text} (lacks {', '.join(one.missing(text))})"
            for one, text in zip(every, french, strict=True)
            if one.missing(text)
        ]
    assert failing == []
