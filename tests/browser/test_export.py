"""A page of its own, opened from disk and inside another page."""

import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import core
from tests.browser import firefox
from tests.browser.component import saved
from tests.browser.visiting import SHOWN_WITHIN, Visitor, whole
from viz.export.page import page as page_of
from viz.export.pictures import picture

DRAWN = "html[data-drawn]"


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a Transformer's picture and a recurrent one's."""
    traces = (
        core.load(model).explain("The woman ate the fish.")
        for model in ("transformer-en-fr", "bahdanau-en-fr")
    )
    path = tmp_path_factory.mktemp("talk") / "talk.html"
    path.write_text(page_of([picture(trace) for trace in traces]), encoding="utf-8")
    return path


def test_a_file_is_walked_and_turned_by_keys_and_asks_nobody(
    visitor: Visitor, talk: Path
):
    page, asked = visitor(color_scheme="dark"), []
    page.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    page.goto(talk.as_uri())
    expect(page.locator(".titleline h2")).to_have_text(
        "Cross-attention, layer 3, mean of 8 heads"
    )
    assert paper(page) == "rgb(14, 19, 32)"
    page.get_by_role("button", name="Light").click()
    assert paper(page) == "rgb(244, 246, 249)"
    page.get_by_role("button", name="Statistics of this head").click()
    note = page.locator(".statistics .note").first
    expect(note).to_have_text(re.compile("counted in words.$"))  # no switch here
    expect(note).to_be_in_viewport()
    walk(page)
    page.keyboard.press("PageDown")
    expect(page.locator(".titleline h2")).to_have_text("Alignment")
    expect(page.locator(".cited")).to_contain_text("bahdanau-en-fr")
    page.keyboard.press("PageUp")
    expect(page.locator(".says")).to_contain_text("Softmax")
    assert set(asked) <= {"file", "data", "blob"}
    assert asked.count("file") == 1


def paper(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def walk(page: Page) -> None:
    """Into the walk of the head whose numbers are here, and on by arrow keys."""
    page.get_by_role("button", name="Walk").click()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".says")).to_contain_text("Softmax")
    expect(page.locator(".stage canvas").first).to_be_visible()
    expect(page.locator(".place[aria-disabled=true]").first).to_be_visible()


def test_a_sandboxed_frame_draws_it_too(visitor: Visitor, talk: Path, tmp_path: Path):
    page, around = visitor(), tmp_path / "around.html"
    inside = html.escape(talk.read_text("utf-8"))
    around.write_text(f'<iframe sandbox="allow-scripts" srcdoc="{inside}"></iframe>')
    page.goto(around.as_uri())
    page.frame_locator("iframe").locator(DRAWN).wait_for()
    expect(page.frame_locator("iframe").locator(".says")).to_contain_text("attends")


def test_firefox_draws_it_from_disk(talk: Path):
    path = firefox.find()
    if path is None:
        pytest.skip("no Firefox: apt-get install firefox-esr, or FIREFOX=/path/to/it")
    with firefox.running(path) as tab:
        tab.size(1280, 900)
        tab.open(talk.as_uri())
        drawn = f"Boolean(document.querySelector('{DRAWN}'))"
        assert tab.until(drawn, SHOWN_WITHIN / 1000)
        fonts = "[...document.fonts].filter(face => face.status === 'loaded').length"
        assert tab.until(f"{fonts} >= 2", SHOWN_WITHIN / 1000)
        assert tab.errors == []


def test_the_app_hands_out_the_page_of_what_is_on_the_screen(
    page: Page, server: str, tmp_path: Path
):
    page.goto(f"{server}/transformer?kind=encoder&layer=2&head=3&row=4&colour=root")
    whole(page)
    title = "Encoder self-attention, layer 2, head 3"
    expect(page.locator(".titleline h2")).to_have_text(title)
    name, content = saved(page, "Download", "One page (HTML)")
    assert name == "headlight-transformer-en-fr.html"
    path = tmp_path / name
    path.write_bytes(content)
    shown = page.locator(".says").inner_text()
    page.goto(path.as_uri())
    expect(page.locator(".titleline h2")).to_have_text(title)
    assert page.locator(".says").inner_text() == shown
    expect(page.get_by_text("√ weight")).to_be_visible()
    expect(page.locator(".entry")).to_have_text(
        ["All heads", "Statistics of this head", "Sampling the next word"]
    )
