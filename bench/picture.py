"""Pictures of pages, from the weights that ship: python -m bench.picture [PAGE …].

Without a name: that of the README, and one of every page, which a chat shows of a link.
"""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from bench.browser import PATIENCE, launched
from bench.report import say
from tests.browser import chromium
from tests.browser.server import running
from tests.places import OFFERED

README = Path("assets/readme/start.png")
CARDS = Path("static/cards")
WINDOW = {"width": 1280, "height": 800}
CARD = {"width": 1440, "height": 756}  # seen smaller, as 1200 × 630
BARE = "[data-testid=stHeader], .st-key-bar, .st-key-tools { display: none !important }"
MOST = 60_000  # bytes
QUALITIES = range(88, 20, -6)
SETTLED = 2_000  # milliseconds, for the letters and the ribbons


def main(asked: list[str]) -> int:
    """Open the pages and save what is on the screen; the exit status."""
    if chromium.find() is None:
        say("No Chromium found.")
        return 1
    with (
        running() as address,
        sync_playwright() as playwright,
        launched(playwright.chromium) as browser,
    ):
        if not asked:
            page = browser.new_page(viewport=WINDOW)  # pyright: ignore[reportArgumentType]
            opened(page, address)
            page.screenshot(path=README)
            say(f"{README}, {README.stat().st_size / 1000:.0f} kB")
        page = browser.new_page(viewport=CARD)  # pyright: ignore[reportArgumentType]
        page.emulate_media(reduced_motion="reduce")
        for path in OFFERED:
            name = path or "start"
            if not asked or name in asked:
                opened(page, f"{address}/{path}")
                page.add_style_tag(content=BARE)
                page.wait_for_timeout(SETTLED)
                drawn = small(page.screenshot())
                (CARDS / f"{name}.jpg").write_bytes(drawn)
                say(f"{name}, {len(drawn) / 1000:.0f} kB")
    return 0


def opened(page: Page, address: str) -> None:
    """Wait until all of a page is drawn."""
    page.goto(address, timeout=PATIENCE)
    page.locator("[data-testid=stMain] h1").first.wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)


def small(png: bytes) -> bytes:
    """The same as JPEG, as good as `MOST` bytes allow."""
    image = Image.open(io.BytesIO(png)).convert("RGB").resize((1200, 630))
    found = io.BytesIO()
    for quality in QUALITIES:
        found = io.BytesIO()
        image.save(found, "JPEG", quality=quality, optimize=True, progressive=True)
        if found.tell() <= MOST:
            break
    return found.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
