"""The app in a browser: the time from a reader's click to the painted page."""

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page

from bench.browser import app_and_trivial, attempt, in_browser, opened, stopwatch
from bench.opening import SENTENCE_FIELD, bytes_of_first_load, first_paint
from bench.report import Report, middle, say
from core.shelf.models import shelved, stands
from core.worlds.captions import caption
from core.worlds.streets import any_street
from viz.pages.app import library
from viz.payload.street import plain

ROUNDS = 20
RESTED = 600  # a view is reported after 250
FIRST_WORDS = "The doors of the old house were still open in 1699."  # 11 words
PAGES = {"/transformer": 5.0, "/bahdanau": 5.0, "/": 8.0}
WRITER, PIECE = "/writer", 3.0  # its bar for one piece more, in trivial reruns
CAPTIONS, STREET = "/captions", 3.0  # its bar for another street


class Another(NamedTuple):
    """What another one is asked for, within how many trivial reruns, of which model."""

    what: str
    bar: float
    model: str


OTHERS = {
    "/memory": Another("story", 5.0, "memory-3"),  # as for a new sentence
    "/pictures?step=1": Another("street", STREET, "twins"),
    "/pictures?step=2": Another("street", STREET, "gates"),
    "/pictures?step=3": Another("street", STREET, "patches-streets"),
    "/reviews?step=3": Another("review", STREET, "reviews-spanish"),
    "/looking?step=3": Another("street", STREET, "captions-soft"),
    "/captions?cap_step=film": Another("film", STREET, "film"),
}


def measure(report: Report) -> None:
    in_browser(report, "the browser part", every_page)


def every_page(report: Report, browser: Browser) -> None:
    """First paints, new sentences, what is touched in the picture, bytes."""
    first_paint(report, browser)
    with app_and_trivial(browser) as (address, click):
        for path, bar in pages().items():
            attempt(report, path, new_sentence, browser, address, path, bar, click)
        if WRITER in pages():
            attempt(report, WRITER, new_piece, browser, address, click)
        if stands("captions-soft"):
            attempt(report, CAPTIONS, new_street, browser, address, click)
        others = {path: of for path, of in OTHERS.items() if stands(of.model)}
        for path, of in others.items():
            attempt(report, path, another, browser, address, path, of, click)
        attempt(report, "the picture", in_the_picture, browser, address)
        beyond = [CAPTIONS] if stands("captions-soft") else []
        beyond += [*others, "/looking", "/listening"]
        for path in (*pages(), "/compare", "/models", *beyond):
            attempt(report, path, bytes_of_first_load, browser, address, path)
        times = [click() for _ in range(ROUNDS)]
        report.spread("trivial rerun", times, "click to painted")


def pages() -> dict[str, float]:
    """The pages that take a sentence, with their bars; a writer where there is one."""
    return PAGES | ({WRITER: 5.0} if library.WRITER in shelved() else {})


def sentence_field(page: Page) -> Locator:
    return page.locator(SENTENCE_FIELD)


def new_sentence(
    report: Report,
    browser: Browser,
    address: str,
    path: str,
    bar: float,
    trivial: Callable[[], float],
) -> None:
    """From the Enter key to painted maps, each round with a sentence that is new.

    A trivial rerun is measured in every round too, so that a busy moment meets both.
    """
    say(f"  a new sentence on {path}")
    with opened(browser, address + path) as page:
        field = sentence_field(page)
        field.fill(FIRST_WORDS)
        field.press("Enter")
        page.wait_for_function("() => window.bench.showing('1699') > 0")
        page.wait_for_load_state("networkidle")
        pictures = page.evaluate("() => window.bench.showing('1699')")
        times, trivial_times = [], []
        for year in range(1700, 1703 + ROUNDS):
            field.fill(FIRST_WORDS.replace("1699", str(year)))
            watch = f"pictured('keydown', '{year}', {pictures})"
            times.append(stopwatch(page, watch, lambda: field.press("Enter")))
            trivial_times.append(trivial())
    times = times[3:]
    against = middle(times) / middle(trivial_times)
    report.ratio(f"new sentence on {path} / trivial rerun", against, bar)
    report.spread(f"new sentence on {path}", times, f"{pictures} pictures")


def new_piece(
    report: Report, browser: Browser, address: str, trivial: Callable[[], float]
) -> None:
    """From the space bar to the map with a row more, each round with one piece more."""
    say("  one piece more on /writer")
    began, rounds = 4, ROUNDS
    asked = f"{WRITER}?w_text=If+you+want+to&w_pieces={began}"
    with opened(browser, f"{address}{asked}") as page:
        rows = began + 5  # ‹start› and the beginning are read as well
        page.wait_for_function(f"() => window.bench.showing('{rows} × {rows}') > 0")
        times, trivial_times = [], []
        for more in range(rows + 1, rows + 1 + rounds):
            page.locator(".word.query[tabindex='0']").press("Escape")  # to the picture
            watch = f"pictured('keydown', '{more} × {more}', 1)"
            times.append(stopwatch(page, watch, lambda: page.keyboard.press(" ")))
            trivial_times.append(trivial())
    against = middle(times) / middle(trivial_times)
    report.ratio("one piece more on /writer / trivial rerun", against, PIECE)
    report.spread("one piece more on /writer", times, "key to painted")


def new_street(
    report: Report, browser: Browser, address: str, trivial: Callable[[], float]
) -> None:
    """From *Another street* to what is said of it; and from a word to its weights."""
    say("  another street on /captions")
    with opened(browser, address + CAPTIONS) as page:
        another = page.get_by_role("button", name="Another street")
        another.wait_for()
        page.wait_for_load_state("networkidle")
        times, trivial_times = [], []
        for seed in range(1, 4 + ROUNDS):
            words = plain(caption(any_street(seed)).words)
            watch = f"pictured('click', {json.dumps(words)}, 1)"
            times.append(stopwatch(page, watch, another.click))
            trivial_times.append(trivial())
        words = page.locator(".words [role=option]").all()
        moves = []
        for word in words[: ROUNDS // 2] * 2:
            moves.append(stopwatch(page, "changed('click')", word.click))
            page.wait_for_timeout(RESTED)
    times = times[3:]
    against = middle(times) / middle(trivial_times)
    report.ratio("another street on /captions / trivial rerun", against, STREET)
    report.spread("another street on /captions", times, "click to painted")
    report.spread("another word of a caption", moves, "to painted", 40.0)


def another(
    report: Report,
    browser: Browser,
    address: str,
    path: str,
    of: Another,
    trivial: Callable[[], float],
) -> None:
    """From the button for another picture to all that is drawn of it."""
    say(f"  another {of.what} on {path}")
    with opened(browser, address + path) as page:
        button = page.get_by_role("button", name=f"Another {of.what}")
        button.wait_for()
        page.wait_for_load_state("networkidle")
        times, trivial_times = [], []
        for _ in range(3 + ROUNDS):
            times.append(stopwatch(page, "changed('click')", button.click))
            trivial_times.append(trivial())
        moves = []
        cells = page.locator(".pick button, .words [role=option]").all()
        for cell in cells[:ROUNDS]:
            page.wait_for_timeout(RESTED)
            moves.append(stopwatch(page, "changed('click')", cell.click))
    times = times[3:]
    against = middle(times) / middle(trivial_times)
    report.ratio(f"another {of.what} on {path} / trivial rerun", against, of.bar)
    report.spread(f"another {of.what} on {path}", times, "click to painted")
    if moves:
        report.spread(f"another row on {path}", moves, "to painted", 40.0)


def in_the_picture(report: Report, browser: Browser, address: str) -> None:
    """Switching a head and hovering over a cell; neither asks the server."""
    say("  a head switch and a hover")
    with opened(browser, f"{address}/transformer") as page:
        heads = [
            page.get_by_role("radio", name=f"head {number}", exact=True)
            for number in range(1, 9)
        ]
        heads[0].wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(RESTED)
        switches, said = [], [spoken(page)]
        for round_ in range(ROUNDS + 5):
            click = heads[round_ % 8].click
            switches.append(stopwatch(page, "changed('click')", click))
            page.wait_for_timeout(RESTED)
            said.append(spoken(page))
        cells = page.locator("[role=gridcell][data-cell]").all()
        hovers = []
        for cell in cells[: ROUNDS + 5]:
            box = cell.bounding_box()
            if box is None:
                raise RuntimeError("no cell to point at")
            move = partial(page.mouse.move, box["x"] + 8, box["y"] + 8)
            hovers.append(stopwatch(page, "changed('pointermove')", move))
        page.wait_for_timeout(RESTED)
        said.append(spoken(page))
        early = page.evaluate("window.bench.early()")
    *reports, pointed = (after - before for before, after in pairwise(said))
    report.spread("head switch", switches[5:], "to painted", 40.0)
    report.spread("hover", hovers[5:], "to painted", 40.0)
    early_said = "said to the server before it is drawn"
    report.figure(early_said, early, "bytes", bar=0.0)
    report.figure("said of a head once it rests", max(reports), "bytes", bar=2000.0)
    report.figure("said to the server by hovering", pointed, "bytes", bar=0.0)


def spoken(page: Page) -> int:
    """Bytes that the page has sent to the server until now."""
    return page.evaluate("window.bench.spoken()")
