"""The picture of a large model, painted in a browser: no server takes part."""

import base64

import numpy as np
from playwright.sync_api import sync_playwright

from bench.report import Figure, Report, middle
from bench.screen import launched, opened
from tests.browser import chromium
from tests.browser.harness import serving
from viz.components.attention import pack

ROUNDS = 6


def measure(report: Report) -> None:
    """All heads of a 12 × 12 model over 64 tokens: bytes in hand to painted."""
    path = chromium.find()
    if path is None:
        report.missing.append("12 × 12 heads: no Chromium found")
        return
    draw = np.random.default_rng(1).dirichlet
    weights = draw(np.full(64, 0.3), size=(12, 12, 64)).astype("<f4")
    words = [f"word{at}" for at in range(64)]
    side = {"words": words, "special": [False] * 64, "name": "English"}
    stack = {"id": "all", "label": "All", "short": "all", "queries": "source"}
    header = {
        "id": "bench",
        "sequences": {"source": side},
        "stacks": [{**stack, "keys": "source", "shape": [12, 12, 64, 64], "offset": 0}],
        "view": {"stack": "all", "layer": 0, "head": 0, "row": 0},
        "panels": ["heads"],
        "labels": {},
    }
    blob = pack({**header, "view_rev": ""}, weights.ravel())
    times = []
    with (
        sync_playwright() as playwright,
        serving() as address,
        opened(launched(playwright, path), address) as page,
    ):
        page.wait_for_function("() => window.ready")
        text = base64.b64encode(blob).decode()
        page.evaluate(
            "text => window.blob = Uint8Array.from(atob(text), c => c.charCodeAt(0))",
            text,
        )
        for _ in range(ROUNDS):
            times.append(
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
            )
    report.figures += [
        Figure(
            "12 × 12 heads, 64 tokens, painted",
            middle(times[1:]),
            "ms",
            "bytes in hand to the second frame",
            200.0,
        ),
        Figure("12 × 12 heads, 64 tokens, sent", len(blob) / 1e6, "MB"),
    ]
