"""Lines in, lines out: one for one, in order, until nobody reads any longer."""

import sys
from argparse import ArgumentTypeError

import pytest

from core.commands.lines import REFUSED, each_line
from core.commands.verbs import utf8
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


def test_bytes_that_are_not_utf8_are_refused_wherever_they_stand(capsys):
    half = b"a \xed\xa0\x80".decode("utf-8", "surrogateescape")
    assert each_line(read, shout, ["a\n", half, "b\n"]) == REFUSED
    written = capsys.readouterr()
    assert written.out == "A\n\nB\n"
    assert written.err == "line 2: This line is not text in UTF-8.\n"


def test_a_standard_input_that_is_closed_is_said_and_is_no_fault_of_ours(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        each_line(read, shout)


def test_an_argument_of_other_bytes_is_no_sentence():
    assert utf8("mangé") == "mangé"
    with pytest.raises(ArgumentTypeError, match="is not text in UTF-8"):
        utf8(b"a\xff".decode("utf-8", "surrogateescape"))


def test_no_line_is_read_once_nobody_reads_the_answers(monkeypatch, capsys):
    class Closed:
        """A pipe whose reader has gone after the first lines."""

        def write(self, text: str) -> None:
            if "C" in text:
                raise BrokenPipeError

        def flush(self) -> None:
            pass

    def endless():
        yield "abcdef\n"
        yield "b\n"
        yield "c\n"
        raise AssertionError("read on")

    monkeypatch.setattr(sys, "stdout", Closed())
    assert each_line(read, shout, endless(), chunk=1) == REFUSED
    assert capsys.readouterr().err == "line 1: 6 characters; at most 5 fit.\n"
