"""A sharp spot that follows the reader, in a real browser, without a server."""

import io
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.visiting import SHOWN_WITHIN, whole

OPENED_WITHIN = 3 * SHOWN_WITHIN
FRAMES = 60
FRAME = 1000 / 60  # milliseconds
MOVED = """
async count => {
  const roots = [...document.querySelectorAll("*")].map(one => one.shadowRoot);
  const stage = roots.map(root => root?.querySelector(".stage")).find(Boolean);
  const box = stage.getBoundingClientRect();
  for (let n = 0; n < count; n++) {
    const at = n / count;
    const [clientX, clientY] = [box.left + box.width * at, box.top + box.height * at];
    const move = new PointerEvent("pointermove", { clientX, clientY });
    stage.dispatchEvent(move);
    await new Promise(requestAnimationFrame);
  }
}
"""
"""Moves the spot before every frame."""


@pytest.fixture
def stage(page: Page, server: str):
    page.goto(f"{server}/looking")
    found = page.locator(".fovea .stage")
    expect(found).to_be_visible(timeout=OPENED_WITHIN)
    return found


@pytest.fixture
def used(page: Page):
    return page.locator(".fovea .used")


def test_the_spot_follows_pointer_and_keys_and_stands_in_the_address(
    page: Page, stage, used
):
    expect(used).to_have_text(re.compile(r"^8,\d{3} of 153,600 samples: 5\.\d %$"))
    box = stage.bounding_box()
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 0.75 * box["height"])
    expect(page).to_have_url(re.compile("look_x=25&look_y=75"))
    stage.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("look_x=27&look_y=73"))
    page.reload()
    expect(stage).to_have_attribute(
        "style", re.compile("--x: ?27%"), timeout=OPENED_WITHIN
    )


def spent(browser: Browser) -> float:
    """Milliseconds that the processors worked for all processes of the browser: what
    else the machine does makes them no longer, as it does those of a clock.
    """
    said = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return 1000 * sum(process["cpuTime"] for process in said["processInfo"])


def test_a_move_is_painted_within_two_frames_and_asks_no_server(
    page: Page, stage, browser: Browser
):
    whole(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    before = spent(browser)
    page.evaluate(MOVED, FRAMES)
    assert (spent(browser) - before) / FRAMES <= 2 * FRAME
    assert sent == []


def test_the_samples_are_those_of_pixels_counted_one_by_one(page: Page, stage, used):
    page.goto(page.url.split("?")[0] + "?look_x=10&look_y=90&look_sharp=8")
    expect(used).to_be_visible(timeout=OPENED_WITHIN)
    total = 0
    for level in range(5):
        side = 2**level
        y, x = np.mgrid[: -(-320 // side), : -(-480 // side)]
        away = np.hypot((x + 0.5) * side - 48, (y + 0.5) * side - 288)
        outer = np.inf if level == 4 else 38.4 * side
        inner = 38.4 * side / 2 if level else -1
        total += int(((away < outer) & (away >= inner)).sum())
    expect(used).to_have_text(re.compile(f"^{total:,} of 153,600"))


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (200, 60, 40)).save(file, kind)
    return file.getvalue()


def test_a_picture_of_ones_own_stays_in_the_browser(page: Page, stage, used):
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    field = page.locator(".fovea input[type=file]")
    problem = page.locator(".fovea .problem")
    field.set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": b"no picture"}
    )
    expect(problem).to_have_text(re.compile("no picture that the browser can read"))
    large = picture(8000, 5000)
    field.set_input_files({"name": "b.png", "mimeType": "image/png", "buffer": large})
    expect(problem).to_have_text(re.compile("40 megapixels. Take one of at most 36"))
    own = picture(300, 200)
    field.set_input_files({"name": "c.png", "mimeType": "image/png", "buffer": own})
    expect(used).to_contain_text("of 60,000 samples")
    expect(problem).to_have_text("")
    page.get_by_role("button", name="Back to the photograph").click()
    expect(used).to_contain_text("of 153,600 samples")
    assert not [url for url in sent if not url.startswith("blob:")]


def test_the_eye_goes_from_place_to_place_by_click_and_by_key(page: Page, server: str):
    page.goto(f"{server}/looking?step=2")
    first = page.locator(".fovea .place").first
    expect(first).to_have_attribute("aria-pressed", "true", timeout=OPENED_WITHIN)
    page.locator(".fovea .place").nth(2).click()
    expect(page).to_have_url(re.compile("look_at=3"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("look_at=4"))
    now = page.locator(".fovea b.now")
    expect(now).to_have_text("4")
    whole(page)  # the answer draws the buttons anew, perhaps under a click
    veil = page.locator(".fovea .veil")
    expect(veil).to_be_hidden()
    page.get_by_role("button", name="Darken what does not stand out").click()
    expect(veil).to_be_visible()


def test_a_question_moves_the_weights_to_the_thing(page: Page, server: str):
    page.goto(f"{server}/looking?step=3")
    said = page.locator(".street .sentence")
    expect(said).to_contain_text("Without a question", timeout=OPENED_WITHIN)
    page.get_by_role("option", name=re.compile("Asked for the duck")).click()
    expect(said).to_contain_text("Asked for the duck, the model answers")
    expect(page).to_have_url(re.compile("look_row=2"))


def test_what_was_asked_stays_asked_when_a_thing_is_taken_away(page: Page, server: str):
    page.goto(f"{server}/looking?step=3")
    said = page.locator(".street .sentence")
    expect(said).to_contain_text("Without a question", timeout=OPENED_WITHIN)
    page.get_by_role("option", name=re.compile("Asked for the duck")).click()
    expect(page).to_have_url(re.compile("look_row=2"))
    whole(page)  # the answer draws the buttons anew, perhaps under a click
    page.get_by_role("button", name="Change picture").click()
    page.get_by_role("button", name="Remove the red car").click()
    expect(page).to_have_url(re.compile(r"look_street=duck\.yellow\.24\.36~stop-sign"))
    expect(page.locator(".street .words li")).to_have_count(4)
    expect(said).to_contain_text("Asked for the duck, the model answers")


def test_another_photograph_keeps_the_spot_and_takes_ones_own_away(
    page: Page, stage, used
):
    box = stage.bounding_box()
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 0.75 * box["height"])
    expect(page).to_have_url(re.compile("look_x=25&look_y=75"))
    own = {"name": "c.png", "mimeType": "image/png", "buffer": picture(300, 200)}
    page.locator(".fovea input[type=file]").set_input_files(own)
    expect(used).to_contain_text("of 60,000 samples")
    page.get_by_role("radio", name="A palace").click()
    expect(used).to_contain_text("of 153,600 samples")
    expect(stage).to_have_attribute("style", re.compile("--x: ?25%"))
    expect(stage).to_have_attribute("aria-label", re.compile("palace"))
