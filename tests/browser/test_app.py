"""The app as a reader meets it, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

PAGES = ("/", "/transformer", "/bahdanau", "/compare", "/models")


def settled(page: Page) -> None:
    """Wait until the script has run to its end and nothing is loading."""
    expect(page.get_by_test_id("stApp")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_by_day_by_night_and_on_a_phone(
    page: Page, server: str, path: str
):
    page.goto(server + path)
    main = page.get_by_test_id("stMain")
    expect(main).to_contain_text("every row adds up to 1")
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(main).not_to_contain_text("Something broke")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
