"""What `python -m core train` and `evaluate` do."""

import shlex
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core import checkpoint
from core.errors import InputError
from core.tokenizer import Tokenizer
from core.training import tokenizer as pieces
from core.training.alignments import alignment_error, read_alignments
from core.training.corpus import load_corpus, parse_source, read_pairs
from core.training.evaluation import by_length, group, score, translate_all, validator
from core.training.loop import train
from core.training.recipe import read_recipe
from core.translator import Translator, load

TOKENIZER = "tokenizer.json"


def run(
    recipe_path: Path,
    pairs: list[str],
    valid: Path,
    out: Path,
    start: Path | None = None,
    tokenizer_path: Path | None = None,
) -> None:
    """Train by a recipe into a model folder; go on where a killed run stopped.

    The tokenizer comes from `tokenizer_path`, else from the folder `start` whose
    weights are taken over, else from a run that was begun before, else it is learned
    from the pairs.
    """
    recipe = read_recipe(recipe_path)
    sources = [parse_source(text) for text in pairs]
    network = None
    if start is not None:
        begun = checkpoint.load(start.name, start.parent)
        if begun.kind != recipe.kind:
            raise InputError(f"{start.name} is a {begun.kind}, not a {recipe.kind}.")
        network = begun.network
        if tokenizer_path is not None:
            raise InputError("Give --from or --tokenizer: the weights fit their own.")
    out.mkdir(parents=True, exist_ok=True)
    found = [tokenizer_path, start and start / TOKENIZER, out / TOKENIZER]
    existing = next((path for path in found if path and path.is_file()), None)
    if existing:
        tokenizer = Tokenizer.load(existing)
    else:
        lines = (side for s in sources for pair in read_pairs(s.path) for side in pair)
        tokenizer = pieces.train(lines)
        tokenizer.save(out / TOKENIZER)
    schedule = recipe.schedule
    corpus = load_corpus(
        sources,
        tokenizer,
        schedule.max_words,
        schedule.max_pieces,
        schedule.pieces_per_batch,
    )
    for source, (encoded, weight) in zip(sources, corpus.files, strict=True):
        print(f"{source.path.name}: {len(encoded)} pairs × {weight}", file=sys.stderr)
    tests = group(list(read_pairs(valid)))
    validate = validator(tokenizer, tests, schedule.validate_sentences)
    command = shlex.join(["python", "-m", "core", *sys.argv[1:]])
    train(recipe, corpus, tokenizer, validate, out, network, command)


def evaluate(
    name: str, pairs: Path | None = None, alignments: Path | None = None
) -> dict[str, Any]:
    """Measure a shipped model: greedy, against all references and all drawn links."""
    model = load(name)
    found: dict[str, Any] = {"model": model.name, "digest": model.digest}
    if pairs:
        found |= translation_quality(model, pairs)
    if alignments:
        found["alignment"] = alignment_error(model, read_alignments(alignments))
    return found


def translation_quality(model: Translator, pairs: Path) -> dict[str, Any]:
    """BLEU and chrF over a file of pairs, and BLEU by the length of the source."""
    tests = group(list(read_pairs(pairs)))
    translations = translate_all(model.network, model.tokenizer, tests.sources)
    return {
        **asdict(score(translations, tests)),
        "by_length": by_length(translations, tests),
    }
