"""The language that a browser asks for, and another that a reader chooses."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import holds, whole


def test_the_app_speaks_as_the_browser_asks_until_the_reader_chooses(
    visitor: Callable[..., Page], server: str
):
    page = visitor(first_time=True, locale="fr-CH")
    page.goto(f"{server}/masks")
    whole(page)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", name="Un masque")).to_be_visible()
    expect(page.get_by_role("button", name="Menu principal")).to_be_visible()
    chosen = page.get_by_label("Langue")
    expect(chosen.locator("option")).to_have_text(["English", "Español", "Français"])
    chosen.select_option("en")
    expect(page).to_have_url(re.compile("lang=en"))
    whole(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="A mask goes before")).to_be_visible()
    page.get_by_role("link", name="Next: Why a mask?").first.click()
    expect(page).to_have_url(re.compile("lang=en"))


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("lang", ["en", "fr", "es"])
def test_on_a_phone_menu_and_tools_stand_side_by_side(
    page: Page, server: str, lang: str, width: int
):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server}/compare?lang={lang}")
    whole(page)
    menu = page.get_by_test_id("stExpandSidebarButton")
    tools = page.locator(".st-key-project label")

    def apart() -> bool:
        left, right = menu.bounding_box(), tools.bounding_box()
        return bool(left and right and left["x"] + left["width"] <= right["x"])

    assert holds(page, apart)
