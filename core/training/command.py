"""What `python -m core train` and `evaluate` do."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from core import checkpoint
from core.analysis.alignment_links import read_alignments
from core.decoding.batches import translate_all
from core.errors import InputError, reading
from core.in_use.loading import Model, load
from core.networks.kinds import CONFIGS, KINDS, SMALL
from core.networks.writer import Writer
from core.text.tokenizer import Tokenizer
from core.training import small
from core.training import tokenizer as pieces
from core.training.alignments import measure
from core.training.corpus import (
    NOTHING_APART,
    as_lines,
    files_of,
    load_corpus,
    parse_source,
    read_pairs,
)
from core.training.evaluation import (
    accepted,
    bleu_with_band,
    drawn,
    group,
    in_bins,
    joined,
    score,
    validator,
)
from core.training.kept_apart import KeptApart
from core.training.loop import train
from core.training.recipe import Recipe, content_of, read_recipe
from core.training.stopping import Stop, Stopped, stoppable

TOKENIZER = "tokenizer.json"


def run(
    recipe_path: Path,
    pairs: list[str],
    valid: Path | None,
    out: Path,
    start: Path | None = None,
    tokenizer_path: Path | None = None,
    apart: Path | None = None,
) -> None:
    """Train by a recipe into a model folder; go on where a killed run stopped.

    The tokenizer comes from `tokenizer_path`, else from the folder `start` whose
    weights are taken over, else from a run that was begun before, else it is learned
    from the pairs. Lines that share five running words with a sentence of the file
    `apart` are left out. Ctrl+C and SIGTERM raise `Stopped`, which says where.
    """
    with stoppable() as stop:
        try:
            if content_of(recipe_path).get("kind") in list(SMALL):
                if pairs or valid or start or tokenizer_path or apart:
                    raise InputError("This model makes its examples up: give --out.")
                recipe = small.read_small_recipe(recipe_path)
                small.train(recipe, out, made(), stop)
                return
            if not (valid and pairs):
                raise InputError("Give --pairs and --valid: sentences to learn from.")
            _run(stop, recipe_path, pairs, valid, out, start, tokenizer_path, apart)
        except Stopped:
            said = f"Stopped {stop.where()}. To go on, type the same again:\n{typed()}"
            raise Stopped(said) from None


def _run(
    stop: Stop,
    recipe_path: Path,
    pairs: list[str],
    valid: Path,
    out: Path,
    start: Path | None,
    tokenizer_path: Path | None,
    apart: Path | None,
) -> None:
    recipe = read_recipe(recipe_path)
    sources = [parse_source(text) for text in pairs]
    begun = None
    if start is not None:
        begun = checkpoint.load(start.name, start.parent)
        refuse_misfits(begun, recipe)
        if tokenizer_path is not None:
            raise InputError("Give --from or --tokenizer: the weights fit their own.")
        if start.resolve() == out.resolve():
            raise InputError("Give --out another folder than --from.")
    check_sizes(recipe_path.name, recipe, begun)
    tests = group(read_pairs(valid))
    if not tests:
        raise InputError(f"{valid.name} has no pair to validate on.")
    out.mkdir(parents=True, exist_ok=True)
    existing = tokenizer_path or (start or out) / TOKENIZER
    if tokenizer_path or existing.is_file():
        tokenizer = load_tokenizer(existing)
    else:
        tokenizer = pieces.train(line for s in sources for line in pieces.lines_of(s))
        tokenizer.save(out / TOKENIZER)
    kept_apart = KeptApart.read(apart) if apart else NOTHING_APART
    network, _ = KINDS[recipe.kind]
    lines: dict[str, Any] = {}
    if network is Writer:
        earlier = begun.info["sizes"] if begun else {}
        lines = as_lines({**earlier, **recipe.sizes}, tokenizer)
        if not (tests := accepted(tests, tokenizer)[0]):
            raise InputError(f"{valid.name} has no sentence that fits the limits.")
    corpus = load_corpus(
        sources, tokenizer, recipe.schedule, kept_apart, recipe.languages, **lines
    )
    for source, file in zip(sources, corpus.files, strict=True):
        said = f"{source.path.name}: {len(file.pairs)} pairs × {file.weight}"
        print(said, file=sys.stderr)
    validate = validator(tokenizer, tests, recipe.schedule.validate_sentences)
    files = [
        *(source.path for source in sources),
        existing,
        *([apart] if apart else ()),
    ]
    read = {**made(), "data": digest(files, [source.weight for source in sources])}
    train(recipe, corpus, tokenizer, validate, out, begun, read, stop=stop)


def made() -> dict[str, str]:
    """What makes a model: the command as it was typed, and the commit of the code."""
    return {"command": typed(), "commit": commit()}


def digest(files: Sequence[Path], weights: Sequence[float]) -> str:
    """Twelve digits that are others where a run would read something else."""
    found = sha256(repr(list(weights)).encode())
    for file in (each for path in files for each in files_of(path)):
        with reading(file):
            found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()[:12]


def typed() -> str:
    """The command line of this process, as it can be typed again."""
    installed = Path(sys.argv[0]).stem == "headlight"
    program = ["headlight"] if installed else ["python", "-m", "core"]
    return shlex.join([*program, *sys.argv[1:]])


def check_sizes(name: str, recipe: Recipe, begun: checkpoint.Checkpoint | None) -> None:
    """InputError where no network can have the sizes of a recipe, or read its lines."""
    earlier = begun.info["sizes"] if begun else {}
    try:
        config = CONFIGS[recipe.kind](**{"vocabulary": 1, **earlier, **recipe.sizes})
    except ValueError as error:
        raise InputError(f"{name}: {error}.") from error
    longest, places = recipe.schedule.max_pieces, getattr(config, "max_positions", None)
    if places is not None and longest > places:
        raise InputError(
            f"{name}: max_pieces is {longest}; it must be at most {places}, the number "
            "of positions."
        )


def load_tokenizer(path: Path) -> Tokenizer:
    """The tokenizer of a file; InputError where it does not hold one."""
    with reading(path):
        try:
            return Tokenizer.load(path)
        except ValueError as error:
            raise InputError(f"{path.name} does not hold a tokenizer.") from error


def refuse_misfits(begun: checkpoint.Checkpoint, recipe: Recipe) -> None:
    """InputError where weights cannot be trained on by a recipe; dropout may differ.

    They may become those of a variant of their kind.
    """
    made, _ = KINDS[recipe.kind]
    if not (isinstance(made, type) and issubclass(made, type(begun.network))):
        raise InputError(f"{begun.name} is a {begun.kind}, not a {recipe.kind}.")
    if begun.languages != recipe.languages:
        raise InputError(
            f"{begun.name} is for {' and '.join(begun.languages)}, the recipe for "
            f"{' and '.join(recipe.languages)}."
        )
    for size, value in recipe.sizes.items():
        if size != "dropout" and begun.info["sizes"][size] != value:
            raise InputError(
                f"{begun.name} has {size} {begun.info['sizes'][size]}, "
                f"the recipe {value}."
            )


def commit() -> str:
    """The commit that this code is at; with a plus where files were changed since.

    Empty where there is no repository.
    """
    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        described = subprocess.run(
            [*git, "describe", "--always", "--dirty=+", "--exclude=*"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return described.stdout.strip()


def evaluate(
    name: str,
    pairs: Path | None = None,
    alignments: Path | None = None,
    limit: int | None = None,
) -> dict[str, Any]:
    """Measure a shipped model: greedy, against all references and all drawn links."""
    model = load(name)
    found: dict[str, Any] = {"model": model.name, "digest": model.digest}
    if pairs:
        found |= translation_quality(model, pairs, limit)
    if alignments:
        found["alignment"] = measure(
            model, read_alignments(alignments, model.languages)
        ).report()
    return found


def translation_quality(
    model: Model, pairs: Path, limit: int | None = None
) -> dict[str, Any]:
    """BLEU and chrF over a file of pairs, and BLEU by the length of the source.

    With a `limit` a fixed sample of so many sentences is scored, and for the lengths
    another of as many, evenly over the bins where there are enough. `of` says how many
    there were, `left_out` how many the app would refuse, `longer` how many have more
    words than the last bin. `joined` are texts of two sentences each, which may be
    longer than the app accepts; a model that only writes has no place for them.
    """
    tests, refused = accepted(group(read_pairs(pairs)), model.tokenizer)
    if not tests:
        raise InputError(f"{pairs.name} has no sentence that fits the limits.")
    every = range(len(tests))
    sample = drawn(every, limit)
    bins = in_bins(tests)
    most = None if limit is None else max(1, limit // len(bins))
    by_bin = {size: drawn(places, most) for size, places in bins.items() if places}
    wanted = sorted({*sample, *(place for found in by_bin.values() for place in found)})
    sources = [tests[place].source for place in wanted]
    written = translate_all(model.network, model.tokenizer, sources)
    said = dict(zip(wanted, written, strict=True))
    both = None if most is None else max(1, most // 2)
    twice = {} if isinstance(model.network, Writer) else joined(tests, both)
    few = [tests[place] for place in sample]
    return {
        **asdict(score([said[place] for place in sample], few)),
        "of": len(every),
        "left_out": refused,
        "longer": len(every) - sum(map(len, bins.values())),
        "by_length": [
            {
                "from": low,
                "to": high,
                "sentences": len(places),
                "of": len(bins[low, high]),
                **bleu_with_band(
                    [said[place] for place in places],
                    [tests[place].references for place in places],
                ),
            }
            for (low, high), places in by_bin.items()
        ],
        "joined": [
            {
                "from": low,
                "to": high,
                "sentences": len(texts),
                **bleu_with_band(
                    translate_all(
                        model.network, model.tokenizer, [text.source for text in texts]
                    ),
                    [text.references for text in texts],
                ),
            }
            for (low, high), texts in twice.items()
        ],
    }
