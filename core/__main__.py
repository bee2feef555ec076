"""python -m core …: one job a verb, standard input to standard output.

UTF-8 whatever the locale; one line out for one line in. A line that the input rules
refuse, or that is not UTF-8, gives an empty line, a message on standard error, and
exit status 2 at the end.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.labs.results import MEASURED

CHUNK = 256
REFUSED = 2
LIMIT = "score a fixed sample of N sentences of each file"


def main(
    arguments: list[str] | None = None, verbs: argparse.ArgumentParser | None = None
) -> int:
    """Run one verb, of `parser()` unless others are given; the exit status."""
    chosen = (verbs or parser()).parse_args(arguments)
    try:
        return chosen.run(chosen) or 0
    except InputError as error:
        print(error, file=sys.stderr)
        return REFUSED
    except OSError as error:
        print(f"{error.filename}: {error.strerror}.", file=sys.stderr)
        return REFUSED


def speak_utf8() -> None:
    """Read and write UTF-8 with plain line ends, whatever the locale says.

    A byte that is not UTF-8 is read as half a surrogate pair, so that `each_line` sees
    it.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = "surrogateescape" if stream is sys.stdin else "replace"
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


def parser() -> argparse.ArgumentParser:
    """The verbs and their options."""
    top = argparse.ArgumentParser(prog="python -m core", description=__doc__)
    add_verbs(top.add_subparsers(dest="verb", required=True, metavar="VERB"))
    return top


def add_verbs(verbs: Any) -> None:
    """Everything that can be done without a screen, as verbs of a command."""
    verb = verbs.add_parser("models", help="the shipped models, one a line")
    verb.set_defaults(run=run_models)

    verb = verbs.add_parser("translate", help="a sentence in, a translation out")
    verb.add_argument("--model", required=True)
    verb.add_argument("--beam", type=int, metavar="N")
    verb.set_defaults(run=run_translate)

    verb = verbs.add_parser("align", help="two lists of words in, their weights out")
    verb.add_argument("--model", required=True)
    verb.add_argument("--layer", type=int, help="from 0; the recorded one if left out")
    verb.add_argument("--head", default=None, help="from 0, or mean")
    verb.add_argument("--reading", choices=("predicted", "read"))
    verb.set_defaults(run=run_align)

    verb = verbs.add_parser("evaluate", help="BLEU, chrF and alignment error as JSON")
    verb.add_argument("--model", required=True)
    verb.add_argument("--pairs", type=Path, metavar="FILE.tsv[.gz]")
    verb.add_argument("--alignments", type=Path, metavar="FILE.jsonl")
    verb.add_argument("--limit", type=sentences, metavar="N", help=LIMIT)
    verb.set_defaults(run=run_evaluate)

    verb = verbs.add_parser("clauses", help="what is kept of growing sentences, JSON")
    verb.add_argument("--model", required=True)
    verb.set_defaults(run=run_clauses)

    verb = verbs.add_parser("train", help="train by a recipe; a killed run goes on")
    verb.add_argument("recipe", type=Path)
    verb.add_argument("--pairs", nargs="+", required=True, metavar="FILE[:WEIGHT]")
    verb.add_argument("--valid", type=Path, required=True, metavar="FILE")
    verb.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    verb.add_argument("--from", dest="start", type=Path, metavar="FOLDER")
    verb.add_argument("--tokenizer", type=Path, metavar="FILE.json")
    verb.add_argument(
        "--apart",
        type=Path,
        metavar="FILE.txt",
        help="sentences that no line may share five running words with",
    )
    verb.set_defaults(run=run_train)

    verb = verbs.add_parser("record", help="measure a model and write it in its folder")
    verb.add_argument("--model", required=True)
    verb.add_argument("--pairs", nargs="+", type=Path, required=True, metavar="FILE")
    verb.add_argument("--alignments", nargs="+", type=Path, required=True)
    verb.add_argument("--limit", type=sentences, metavar="N", help=LIMIT)
    held_out = "items, grades and nearest lines: recipes/held-out"
    verb.add_argument("--held-out", type=Path, metavar="FOLDER", help=held_out)
    before = "the weights as a lexicon found them"
    verb.add_argument("--before", type=Path, metavar="FOLDER", help=before)
    verb.set_defaults(run=run_record)

    verb = verbs.add_parser("measure", help="train or measure what a lab shows")
    verb.add_argument("lab", choices=sorted(MEASURED))
    verb.set_defaults(run=run_measure)


def sentences(typed: str) -> int:
    """A number of sentences, at least 1."""
    if not typed.isdecimal() or int(typed) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1, not {typed!r}")
    return int(typed)


def run_models(_: argparse.Namespace) -> None:
    """The names of the shipped models."""
    from core import models

    for name in models():
        print(name)


def run_translate(chosen: argparse.Namespace) -> int:
    """Translate standard input, in chunks that are batched by length."""
    from core import load
    from core.decoding.batches import greedy_many

    model = load(chosen.model)

    def translate(sentences: list[str]) -> list[str]:
        if chosen.beam is not None:
            return [model.translate(text, beam=chosen.beam).text for text in sentences]
        rows = [list(model.tokenizer.encode(text).ids) for text in sentences]
        found = greedy_many(model.network, rows)
        return [model.tokenizer.decode(hypothesis.ids) for hypothesis in found]

    if chosen.beam is not None:
        model.translate("a", beam=chosen.beam)  # a beam out of range is said once
    return each_line(model.read_text, translate)


def run_align(chosen: argparse.Namespace) -> int:
    """The weights between given words, line by line."""
    from core import load

    model = load(chosen.model)
    mean = chosen.head in (None, "mean")
    if not mean and not chosen.head.isdecimal():
        raise InputError(f"The head is a number from 0 or mean, not {chosen.head!r}.")
    head = None if mean else int(chosen.head)
    layer = chosen.layer
    if layer is None and chosen.head is not None:
        raise InputError("Give --layer with --head.")

    def read(line: str) -> dict[str, Any]:
        try:
            given = json.loads(line)
            sides = [given["source"], given["target"]]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError('Give {"source": [words], "target": [words]}.') from error
        if not all(
            isinstance(side, list) and all(isinstance(word, str) for word in side)
            for side in sides
        ):
            raise InputError("source and target are lists of words.")
        found = model.align(*sides, layer=layer, head=head, reading=chosen.reading)
        weights = [[round(w, 6) for w in row] for row in found.weights.tolist()]
        return {"weights": weights, "reading": found.title}

    def write(answers: list[dict[str, Any]]) -> list[str]:
        return [json.dumps(answer, ensure_ascii=False) for answer in answers]

    return each_line(read, write)


def each_line(
    read: Callable[[str], Any],
    answer: Callable[[list[Any]], list[str]],
    given: Iterable[str] | None = None,
) -> int:
    """One line out for one line in, in order; refused lines are empty and explained.

    `read` takes one line and may raise InputError; `answer` takes what was read of a
    whole chunk.
    """
    status, number = 0, 0
    lines = iter(sys.stdin if given is None else given)
    while chunk := list(islice(lines, CHUNK)):
        good: list[tuple[int, Any]] = []
        written = [""] * len(chunk)
        for place, line in enumerate(chunk):
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
        for text in written:
            print(text)
        sys.stdout.flush()
    return status


def check_utf8(line: str) -> None:
    """InputError where a line was read from bytes that are not UTF-8."""
    try:
        line.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError("This line is not text in UTF-8.") from error


def tell(found: Any) -> None:
    """JSON for people, on standard output."""
    print(json.dumps(found, ensure_ascii=False, indent=2))


def run_evaluate(chosen: argparse.Namespace) -> None:
    """Measure a model; JSON on standard output."""
    from core.training import command

    if not (chosen.pairs or chosen.alignments):
        raise InputError("Give --pairs, --alignments, or both.")
    files = chosen.pairs, chosen.alignments
    tell(command.evaluate(chosen.model, *files, chosen.limit))


def run_clauses(chosen: argparse.Namespace) -> None:
    """The content words that a model keeps, by clause; JSON on standard output."""
    from core import load
    from core.analysis.content_words import kept
    from core.decoding.batches import translate_all

    model = load(chosen.model)
    tell(kept(partial(translate_all, model.network, model.tokenizer)))


def run_train(chosen: argparse.Namespace) -> None:
    """Train by a recipe."""
    from core.training import command

    command.run(
        chosen.recipe,
        chosen.pairs,
        chosen.valid,
        chosen.out,
        chosen.start,
        chosen.tokenizer,
        chosen.apart,
    )


def run_record(chosen: argparse.Namespace) -> None:
    """Measure a model; keep figures, roles and golden sentences in its folder."""
    from core.training import record

    record.record(
        chosen.model,
        chosen.pairs,
        chosen.alignments,
        chosen.limit,
        held_out=chosen.held_out,
        before=chosen.before,
    )


def run_measure(chosen: argparse.Namespace) -> None:
    """Measure what a lab shows, store it, and name the file."""
    from core.labs import results

    found = results.measure(chosen.lab, lambda said: print(said, file=sys.stderr))
    print(results.write(found))


if __name__ == "__main__":
    speak_utf8()
    sys.exit(main())
