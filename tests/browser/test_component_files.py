"""The attention component in Chromium: the picture and its numbers, taken along."""

from io import BytesIO
from xml.etree import ElementTree

from PIL import Image
from PIL.PngImagePlugin import PngImageFile
from playwright.sync_api import Page, expect

from core import __version__
from tests.browser.component import saved, show, trace

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
DC = "{http://purl.org/dc/elements/1.1/}"


def test_the_table_is_saved_with_empty_cells_where_looking_is_forbidden(stage: Page):
    show(stage, *trace(view={"stack": "decoder", "layer": 0, "head": 0, "row": 0}))
    name, data = saved(stage, "Download", "Table (CSV)")
    assert name == "headlight-test-decoder.csv"
    assert data.startswith(b"\xef\xbb\xbf")  # so that Excel reads its accents
    assert data.decode("utf-8-sig").split("\r\n") == [
        "query \\ key,‹start›,La,<b>x</b>",
        "‹start›,1.000000,,",
        "La,0.750000,0.250000,",
        "<b>x</b>,0.030000,0.070000,0.900000",
        "",
    ]


def test_the_table_is_shown_on_the_page_and_follows_the_head(stage: Page):
    show(stage, *trace())
    stage.get_by_role("button", name="Show the numbers").click()
    row = stage.locator("table tbody tr").nth(1)
    expect(row).to_have_text("<b>x</b>0.1250.6250.2500.000")
    stage.locator("[aria-label='head 2']").click()
    expect(row).to_have_text("<b>x</b>0.3750.1250.5000.000")


def test_an_open_menu_stays_open_when_the_picture_is_drawn_anew(stage: Page):
    show(stage, *trace())
    button = stage.locator("summary", has_text="Download")
    button.press("Enter")
    stage.keyboard.press("Tab")
    stage.keyboard.press("Tab")
    item = stage.get_by_role("button", name="Picture (SVG)")
    expect(item).to_be_focused()
    drawn = button.element_handle()
    stage.set_viewport_size({"width": 1000, "height": 800})
    stage.wait_for_function("node => !node.isConnected", arg=drawn)
    expect(item).to_be_focused()
    stage.keyboard.press("Escape")
    expect(item).to_be_hidden()
    expect(button).to_be_focused()


def test_the_saved_picture_stands_alone(stage: Page):
    show(stage, *trace())
    name, data = saved(stage, "Download", "Picture (SVG)")
    text = data.decode()
    assert name == "headlight-test-cross-head-1.svg"
    assert "var(" not in text
    for part in (
        "The red car",
        "keys →",
        "queries ↓",
        "&lt;b&gt;x&lt;/b&gt;",
        "Georgia",
    ):
        assert part in text
    root = stage.evaluate(
        "text => new DOMParser().parseFromString(text, 'image/svg+xml')"
        ".documentElement.nodeName",
        text,
    )
    assert root == "svg"


def test_the_saved_picture_is_drawn_as_the_one_on_the_screen(stage: Page):
    header, body = trace()
    drawn = {"colour": "root", "links": 60, "special": False}
    show(stage, header | {"view": header["view"] | drawn}, body)
    _, data = saved(stage, "Download", "Picture (SVG)")
    text = data.decode()
    assert "Colours show the square root of the weight." in text
    assert "‹end› is hidden as a key, so the rows no longer add up to 1." in text
    assert "carry 60% of each row." in text
    assert "Every row adds up to 1" not in text
    # of .4 .3 .2 the first two, of .125 .625 .25 the second, of 0 0 0 nothing
    assert text.count('class="largest"') == 2
    assert text.count('fill="url(#ribbon)"') == 3


def test_the_picture_is_saved_as_png_too_and_says_what_it_is(stage: Page):
    show(stage, *trace(cited="L’été <b> · model tiny 0a1b2c3d"))
    name, data = saved(stage, "Download", "Picture (PNG)")
    assert name == "headlight-test-cross-head-1.png"
    with Image.open(BytesIO(data)) as picture:
        picture.load()  # which checks the sum of every chunk
        assert isinstance(picture, PngImageFile)
        assert picture.text == {
            "Title": "Cross-attention, head 1",
            "Description": "L’été <b> · model tiny 0a1b2c3d",
            "Software": f"Headlight {__version__}",
        }


def test_the_saved_drawing_says_what_it_is_as_text(stage: Page):
    show(stage, *trace(cited="L’été <b> \x08· model tiny 0a1b2c3d"))
    _, data = saved(stage, "Download", "Picture (SVG)")
    about = ElementTree.fromstring(data).find(f".//{RDF}Description")
    assert about is not None
    assert {fact.tag: fact.text for fact in about} == {
        f"{DC}title": "Cross-attention, head 1",
        f"{DC}description": "L’été <b> · model tiny 0a1b2c3d",
        f"{DC}creator": f"Headlight {__version__}",
    }
