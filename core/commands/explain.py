"""headlight explain: a whole pass in numbers, as JSON or npz."""

import sys
from argparse import Namespace
from pathlib import Path

from core.commands.lines import as_line, check_utf8, each_line
from core.errors import InputError


def run(chosen: Namespace) -> int:
    """Explain one sentence, or each line of standard input."""
    from core.analysis.whole_pass import as_json, as_npz
    from core.in_use.translator import load

    if chosen.npz and chosen.out is None and sys.stdout.isatty():
        raise InputError("Numbers are no text: give --out FILE.npz.")
    model = load(chosen.model)

    def line(sentence: str) -> str:
        trace = model.explain(sentence, target=chosen.target)
        return as_line(as_json(trace, words=not chosen.pieces))

    if chosen.npz:
        sentence = only(chosen.sentence)
        put(as_npz(model.explain(sentence, target=chosen.target)), chosen.out)
    elif chosen.sentence is not None or chosen.out is not None:
        put(f"{line(only(chosen.sentence))}\n".encode(), chosen.out)
    else:
        return each_line(line, list, chunk=1)
    return 0


def only(given: str | None) -> str:
    """The sentence that was given, or the one line of standard input."""
    lines = [given] if given is not None else list(sys.stdin)
    if len(lines) != 1:
        raise InputError(f"A file holds one sentence; {len(lines)} lines came in.")
    check_utf8(lines[0])
    return lines[0].rstrip("\r\n")


def put(found: bytes, out: Path | None) -> None:
    """Write a file, or to standard output."""
    if out is not None:
        out.write_bytes(found)
    else:
        sys.stdout.buffer.write(found)
