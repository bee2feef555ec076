"""Long inputs: 12 × 12 heads over 128 and 512 tokens as one file, opened from disk.

The numbers of BertViz and attnview were handed on from an earlier comparison. They are
repeated here, not measured: on which machine and with which weights was not recorded.
"""

import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser

from bench.browser import PATIENCE, in_browser
from bench.report import Report, resident, say
from core.other_models.arrays import show
from viz.export.page import page, zipped
from viz.export.pictures import picture

LAYERS, HEADS = 12, 12
MEGA = 1e6
RECORDED = (
    ("BertViz, 128 tokens", 107.0, "painted", 41_000.0),
    ("attnview 0.5, 128 tokens", 52.0, "painted", 1_100.0),
    ("attnview 0.5, 512 tokens", 858.0, "written, not drawn", 41_000.0),
)
"""Megabytes, and milliseconds with what they are of."""
REPEATED = "repeated from elsewhere, not measured"
DRAWN = "document.documentElement.dataset.drawn !== undefined"


def measure(report: Report) -> None:
    in_browser(report, "long inputs", files)


def files(report: Report, browser: Browser) -> None:
    """Both lengths, then what was recorded of others."""
    with tempfile.TemporaryDirectory() as folder:
        for tokens in (128, 512):
            say(f"  {tokens} tokens")
            one_file(report, browser, Path(folder), tokens)
    for name, size, what, times in RECORDED:
        report.figure(f"{name}, file", size, "MB", REPEATED)
        report.figure(f"{name}, {what}", times, note=REPEATED)


def one_file(report: Report, browser: Browser, folder: Path, tokens: int) -> None:
    """Megabytes on disk; from opening the file to its first paint; the memory used."""
    scores = np.random.default_rng(1).normal(
        scale=2, size=(LAYERS, HEADS, tokens, tokens)
    )
    weights = np.exp(scores, dtype="<f4", casting="same_kind")
    weights /= weights.sum(-1, keepdims=True)
    packed = picture(show(weights, [f"word{at}" for at in range(tokens)]))
    path = folder / f"{tokens}.html"
    path.write_text(page([packed]), encoding="utf-8")
    name, long = f"12 × 12 heads, {tokens} tokens", tokens == 512
    report.figure(f"{name}, page", path.stat().st_size / MEGA, "MB")
    small, bar = len(zipped(packed)) / MEGA, 40.0 if long else None
    report.figure(f"{name}, .headlight file", small, "MB", bar=bar)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    before = renderers()
    tab.goto(path.as_uri(), wait_until="commit")
    tab.wait_for_function(DRAWN)
    took = tab.evaluate("performance.now()")
    grown = max(0, renderers() - before)
    report.figure(f"{name}, painted", took, bar=3000.0 if long else None)
    bar = 500.0 if long else None
    report.figure(f"{name}, memory", grown / MEGA, "MB", "all tabs, grown by", bar)
    context.close()


def renderers() -> int:
    """Resident bytes of all tabs of Chromium on this machine."""
    found = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if b"--type=renderer" in command:
            found += resident(folder.name)
    return found
