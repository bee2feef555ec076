"""The labs in a browser: the time from a slider's key to the painted picture."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import (
    Browser,
    Locator,
    Page,
    TimeoutError,
    sync_playwright,
)

from bench.report import Figure, Ratio, Report, late, middle, say
from bench.screen import attempt, launched, opened, stopwatch, trivial_rerun
from tests.browser import chromium
from tests.browser.server import running
from viz.address import LABS

ROUNDS, WARM = 12, 2
BAR = 3.0
LATE = 20_000  # milliseconds after the words: a slider is a script of its own


def measure(report: Report) -> None:
    path = chromium.find()
    if path is None:
        report.missing.append("the labs: no Chromium found")
        return
    with sync_playwright() as playwright:
        browser = launched(playwright, path)
        with (
            running() as address,
            running("bench/trivial.py") as trivial,
            opened(browser, trivial) as page,
        ):
            click = trivial_rerun(page)
            for lab in LABS:
                attempt(report, f"/{lab}", slider, browser, address, lab, click)
        browser.close()


def slider(
    report: Report,
    browser: Browser,
    address: str,
    lab: str,
    trivial: Callable[[], float],
) -> None:
    """The first slider of a lab, moved left and right, with trivial reruns between."""
    say(f"  a slider of /{lab}")
    with opened(browser, address) as page:
        knob = found(page, address, lab)
        if knob is None:
            report.missing.append(f"/{lab}: it has no slider")
            return
        keys = ["ArrowLeft", "ArrowRight"]
        if knob.get_attribute("value") == knob.get_attribute("min"):
            keys.reverse()  # at its lowest a slider has nothing to answer on the left
        times, trivial_times = [], []
        for turn in range(WARM + ROUNDS):
            press = partial(knob.press, keys[turn % 2])
            times.append(stopwatch(page, "redrawn('keydown')", press))
            trivial_times.append(trivial())
    p50 = middle(times[WARM:])
    report.ratios.append(
        Ratio(f"slider of /{lab} / trivial rerun", p50 / middle(trivial_times), BAR)
    )
    report.figures += [
        Figure(f"slider of /{lab}, p50", p50, "ms", "key to painted"),
        Figure(f"slider of /{lab}, p95", late(times[WARM:]), "ms"),
    ]


def found(page: Page, address: str, lab: str) -> Locator | None:
    """The first slider of the first step that has one."""
    for step in (1, 2, 3):
        page.goto(f"{address}/{lab}?step={step}")
        page.locator(".st-key-lab-picture [class*=-files]").first.wait_for()
        knob = page.locator(".st-key-lab-picture [data-testid=stSlider]")
        knob = knob.get_by_role("slider").first
        try:
            knob.wait_for(state="attached", timeout=LATE)
        except TimeoutError:
            continue
        page.wait_for_load_state("networkidle")
        return knob
    return None
