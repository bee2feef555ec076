"""What opening a page costs: the time until it is there to be seen, and its bytes."""

import gzip
import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser, Response

from bench.browser import HERE, opened
from bench.report import Report, middle, say
from tests.browser.server import running

STARTS = 3
SENTENCE_FIELD = ".st-key-sentence input, .st-key-w_text input"
PICTURE = "() => window.bench.showing('fish') > 0"
COMPRESSIBLE = ("javascript", "css", "html", "json", "svg", "font/ttf")


def seen(selector: str) -> str:
    """Asks whether the first of these is there to be seen."""
    return f"() => document.querySelector({selector!r})?.checkVisibility()"


EMPTY = [seen("[data-testid=stMarkdown] p")]
OURS = [seen("h1"), seen(SENTENCE_FIELD), PICTURE]


def first_paint(report: Report, browser: Browser) -> None:
    """From the command to what is there to be seen, ours and an empty app.

    Of ours that is its heading, the field one types into, and the picture.
    """
    say("  first paint of a fresh process")
    ours, theirs = [], []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder:
            theirs += paint_of(browser, EMPTY, HERE / "empty.py", Path(folder))
        ours.append(paint_of(browser, OURS))
    heading, field, picture = map(middle, zip(*ours, strict=True))
    empty = middle(theirs)
    report.ratio("its heading / an empty Streamlit app", heading / empty)
    report.ratio("first paint / an empty Streamlit app", field / empty, 1.5)
    report.figure("first paint, fresh process", field, note="from the command")
    report.figure("first paint, empty app", empty, note="from the command")
    report.ratio("first picture / first text", picture / field, 1.3)
    title, note = "first picture, fresh process", "stored: no model is loaded for it"
    report.figure(title, picture, note=note)


def paint_of(browser: Browser, shown: list[str], *started: Path) -> list[float]:
    """Milliseconds until each is true, asked every frame; `started` is `running`'s."""
    began = perf_counter()
    times: list[float] = []
    with running(*started) as address, opened(browser, address) as page:
        for asked in shown:
            page.wait_for_function(asked)
            times.append((perf_counter() - began) * 1000)
    return times


def bytes_of_first_load(
    report: Report, browser: Browser, address: str, path: str
) -> None:
    """What a new visitor fetches, as served and as a compressing proxy sends it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    frames = [0]

    def received(payload: str | bytes) -> None:
        frames[0] += len(payload)

    page.on("websocket", lambda socket: socket.on("framereceived", received))
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    sent = [each for each in answers if each.ok and each.url.startswith("http")]
    bodies = [(answer, answer.body()) for answer in sent]  # a blob: came by the socket
    charts = any("plotly" in answer.url.lower() for answer in answers)
    context.close()
    served = sum(len(body) for _, body in bodies)
    packed = sum(
        len(gzip.compress(body, 6))
        if any(kind in answer.headers.get("content-type", "") for kind in COMPRESSIBLE)
        else len(body)
        for answer, body in bodies
    )
    bar = 3.0 if charts else 1.5
    chart = "with Plotly" if charts else "no Plotly"
    title = f"first load of {path}"
    report.figure(f"{title}, gzip 6", packed / 1e6, "MB", chart, bar)
    report.figure(f"{title}, as served", served / 1e6, "MB")
    report.figure(f"{title}, websocket", frames[0] / 1e6, "MB")
