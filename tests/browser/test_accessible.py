"""Pages for every reader: every tool on a phone, every link."""

import re

from playwright.sync_api import Page, expect


def test_projector_mode_is_within_reach_on_a_phone(page: Page, server: str):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server + "/compare")
    page.locator(".st-key-project label").click()
    expect(page).to_have_url(re.compile("project=true"))
    expect(page.locator(".st-key-lesson")).to_have_count(0)
    page.wait_for_function("document.documentElement.scrollWidth <= 390")
    page.locator(".st-key-project label").click()
    expect(page.locator(".st-key-lesson")).to_have_count(1)


def test_a_link_too_long_for_a_code_says_so(page: Page, server: str):
    page.goto(f"{server}/?sentence=" + "%D8%A7" * 380)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("too long for a QR code")).to_be_visible()
