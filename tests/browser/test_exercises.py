"""The exercises, in Chromium: commit, reveal, explain, take the results along."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.visiting import Visitor, whole

MASK = "exercises?set=first-lecture&exercise=7"


def choices(page: Page):
    return page.locator("[class*='st-key-guess-card-']").get_by_role("radio")


def test_a_wrong_answer_is_judged_explained_and_taken_along_and_nothing_is_sent(
    visitor: Visitor, server: str
):
    page = visitor()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.goto(f"{server}/exercises")
    whole(page)
    page.get_by_role("button", name=re.compile("^First lecture")).click()
    expect(page).to_have_url(re.compile("set=first-lecture"))
    page.goto(f"{server}/{MASK}")
    expect(page.get_by_text("You can open it after your answer.")).to_be_visible()
    expect(page.get_by_text("Not quite.")).to_have_count(0)
    asked.clear()
    choices(page).nth(1).click()
    expect(page.get_by_text("Not quite.")).to_be_visible()
    expect(page.get_by_role("link", name="Open it in a new tab")).to_be_visible()
    expect(page.get_by_text("0 of 1 right")).to_be_visible()
    whole(page)  # nothing draws the results anew, which say what was copied
    page.get_by_label("Write why, in one sentence").fill("I mixed them up.")
    page.get_by_role("button", name="Copy my results").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("first-lecture\n0 of 1 right\n7. ")
    assert copied.endswith("not right (I mixed them up.)")
    # what is answered goes over the socket of the page; of the note nothing goes at all
    own = {urlsplit(server).netloc, ""}
    assert {urlsplit(one.partition(" ")[2]).netloc for one in asked} <= own
    assert not [one for one in asked if one.startswith("POST")]
    page.reload()
    expect(page.get_by_text("0 of 1 right")).to_be_visible()


def test_the_self_test_is_open_at_the_end_of_the_path(page: Page, server: str):
    page.goto(f"{server}/transformer")
    whole(page)
    page.locator(".st-key-end").get_by_role("link").click()
    expect(page).to_have_url(re.compile("/exercises.*set=self-test"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Self-test")
    expect(page.get_by_text("Exercise 1 of 18")).to_be_visible()
