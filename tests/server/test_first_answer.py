"""The first answer to a link says what the page is, before any script runs."""

import gzip
import re
from dataclasses import replace
from html import unescape

import pytest
from PIL import Image

import asgi
from server.first_answer import LANGUAGE, FirstAnswer, Told
from server.headers import INDEX
from tests.places import OFFERED, ROOT
from tests.server.visitor import finished

PAGE = INDEX.read_bytes()
assert LANGUAGE in PAGE  # or nothing would be filled in
HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"etag", b"one")]
SAID = Told("A <b>title</b>", 'It says "so".', "scores", "app/static/cards/scores.jpg")


def answer(path="/scores", told=lambda *_: SAID, headers=(), kind=HEADERS, status=200):
    """Headers and body that a browser gets for an address."""
    headers, body = answered(path, told, headers, kind, status, PAGE)
    return headers, body.decode()


def sent(kind, page):
    """The body that a browser gets of a page with these headers."""
    return answered("/scores", lambda *_: SAID, (), kind, 200, page)[1]


def answered(path, told, headers, kind, status, page):
    sent = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": status, "headers": kind})
        half = len(page) // 2
        for part, more in ((page[:half], True), (page[half:], False)):
            body = {"type": "http.response.body", "body": part, "more_body": more}
            await send(body)

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"step=3",
        "scheme": "http",
        "headers": [(b"host", b"here.example:8501"), *headers],
    }
    finished(FirstAnswer(app, told)(scope, None, send))
    body = b"".join(each.get("body", b"") for each in sent[1:])
    return dict(sent[0]["headers"]), body


def meta(body: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', body)
    return {name: unescape(said) for name, said in found}


def test_title_sentence_and_picture_stand_in_the_head_and_nothing_typed_is_markup():
    headers, body = answer()
    assert "<title>A &lt;b&gt;title&lt;/b&gt;</title>" in body
    assert "<title>Streamlit" not in body
    said = meta(body)
    assert said["og:title"] == "A <b>title</b>"
    assert said["description"] == said["og:description"] == 'It says "so".'
    assert said["og:image"] == "http://here.example:8501/app/static/cards/scores.jpg"
    assert said["twitter:card"] == "summary_large_image"
    assert '<link rel="canonical" href="http://here.example:8501/scores">' in body
    assert int(headers[b"content-length"]) == len(body.encode())
    assert b"etag" not in headers
    assert len(body.encode()) - len(PAGE) <= 4_000


def test_behind_a_proxy_an_address_is_the_one_that_readers_see():
    _, body = answer("/app/scores", headers=[(b"x-forwarded-proto", b"https")])
    assert meta(body)["og:url"] == "https://here.example:8501/app/scores"
    _, body = answer(headers=[(b"x-forwarded-proto", b"javascript")])
    assert meta(body)["og:url"] == "http://here.example:8501/scores"
    _, body = answer(headers=[(b"host", b'"><script>')])
    assert "<script>" not in body[: body.index("</title>") + 400].split("<title>")[1]


def test_what_is_no_page_goes_through_as_it_is():
    for given in (
        {"told": lambda *_: None},
        {"kind": [(b"content-type", b"text/javascript")]},
        {"status": 404},
    ):
        assert answer(**given)[1].encode() == PAGE


def test_a_page_is_told_in_the_language_its_browser_asks_for_and_packed_as_it_was():
    asked = []

    def told(name, query, accepted):
        asked.append((name, query, accepted))
        return replace(SAID, lang="fr")

    wish = [(b"accept-language", b"fr-CH, fr;q=0.9")]
    headers, body = answer(told=told, headers=wish)
    assert asked == [("scores", b"step=3", "fr-CH, fr;q=0.9")]
    assert '<html lang="fr">' in body
    assert headers[b"vary"] == b"accept-language"
    packed = [*HEADERS, (b"content-encoding", b"gzip")]
    assert gzip.decompress(sent(packed, gzip.compress(PAGE))).decode() == answer()[1]


@pytest.mark.parametrize("path", OFFERED)
def test_every_page_has_a_title_a_sentence_and_a_picture(path: str):
    told = asgi.told(path, b"sentence=%3Cb%3E&lang=xx")
    assert told and told.title.endswith(" · Headlight") and told.sentence.endswith(".")
    assert "<b>" not in told.title + told.sentence
    file = ROOT / told.picture.removeprefix("app/")
    assert file.stat().st_size <= 60_000
    with Image.open(file) as picture:
        assert picture.size == (1200, 630)


def test_a_link_to_a_step_says_its_question_and_no_two_pages_are_called_alike():
    told = asgi.told("scores", b"step=3")
    assert told and told.title == "Why divide by √d? · Scores · Headlight"
    titles = [told.title for path in OFFERED if (told := asgi.told(path, b""))]
    assert len({*titles}) == len(titles) == len(OFFERED)
    assert asgi.told("nowhere", b"") is None
