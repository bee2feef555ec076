"""python -m core …: one job a verb, standard input to standard output."""

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from core.commands import align, explain, translate, write
from core.commands.lines import REFUSED, let_go, speak_utf8
from core.errors import InputError
from core.labs.results import MEASURED
from core.shelf.models import TRANSFORMER

ABOUT = (
    "One job a verb, standard input to standard output, UTF-8 whatever the locale; one "
    "line out for one line in. A line that cannot be used gives an empty line, the "
    "reason on standard error, and exit status 2 at the end."
)
MODEL = TRANSFORMER
NAME = "a name that `models` prints, or the folder of a model"
USUAL = f"{NAME}; {MODEL} unless said"
WRITER = "writer-en"
WRITES = f"a model that only writes; {WRITER} unless said"
FOR_TRAINING = ("sacrebleu", "tqdm")
INSTALL = "pip install 'headlight[train]'"
STOPPED = 130
"""What a shell says of a command that Ctrl+C has ended."""
LIMIT = "score a fixed sample of N sentences of each file"


def main(
    arguments: list[str] | None = None, verbs: argparse.ArgumentParser | None = None
) -> int:
    """Run one verb, of `parser()` unless others are given; the exit status.

    Nothing is said where whoever read the output has read enough (`… | head -1`).
    """
    try:
        chosen = (verbs or parser()).parse_args(arguments)
        status = chosen.run(chosen) or 0
        print(end="", flush=True)
        return status
    except BrokenPipeError:
        return 0
    except InputError as error:
        print(error, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt as stopped:
        print(f"\n{stopped or 'Stopped.'}", file=sys.stderr)
        return STOPPED
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        print(f"{named}{error.strerror}.", file=sys.stderr)
        return REFUSED
    except ModuleNotFoundError as error:
        if error.name not in FOR_TRAINING:
            raise
        print(f"This needs {error.name}: {INSTALL}", file=sys.stderr)
        return REFUSED
    finally:
        let_go()


def parser() -> argparse.ArgumentParser:
    """The verbs and their options."""
    top = argparse.ArgumentParser(prog="python -m core", description=ABOUT)
    add_verbs(top.add_subparsers(dest="verb", required=True, metavar="VERB"))
    return top


def verb(
    verbs: Any, name: str, run: Callable[..., int | None], says: str, more: str = ""
) -> argparse.ArgumentParser:
    """A new verb: what it does in the list of all, and `more` in its own help."""
    told = f"{says[0].upper()}{says[1:]}. {more}".strip()
    new = verbs.add_parser(name, help=says, description=told)
    new.set_defaults(run=run)
    return new


def add_verbs(verbs: Any) -> None:
    """Everything that can be done without a screen, as verbs of a command."""
    verb(verbs, "models", run_models, "the shipped models, one a line")

    new = verb(
        verbs,
        "translate",
        translate.run,
        "a sentence a line in, a translation a line out",
        "Lines are read from standard input. Decoding is greedy unless --beam is said.",
    )
    new.add_argument("--model", default=MODEL, metavar="NAME", help=USUAL)
    beam = "keep the N best beginnings at every step, 1 to 16"
    new.add_argument("--beam", type=int, metavar="N", help=beam)
    pieces = "a JSON object a line: text, pieces, their probabilities, finished"
    new.add_argument("--json", action="store_true", help=pieces)

    new = verb(
        verbs,
        "write",
        write.run,
        "a beginning a line in, the text with what follows a line out",
        "Lines are read from standard input. The likeliest piece is written every "
        "time, unless one of --temperature, --top-k, --top-p and --seed is said.",
    )
    new.add_argument("--model", default=WRITER, metavar="NAME", help=WRITES)
    most = "at most so many pieces more; else to the end of the sentence"
    new.add_argument("--pieces", type=int, metavar="N", help=most)
    heat = "what scores are divided by: 0.05 to 5, the model's own at 1"
    new.add_argument("--temperature", type=float, metavar="T", help=heat)
    top = "draw among the K likeliest pieces; 0 is all"
    new.add_argument("--top-k", type=int, metavar="K", help=top)
    mass = "draw among the fewest that are as probable as this together, 0 to 1"
    new.add_argument("--top-p", type=float, metavar="P", help=mass)
    seed = "the same number draws the same text"
    new.add_argument("--seed", type=int, metavar="S", help=seed)

    new = verb(
        verbs,
        "align",
        align.run,
        "two lists of words a line in, their weights out",
        'In: {"source": [words], "target": [words]}. Out: {"weights": rows of numbers, '
        '"reading": the map}. Rows are target words, columns source words.',
    )
    new.add_argument("--model", default=MODEL, metavar="NAME", help=USUAL)
    layer = "from 0; unless said, the map that was measured to align best"
    new.add_argument("--layer", type=int, metavar="L", help=layer)
    head = "from 0, or mean, which it is unless said; with --layer"
    new.add_argument("--head", metavar="H", help=head)
    reading = "the row of a word: the step that predicts it, or the one that reads it"
    new.add_argument("--reading", choices=("predicted", "read"), help=reading)

    new = verb(
        verbs,
        "explain",
        explain.run,
        "a whole pass in numbers: words, pieces, maps, tensors",
        "The sentence is given, or read from standard input, a line each.",
    )
    sentence = "in quotes; standard input if it is left out"
    new.add_argument("sentence", nargs="?", metavar="SENTENCE", help=sentence)
    new.add_argument("--model", default=MODEL, metavar="NAME", help=USUAL)
    target = "the translation that it has to write; its own if left out"
    new.add_argument("--target", metavar="TEXT", help=target)
    form = new.add_mutually_exclusive_group()
    all_maps = "words, pieces, probabilities and all maps, a line each; the usual form"
    form.add_argument("--json", action="store_true", help=all_maps)
    tensors = "every tensor of the pass by its name, for numpy.load; one sentence"
    form.add_argument("--npz", action="store_true", help=tensors)
    over = "maps over pieces, not over whole words (--json)"
    new.add_argument("--pieces", action="store_true", help=over)
    out = "one sentence into a file; else to standard output"
    new.add_argument("-o", "--out", type=Path, metavar="FILE", help=out)

    new = verb(
        verbs,
        "evaluate",
        run_evaluate,
        "BLEU, chrF and alignment error as JSON",
        "Give --pairs, --alignments, or both.",
    )
    new.add_argument("--model", required=True, metavar="NAME", help=NAME)
    tsv = "a pair of sentences a line, with a tab between them"
    new.add_argument("--pairs", type=Path, metavar="FILE.tsv[.gz]", help=tsv)
    linked = "sentences with links drawn by hand, a JSON object a line"
    new.add_argument("--alignments", type=Path, metavar="FILE.jsonl", help=linked)
    new.add_argument("--limit", type=sentences, metavar="N", help=LIMIT)

    says = "what is kept of growing sentences, as JSON"
    new = verb(verbs, "clauses", run_clauses, says)
    new.add_argument("--model", required=True, metavar="NAME", help=NAME)

    new = verb(
        verbs,
        "train",
        run_train,
        "train by a recipe; a run that was killed goes on",
    )
    recipe = "sizes and schedule; see recipes/"
    new.add_argument("recipe", type=Path, metavar="RECIPE.toml", help=recipe)
    pairs = "pairs of sentences, and how often each file counts"
    new.add_argument(
        "--pairs", nargs="+", required=True, metavar="FILE[:WEIGHT]", help=pairs
    )
    held_out = "pairs by which the best weights are chosen"
    new.add_argument("--valid", type=Path, required=True, metavar="FILE", help=held_out)
    out = "the model's folder; a run that is there already goes on"
    new.add_argument("--out", type=Path, required=True, metavar="FOLDER", help=out)
    start = "a trained model whose weights it begins with"
    new.add_argument("--from", dest="start", type=Path, metavar="FOLDER", help=start)
    pieces = "pieces of another model; learned from the pairs if left out"
    new.add_argument("--tokenizer", type=Path, metavar="FILE.json", help=pieces)
    apart = "sentences that no line may share five running words with"
    new.add_argument("--apart", type=Path, metavar="FILE.txt", help=apart)

    says = "measure a model and write it in its folder"
    new = verb(verbs, "record", run_record, says)
    new.add_argument("--model", required=True, metavar="NAME", help=NAME)
    new.add_argument(
        "--pairs", nargs="+", type=Path, required=True, metavar="FILE", help=tsv
    )
    drawn = f"{linked}; without it nothing is said of alignment"
    new.add_argument(
        "--alignments", nargs="+", type=Path, default=[], metavar="FILE", help=drawn
    )
    new.add_argument("--limit", type=sentences, metavar="N", help=LIMIT)
    held_out = "items, grades and nearest lines: recipes/held-out"
    new.add_argument("--held-out", type=Path, metavar="FOLDER", help=held_out)
    before = "the weights as a lexicon found them"
    new.add_argument("--before", type=Path, metavar="FOLDER", help=before)

    new = verb(verbs, "measure", run_measure, "train or measure what a lab shows")
    new.add_argument("lab", choices=sorted(MEASURED), help="which one")


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
