"""Every lab in a real browser: day and night, wide and narrow, clean and within."""

import re

from playwright.sync_api import Page, expect

from tests.browser.test_app import settled
from tests.browser.visiting import SHOWN_WITHIN
from viz import labs

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}
OPENED_WITHIN = 3 * SHOWN_WITHIN  # the first lab waits for the models as well


def test_every_lab_is_whole_by_day_and_by_night_wide_and_narrow(
    page: Page, server: str
):
    for lab in labs.USED:
        page.set_viewport_size(WIDE)
        page.emulate_media(color_scheme="light")
        page.goto(f"{server}/{lab}")
        main = page.get_by_test_id("stMain")
        expect(main).to_contain_text("every row adds up to 1", timeout=OPENED_WITHIN)
        expect(main.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert overflow(page) <= WIDE["width"], lab
        page.emulate_media(color_scheme="dark")
        expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
        page.set_viewport_size(PHONE)
        settled(page)
        expect(main.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        expect(page.get_by_test_id("stException")).to_have_count(0)
        expect(main).not_to_contain_text("Something broke")
        page.wait_for_function(
            "width => document.documentElement.scrollWidth <= width", arg=PHONE["width"]
        )


def test_a_word_is_moved_with_the_arrow_keys_and_the_address_follows(
    page: Page, server: str
):
    page.goto(f"{server}/order")
    word = page.get_by_role("button", name="fish, place 2 of 5")
    expect(word).to_be_visible(timeout=OPENED_WITHIN)
    word.focus()
    page.keyboard.press("ArrowRight")
    moved = page.get_by_role("button", name="fish, place 3 of 5")
    expect(moved).to_be_focused()
    expect(page).to_have_url(re.compile("ord_words=1%2C3%2C5%2C4%2C2"))
    expect(page.get_by_test_id("stMain")).to_contain_text("The ate fish the woman: max")


def overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth")
