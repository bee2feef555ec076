"""A page that translates by itself, opened from disk: no server, no network."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.in_use.translator import load
from headlight.__main__ import main
from tests.browser.visiting import Visitor

READY = "html[data-ready]"
SENTENCES = (
    "my sister plays football in london",
    "THE DOG IS BLACK",
    "I’m tired—really.",
)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the two translators that are shipped."""
    out = tmp_path_factory.mktemp("live") / "class.html"
    assert main(["export", "--live", "-o", str(out)]) == 0
    return out


@pytest.fixture
def live(visitor: Visitor, written: Path) -> Iterator[Page]:
    page = visitor()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(written.as_uri())
    page.locator(READY).wait_for()
    yield page
    others = [url for url in asked if not url.startswith(("data:", "blob:"))]
    assert others == [written.as_uri()]


def test_one_file_holds_both_translators(written: Path):
    assert written.stat().st_size <= 28_000_000
    head = written.read_text("utf-8")[:2_000]
    assert "default-src 'none'" in head


def test_whatever_is_typed_is_translated_as_the_library_does(live: Page):
    models = [load(name) for name in ("transformer-en-fr", "bahdanau-en-fr")]
    for typed in SENTENCES:
        live.get_by_role("textbox").fill(typed)
        live.keyboard.press("Enter")
        for at, model in enumerate(models):
            trace = model.explain(typed)
            section = live.locator("main section").nth(at)
            words = section.locator(".french li")
            expect(words).to_have_count(len(trace.translation.pieces.words))
            expect(words.first).to_contain_text(trace.translation.pieces.words[0])
            last = section.locator(".matrix, .picture").first
            expect(last).to_contain_text(trace.translation.pieces.words[-1])
    live.get_by_role("textbox").fill("THE DOG IS BLACK")
    live.keyboard.press("Enter")
    expect(live.get_by_role("status")).to_have_text("Read as: The dog is black")


def test_another_attention_is_a_click_away_and_stays_for_the_next_sentence(
    live: Page,
):
    first = live.locator("main section").first
    first.get_by_role("radio", name="encoder self").click()
    title = first.get_by_role("heading", level=2).last
    expect(title).to_have_text(re.compile("Encoder self-attention, layer 3"))
    live.get_by_role("button", name="The fish ate the woman.").click()
    expect(first.locator(".french")).to_contain_text("poisson")
    expect(title).to_have_text(re.compile("Encoder self-attention, layer 3"))


def test_what_cannot_be_read_is_said_and_stays_text(live: Page):
    field, status = live.get_by_role("textbox"), live.get_by_role("status")
    for typed, said in (
        ("", "Nothing is typed yet"),
        ("\u200b\u202e", "Only invisible characters"),
        ("<b>x</b>" * 80, "640 characters; at most 400 fit"),
        ("fish " * 70, "70 pieces; at most 64 fit"),
    ):
        field.fill(typed)
        live.keyboard.press("Enter")
        expect(status).to_contain_text(said)
    field.fill("<img src=x onerror=alert(1)>")
    live.keyboard.press("Enter")
    expect(status).to_have_text(re.compile("^Ready"))
    expect(live.locator("main img")).to_have_count(0)
