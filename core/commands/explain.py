"""headlight explain: a whole pass in numbers, as JSON or npz."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from core.commands.lines import as_line, check_utf8, each_line, lines_in
from core.commands.verbs import takes_model, utf8, verb
from core.errors import InputError


def add(verbs: Any) -> None:
    """The verb and its options."""
    new = verb(
        verbs,
        "explain",
        run,
        "a whole pass in numbers: words, pieces, maps, tensors",
        "The sentence is given, or read from standard input, a line each.",
    )
    sentence = "in quotes; standard input if it is left out"
    new.add_argument(
        "sentence", nargs="?", type=utf8, metavar="SENTENCE", help=sentence
    )
    takes_model(new)
    target = "the translation that it has to write; its own if left out"
    new.add_argument("--target", type=utf8, metavar="TEXT", help=target)
    form = new.add_mutually_exclusive_group()
    all_maps = "words, pieces, probabilities and all maps, a line each; the usual form"
    form.add_argument("--json", action="store_true", help=all_maps)
    tensors = "every tensor of the pass by its name, for numpy.load; one sentence"
    form.add_argument("--npz", action="store_true", help=tensors)
    over = "maps over pieces, not over whole words (--json)"
    new.add_argument("--pieces", action="store_true", help=over)
    out = "one sentence into a file; else to standard output"
    new.add_argument("-o", "--out", type=Path, metavar="FILE", help=out)


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
    lines = [given] if given is not None else list(lines_in())
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
