"""What a preset promises of a map, and whether the map keeps it, in sentences."""

import pytest
import torch

from core.trace import AttentionMap
from viz.content.presets import Expectation
from viz.pages.sentence import expectations
from viz.say.captions import percent

CROSS = AttentionMap(
    torch.tensor([[0.75, 0.25], [0.4, 0.6]]),
    torch.ones(2, 2).bool(),
    ("chat", "."),
    ("cat", "."),
    "",
)


@pytest.mark.parametrize(
    ("row", "column", "least", "said"),
    [
        ("chat", "cat", None, ""),
        ("chat", "cat", 0.75, ""),
        (
            "chat",
            "cat",
            0.76,
            "Here chat gives cat only 75{} of its attention (Bahdanau).",
        ),
        (".", "cat", None, "Here . gives cat only 40{} of its attention (Bahdanau)."),
        ("chien", "cat", None, "Bahdanau: The wrong animal."),
    ],
)
def test_a_promise_that_a_map_does_not_keep_is_said(row, column, least, said):
    promise = Expectation("m", "@aligns", row, column, least, most=least is None)
    said = said.replace("{}", percent(0.0).removeprefix("0"))
    assert expectations.broken(promise, CROSS, "Bahdanau", "The wrong animal.") == said


def test_a_promised_word_that_is_not_written_is_said():
    promise = Expectation("m", "@aligns", "chien", "cat", most=True)
    said = "The Transformer did not write “chien”; the reference translation does."
    assert expectations.broken(promise, CROSS, "The Transformer") == said


def test_a_promise_of_an_english_word_that_an_experiment_took_is_not_kept():
    promise = Expectation("m", "@aligns", "chat", "dog", most=True)
    said = "The English that Bahdanau reads here has no “dog”."
    assert expectations.broken(promise, CROSS, "Bahdanau") == said
    assert expectations.kept(promise, CROSS) == ""


def test_what_a_map_shows_is_said_with_its_number():
    said = "What to look for: “chat” should point to “cat”. Here: 75"
    for asked in ({"most": True}, {"at_least": 0.5}):
        promise = Expectation("m", "@aligns", "chat", "cat", **asked)
        assert expectations.kept(promise, CROSS).startswith(said)
    much = Expectation("m", "@aligns", "chat", "cat", at_least=0.8)
    absent = Expectation("m", "@aligns", "chien", "cat", most=True)
    assert expectations.kept(much, CROSS) == expectations.kept(absent, CROSS) == ""
