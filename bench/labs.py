"""The labs in a browser: the time from a slider's key to the painted picture."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Browser, Locator, Page, TimeoutError

from bench.browser import app_and_trivial, attempt, in_browser, opened, stopwatch
from bench.report import Report, middle, say
from tests.browser.visiting import whole
from viz.address import LABS

ROUNDS, WARM = 12, 2
BAR = 3.0
STEPS = 1, 2, 3
PICTURE = ".st-key-lab-picture"
KNOBS = ("stSlider", "stCheckbox")
"""What is looked for, by its test id: a slider, or else a switch."""
LATE, SOON = 20_000, 3_000  # milliseconds; a slider is a script of its own


def measure(report: Report) -> None:
    in_browser(report, "the labs", every_lab)


def every_lab(report: Report, browser: Browser) -> None:
    """One slider of each lab, or its first switch where it has none."""
    with app_and_trivial(browser) as (address, click):
        for lab in LABS:
            attempt(report, f"/{lab}", slider, browser, address, lab, click)


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
        knob, keys = found(page, address, lab), ["ArrowLeft", "ArrowRight"]
        if knob.get_attribute("type") == "checkbox":
            keys = [" ", " "]
        elif knob.get_attribute("value") == knob.get_attribute("min"):
            keys.reverse()  # at its lowest a slider has nothing to answer on the left
        times, trivial_times = [], []
        for turn in range(WARM + ROUNDS):
            press = partial(knob.press, keys[turn % 2])
            times.append(stopwatch(page, "redrawn('keydown')", press))
            trivial_times.append(trivial())
    times = times[WARM:]
    against = middle(times) / middle(trivial_times)
    report.ratio(f"slider of /{lab} / trivial rerun", against, BAR)
    report.spread(f"slider of /{lab}", times, "key to painted")


def found(page: Page, address: str, lab: str) -> Locator:
    """The first slider of a lab's first step that has one; else so its first switch."""
    for kind in KNOBS:
        for step in STEPS:
            page.goto(f"{address}/{lab}?step={step}")
            whole(page, LATE)
            there = page.locator(f"{PICTURE} [data-testid={kind}]").first
            try:
                there.wait_for(state="attached", timeout=SOON)
            except TimeoutError:
                continue
            knob = there.locator("input, [role=slider]").first
            knob.wait_for(state="attached", timeout=LATE)
            page.wait_for_load_state("networkidle")
            return knob
    raise LookupError(f"no slider and no switch in {len(STEPS)} steps")
