"""What `python -m core train` and `evaluate` do."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from core import checkpoint
from core.errors import InputError, reading
from core.networks.kinds import CONFIGS, KINDS, SMALL
from core.networks.writer import Writer
from core.text.tokenizer import Tokenizer
from core.training import small
from core.training import tokenizer as tokenizer_training
from core.training.corpus import NOTHING_APART, as_lines, load_corpus
from core.training.evaluation import (
    Sentence,
    accepted,
    evenly,
    group,
    validator,
)
from core.training.kept_apart import KeptApart
from core.training.loop import train
from core.training.pair_files import files_of, parse_source, read_pairs
from core.training.recipe import Recipe, content_of, read_recipe
from core.training.state import refuse_nameless
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
    refuse_nameless(out)
    with stoppable() as stop:
        try:
            if content_of(recipe_path).get("kind") in list(SMALL):
                if valid or start or tokenizer_path or apart:
                    raise InputError(
                        "This model makes its examples up, or reads them from --pairs: "
                        "give those and --out alone."
                    )
                recipe = small.read_small_recipe(recipe_path)
                files = [Path(text) for text in pairs]
                small.train(recipe, out, made(), stop, files)
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
    places = check_sizes(recipe_path.name, recipe, begun)
    tests = group(read_pairs(valid))
    if not tests:
        raise InputError(f"{valid.name} has no pair to validate on.")
    out.mkdir(parents=True, exist_ok=True)
    existing = tokenizer_path or (start or out) / TOKENIZER
    if tokenizer_path or existing.is_file():
        tokenizer = load_tokenizer(existing)
    else:
        tokenizer = tokenizer_training.train(
            line for s in sources for line in tokenizer_training.lines_of(s)
        )
    kept_apart = KeptApart.read(apart) if apart else NOTHING_APART
    network, _ = KINDS[recipe.kind]
    lines: dict[str, Any] = {}
    if network is Writer:
        earlier = begun.info["sizes"] if begun else {}
        lines = as_lines({**earlier, **recipe.sizes}, tokenizer)
        if not (tests := accepted(tests, tokenizer)[0]):
            raise InputError(f"{valid.name} has no sentence that fits the limits.")
    few = evenly(tests, recipe.schedule.validate_sentences)
    check_lengths(valid.name, few, tokenizer, places)
    corpus = load_corpus(
        sources, tokenizer, recipe.schedule, kept_apart, recipe.languages, **lines
    )
    if not existing.is_file():
        tokenizer.save(existing)
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
    """Twelve digits that are others where a run would read something else.

    Of the weights, and of what stands in the files in their order; `--valid` and
    `--from` are not among them.
    """
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


def check_sizes(
    name: str, recipe: Recipe, begun: checkpoint.Checkpoint | None
) -> int | None:
    """How many positions a network of a recipe has; None where they have no limit.

    InputError where none can have its sizes, or read its lines.
    """
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
    return places


def check_lengths(
    name: str, tests: Sequence[Sentence], tokenizer: Tokenizer, places: int | None
) -> None:
    """InputError where a validation sentence needs more positions than there are."""
    if places is None:
        return
    for test in tests:
        if len(tokenizer.encode(test.source).ids) >= places:  # one is of ‹end›
            raise InputError(
                f"{name}: “{test.source[:40]} …” is longer than the {places} "
                "positions of the model. Leave it out."
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

    Empty where it lies in no repository, or in one that does not keep it.
    """
    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        subprocess.run(
            [*git, "ls-files", "--error-unmatch", Path(__file__).name],
            capture_output=True,
            check=True,
        )
        described = subprocess.run(
            [*git, "describe", "--always", "--dirty=+", "--exclude=*"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return described.stdout.strip()
