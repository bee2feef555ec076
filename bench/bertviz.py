"""BertViz compared with our picture: the same heads, in the same browser.

The page that `bertviz.model_view` writes asks cdnjs for RequireJS, jQuery and d3. A
benchmark asks nobody: npm fetches the three once into `.venv/peers`, and the browser is
answered from there. (npm has no jQuery 2.0.0, which BertViz names; 2.1.0 stands in.)
Without npm only the bytes are reported, without BertViz (`requirements-bench.txt`)
nothing.

Both clocks start with the bytes in the browser's hands and stop with the second frame
after everything was drawn. BertViz's covers its libraries too, read from memory.
"""

import shutil
import subprocess
import tarfile
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from playwright.sync_api import Browser, Error, Route

from bench.browser import launched
from bench.report import Report, middle, say

LAYERS, HEADS, TOKENS = 12, 12, 64
ROUNDS = 3
DRAWN_WITHIN = 300_000  # milliseconds
PAGE = "http://127.0.0.1/bertviz"
PEERS = Path(".venv/peers")
LIBRARIES = {
    "require.min.js": ("requirejs@2.3.6", "package/require.js"),
    "jquery.min.js": ("jquery@2.1.0", "package/dist/jquery.min.js"),
    "d3.min.js": ("d3@5.7.0", "package/dist/d3.min.js"),
}


def installed() -> bool:
    """Whether BertViz and transformers are installed."""
    names = ("bertviz", "transformers", "IPython")
    return all(find_spec(name) for name in names)


def random_heads() -> np.ndarray:
    """The attention weights of an untrained BERT over 64 tokens."""
    models = import_module("transformers")
    torch.manual_seed(1)
    config = models.BertConfig(
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        initializer_range=0.2,  # with the usual 0.02 an untrained head looks evenly
        attn_implementation="eager",
    )
    model = models.BertModel(config, add_pooling_layer=False).eval()
    with torch.inference_mode():
        found = model(torch.arange(1000, 1000 + TOKENS)[None], output_attentions=True)
    return torch.cat(found.attentions).numpy()


def measure(
    report: Report,
    browser: Browser,
    weights: np.ndarray,
    ours: float,
    which: str = "",
    rounds: int = ROUNDS,
) -> None:
    """Bytes and milliseconds of BertViz's model view; `ours` are the milliseconds.

    It has a browser of its own, of the kind of `browser`.
    """
    tokens = [f"word{at}" for at in range(weights.shape[-1])]
    layers = [torch.from_numpy(layer)[None] for layer in weights]
    draw = import_module("bertviz").model_view
    html = draw(layers, tokens, html_action="return").data
    sent = len(html.encode()) / 1e6
    report.figure(f"BertViz on the same heads{which}, sent", sent, "MB")
    libraries = fetched()
    if libraries is None:
        report.miss("BertViz painted", "its libraries need npm, once")
        return
    times = []
    # a large page takes its browser down
    with launched(browser.browser_type) as its_own:
        for _ in range(rounds):
            say("  BertViz draws the same heads")
            times.append(painted(its_own, html, libraries))
    theirs = middle(times)
    report.figure(f"BertViz on the same heads{which}, painted", theirs)
    name = f"12 × 12 heads{which} painted, BertViz / ours"
    report.ratio(name, theirs / ours, 1.0, True)


def painted(browser: Browser, html: str, libraries: dict[str, str]) -> float:
    """Milliseconds from the page in hand to the painted drawing."""

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        if route.request.url == PAGE:
            page_text = f"<!doctype html><meta charset='utf-8'><body>{html}</body>"
            route.fulfill(body=page_text, content_type="text/html; charset=utf-8")
        elif name in libraries:
            route.fulfill(body=libraries[name], content_type="text/javascript")
        else:
            route.abort()

    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(DRAWN_WITHIN)
    page = context.new_page()
    page.route("**/*", answer)
    page.goto(PAGE, wait_until="commit")
    try:
        return page.evaluate(
            """async () => {
              const frame = () => new Promise(requestAnimationFrame);
              while (!document.querySelector("svg line, svg path, svg rect"))
                await frame();
              await frame();
              await frame();
              const [visit] = performance.getEntriesByType("navigation");
              return performance.now() - visit.responseEnd;
            }"""
        )
    finally:
        with suppress(Error):
            context.close()


def fetched() -> dict[str, str] | None:
    """The libraries of BertViz's page by file name; None where npm is not at hand."""
    npm = shutil.which("npm")
    PEERS.mkdir(parents=True, exist_ok=True)
    found = {}
    for name, (package, member) in LIBRARIES.items():
        archive = PEERS / f"{package.replace('@', '-')}.tgz"
        if not archive.exists():
            if npm is None:
                return None
            command = [npm, "pack", "--silent", "--pack-destination", str(PEERS)]
            try:
                subprocess.run([*command, package], check=True, capture_output=True)
            except subprocess.CalledProcessError:
                return None
        with tarfile.open(archive) as files:
            file = files.extractfile(member)
            if file is None:
                return None
            found[name] = file.read().decode()
    return found
