"""A real JupyterLab in Chromium: a trace as a cell's output, and as a widget.

    python tests/wheel/jupyter.py PYTHON [SCREENSHOT.png]

PYTHON has headlight[notebook] and jupyterlab; Playwright is asked for where this runs.
Exits with 1 and a sentence where something is not as it should be.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser import chromium

PATIENCE = 240_000  # milliseconds
CELLS = (
    "import headlight\n"
    'trace = headlight.load("transformer-en-fr").explain("The woman ate the fish.")\n'
    "trace",
    "widget = trace.show(layer=2, head=3)\nwidget",
    'widget.view = {"stack": "encoder", "layer": 0, "head": None, "row": 1}',
    'print("seen", widget.view)',
)


def main(python: str, screenshot: str = "") -> int:
    """Start it, run the cells, look, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        notebook = {
            "cells": [cell(source, at) for at, source in enumerate(CELLS)],
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        Path(folder, "fish.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = f"{python} -m jupyterlab --no-browser --allow-root --port={port}"
        options = ("--IdentityProvider.token=", f"--ServerApp.root_dir={folder}")
        server = subprocess.Popen(
            [*command.split(), *options],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "JUPYTER_CONFIG_DIR": folder},
        )
        try:
            up(f"http://127.0.0.1:{port}/api")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium.find(), args=chromium.ARGUMENTS
                )
                page = browser.new_page(viewport={"width": 1280, "height": 1600})
                page.set_default_timeout(PATIENCE)
                expect.set_options(timeout=PATIENCE)
                page.goto(f"http://127.0.0.1:{port}/lab/tree/fish.ipynb")
                look(page, screenshot)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    return 0


def cell(source: str, at: int) -> dict[str, object]:
    """A cell of code that was never run."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"cell-{at}",
        "metadata": {},
        "outputs": [],
        "source": source,
    }


def up(address: str) -> None:
    """Wait until the server answers."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            urlopen(address).close()
            return
        except URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def look(page: Page, screenshot: str) -> None:
    """Both pictures are drawn, a click reaches Python and Python the picture."""
    cells = page.locator(".jp-CodeCell")
    expect(cells).to_have_count(len(CELLS))
    run(page, 0)
    inside = page.frame_locator(".jp-OutputArea iframe")
    expect(inside.locator(".says")).to_contain_text("attends most to")
    run(page, 1)
    widget = cells.nth(1)
    title = widget.locator(".titleline h2")
    expect(title).to_contain_text("layer 3, head 4")
    widget.get_by_role("radio", name="head 6").click()
    expect(title).to_contain_text("head 6")
    run(page, 3)
    expect(cells.nth(3).locator(".jp-OutputArea-output")).to_contain_text("'head': 5")
    run(page, 2)
    expect(title).to_contain_text("Encoder self-attention, layer 1, mean of 8 heads")
    if screenshot:
        page.screenshot(path=screenshot)
    print(
        "JupyterLab draws a trace in a frame and as a widget; its view goes both ways"
    )


def run(page: Page, at: int) -> None:
    """Run a cell as a reader does."""
    page.locator(".jp-CodeCell").nth(at).locator(".cm-content").click()
    page.keyboard.press("Control+Enter")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
