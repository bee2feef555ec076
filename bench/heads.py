"""The picture of a large model (12 × 12 heads), painted in a browser, no server."""

import base64

import numpy as np
import torch
from playwright.sync_api import Browser, Page

from bench import bertviz
from bench.browser import attempt, in_browser, opened
from bench.report import Report, middle
from core.attention_map import MapSide, Stack
from tests.browser.harness import serving
from viz.components.attention import pack_picture
from viz.payload.stacks import OneStack, view_of

ROUNDS = 6
OF_A_WRITER = 4, 6, 128  # layers, heads, and all positions that it has


def measure(report: Report) -> None:
    in_browser(report, "12 × 12 heads", many_heads)


def many_heads(report: Report, browser: Browser) -> None:
    """All heads of a 12 × 12 model over 64 tokens: bytes in hand to painted.

    Where BertViz is installed, both draw the heads of the same untrained model.
    """
    peer = bertviz.installed()
    weights = bertviz.random_heads() if peer else random_weights()
    blob = packed(weights)
    with serving() as address, opened(browser, address) as page:
        ours = painted(page, blob)
        writers = painted(page, packed(random_weights(*OF_A_WRITER)))
    clock = "bytes in hand to the second frame"
    report.figure("12 × 12 heads, 64 tokens, painted", ours, note=clock, bar=200.0)
    report.figure("12 × 12 heads, 64 tokens, sent", len(blob) / 1e6, "MB")
    report.figure("4 × 6 heads, 128 pieces, painted", writers, note=clock, bar=200.0)
    if peer:
        attempt(report, "BertViz", bertviz.measure, browser, weights, ours)
    else:
        report.miss("BertViz", "pip install -r requirements-bench.txt")


def random_weights(
    layers: int = bertviz.LAYERS,
    heads: int = bertviz.HEADS,
    tokens: int = bertviz.TOKENS,
) -> np.ndarray:
    """Random weights: every row is drawn from a Dirichlet distribution, sum 1."""
    sizes = (layers, heads, tokens)
    return np.random.default_rng(1).dirichlet(np.full(sizes[-1], 0.3), size=sizes)


def packed(weights: np.ndarray) -> bytes:
    """The heads as one stack, packed for the component."""
    tokens = weights.shape[-1]
    words = tuple(f"word{at}" for at in range(tokens))
    side = MapSide("source", "source", words, (False,) * tokens)
    names = tuple(f"encoder.{at}.self_attention" for at in range(len(weights)))
    maps = torch.from_numpy(weights).float()
    allowed = torch.ones_like(maps, dtype=torch.bool)
    only = OneStack(Stack("all", side, side, names, maps, allowed))
    return pack_picture(*view_of(only, {}, {"source": "English"}, panels=("heads",)))


def painted(page: Page, blob: bytes) -> float:
    """Median milliseconds from the bytes in hand to the second frame."""
    page.wait_for_function("() => window.ready")
    page.evaluate(
        "text => window.blob = Uint8Array.from(atob(text), c => c.charCodeAt(0))",
        base64.b64encode(blob).decode(),
    )
    times = [
        page.evaluate(
            """async () => {
              const began = performance.now();
              window.show(window.blob.slice());
              const frame = () => new Promise(requestAnimationFrame);
              await frame();
              await frame();
              return performance.now() - began;
            }"""
        )
        for _ in range(ROUNDS)
    ]
    return middle(times[1:])
