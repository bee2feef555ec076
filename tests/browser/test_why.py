"""Why attention, in Chromium: a sentence grows by click and by key, and is a link."""

import re

from playwright.sync_api import Page, expect

from tests.browser.visiting import whole


def clauses(page: Page):
    return page.get_by_role("radiogroup", name="Clauses in the sentence")


def test_a_sentence_grows_by_click_key_and_number_and_is_in_the_address(
    page: Page, server: str
):
    page.goto(f"{server}/why?why_clauses=1")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    drawn = page.locator(".sentence")
    expect(drawn).to_have_text(re.compile("^1The police stopped the thief. $"))
    clauses(page).get_by_role("radio", name="2").click()
    expect(drawn).to_contain_text("2and I lost my keys.")
    expect(page).to_have_url(re.compile("why_clauses=2"))
    page.keyboard.press("ArrowRight")
    expect(clauses(page).get_by_role("radio", name="3")).to_be_focused()
    expect(drawn).to_contain_text("3and the train left the station.")
    page.keyboard.press("4")
    expect(page).to_have_url(re.compile("why_clauses=4"))
    page.get_by_role("button", name="Next sentence").click()
    expect(page).to_have_url(re.compile("why_story=2"))
    expect(drawn).to_contain_text("The children played in the garden,")


def test_what_is_counted_is_what_is_struck_through(page: Page, server: str):
    page.goto(f"{server}/why")
    halves = page.locator(".bottleneck section")
    expect(halves).to_have_count(2)
    for half in halves.all():
        kept, every = half.locator(".fate b"), half.locator(".fate :is(b, s)")
        said = f"{kept.count()} of {every.count()}"
        expect(half.locator(".big")).to_contain_text(said)


def test_the_arrow_keys_go_from_french_word_to_french_word(page: Page, server: str):
    page.goto(f"{server}/why?why_clauses=1")
    whole(page)
    words = page.get_by_role("slider", name="French word")
    words.focus()
    page.keyboard.press("Home")
    expect(words).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("ArrowRight")
    expect(words).to_have_attribute("aria-valuenow", "2")
    expect(words).to_have_attribute("aria-valuetext", re.compile(r"attends most to .+"))
    for draws_anew in (
        lambda: page.set_viewport_size({"width": 900, "height": 800}),
        lambda: page.emulate_media(color_scheme="dark"),
    ):
        before = words.element_handle()
        draws_anew()
        page.wait_for_function("one => !one.isConnected", arg=before)
        expect(words).to_have_attribute("aria-valuenow", "2")
        expect(words).to_be_focused()


def test_one_s_own_sentence_takes_the_place_of_the_example(page: Page, server: str):
    page.goto(f"{server}/why")
    page.get_by_text("A sentence of your own", exact=True).click()
    field = page.get_by_label("Try a sentence of your own")
    field.fill("The dog sleeps in the garden and <b>my</b> sister plays football.")
    field.press("Enter")
    drawn = page.locator(".sentence")
    expect(drawn).to_contain_text("2and <b>my</b> sister plays football.")
    expect(page).to_have_url(re.compile("why_own="))
    expect(page.locator(".fate").first).to_contain_text("garden")
    expect(clauses(page).get_by_role("radio")).to_have_count(2)
    page.get_by_role("button", name="Back to the examples").click()
    expect(drawn).to_contain_text("The police stopped the thief,")
