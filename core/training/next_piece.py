"""How well a model that only writes knows the next piece, beside counting alone.

Singles, pairs and triples of pieces are counted on the very lines that the model read,
in the pieces in which it read them.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray
from torch import Tensor

from core.checkpoint import kept_row
from core.decoding.prompted import between
from core.errors import InputError
from core.in_use.language_model import LanguageModel
from core.networks.writer import Writer
from core.text.tokenizer import PAD
from core.training.corpus import Ids, as_lines, encode_pairs, load_corpus, make_batch
from core.training.evaluation import evenly, group
from core.training.kept_apart import KeptApart
from core.training.loop import batches
from core.training.ngrams import NGrams
from core.training.pair_files import Source, folder_and_name, read_pairs
from core.training.recipe import Recipe, Schedule, remembered
from core.training.run import Progress

LINES = 2000
AT_ONCE = 50
COUNTED = {"triples": 3, "pairs": 2, "singles": 1}


def measured(
    model: LanguageModel, read: list[Source], apart: KeptApart, files: list[Path]
) -> dict[str, Any]:
    """Mean −log P of a held-out piece in nats, by the model and by each count.

    `read` are the pairs that its recipe was run with. "alone" are the pieces of the
    English sentence, "behind" those of the French behind “English =”; each text ends
    with ‹end›. InputError where those pairs give other lines than the model read.
    """
    if "before" in model.info:
        raise InputError(
            f"{model.name} went on from other weights: what those read isn't known. "
            "Leave out --read."
        )
    recipe, tokenizer = remembered(model.info["recipe"]), model.tokenizer
    lines = lines_read(model, recipe, read, apart)
    pieces = sum(len(line) + 1 for line in lines)
    if (trained := _pieces_trained(model)) not in (None, pieces):
        raise InputError(
            f"--read and --apart give {pieces:,} pieces, but {model.name} has read "
            f"{trained:,}: name the files and weights that it was trained on."
        )
    counts = NGrams(lines, tokenizer.size, max(COUNTED.values()))
    tests = held_out_pairs(model, files, recipe.schedule)
    equals = between(tokenizer)
    alone = [source for source, _ in tests]
    both = [[*source, *equals, *target] for source, target in tests]
    behind = np.concatenate(
        [
            np.arange(len(line) + 1) > len(line) - len(target) - 1
            for line, (_, target) in zip(both, tests, strict=True)
        ]
    )
    log_p = {
        "writer": [log_probabilities(model.writer, text) for text in (alone, both)]
    }
    for name, order in COUNTED.items():
        log_p[name] = [
            np.log(counts.probabilities(text, order)) for text in (alone, both)
        ]
    return {
        "files": [folder_and_name(path) for path in files],
        "lines": len(tests),
        "read": {"lines": len(lines), "pieces": pieces},
        "pieces": {"alone": len(log_p["writer"][0]), "behind": int(behind.sum())},
        "loss": {
            name: {
                "alone": _loss(of_alone),
                "behind": _loss(of_both[behind]),
            }
            for name, (of_alone, of_both) in log_p.items()
        },
    }


def _pieces_trained(model: LanguageModel) -> int | None:
    """How many pieces were read up to the weights that were kept, if it was noted."""
    if not model.history:
        return None
    return int(kept_row(model.info, model.history)["pieces"])


def lines_read(
    model: LanguageModel, recipe: Recipe, read: list[Source], apart: KeptApart
) -> list[Ids]:
    """All lines of a run's batches up to the weights that were kept, in order."""
    tokenizer, schedule = model.tokenizer, recipe.schedule
    lines = as_lines(recipe.sizes, tokenizer)
    corpus = load_corpus(read, tokenizer, schedule, apart, recipe.languages, **lines)
    coming = batches(corpus, schedule.seed, Progress())
    updates = int(model.info.get("kept", schedule.updates))
    return [line for pairs in islice(coming, updates) for _, line in pairs]


def held_out_pairs(
    model: LanguageModel, files: list[Path], schedule: Schedule
) -> list[tuple[Ids, Ids]]:
    """As many pairs of every file, at even distances, no longer than those it read."""
    tests = []
    for path in files:
        found = evenly(group(read_pairs(path)), LINES // len(files))
        tests += [(source, references[0]) for source, references in found]
    limits = schedule.max_words, schedule.max_pieces
    return encode_pairs(tests, model.tokenizer, *limits)


@torch.inference_mode()
def log_probabilities(
    network: Writer, lines: Sequence[Ids]
) -> Float[ndarray, " piece"]:
    """Log P of every piece of these lines, ‹end› included, one behind another."""
    found: list[Tensor] = []
    for at in range(0, len(lines), AT_ONCE):
        batch = make_batch([([], line) for line in lines[at : at + AT_ONCE]])
        logits = network(batch.source, batch.read, batch.source_allowed).logits
        log_p = logits.log_softmax(-1).gather(-1, batch.wanted[..., None])[..., 0]
        found.append(log_p[batch.wanted != PAD])
    return torch.cat(found).numpy()


def _loss(log_p: Float[ndarray, " piece"]) -> float:
    return round(float(-log_p.mean()), 4)
