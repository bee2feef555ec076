"""A generation of 400 tokens in 32 × 32 heads as one file, opened from disk.

The steps are those of a cached generation, made here without a model: random, causal,
and peaked, the softmax of normal scores with a first token that takes a share of its
own, as it does in large models.
"""

import tempfile
from pathlib import Path
from types import SimpleNamespace

import torch
from playwright.sync_api import Browser

from bench.browser import in_browser
from bench.long_inputs import MEGA, painting
from bench.report import Report, resident, timed
from core.other_models.arrays import show
from viz.export.page import page, zipped
from viz.export.pictures import picture

LAYERS, HEADS, PROMPT, NEW = 32, 32, 12, 400
SPREAD, FIRST = 2.0, 6.0
NAME = "32 × 32 heads, 400 tokens generated"


def measure(report: Report) -> None:
    in_browser(report, "generations", one_file)


def output() -> SimpleNamespace:
    """What generate() returns of it, as far as it is asked."""
    torch.manual_seed(1)
    sizes = [(PROMPT, PROMPT), *((1, PROMPT + n) for n in range(1, NEW))]
    return SimpleNamespace(
        attentions=tuple(
            tuple(_weights(*size) for _ in range(LAYERS)) for size in sizes
        )
    )


def _weights(queries: int, keys: int) -> torch.Tensor:
    scores = torch.randn(1, HEADS, queries, keys) * SPREAD
    scores[..., 0] += FIRST
    ahead = torch.ones(queries, keys, dtype=torch.bool).triu(keys - queries + 1)
    return scores.masked_fill(ahead, -torch.inf).softmax(-1)


def one_file(report: Report, browser: Browser) -> None:
    """How long it takes to write, how large it is, and how soon it is seen."""
    steps, words = output(), [f"w{at}" for at in range(PROMPT + NEW)]
    kept: list[bytes] = []
    took = timed(lambda: kept.append(picture(show(steps, words))))
    report.figure(f"{NAME}, made", took / 1000, "s", "stitched, rounded and packed")
    report.figure(f"{NAME}, Python", resident() / MEGA, "MB", "when it is made")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.html"
        path.write_text(page(kept), encoding="utf-8")
        size = path.stat().st_size / MEGA
        report.figure(f"{NAME}, page", size, "MB", bar=40.0)
        small = len(zipped(kept[0])) / MEGA
        report.figure(f"{NAME}, .headlight file", small, "MB")
        painting(report, browser, path, NAME, barred=True)
