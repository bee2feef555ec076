"""Long inputs: 12 × 12 heads over 128 and 512 tokens as one file, opened from disk.

Where BertViz is installed it draws the same 128 tokens beside ours. The numbers of it
and of attnview that were handed on from an earlier comparison are repeated here, not
measured: on which machine and with which weights was not recorded.

Beside the clock the processor time of the tab is given: on a machine that has other
things to do, that is what can be compared.
"""

import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser

from bench import bertviz
from bench.browser import PATIENCE, attempt, in_browser
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
SETTLED = 3000  # milliseconds, for the layers that are not shown
NOTES = """new MutationObserver((_, watch) => {
  if (document.documentElement?.dataset.drawn === undefined) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    window.painted = performance.now(); }));
}).observe(document, { attributes: true, subtree: true, childList: true });"""


def measure(report: Report) -> None:
    in_browser(report, "long inputs", files)


def files(report: Report, browser: Browser) -> None:
    """Both lengths, then what was recorded of others."""
    with tempfile.TemporaryDirectory() as folder:
        for tokens in (128, 512):
            say(f"  {tokens} tokens")
            weights = random_weights(tokens)
            ours = one_file(report, browser, Path(folder), weights)
            if tokens == 128 and bertviz.installed():
                attempt(
                    report,
                    "BertViz, 128 tokens",
                    *(bertviz.measure, browser, weights, ours, ", 128 tokens", 1),
                )
    for name, size, what, times in RECORDED:
        report.figure(f"{name}, file", size, "MB", REPEATED)
        report.figure(f"{name}, {what}", times, note=REPEATED)


def random_weights(tokens: int) -> np.ndarray:
    """The softmax of normal scores."""
    scores = np.random.default_rng(1).normal(
        scale=2, size=(LAYERS, HEADS, tokens, tokens)
    )
    weights = np.exp(scores, dtype="<f4", casting="same_kind")
    return weights / weights.sum(-1, keepdims=True)


def one_file(
    report: Report, browser: Browser, folder: Path, weights: np.ndarray
) -> float:
    """Megabytes on disk, and what `painting` measures."""
    tokens = weights.shape[-1]
    packed = picture(show(weights, [f"word{at}" for at in range(tokens)]))
    path = folder / f"{tokens}.html"
    path.write_text(page([packed]), encoding="utf-8")
    name, long = f"12 × 12 heads, {tokens} tokens", tokens == 512
    report.figure(f"{name}, page", path.stat().st_size / MEGA, "MB")
    small, bar = len(zipped(packed)) / MEGA, 40.0 if long else None
    report.figure(f"{name}, .headlight file", small, "MB", bar=bar)
    return painting(report, browser, path, name, barred=long)


def painting(
    report: Report, browser: Browser, path: Path, name: str, *, barred: bool
) -> float:
    """From opening a file to its first paint, which is returned; what the tab takes."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    tab.add_init_script(NOTES)
    before, worked = used(browser)
    tab.goto(path.as_uri(), wait_until="commit")
    tab.wait_for_function("window.painted !== undefined")
    worked = used(browser)[1] - worked
    took = tab.evaluate("window.painted")
    tab.wait_for_function("document.readyState === 'complete'")
    tab.wait_for_timeout(SETTLED)
    grown = max(0, used(browser)[0] - before)
    report.figure(f"{name}, painted", took, bar=3000.0 if barred else None)
    report.figure(f"{name}, processor until then", worked * 1000, note="of the tab")
    bar = 500.0 if barred else None
    report.figure(f"{name}, memory", grown / MEGA, "MB", "all tabs, grown by", bar)
    context.close()
    return took


def used(browser: Browser) -> tuple[int, float]:
    """Resident bytes of all tabs of this browser, and the seconds they have worked."""
    asking = browser.new_browser_cdp_session()
    found = asking.send("SystemInfo.getProcessInfo")["processInfo"]
    asking.detach()
    tabs = [one for one in found if one["type"] == "renderer"]
    return sum(resident(one["id"]) for one in tabs), sum(one["cpuTime"] for one in tabs)
