"""Pages for every reader: no serious fault that axe finds, every tool on a phone."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_app import settled
from tests.browser.visiting import whole

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
FAULTS = """
async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
"""


@pytest.mark.parametrize("path", ["/", "/bahdanau", "/compare", "/models"])
def test_axe_finds_no_serious_fault_by_day_or_by_night(
    page: Page, server: str, path: str
):
    page.goto(server + path)
    whole(page)
    settled(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(FAULTS) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    settled(page)
    assert page.evaluate(FAULTS) == []


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
