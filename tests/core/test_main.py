"""The command line: one line out for one line in, whatever comes in."""

import json
import subprocess
import sys

import pytest

from core.__main__ import REFUSED, each_line, main
from core.errors import InputError


def read(line):
    """Refuse what is too long; keep the rest."""
    if len(line) > 5:
        raise InputError("6 characters; at most 5 fit.")
    return line


def shout(lines):
    return [line.upper() for line in lines]


def test_every_line_gets_one_line_in_its_order(capsys):
    status = each_line(read, shout, ["b\n", "a\n", "c\n"])
    assert capsys.readouterr().out == "B\nA\nC\n"
    assert status == 0


def test_an_empty_line_gives_an_empty_line(capsys):
    assert each_line(read, shout, ["a\n", "\n", "  \n", "b"]) == 0
    assert capsys.readouterr().out == "A\n\n\nB\n"


def test_a_refused_line_is_empty_and_named_on_standard_error(capsys):
    status = each_line(read, shout, ["a\n", "abcdef\n", "b\n"])
    written = capsys.readouterr()
    assert written.out == "A\n\nB\n"
    assert written.err == "line 2: 6 characters; at most 5 fit.\n"
    assert status == REFUSED == 2


def test_numbers_go_on_from_chunk_to_chunk(capsys):
    each_line(read, shout, ["a\n"] * 300 + ["abcdef\n"])
    written = capsys.readouterr()
    assert written.out == "A\n" * 300 + "\n"
    assert written.err.startswith("line 301:")


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
