"""What a preset promises of a map, and whether the map keeps it, in sentences."""

import pytest
import torch

from core.trace import AttentionMap
from viz.content.presets import Expectation
from viz.pages.sentence import expectations

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
            "Here chat of Bahdanau gives cat only 75 % of its light.",
        ),
        (".", "cat", None, "Here . of Bahdanau gives cat only 40 % of its light."),
        ("chien", "cat", None, "Bahdanau: The wrong animal."),
    ],
)
def test_a_promise_that_a_map_does_not_keep_is_said(row, column, least, said):
    promise = Expectation("m", "@aligns", row, column, least, most=least is None)
    assert expectations.broken(promise, CROSS, "Bahdanau", "The wrong animal.") == said


def test_a_promised_word_that_is_not_written_is_said():
    promise = Expectation("m", "@aligns", "chien", "cat", most=True)
    said = "The Transformer does not write “chien”; the given French does."
    assert expectations.broken(promise, CROSS, "The Transformer") == said


def test_a_promise_of_an_english_word_that_an_experiment_took_is_not_kept():
    promise = Expectation("m", "@aligns", "chat", "dog", most=True)
    said = "Here the English that Bahdanau reads has no “dog”."
    assert expectations.broken(promise, CROSS, "Bahdanau") == said
    assert expectations.kept(promise, CROSS, "Bahdanau") == ""


def test_a_promise_that_is_kept_is_said_with_what_was_promised():
    most = Expectation("m", "@aligns", "chat", "cat", most=True)
    assert expectations.kept(most, CROSS, "Bahdanau") == (
        "Bahdanau, chat → cat 75 % (promised: the row's largest)"
    )
    least = Expectation("m", "@aligns", "chat", "cat", at_least=0.5)
    assert expectations.kept(least, CROSS, "Bahdanau").endswith(
        "(promised: at least 50 %)"
    )
    much = Expectation("m", "@aligns", "chat", "cat", at_least=0.8)
    absent = Expectation("m", "@aligns", "chien", "cat", most=True)
    assert (
        expectations.kept(much, CROSS, "m")
        == expectations.kept(absent, CROSS, "m")
        == ""
    )
