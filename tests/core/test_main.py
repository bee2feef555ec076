"""The command line: one line out for one line in, whatever comes in."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from core.__main__ import main, parser
from core.commands.lines import REFUSED


def run(*arguments, given=b"", env=None):
    """The command in a process of its own, in an ASCII locale."""
    return subprocess.run(
        [sys.executable, "-m", "core", *arguments],
        input=given,
        capture_output=True,
        env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PATH": ""} | (env or {}),
        timeout=120,
        check=False,
    )


def test_a_model_translates_utf8_in_any_locale_one_line_for_one_line():
    long = "word " * 90
    given = f"I love you.\n\n{long}\nÇa va, Zoë?\u2028Yes.\n".encode()
    done = run("translate", "--model", "transformer-en-fr", given=given)
    lines = done.stdout.decode("utf-8").split("\n")
    assert len(lines) == 5 and lines[4] == ""
    assert lines[0] and lines[3]
    assert lines[1] == lines[2] == ""
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").startswith("line 3: 45")


def test_a_line_that_is_not_utf8_is_refused_and_the_others_are_translated():
    given = b"\xff\xfe\nI love you.\nun \xe9t\xe9\n"
    done = run("translate", "--model", "transformer-en-fr", given=given)
    first, second, third, rest = done.stdout.decode("utf-8").split("\n")
    assert first == third == rest == "" and second
    assert done.stderr.decode("utf-8").splitlines() == [
        "line 1: This line is not text in UTF-8.",
        "line 3: This line is not text in UTF-8.",
    ]
    assert done.returncode == 2


def test_align_gives_a_row_a_target_word_that_adds_up_to_one():
    pair = {"source": ["The", "fish"], "target": ["Le", "poisson", "."]}
    given = (json.dumps(pair) + "\nnot json\n").encode()
    done = run("align", "--model", "bahdanau-en-fr", given=given)
    first, second, _ = done.stdout.decode().split("\n")
    answer = json.loads(first)
    assert [len(row) for row in answer["weights"]] == [2, 2, 2]
    assert all(sum(row) == pytest.approx(1, abs=1e-5) for row in answer["weights"])
    assert answer["reading"].startswith("decoder.alignment mean, ")
    assert second == "" and done.returncode == 2


def test_an_unknown_model_is_refused_with_the_names_that_exist(capsys):
    assert main(["translate", "--model", "nobody"]) == REFUSED
    assert "transformer-en-fr" in capsys.readouterr().err


def test_a_head_that_is_no_number_is_refused(capsys):
    arguments = ["align", "--model", "transformer-en-fr", "--layer", "0"]
    assert main([*arguments, "--head", "first"]) == REFUSED
    assert "mean" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(capsys):
    arguments = ["evaluate", "--model", "bahdanau-en-fr", "--pairs", "nothing.tsv"]
    assert main(arguments) == REFUSED
    assert capsys.readouterr().err == "There is no file nothing.tsv.\n"


@pytest.mark.parametrize("typed", ["0", "-3", "many"])
def test_a_limit_is_a_number_of_sentences(typed, capsys):
    with pytest.raises(SystemExit):
        main(["evaluate", "--model", "nobody", "--pairs", "a.tsv", "--limit", typed])
    assert "--limit" in capsys.readouterr().err


def options(
    verb: argparse.ArgumentParser, path: str = ""
) -> Iterator[tuple[str, argparse.Action]]:
    """Every option and argument, with the verb to which it belongs."""
    for action in verb._actions:
        yield path, action
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from options(inner, name)


def test_every_verb_and_every_option_says_what_it_does():
    found = list(options(parser()))
    assert {"translate", "align", "explain", "train"} <= {verb for verb, _ in found}
    (verbs,) = (a for _, a in found if isinstance(a, argparse._SubParsersAction))
    assert {one.dest for one in verbs._choices_actions} == set(verbs.choices)
    assert all(one.help for one in verbs._choices_actions)
    assert [
        (verb, action.dest)
        for verb, action in found
        if action is not verbs and not action.help
    ] == []
    assert all("%" not in inner.format_help() for inner in verbs.choices.values())


def test_a_pipe_that_nobody_reads_is_no_mistake():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        command = [sys.executable, "-m", "core", "models"]
        done = subprocess.run(command, stdout=closed, stderr=-1, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_training_needs_is_named_where_it_is_missing(monkeypatch, capsys):
    def missing(_: argparse.Namespace) -> None:
        raise ModuleNotFoundError(name="sacrebleu")

    monkeypatch.setattr("core.commands.training.evaluate", missing)
    assert main(["evaluate", "--model", "nobody", "--pairs", "a.tsv"]) == REFUSED
    said = capsys.readouterr().err
    assert said == "This needs sacrebleu: pip install 'headlight[train]'\n"
