"""A lecture is presented, in Chromium, with the two keys of a remote."""

import re

from playwright.sync_api import Page, expect

from tests.browser.visiting import listens, whole


def test_page_down_and_page_up_walk_the_states_until_one_leaves(
    page: Page, server: str
):
    page.goto(f"{server}/lessons?course=unit-3")
    page.get_by_role("link", name="Present", exact=True).click()
    bar = page.locator(".st-key-presenting")
    expect(bar).to_contain_text("Presenting: 1 of 12")
    expect(page).to_have_url(re.compile("/positions.*present=1"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("wave pattern")
    whole(page)  # its links come after the words of the bar
    listens(page)
    page.keyboard.press("PageDown")
    expect(bar).to_contain_text("Presenting: 2 of 12 Positions 5 and 8")
    expect(page).to_have_url(re.compile("pos_distance=3.*present=2"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Only the distance")
    distance = page.get_by_role("slider", name="distance")
    expect(distance.first).to_have_value("3")
    whole(page)
    page.keyboard.press("PageDown")
    expect(bar).to_contain_text("Presenting: 3 of 12")
    expect(page).to_have_url(re.compile("present=3"))
    whole(page)
    page.keyboard.press("PageDown")
    expect(bar).to_contain_text("Presenting: 4 of 12")
    expect(page).to_have_url(re.compile("/order.*present=4"))
    whole(page)
    page.keyboard.press("PageUp")
    expect(bar).to_contain_text("Presenting: 3 of 12")
    expect(page).to_have_url(re.compile("/positions.*present=3"))
    whole(page)
    bar.get_by_role("link", name="Leave").click()
    expect(bar).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/lessons\?course=unit-3"))
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", level=1)).to_contain_text("lecture III")
