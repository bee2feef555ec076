"""Measure how sure a model is of held-out sentences, and what that says of them."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import sacrebleu
import torch

from core.decoding.batches import greedy_many
from core.in_use.translator import Translator
from core.training.evaluation import Sentence, accepted, evenly, group
from core.training.pair_files import folder_and_name, read_pairs

SENTENCES = 1000
TENTHS = 10
POOR = 40.0
"""A translation with a chrF below this has little in common with any reference."""


def measured(model: Translator, files: list[Path]) -> dict[str, Any]:
    """What `core.analysis.sureness` reads, over sentences drawn evenly from the files.

    Beside it the mean chrF and the share of poor translations in every tenth of the
    sentences, the least sure first.
    """
    each = SENTENCES // len(files)
    tests = [
        test
        for path in files
        for test in evenly(accepted(group(read_pairs(path)), model.tokenizer)[0], each)
    ]
    sure, chrf = observed(model, tests)
    order = np.argsort(sure, kind="stable")
    tenths = [chrf[part] for part in np.array_split(order, TENTHS) if len(part)]
    return {
        "sentences": len(tests),
        "files": [folder_and_name(path) for path in files],
        "percentiles": np.percentile(sure, range(101)).round(4).tolist(),
        "chrf": [round(float(part.mean()), 1) for part in tenths],
        "poor_below": POOR,
        "poor": [round(float((part < POOR).mean()), 3) for part in tenths],
    }


@torch.inference_mode()
def observed(model: Translator, tests: list[Sentence]) -> tuple[np.ndarray, np.ndarray]:
    """The mean probability of a word and the chrF, a number a sentence."""
    metric = sacrebleu.CHRF()
    rows = [list(model.tokenizer.encode(test.source).ids) for test in tests]
    sure, chrf = [], []
    for one, test in zip(greedy_many(model.network, rows), tests, strict=True):
        written = model.translation([one])
        words = len(written.pieces.words) + 1
        sure.append(math.exp(written.log_probability / words))
        chrf.append(metric.sentence_score(written.text, [*test.references]).score)
    return np.array(sure), np.array(chrf)
