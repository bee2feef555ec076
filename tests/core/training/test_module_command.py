"""The words behind `python -m core.training.NAME`: too few, too many, or wrong."""

import sys
from pathlib import Path

import pytest

from core.errors import InputError
from core.training import module_command


def called(monkeypatch, *words, main=print):
    monkeypatch.setattr(sys, "argv", ["python", *words])
    module_command.run("How it is typed.", main, 1, 2)


def test_the_words_are_handed_on(monkeypatch, capsys):
    called(monkeypatch, "a", "b")
    assert capsys.readouterr().out == "a b\n"


@pytest.mark.parametrize("words", [(), ("a", "b", "c")])
def test_too_few_or_too_many_are_told_how_it_is_typed(monkeypatch, words):
    with pytest.raises(SystemExit, match=r"^How it is typed\.$"):
        called(monkeypatch, *words)


def test_what_is_wrong_with_them_ends_in_its_sentence(monkeypatch):
    def refuse(word: str) -> None:
        raise InputError(f"There is no {word}.")

    with pytest.raises(SystemExit, match=r"^There is no a\.$"):
        called(monkeypatch, "a", main=refuse)


def test_a_file_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    nowhere = str(tmp_path / "none/out.tsv")
    with pytest.raises(
        SystemExit, match=r"none/out\.tsv: No such file or directory\.$"
    ):
        called(monkeypatch, nowhere, main=lambda out: Path(out).touch())
