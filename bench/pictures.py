"""Attention over pictures: two pages of many patches, opened from disk.

12 × 12 heads over 16 × 16 patches, and one layer of 12 heads over 50 × 50. Weights are
the softmax of normal scores, which pack worse than those of trained models.
"""

import re
import tempfile
from pathlib import Path

import numpy as np
import torch
from playwright.sync_api import Browser, Page

from bench.browser import PATIENCE, in_browser
from bench.long_inputs import MEGA, NOTES, SETTLED
from bench.report import Report, say
from core.other_models.arrays import show
from viz.export.page import page
from viz.export.pictures import picture

SIZES = ((16, 12, 12, 12.0, 1000.0), (50, 1, 12, 20.0, 2000.0))
"""Patches a side, layers, heads; megabytes and milliseconds that a page may take."""
TRIES, READ = 40, 12
POINT = """async ([tries, side]) => {
  const root = document.querySelector("div.picture").shadowRoot, took = [];
  const box = root.querySelector(".picture-box");
  const { left, top, width, height } = box.getBoundingClientRect();
  for (let at = 0; at < tries; at++) {
    const cell = (at * 37 + 5) % (side * side), column = cell % side;
    const begun = performance.now();
    box.dispatchEvent(new PointerEvent("pointermove", {
      clientX: left + (column + .5) / side * width,
      clientY: top + (Math.floor(cell / side) + .5) / side * height, bubbles: true }));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    took.push(performance.now() - begun);
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)];
}"""
"""From a pointer on another patch to the end of its frame: the middle of all tries."""
READOUT = """([row, cell, side]) => {
  const root = document.querySelector("div.picture").shadowRoot;
  const box = root.querySelector(".picture-box");
  for (const button of root.querySelectorAll(".choose [role=radio]")) {
    if (button.textContent === "1") button.click();
  }
  const { left, top, width, height } = box.getBoundingClientRect();
  const at = (kind, cell) => new (kind === "click" ? MouseEvent : PointerEvent)(kind, {
    clientX: left + (cell % side + .5) / side * width,
    clientY: top + (Math.floor(cell / side) + .5) / side * height, bubbles: true });
  box.dispatchEvent(at("pointerleave", row));
  root.querySelector(".attention").dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  box.dispatchEvent(at("click", row));
  box.dispatchEvent(at("pointermove", cell));
  return root.querySelector(".readout").textContent;
}"""
"""The number that is said of a pair of patches in the first head of the first layer."""


def measure(report: Report) -> None:
    in_browser(report, "pictures", pages)


def pages(report: Report, browser: Browser) -> None:
    """Each size as a page: how large, how soon painted, how soon a patch is lit."""
    with tempfile.TemporaryDirectory() as folder:
        for side, layers, heads, most, soon in SIZES:
            name = f"{layers} × {heads} heads, {side} × {side} patches"
            say(f"  {name}")
            scores = torch.randn(
                (layers, heads, side * side + 1, side * side + 1),
                generator=torch.Generator().manual_seed(1),
            )
            weights = scores.softmax(-1)
            pixels = np.random.default_rng(1).integers(0, 255, (28, 28, 3))
            image = np.repeat(np.repeat(pixels, 8, 0), 8, 1).astype(np.uint8)
            own = show(weights, image=image, grid=(side, side))
            path = Path(folder) / f"{side}.html"
            path.write_text(page([picture(own)]), encoding="utf-8")
            report.figure(f"{name}, page", path.stat().st_size / MEGA, "MB", bar=most)
            opened(report, browser, path, (name, side, soon), weights)


def opened(
    report: Report,
    browser: Browser,
    path: Path,
    what: tuple[str, int, float],
    weights: torch.Tensor,
) -> None:
    name, side, soon = what
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    tab.add_init_script(NOTES)
    tab.goto(path.as_uri(), wait_until="commit")
    tab.wait_for_function("window.painted !== undefined")
    report.figure(f"{name}, painted", tab.evaluate("window.painted"), bar=soon)
    tab.wait_for_timeout(SETTLED)
    report.figure(f"{name}, another patch", tab.evaluate(POINT, [TRIES, side]), bar=40)
    off, said = numbers_read(tab, side, weights)
    report.figure(f"{name}, numbers off by", off / said, "of what is said", bar=1.0)
    context.close()


def numbers_read(tab: Page, side: int, weights: torch.Tensor) -> tuple[float, float]:
    """How far numbers on the page are from the tensor, and what the page says of it."""
    off, cells = 0.0, side * side
    for n in range(READ):
        asked = [(n * 131 + 7) % cells, (n * 57 + 3) % cells, side]
        said = tab.evaluate(READOUT, asked)
        shown = said.rsplit(" ", 1)[-1]
        numbers = [int(one) - 1 for one in re.findall(r"\d+(?=, |: | →)", said)]
        row, cell = (numbers[at] * side + numbers[at + 1] for at in (0, 2))
        written = 0.5 * 10.0 ** -len(shown.partition(".")[2])
        true = weights[0, 0, 1 + row, 1 + cell].item()
        off = max(off, abs(float(shown) - true) - written)
    text = tab.evaluate(
        '() => document.querySelector("div.picture").shadowRoot'
        '.querySelector(".note.left").textContent'
    )
    return off, float(text.rstrip(".").rsplit(" ", 1)[-1])
