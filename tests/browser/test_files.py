"""The files under a Plotly figure, made in the browser."""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import whole
from viz.say import theme

DC = "{http://purl.org/dc/elements/1.1/}"
SVG = "{http://www.w3.org/2000/svg}"
LINK = "/bahdanau?sentence=The+dog+<eats>.&target=Le+chien+mange.&b_more=coverage"
NAME = "headlight-coverage-the-dog-eats"


def saved(page: Page, buttons: Locator, menu: str, kind: str) -> Path:
    """The file that a menu's item gives, under the name it suggests."""
    buttons.locator("summary", has_text=menu).click()
    with page.expect_download() as download:
        buttons.get_by_role("button", name=kind, exact=True).click()
    assert download.value.suggested_filename == f"{NAME}.{kind[-4:-1].lower()}"
    return download.value.path()


@pytest.mark.parametrize(
    ("scheme", "colours"), [("light", theme.DAY), ("dark", theme.NIGHT)]
)
def test_a_chart_is_saved_as_picture_and_as_table(
    visitor: Callable[..., Page], server: str, scheme: str, colours: theme.Palette
):
    page = visitor(color_scheme=scheme)
    page.goto(server + LINK)
    whole(page)
    words = page.locator(".js-plotly-plot .xaxislayer-above text")
    expect(words.filter(has_text="eats")).to_be_visible()
    buttons = page.locator(".st-key-coverage-files .files")

    picture = ElementTree.parse(
        saved(page, buttons, "Download", "Picture (SVG)")
    ).getroot()
    assert picture.tag == f"{SVG}svg"
    said = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    assert said[0] == "The dog < eats >. → Le chien mange."
    for word in ("dog", "<", "eats", "attention in total"):
        assert word in said
    paper = picture.find(f"{SVG}rect")
    assert paper is not None
    red, green, blue = (int(colours.page[at : at + 2], 16) for at in (1, 3, 5))
    assert paper.get("fill") in (colours.page, f"rgb({red}, {green}, {blue})")
    faces = "".join(style.text or "" for style in picture.iter(f"{SVG}style"))
    for font in ("Literata", "Atkinson Hyperlegible Next"):
        assert f'@font-face{{font-family:"{font}"' in faces
    assert "url(data:font/woff2;base64," in faces
    assert faces.count("url(") == faces.count("url(data:")

    (source,) = picture.iter(f"{DC}source")
    address = source.text or ""
    assert address.startswith(f"{server}/bahdanau?")
    assert re.search(r"[?&]bm=[0-9a-f]{8}(&|$)", address)

    content = saved(page, buttons, "Download", "Picture (PNG)").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", content[16:24])
    assert (wide, high) == tuple(
        2 * int(picture.get(s, 0)) for s in ("width", "height")
    )

    table = saved(page, buttons, "Download", "Table (CSV)").read_text("utf-8-sig")
    assert table.splitlines()[0] == "key,attention in total"
    assert [line.split(",")[0] for line in table.splitlines()[1:]] == (
        ["The", "dog", "<", "eats", ">", ".", "‹end›"]
    )
