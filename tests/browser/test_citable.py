"""A figure is taken along with what it is, and shown in somebody else's page."""

import io
import json

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngImageFile
from playwright.sync_api import Page, expect

from core import __version__
from tests.browser.component import saved
from tests.browser.visiting import whole

LINK = "/transformer?kind=encoder&layer=2&head=3&sentence=She+eats."


def test_a_pass_is_taken_along_as_a_picture_and_as_numbers(page: Page, server: str):
    page.goto(f"{server}{LINK}")
    whole(page)
    title = "Encoder self-attention, layer 2, head 3"
    expect(page.locator(".titleline h2")).to_have_text(title)
    _, content = saved(page, "Download", "Picture (PNG)")
    with Image.open(io.BytesIO(content)) as picture:
        picture.load()
        assert isinstance(picture, PngImageFile)
        about = picture.text
    assert about["Title"] == title
    assert about["Software"] == f"Headlight {__version__}"
    assert "She eats." in about["Description"]
    assert about["Source"].startswith(f"{server}/transformer?")
    name, content = saved(page, "Download", "All maps (JSON)")
    assert name == "headlight-transformer-en-fr.json"
    told = json.loads(content)
    assert told["source"] == "She eats."
    assert f"tm={told['digest']}" in about["Source"]
    assert told["digest"] in about["Description"]
    name, content = saved(page, "Download", "Every tensor (npz)")
    assert name == "headlight-transformer-en-fr.npz"
    with np.load(io.BytesIO(content)) as file:
        assert json.loads(str(file["header"]))["digest"] == told["digest"]


def test_the_picture_stands_alone_in_somebody_else_s_page(page: Page, server: str):
    page.set_viewport_size({"width": 600, "height": 400})
    page.goto(f"{server}{LINK}&view=picture")
    title = page.locator(".titleline h2")
    expect(title).to_have_text("Encoder self-attention, layer 2, head 3")
    expect(page.locator(".bare a")).to_be_visible()
    for gone in ("stHeader", "stTextInput", "stExpander", "stPopover"):
        for node in page.get_by_test_id(gone).all():
            expect(node).to_be_hidden()
    expect(page.locator("summary:visible")).to_have_count(0)
    page.wait_for_function(
        """() => {
          const main = document.querySelector("[data-testid=stMain]");
          return main.scrollWidth <= main.clientWidth;
        }"""
    )
    page.get_by_role("radio", name="head 3", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Encoder self-attention, layer 2, head 4")
    page.locator(".bare a").focus()
    way = page.locator(".bare a").get_attribute("href") or ""
    assert way.startswith(f"{server}/transformer?") and "view=" not in way
