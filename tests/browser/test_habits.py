"""What a browser does to every page: it translates, opens tabs, names and remembers.

A few pages are tried; EVERY=1 tries all, and opens every link of each.
"""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.visiting import SHOWN_WITHIN, Contexts, Visitor, by_menu, whole
from tests.places import OFFERED
from viz.content.path import load

EVERY = bool(os.environ.get("EVERY"))
TRANSLATE = Path(__file__).with_name("translate.js").read_text("utf-8")
FEW = ("", "masks", "query-key-value", "transformer", "why", "lessons")
TRANSLATED = OFFERED if EVERY else FEW
LINKED = (*OFFERED, "lessons?course=nlp2") if EVERY else ("", "lessons?course=nlp2")
PRESSED = "[data-testid=stMain] :is([role=radio]:not([aria-checked=true]), summary)"
READY = "() => globalThis.headlightTranslated"
SAID = """
() => [...document.querySelectorAll("[data-testid=stMain] :is(h1, h2, h3, h4, p, li)")]
  .filter(one => one.checkVisibility() && !one.closest(".katex"))
  .map(one => one.innerText.replace(/[[\\]\\s]/g, "")).sort()
"""
FORMULAS = f"""
() => {{
  const said = () => [...document.querySelectorAll(".katex")].map(one => one.innerText);
  return [said(), ({TRANSLATE.strip()})(), said()].filter(Boolean);
}}
"""
"""All formulas before a translation and after it: others may still come."""
LINKS = """
() => {
  const hrefs = [...document.querySelectorAll('[data-testid="stPageLink-NavLink"]')]
    .map(link => link.getAttribute("href"));
  return hrefs.length && hrefs.every(href => href?.startsWith("/")) && hrefs;
}
"""


def pressed(page: Page, address: str, *, translated: bool) -> list[list[str]]:
    """What is said on a page at first, and after each of three clicks."""
    wire = heard(page)
    page.goto(address)
    page.wait_for_function(READY)
    found = [settled(page, wire)]
    for number in range(3):
        if translated:
            page.evaluate(TRANSLATE)
        buttons = page.locator(PRESSED)
        if buttons.count() <= number:
            break
        buttons.nth(number).click()
        found.append(settled(page, wire))
    return found


def heard(page: Page) -> list[str]:
    """What goes over the line of a page from now on, one after the other."""
    wire: list[str] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", lambda _: wire.append("asked"))
        socket.on("framereceived", lambda _: wire.append("answered"))

    page.on("websocket", opened)
    return wire


def settled(page: Page, wire: list[str]) -> list[str]:
    """What is said on a page that is answered, once it says the same for a while."""
    said: list[str] = []
    for _ in range(SHOWN_WITHIN // 300):
        page.wait_for_timeout(300)
        whole(page)
        before, said = said, page.evaluate(SAID)
        if said and said == before and wire[-1] == "answered":
            return said
    return said


@pytest.mark.parametrize("path", TRANSLATED)
def test_a_page_that_is_translated_goes_on_and_says_what_it_would(
    visitor: Visitor, server: str, path: str
):
    address = f"{server}/{path}"
    expected = pressed(visitor(), address, translated=False)
    page = visitor()
    assert pressed(page, address, translated=True) == expected
    expect(page.get_by_text("Failed to execute")).to_have_count(0)


def test_words_and_formulas_are_data_and_french_is_french(page: Page, server: str):
    page.goto(f"{server}/transformer")
    whole(page)
    said = page.locator('[class*="st-key-said-"]').first
    expect(said).to_have_attribute("lang", "fr")
    expect(said).to_have_attribute("translate", "no")
    expect(page.locator(".st-key-sentence input")).to_have_attribute("lang", "en")
    page.goto(f"{server}/masks")
    whole(page)
    expect(page.locator(".katex").first).to_be_visible()
    page.wait_for_function(READY)
    before, after = page.evaluate(FORMULAS)
    assert before and after == before
    expect(page.locator("h1 font").first).to_contain_text("[")
    assert page.locator("svg font, .js-plotly-plot font").count() == 0


@pytest.mark.parametrize("path", LINKED)
def test_every_link_of_a_page_opens_its_page_in_a_tab_of_its_own(
    page: Page, server: str, contexts: Contexts, path: str
):
    page.goto(f"{server}/{path}")
    whole(page)
    # asked in one question: a link that has just come is Streamlit's for a frame
    links = list(dict.fromkeys(page.wait_for_function(LINKS).json_value()))
    places = load().places
    assert all(urlsplit(href).path.strip("/") in places for href in links)
    for href in links if EVERY else links[:3]:
        opened = page.context.new_page()
        opened.goto(server + href)
        whole(opened)
        title = places[urlsplit(href).path.strip("/")].title
        expect(opened).to_have_title(re.compile(f"{re.escape(title)} · Headlight$"))
        expect(opened.locator(".st-key-end, h1").first).to_be_visible()
        opened.close()


@pytest.mark.parametrize(
    ("keys", "button"), [(["Control"], "left"), (["Shift"], "left"), ([], "middle")]
)
def test_a_key_held_down_or_the_middle_button_opens_a_tab(
    page: Page, server: str, keys, button
):
    page.goto(f"{server}/lessons?sentence=I+know+you.")
    whole(page)
    page.wait_for_function(READY)  # what keeps Streamlit from a held key comes as well
    here = page.url
    with page.context.expect_page() as opening:
        link = page.get_by_role("link", name="First look")
        link.click(modifiers=keys, button=button)
    opened = opening.value
    expect(opened).to_have_url(re.compile(r"/\?.*tour=first-look"))
    expect(opened).to_have_url(re.compile(r"sentence=I\+know\+you"))
    opened.close()
    assert page.url == here


def test_the_links_of_a_menu_hold_what_travels(page: Page, server: str):
    page.goto(f"{server}/bahdanau?sentence=I+know+you.")
    whole(page)
    page.get_by_test_id("stTopNavSection").filter(has_text="Lessons").click()
    link = page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Masks")
    expect(link).to_have_attribute("href", "/masks?sentence=I+know+you.")
    link.click()
    expect(page).to_have_title(re.compile("Masks · Headlight$"))
    expect(page).to_have_url(f"{server}/masks?sentence=I+know+you.")


SCORES = "/scores?sentence=I+know+you.&step=2&sc_says=constant&tour=shift"


@pytest.mark.parametrize(
    ("opened", "entry", "leads"),
    [
        ("pieces=true&", "Masks", "/masks?sentence=I+know+you."),  # a widget wrote it
        ("", "Scores", SCORES),  # its address is its own
    ],
)
def test_a_menu_loses_no_sentence_and_back_finds_the_page_before(
    page: Page, server: str, opened: str, entry: str, leads: str
):
    page.goto(f"{server}/transformer?{opened}sentence=I+know+you.")
    whole(page)
    page.wait_for_function(READY)  # what writes the links of a menu comes as well
    by_menu(page, "Lessons", entry)
    expect(page).to_have_url(server + leads)
    whole(page)
    page.go_back()
    expect(page).to_have_url(re.compile("/transformer.*sentence=I.know.you"))
    whole(page)
    expect(page.locator(".st-key-sentence input")).to_have_value("I know you.")


def test_an_address_holds_each_name_once(page: Page, server: str):
    page.goto(f"{server}/?sentence=I+know+you.")
    whole(page)
    page.wait_for_function(READY)
    page.get_by_role("link", name="Look inside").first.click()
    expect(page).to_have_url(re.compile("/bahdanau"))
    whole(page)
    names = re.findall(r"[?&](\w+)=", page.url)
    assert sorted(names) == sorted(set(names))


def test_a_title_follows_the_step(page: Page, server: str):
    page.goto(f"{server}/scores")
    expect(page).to_have_title(re.compile("· Scores · Headlight$"))
    page.get_by_role("radio", name="Why √d?").click()
    expect(page).to_have_title("Why divide by √d? · Scores · Headlight")


@pytest.mark.parametrize("asked", ["Masks", "masks/", "MASKS"])
def test_case_and_a_closing_slash_make_no_difference(
    page: Page, server: str, asked: str
):
    page.goto(f"{server}/{asked}")
    expect(page).to_have_url(f"{server}/masks")
    expect(page).to_have_title(re.compile("Masks · Headlight$"))


def test_a_name_that_is_nearly_a_page_offers_it(page: Page, server: str):
    page.goto(f"{server}/maks")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Did you mean Masks?").click()
    expect(page).to_have_url(f"{server}/masks")


def test_a_finger_that_is_dragged_over_a_chart_scrolls_the_page(
    visitor: Visitor, server: str
):
    page = visitor({"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"{server}/masks")
    whole(page)
    chart = page.locator(".js-plotly-plot").first
    chart.scroll_into_view_if_needed()
    main = page.get_by_test_id("stMain")
    before = main.evaluate("one => one.scrollTop")
    box = chart.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *points: dict[str, float]) -> None:
        asked = {"type": kind, "touchPoints": list(points)}
        touch.send("Input.dispatchTouchEvent", asked)

    finger("touchStart", {"x": x, "y": y})
    for moved in range(10, 210, 10):
        finger("touchMove", {"x": x, "y": y - moved})
    finger("touchEnd")
    scrolled = "top => document.querySelector('[data-testid=stMain]').scrollTop > top"
    page.wait_for_function(scrolled, arg=before + 50)


def test_a_preset_alone_opens_its_sentence(page: Page, server: str):
    page.goto(f"{server}/bahdanau?preset=zone")
    field = page.get_by_role("textbox", name="English sentence")
    expect(field).to_have_value(re.compile("^The agreement on the European"))
