"""Lines in, lines out: UTF-8, in order, one for one; refused lines are explained."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from itertools import islice
from typing import Any

from core.errors import InputError

CHUNK = 256
REFUSED = 2


def speak_utf8() -> None:
    """Read and write UTF-8 with plain line ends, whatever the locale says.

    A byte that is not UTF-8 is read as half a surrogate pair, so that `check_utf8`
    sees it.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = "surrogateescape" if stream is sys.stdin else "replace"
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def lines_in() -> Iterable[str]:
    """Standard input, line by line; InputError where it was closed before we began."""
    if sys.stdin is None:
        raise InputError("Nothing can come in: standard input is closed.")
    return sys.stdin


def check_utf8(text: str) -> None:
    """InputError where a text was read from bytes that are not UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError("This line is not text in UTF-8.") from error


def each_line(
    read: Callable[[str], Any],
    answer: Callable[[list[Any]], list[str]],
    given: Iterable[str] | None = None,
    chunk: int = CHUNK,
) -> int:
    """One line out for one line in, in order; refused lines are empty and explained.

    `read` takes one line and may raise InputError; `answer` takes what was read of a
    `chunk` of lines. Where nobody reads any longer, nothing more is done: the status is
    that of the lines so far.
    """
    status, number = 0, 0
    lines = iter(lines_in() if given is None else given)
    while taken := list(islice(lines, chunk)):
        good: list[tuple[int, Any]] = []
        written = [""] * len(taken)
        for place, line in enumerate(taken):
            number += 1
            if not line.strip():
                continue
            try:
                check_utf8(line)
                good.append((place, read(line.rstrip("\r\n"))))
            except InputError as error:
                print(f"line {number}: {error}", file=sys.stderr)
                status = REFUSED
        answers = answer([item for _, item in good]) if good else []
        for (place, _), text in zip(good, answers, strict=True):
            written[place] = text
        try:
            print("\n".join(written), flush=True)
        except BrokenPipeError:
            break
    return status


def let_go() -> None:
    """Drop what is left for a closed pipe, or Python would complain at exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:  # closed before we began
            continue
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def as_line(found: Any) -> str:
    """JSON on one line, accents as they are."""
    return json.dumps(found, ensure_ascii=False)
