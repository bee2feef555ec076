"""The picture of the README, from the weights that ship: python -m bench.picture."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.browser import PATIENCE, launched
from bench.report import say
from tests.browser import chromium
from tests.browser.server import running

FILE = Path("assets/readme/start.png")
WINDOW = {"width": 1280, "height": 800}
SETTLED = 2_000  # milliseconds, for the letters and the ribbons


def main() -> int:
    """Open *Start* and save what is on the screen; the exit status."""
    if chromium.find() is None:
        say("No Chromium found.")
        return 1
    with (
        running() as address,
        sync_playwright() as playwright,
        launched(playwright.chromium) as browser,
    ):
        page = browser.new_page(viewport=WINDOW)  # pyright: ignore[reportArgumentType]
        page.goto(address, timeout=PATIENCE)
        page.locator(".st-key-halves canvas, .st-key-halves svg").first.wait_for(
            timeout=PATIENCE
        )
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=FILE)
    say(f"{FILE}, {FILE.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
