"""The entry of a term, in Chromium: it opens by pointer, tap and focus, and closes."""

import re

from playwright.sync_api import Page, expect

from tests.browser.visiting import Visitor, whole

SAYS = "A weighted average"


def ready(page: Page, address: str):
    """The page is whole, and so is the header, whose script opens the entries."""
    page.goto(address)
    whole(page)
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    page.wait_for_function("document.fonts.status === 'loaded'")


def term(page: Page):
    return page.locator('.st-key-stop-lead a[href^="#term-"]').first


def opened(page: Page):
    return page.locator(".term-card")


def test_an_entry_opens_by_pointer_and_stays_while_the_pointer_is_over_it(
    page: Page, server: str
):
    ready(page, f"{server}/why")
    term(page).hover()
    expect(opened(page)).to_contain_text(SAYS)
    expect(opened(page).locator("svg")).to_be_visible()
    opened(page).hover()
    expect(opened(page)).to_have_count(1)
    page.mouse.move(5, 790)
    expect(opened(page)).to_have_count(0)


def test_an_entry_opens_by_focus_and_closes_with_escape(page: Page, server: str):
    ready(page, f"{server}/why")
    term(page).focus()
    expect(opened(page)).to_contain_text(SAYS)
    says = re.compile(f"^{SAYS}")
    expect(term(page)).to_have_accessible_description(says)
    page.keyboard.press("Escape")
    expect(opened(page)).to_have_count(0)
    expect(term(page)).to_be_focused()


def test_an_entry_opens_by_tap_and_closes_by_a_tap_elsewhere(
    visitor: Visitor, server: str
):
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True)
    ready(page, f"{server}/why")
    term(page).tap()
    expect(opened(page)).to_contain_text(SAYS)
    box = opened(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert "#" not in page.url
    page.get_by_role("heading", level=1).tap()
    expect(opened(page)).to_have_count(0)


def test_every_term_is_listed_and_its_picture_has_a_name(page: Page, server: str):
    page.goto(f"{server}/terms")
    expect(page.locator("dt")).to_have_count(30)
    pictures = page.locator("dl").get_by_role("img")
    expect(pictures).to_have_count(22)
    for picture in pictures.all():
        expect(picture).to_have_attribute("aria-label", re.compile(r"\.$"))
