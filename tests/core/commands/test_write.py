"""headlight write: one line out for one line in, greedy or drawn."""

import io
import sys

import pytest

from core.__main__ import main
from core.in_use.language_model import LanguageModel
from tests.core.tiny import make_writer


@pytest.fixture
def said(tokenizer, monkeypatch, capsys):
    network = make_writer(tokenizer.size, positions=40)
    model = LanguageModel("tiny", "writer", network, tokenizer)
    monkeypatch.setattr("core.in_use.language_model.load", lambda name: model)

    def written(given: str, *arguments: str) -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        status = main(["write", *arguments])
        out, err = capsys.readouterr()
        return status, out.removesuffix("\n").split("\n"), err

    return written


def test_a_beginning_a_line_comes_back_with_what_follows_in_order(said):
    status, lines, _ = said("The woman\n\nThe fish\n", "--pieces", "3")
    assert (status, len(lines), lines[1]) == (0, 3, "")
    assert lines[0].startswith("The woman") and lines[2].startswith("The fish")
    assert said("The woman\n", "--pieces", "3")[1] == lines[:1]


def test_a_seed_draws_the_same_text_every_time(said):
    one, same, other = (
        said("The\n", "--pieces", "9", "--seed", seed, "--temperature", "2")[1]
        for seed in ("1", "1", "2")
    )
    assert one == same != other


@pytest.mark.parametrize(
    ("given", "arguments", "says"),
    [
        ("The\n", ("--pieces", "0"), "--pieces is 0"),
        ("The\n", ("--temperature", "9"), "temperature cannot be 9.0"),
        ("fish " * 45, (), "line 1: 45 pieces; this model has learned 40 positions"),
    ],
)
def test_what_cannot_be_done_is_said_and_the_status_is_2(said, given, arguments, says):
    status, _, err = said(given, *arguments)
    assert status == 2 and says in err
