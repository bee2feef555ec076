"""headlight train, record, evaluate, clauses: models made, and measured."""

from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from core.assets import WORLDS
from core.commands.verbs import LIMIT, NAME, sentences, tell, verb
from core.errors import InputError
from core.shelf.models import folders

PAIRS = "a pair of sentences a line, with a tab between them"
LINKED = "sentences with links drawn by hand, a JSON object a line"


def add(verbs: Any) -> None:
    """The four verbs and their options."""
    new = verb(
        verbs,
        "evaluate",
        evaluate,
        "BLEU, chrF and alignment error as JSON",
        "Give --pairs, --alignments, or both.",
    )
    new.add_argument("--model", required=True, metavar="NAME", help=NAME)
    new.add_argument("--pairs", type=Path, metavar="FILE.tsv[.gz]", help=PAIRS)
    new.add_argument("--alignments", type=Path, metavar="FILE.jsonl", help=LINKED)
    new.add_argument("--limit", type=sentences, metavar="N", help=LIMIT)

    says = "what is kept of growing sentences, as JSON"
    new = verb(verbs, "clauses", clauses, says)
    new.add_argument("--model", required=True, metavar="NAME", help=NAME)

    says = "train by a recipe; a run that was killed goes on"
    more = "A model of sentences needs --pairs and --valid; others make theirs up."
    new = verb(verbs, "train", train, says, more)
    recipe = "sizes and schedule; see recipes/"
    new.add_argument("recipe", type=Path, metavar="RECIPE.toml", help=recipe)
    pairs = "pairs of sentences, and how often each file counts"
    new.add_argument(
        "--pairs", nargs="+", default=[], metavar="FILE[:WEIGHT]", help=pairs
    )
    held_out = "pairs by which the best weights are chosen"
    new.add_argument("--valid", type=Path, metavar="FILE", help=held_out)
    out = "the model's folder; a run that is there already goes on"
    new.add_argument("--out", type=Path, required=True, metavar="FOLDER", help=out)
    start = "a trained model whose weights it begins with"
    new.add_argument("--from", dest="start", type=Path, metavar="FOLDER", help=start)
    pieces = "pieces of another model; learned from the pairs if left out"
    new.add_argument("--tokenizer", type=Path, metavar="FILE.json", help=pieces)
    apart = "sentences that no line may share five running words with"
    new.add_argument("--apart", type=Path, metavar="FILE.txt", help=apart)

    says = "measure a model and write it in its folder"
    new = verb(verbs, "record", record, says)
    new.add_argument("--model", required=True, metavar="NAME", help=NAME)
    new.add_argument(
        "--pairs", nargs="+", type=Path, default=[], metavar="FILE", help=PAIRS
    )
    drawn = f"{LINKED}; without it nothing is said of alignment"
    new.add_argument(
        "--alignments", nargs="+", type=Path, default=[], metavar="FILE", help=drawn
    )
    new.add_argument("--limit", type=sentences, metavar="N", help=LIMIT)
    held_out = "items, grades and nearest lines: recipes/held-out"
    new.add_argument("--held-out", type=Path, metavar="FOLDER", help=held_out)
    before = "the weights as a lexicon found them"
    read = "the pairs that a model which only writes was trained on, to count in"
    new.add_argument(
        "--read", nargs="+", default=[], metavar="FILE[:WEIGHT]", help=read
    )
    apart = "the sentences that were kept apart from them"
    new.add_argument("--apart", type=Path, metavar="FILE.txt", help=apart)
    new.add_argument("--before", type=Path, metavar="FOLDER", help=before)


def evaluate(chosen: Namespace) -> None:
    """Measure a model; JSON on standard output."""
    from core.training import quality

    if not (chosen.pairs or chosen.alignments):
        raise InputError("Give --pairs, --alignments, or both.")
    files = chosen.pairs, chosen.alignments
    tell(quality.evaluate(chosen.model, *files, chosen.limit))


def clauses(chosen: Namespace) -> None:
    """The content words that a model keeps, by clause; JSON on standard output."""
    from core import load
    from core.analysis.content_words import kept
    from core.decoding.batches import translate_all

    model = load(chosen.model)
    tell(kept(partial(translate_all, model.network, model.tokenizer)))


def train(chosen: Namespace) -> None:
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


def record(chosen: Namespace) -> None:
    """Measure a model; keep figures, roles and golden examples in its folder."""
    from core.training import record, small_record
    from core.training.corpus import NOTHING_APART
    from core.training.kept_apart import KeptApart
    from core.training.pair_files import parse_source

    worlds = folders(WORLDS)
    given = (chosen.alignments, chosen.limit, chosen.held_out)
    given += (chosen.before, chosen.read, chosen.apart)
    if chosen.model in worlds:
        if any(given):
            raise InputError(
                "This model makes its examples up: give --model, and --pairs where it "
                "reads some."
            )
        small_record.record_small(chosen.model, files=chosen.pairs)
        return
    if not chosen.pairs:
        raise InputError(
            "Give --pairs: the sentences to measure the model on. Without them are "
            f"measured: {', '.join(sorted(worlds))}."
        )
    record.record(
        chosen.model,
        chosen.pairs,
        chosen.alignments,
        chosen.limit,
        held_out=chosen.held_out,
        before=chosen.before,
        read=[parse_source(text) for text in chosen.read],
        apart=KeptApart.read(chosen.apart) if chosen.apart else NOTHING_APART,
    )
