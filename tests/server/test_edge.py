"""The shipped proxy with two real replicas behind it."""

import re
from contextlib import AsyncExitStack

import pytest
from playwright.sync_api import Response, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.component import saved
from tests.browser.visiting import whole
from tests.server.class_of import tell
from tests.server.running import Replica, answer
from tests.server.visitor import Shown, Visitor, finished

PAGE = "text/html"
SENTENCE = "An English sentence. Change it, or type your own."
HALF_AN_EMOJI = """field => {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  value.set.call(field, "The fish \\ud83d swims.");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def test_what_is_meant_for_the_inside_stays_inside(public: str, replica: str):
    hidden = ("/ready", "/_stcore/metrics", "/_stcore/agent/openapi.json")
    assert [answer(public + path)[0] for path in hidden] == [404, 404, 404]
    status, headers, _ = answer(public, PAGE)
    assert status == 200
    assert "'unsafe-eval'" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "HttpOnly" in headers["Set-Cookie"]
    assert answer(f"{replica}/ready")[0] == 200


def test_nobody_behind_the_edge_is_a_page_that_can_be_read(nobody: str):
    status, headers, page = answer(nobody, PAGE)
    assert status in {502, 503} and headers["Content-Type"].startswith(PAGE)
    assert "Headlight is starting" in page and "your link is kept" in page


@pytest.mark.parametrize("path", ["/", "/transformer", "/bahdanau", "/pooling"])
def test_a_first_load_is_small_and_asks_for_nothing_that_is_not_there(
    public: str, visitor, path
):
    page = visitor(first_time=True)
    answers: list[Response] = []
    page.on("response", lambda each: answers.append(each))
    page.goto(public + path)
    whole(page)
    page.wait_for_load_state("networkidle")
    assert [each.url for each in answers if each.status >= 400] == []
    sizes = [each.request.sizes()["responseBodySize"] for each in answers if each.ok]
    assert 5e5 < sum(sizes) < 1.5e6


def test_two_processes_that_share_no_classes_begin_none(public: str, replica: str):
    assert finished(tell(public, "/class")) == 501
    assert finished(tell(replica, "/class")) == 201


def test_half_an_emoji_wedges_nothing(public: str, visitor):
    page = visitor()
    page.goto(public + "/?sentence=I+know+you.")
    whole(page)
    field = page.get_by_label(SENTENCE)
    expect(field).to_have_value("I know you.")
    field.evaluate(HALF_AN_EMOJI)
    field.press("Enter")
    expect(page).to_have_url(re.compile("swims"))
    field.fill("You know me.")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"You\+know\+me"))
    whole(page)


def test_no_visitor_can_make_the_others_wait_by_clearing_the_caches(replica: str):
    async def nuisance() -> Shown:
        clear = BackMsg(clear_cache=True).SerializeToString()
        async with Visitor(replica) as stranger:
            for _ in range(20):
                await stranger.socket.send(clear)
            return await stranger.run("sentence=I+know+you.")

    after = finished(nuisance())
    assert after.exceptions == []
    assert after.fields[SENTENCE] == "I know you."


VIEW = {"sentence": "You know me.", "start_t": "2"}


def test_readers_of_a_killed_replica_are_back_with_the_same_picture(
    public: str, running: list[Replica]
):
    async def lesson() -> tuple[list[str], list[str], list[Shown]]:
        again = []
        async with AsyncExitStack() as leaving:
            readers = [Visitor(public) for _ in range(8)]
            for reader in readers:
                await leaving.enter_async_context(reader)
                await reader.run(VIEW)
            before = [reader.cookie for reader in readers]
            running[1].kill()
            for reader in readers:
                await reader.close()
                await reader.open()
                again.append(await reader.run(VIEW))
        return before, [reader.cookie for reader in readers], again

    before, after, again = finished(lesson())
    assert len(set(before)) == 2, "both replicas had readers"
    assert len(set(after)) == 1 and set(after) < set(before)
    assert all(each.exceptions == [] for each in again)
    assert {each.fields[SENTENCE] for each in again} == {"You know me."}
    pictures = [tuple(sorted(filter(None, each.pictures.values()))) for each in again]
    assert len(set(pictures)) == 1 and len(pictures[0]) == 2


def test_what_is_made_at_a_button_reaches_a_reader_who_has_no_session_yet(
    public: str, visitor
):
    page = visitor()
    page.goto(f"{public}/lessons?course=unit-3")
    whole(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Handout").click()
    assert waiting.value.suggested_filename.endswith(".html")


def test_a_page_that_translates_is_handed_out_to_strangers_too(public: str, visitor):
    page = visitor()
    page.goto(f"{public}/bahdanau")
    whole(page)
    name, content = saved(page, "Download", "A page that translates (HTML)")
    assert name == "headlight-bahdanau-en-fr.html"
    assert content.startswith(b"<!doctype html>")
