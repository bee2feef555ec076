"""The page that translates by itself: opened from disk, and a sentence after another.

It is opened once as it is, and once on a quarter of one core, in a window as narrow as
a phone: other processes take the rest of that core.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from bench.browser import PATIENCE, in_browser
from bench.report import Report, late, middle, say
from core.in_use.translator import load
from core.shelf.models import BAHDANAU, TRANSFORMER
from tests.places import ROOT
from viz.export.live import live, site

MEGA = 1e6
SENTENCES, FEW = 200, 20
HELD_OUT = ROOT / "recipes/held-out"
STAMPS = """new MutationObserver(() => {
  const { drawn, ready } = document.documentElement?.dataset ?? {};
  const stamp = name => requestAnimationFrame(() => requestAnimationFrame(() => {
    window[name] ??= performance.now(); }));
  if (drawn !== undefined) stamp("painted");
  if (ready !== undefined) stamp("whole");
}).observe(document, { attributes: true, subtree: true, childList: true });"""
SAID = """typed => new Promise(done => {
  const lists = new Set(document.querySelectorAll(".french")), from = performance.now();
  const watch = new MutationObserver(changes => {
    changes.forEach(({ target }) => lists.delete(target));
    if (lists.size) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() =>
      done(performance.now() - from)));
  });
  lists.forEach(list => watch.observe(list, { childList: true }));
  document.querySelector(".ask input").value = typed;
  document.querySelector(".ask button").click();
})"""
HEADS = """async () => {
  const root = document.querySelector(".picture").shadowRoot, taken = [];
  const frame = () => new Promise(requestAnimationFrame);
  const title = () => root.querySelector("h2").textContent;
  for (let at = 0; at < 24; at++) {
    await frame();
    const before = title(), heads = root.querySelectorAll("[role=radio]");
    [...heads].filter(one => /^[1-8]$/.test(one.textContent)).slice(-8)[at % 8].click();
    let frames = 0;
    do { await frame(); frames += 1; } while (title() === before && frames < 20);
    taken.push(frames);
  }
  return taken;
}"""
MOVED = """() => {
  window.moved = 0;
  new PerformanceObserver(list => list.getEntries().forEach(one => {
    if (!one.hadRecentInput) window.moved += one.value; })
  ).observe({ type: "layout-shift", buffered: true });
}"""


def measure(report: Report) -> None:
    models = [load(TRANSFORMER), load(BAHDANAU)]
    with tempfile.TemporaryDirectory() as made:
        alone, both = Path(made) / "alone.html", Path(made) / "both.html"
        for path, of, bar in ((alone, models[:1], 16.0), (both, models, 28.0)):
            with path.open("wb") as file:
                live(of, file)
            name = f"a page with {len(of)} model{'s' * (len(of) > 1)}, file"
            report.figure(name, path.stat().st_size / MEGA, "MB", bar=bar)
        site(models, Path(made) / "site")
        small = (Path(made) / "site" / "index.html").stat().st_size
        report.figure("the folder, before the weights", small / 1e3, "kB", bar=300.0)
        in_browser(report, "live", lambda report, browser: usual(report, browser, both))
        with one_quarter():
            say("  on a quarter of a core")
            in_browser(
                report, "live", lambda report, browser: slow(report, browser, both)
            )


def usual(report: Report, browser: Browser, path: Path) -> None:
    """As it is opened on a laptop."""
    opened(browser, path, 1280).context.close()  # what a browser does once is its own
    page = opened(browser, path, 1280)
    report.figure("live, first picture", page.evaluate("painted"), bar=500.0)
    report.figure("live, ready", page.evaluate("whole"), bar=1500.0)
    page.wait_for_timeout(2000)
    report.figure("live, memory", private(browser), "MB", "of the tab", bar=250.0)
    times = [page.evaluate(SAID, typed) for typed in sentences(SENTENCES)]
    report.figure("live, a new sentence painted, p50", middle(times), bar=120.0)
    report.figure("live, a new sentence painted, p95", late(times), bar=400.0)
    report.figure("live, another head", max(page.evaluate(HEADS)), "frames", bar=2.0)
    page.wait_for_timeout(2000)
    report.figure("live, memory afterwards", private(browser), "MB", "of the tab")
    page.context.close()


def slow(report: Report, browser: Browser, path: Path) -> None:
    """On a slow phone."""
    page = opened(browser, path, 390)
    report.figure("live, slowed: ready", page.evaluate("whole"), bar=8000.0)
    times = [page.evaluate(SAID, typed) for typed in sentences(FEW)]
    report.figure("live, slowed: a new sentence", middle(times), bar=600.0)
    report.figure("live, slowed: layout shift", page.evaluate("moved"), "", bar=0.1)
    page.context.close()


def private(browser: Browser) -> float:
    """Megabytes of the largest tab that it shares with no other process."""
    asking = browser.new_browser_cdp_session()
    found = asking.send("SystemInfo.getProcessInfo")["processInfo"]
    asking.detach()
    sizes = []
    for one in found:
        maps = Path(f"/proc/{one['id']}/smaps_rollup")
        if one["type"] == "renderer" and maps.exists():
            lines = maps.read_text().splitlines()
            mine = [line for line in lines if line.startswith("Private_")]
            sizes.append(sum(int(line.split()[1]) for line in mine) * 1024 / MEGA)
    return max(sizes)


def opened(browser: Browser, path: Path, width: int) -> Page:
    """The page, ready, in a window of that width."""
    context = browser.new_context(viewport={"width": width, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(STAMPS)
    page.add_init_script(f"({MOVED})()")
    page.goto(path.as_uri(), wait_until="commit")
    page.locator("html[data-ready]").wait_for()
    while not page.evaluate("window.whole"):  # the policy forbids to be asked a string
        page.wait_for_timeout(20)
    return page


def sentences(n: int) -> list[str]:
    """Held-out sentences, and what somebody types first."""
    sixty = (HELD_OUT / "sixty.tsv").read_text("utf-8").splitlines()
    first = (HELD_OUT / "first-words.tsv").read_text("utf-8").splitlines()
    found = [line.split("\t")[1] for line in sixty]
    found += [line.split("\t")[1] for line in first if line and line[0] != "#"]
    return found[:n]


@contextmanager
def one_quarter() -> Iterator[None]:
    """What is started here has a quarter of one core."""
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_cores)})
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)
    ]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()
        os.sched_setaffinity(0, all_cores)
