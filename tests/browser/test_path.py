"""The path as a newcomer walks it: by *Next* alone, and with the keys of a remote."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import SHOWN_WITHIN, Visitor, by_menu, listens, whole
from viz.content import path

STOPS = path.load().stops
SIZES = {
    "screen": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}
PICTURE = (
    ".st-key-lab-picture .js-plotly-plot, .st-key-picture .main svg,"
    " .st-key-picture .board, .st-key-halves svg, .bottleneck svg, .bottleneck canvas"
)
CONTROL = (
    ".st-key-lab-picture :is(button, input), .st-key-stop-control input,"
    " .st-key-picture :is(.pager button, .main button), .bottleneck button,"
    " .st-key-picture .first button"
)
LEAST_SEEN = {"screen": 200, "phone": 60}
"""How many pixels of a picture's height are seen at least; less where it is smaller."""
MOST_WORDS = 220
A_MINUTE, HANDS = 220, 0.25
"""How many words are read in a minute, and how many minutes a stop takes the hands."""
PROSE = """
() => {
  const other = "button, label, summary, table, svg, .katex, h1, h3, h4," +
    " [data-testid=stPlotlyChart], [data-testid=stWidgetLabel], .st-key-bar," +
    " .st-key-more-on-this, .colophon, .paper";
  const texts = [];
  const walk = node => {
    if (node.nodeType === Node.TEXT_NODE) { texts.push(node.textContent); return; }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const seen = node.checkVisibility({ visibilityProperty: true }) ||
      node.matches(".st-key-stop, :has(> .st-key-stop)");   // on a phone it has no box
    if (!seen || node.matches(other)) return;
    node.shadowRoot?.querySelectorAll("p, .says").forEach(walk);
    node.childNodes.forEach(walk);
  };
  walk(document.querySelector("[data-testid=stMainBlockContainer]"));
  return texts.join(" ").match(/\\p{L}[\\p{L}’'-]*/gu) ?? [];
}
"""
"""The words of prose that are seen on the page; no labels, no numbers."""


def plain(text: str) -> str:
    """Text as it is compared: what marks it up and how its spaces are is no matter."""
    return re.sub(r"\s+", " ", re.sub(r"[*_]|:\w+\[|\]", "", text)).strip()


def seen(one: Locator, height: int) -> float:
    """How many pixels of it are between the top and the foot of the first screen."""
    box = one.bounding_box()
    assert box is not None
    return min(box["y"] + box["height"], height) - max(box["y"], 0)


def arrived(page: Page, number: int, stop: path.Stop) -> None:
    where = page.locator(".st-key-bar .where")
    expect(where).to_contain_text(f"{number} of {len(STOPS)}", timeout=3 * SHOWN_WITHIN)
    expect(page).to_have_url(re.compile(rf"tour={stop.name}(&|$)"))
    whole(page, 3 * SHOWN_WITHIN)


@pytest.mark.parametrize("size", SIZES)
def test_next_alone_leads_through_every_idea(visitor: Visitor, server: str, size: str):
    page, height = visitor(viewport=SIZES[size]), SIZES[size]["height"]
    page.goto(server)
    page.get_by_role("link", name="Start the tour").click()
    for number, stop in enumerate(STOPS, 1):
        arrived(page, number, stop)
        main = page.get_by_test_id("stMainBlockContainer")
        expect(main).to_contain_text(plain(stop.idea)[:40])
        picture = page.locator(PICTURE).first
        expect(picture).to_be_visible(timeout=3 * SHOWN_WITHIN)
        page.wait_for_function("document.fonts.status === 'loaded'")
        assert seen(page.locator("h1"), height) > 20, stop.name
        box = picture.bounding_box()
        assert box is not None
        least = min(LEAST_SEEN[size], 0.9 * box["height"])
        assert seen(picture, height) >= least, (stop.name, box)
        card = page.locator("[class*=st-key-guess-card-]").first
        if size == "screen":
            expect(card, stop.name).to_be_in_viewport(ratio=0.98)
            assert any(
                seen(one, height) > 8 for one in page.locator(CONTROL).all()[:12]
            ), stop.name
        card.locator("button").first.click()
        expect(page.locator("[class*=st-key-guess-said-]")).to_be_visible()
        whole(page)  # what the answer takes away is gone
        prose = page.evaluate(PROSE)
        words = len(prose)
        assert words <= MOST_WORDS, (stop.name, words, " ".join(prose))
        if size == "screen":
            assert words / A_MINUTE + HANDS <= stop.minutes + 0.1, (stop.name, words)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= SIZES[size]["width"], stop.name
        page.locator(".st-key-bar .st-key-next a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Self-test")


@pytest.mark.parametrize("size", SIZES)
def test_a_remote_walks_the_whole_path_and_back(
    visitor: Visitor, server: str, size: str
):
    page = visitor(viewport=SIZES[size])
    page.goto(f"{server}/why?project=true&tour={STOPS[0].name}")
    for number, stop in enumerate(STOPS, 1):
        arrived(page, number, stop)
        listens(page)
        page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Self-test")
    page.go_back()
    arrived(page, len(STOPS), STOPS[-1])
    listens(page)
    page.keyboard.press("PageUp")
    arrived(page, len(STOPS) - 1, STOPS[-2])


def test_who_leaves_the_path_goes_on_with_one_click(page: Page, server: str):
    page.goto(f"{server}/scores?step=3&tour=root-d&sentence=I+know+you.")
    whole(page)
    by_menu(page, "Lessons", "Costs")
    back = page.get_by_role("link", name="On the tour: 7 of 16, Why √d? · Go on ›")
    expect(back).to_be_visible()
    back.click()
    arrived(page, 7, STOPS[6])
    expect(page).to_have_url(re.compile(r"sentence=I\+know\+you"))
    page.locator(".st-key-lab-steps button").first.click()
    expect(back).to_be_visible()
    back.click()
    expect(page.locator(".st-key-lab-steps [aria-checked=true]")).to_contain_text("3")


def test_what_was_missed_in_the_self_test_is_a_path_of_its_own(page: Page, server: str):
    page.goto(f"{server}/exercises?set=self-test&exercise=13")
    whole(page)
    page.get_by_role("button", name="I don't know").click()
    again = page.locator(".st-key-look-again")
    expect(again).to_contain_text("Look again at this one")
    again.get_by_role("link").click()
    expect(page.locator(".st-key-bar .where")).to_contain_text("1 of 1")
    expect(page).to_have_url(re.compile("again=mask"))
    page.locator(".st-key-bar .st-key-next a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Self-test")
