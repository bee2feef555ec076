"""What a reader sees whose seat was given to somebody else, in a browser."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import by_menu, whole
from tests.server.running import replicas
from viz.content.texts import Texts

say = Texts("browser")
STILL_SECONDS = 3.0
LINK = "/transformer?sentence=The+cat+sleeps.&layer=2&head=4"


@pytest.fixture(scope="module")
def narrow() -> Iterator[str]:
    """The address of a room with one seat."""
    with replicas(1, SEATS="1", STILL_MINUTES=str(STILL_SECONDS / 60)) as (one,):
        yield one.address


def line(page: Page):
    return page.locator(".resting-line")


def project(page: Page):
    return page.locator(".st-key-project label")


@pytest.mark.xdist_group("server")
def test_a_forgotten_tab_says_so_and_a_click_opens_the_same_view(narrow, visitor):
    forgotten, newcomer = visitor(), visitor()
    forgotten.goto(narrow + LINK)
    whole(forgotten)
    title, view = forgotten.title(), forgotten.locator(".st-key-sentence input")
    expect(view).to_have_value("The cat sleeps.")
    time.sleep(STILL_SECONDS + 0.5)
    with newcomer.expect_websocket() as waiting:
        newcomer.goto(narrow + "/masks")
    socket = waiting.value
    whole(newcomer)

    expect(line(forgotten)).to_have_text(say("link.resting"))
    expect(forgotten).to_have_title("Resting · Headlight")
    expect(view).to_have_value("The cat sleeps.")

    with socket.expect_event("framesent"):
        project(newcomer).click()  # who clicks keeps the seat
    forgotten.mouse.click(640, 700)  # before it is still again
    expect(line(forgotten)).to_have_text(say("link.full"))
    expect(newcomer).to_have_url(narrow + "/masks?project=true")
    whole(newcomer)

    time.sleep(STILL_SECONDS + 0.5)
    began = time.monotonic()
    forgotten.keyboard.press("a")
    expect(line(forgotten)).to_have_count(0)
    assert time.monotonic() - began < 5  # 1.5 s where nothing else runs
    expect(forgotten).to_have_title(title)
    assert "head=4" in forgotten.url and "layer=2" in forgotten.url

    expect(line(newcomer)).to_have_text(say("link.resting"))
    time.sleep(STILL_SECONDS + 0.5)
    project(newcomer).click()  # a control that is pressed at rest does its work
    expect(newcomer).to_have_url(narrow + "/masks")
    expect(line(newcomer)).to_have_count(0)
    expect(line(forgotten)).to_have_text(say("link.resting"))

    time.sleep(STILL_SECONDS + 0.5)
    by_menu(forgotten, "Lessons", "Costs")  # what travels is not lost at rest
    expect(forgotten).to_have_url(re.compile(r"/costs\?.*sentence=The\+cat\+sleeps"))
