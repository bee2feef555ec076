"""The address is the view: Back goes back one choice, a link restores it exactly."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import by_menu, holds, whole


@pytest.fixture
def start(page: Page, server: str) -> Page:
    page.goto(server + "/?sentence=I+know+you.")
    whole(page)
    return page


def field(page: Page):
    """The field of the sentence; that of the page before has another name."""
    names = re.compile(
        "^An English sentence" if is_start(page) else "^English sentence"
    )
    return page.get_by_role("textbox", name=names)


def is_start(page: Page) -> bool:
    return urlsplit(page.url).path == "/"


def test_back_goes_back_one_choice_also_across_pages(start: Page):
    field(start).fill("You know me.")
    field(start).press("Enter")
    expect(start).to_have_url(re.compile(r"sentence=You\+know\+me\."))
    start.locator(".st-key-try-know button").click()
    # in two parts: what is pressed between them would be a choice of its own
    expect(start).to_have_url(re.compile(r"sentence=I\+know\+that.*preset=know"))
    by_menu(start, "Models", "Transformer")
    expect(start).to_have_url(re.compile(r"/transformer\?.*I\+know\+that"))
    expect(field(start)).to_have_value("I know that you know him.")
    for shown in ("I know that you know him.", "You know me.", "I know you."):
        start.go_back()
        expect(start).not_to_have_url(re.compile("/transformer"))
        expect(field(start)).to_have_value(shown)
        expect(start.locator(".st-key-sentence input")).to_have_count(1)
        whole(start)
    start.go_forward()
    expect(field(start)).to_have_value("You know me.")


def test_reset_shows_what_the_opened_link_said(start: Page):
    reset = start.get_by_role("button", name="Reset to this link")
    expect(reset).to_have_count(0)
    field(start).fill("You know me.")
    field(start).press("Enter")
    reset.click()
    expect(field(start)).to_have_value("I know you.")


SIDES = """
nodes => nodes.filter(node => node.checkVisibility({ visibilityProperty: true }))
  .map(node => node.getBoundingClientRect())
  .filter(({ width }) => width).map(({ left, right }) => [left, right])
"""


def edges(parts: Sequence[Locator]) -> list[list[float]]:
    """The left and the right edge of those that are seen, from left to right."""
    return sorted(side for part in parts for side in part.evaluate_all(SIDES))


def apart(parts: Sequence[Locator], width: int) -> bool:
    """Whether none covers another, and all stand within the width."""
    sides = edges(parts)
    beside = all(end <= begin for (_, end), (begin, _) in pairwise(sides))
    return len(sides) > 1 and beside and sides[-1][1] <= width


def test_the_tools_stand_beside_each_other_once_something_was_chosen(
    page: Page, server: str
):
    page.goto(f"{server}/transformer")
    whole(page)
    reset = page.get_by_role("button", name="Reset to this link")
    names = ["Beyond text", "Class", "Reset to this link", "Copy link"]
    tools = [page.get_by_text(name, exact=True).first for name in names]
    switch = page.locator(".st-key-project label")
    menu = page.get_by_test_id("stMainMenuButton")
    expect(page).to_have_url(re.compile("head="))  # written in by the page itself
    expect(reset).to_have_count(0)
    page.locator(".attention").first.focus()
    page.keyboard.press("ArrowRight")
    expect(reset).to_be_visible()
    for width in (1920, 1280, 1181, 1180, 1024, 961, 960, 820):
        page.set_viewport_size({"width": width, "height": 800})
        expect(reset).to_have_count(1 if width > 1180 else 0)
        expect(switch).to_be_visible()
        expect(menu).to_be_visible()
        shown = [*tools, switch, menu]  # the page lays them out after it has its size
        assert holds(page, partial(apart, shown, width)), (width, edges(shown))


def test_copy_link_writes_every_value_out_and_draws_its_code(start: Page):
    start.get_by_role("button", name="Copy link").click()
    link = start.get_by_role("textbox", name="Link to this view").input_value()
    assert "v=1" in link and "sentence=I+know+you." in link
    assert "pieces=false" in link and "gloss=true" in link and "project=false" in link
    expect(start.get_by_role("img", name="QR code of the link")).to_be_visible()
    start.get_by_role("button", name="Copy BibTeX").click()
    entry = start.get_by_role("textbox", name="Link to this view").input_value()
    assert entry.startswith("@misc{headlight,")
    assert "title = {{I know you. · model " in entry and f"url = {{{link}}}," in entry
    start.goto(link)
    expect(field(start)).to_have_value("I know you.")


def test_projector_mode_is_a_choice_like_any_other(start: Page):
    start.locator(".st-key-project label").click()
    expect(start).to_have_url(re.compile("project=true"))
    expect(start.locator("html")).to_have_css("font-size", "24px")
    expect(start.locator(".st-key-tries")).to_be_hidden()
    start.go_back()
    expect(start.locator("html")).to_have_css("font-size", "18px")


def test_colours_follow_the_theme_of_the_system(start: Page):
    start.emulate_media(color_scheme="dark")
    expect(start.locator("html")).to_have_attribute("data-theme", "night")
    start.emulate_media(color_scheme="light")
    expect(start.locator("html")).to_have_attribute("data-theme", "day")
