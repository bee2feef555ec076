"""What Streamlit's page does in a browser, on which ours relies without a promise."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visiting import Visitor, holds, whole
from viz.pages.app import frame

# Plotly computes `calcdata` anew whenever it draws a chart from the beginning.
COUNT = """
  window.drawn = [];
  Object.defineProperty(HTMLDivElement.prototype, "calcdata", {
    get() { return this.computed; },
    set(found) {
      if (found?.length) window.drawn.push(this);
      this.computed = found;
    },
  });
"""

ALL_DRAWN = """
  () => [...document.querySelectorAll(".js-plotly-plot")]
    .every(chart => window.drawn.includes(chart))
"""

LOST = ("Cannot set a node at a delta path", "Bad delta path index 3 (should be …)")
FRAME = Path(frame.__file__).with_name("frame.css")
# What a rule waits for, which is not there when a page has just been opened.
LATER = re.compile(
    r"data-stale|data-focus-visible|data-selected|InputInstructions|stTopNavDropdown"
    r"|stTopNavPopover|data-says|data-taught|data-asked|unseen|resting-line"
    r"|st-key-(waiting|refused|all)-|term-card"
)
# Every selector of the sheet that finds something, without what only a pointer brings.
FOUND = r"""
  name => {
    const bare = text => text.replace(
      /::(first-line|after|before)|:(hover|focus-visible|focus-within)\b/g, "");
    const selectors = rules => [...rules].flatMap(rule =>
      [...rule.selectorText ? [rule.selectorText] : [],
       ...rule.media ? selectors(rule.cssRules) : []]);
    const sheets = [...document.styleSheets].filter(sheet =>
      sheet.ownerNode?.textContent.includes(name));
    return sheets.flatMap(sheet => selectors(sheet.cssRules))
      .map(each => [each, document.querySelector(bare(each) || "*") !== null]);
  }
"""


def test_a_bound_choice_leaves_the_address_at_its_usual_value(page: Page, server: str):
    """So a link that is copied is written by us, with every value."""
    page.goto(f"{server}/scores?project=true")
    expect(page.locator("html")).to_have_css("font-size", "24px")
    page.locator(".st-key-project label").click()
    expect(page).not_to_have_url(re.compile("project"))


@pytest.mark.parametrize(
    ("message", "event"),
    [
        (f"Uncaught Error: {LOST[0]}", "new ErrorEvent('error', { message })"),
        (
            LOST[1],
            "new PromiseRejectionEvent('unhandledrejection',"
            " { promise: Promise.resolve(), reason: new Error(message) })",
        ),
    ],
)
def test_a_page_that_lost_its_place_is_opened_again_at_the_same_view(
    page: Page, server: str, message: str, event: str
):
    """Nothing can be added to it any more; its address has the whole view.

    One that fails again soon is left alone.
    """
    page.goto(f"{server}/memory?m_hops=2")
    whole(page)
    page.wait_for_function("globalThis.headlightLost && performance.now() > 2500")
    url = page.url
    with page.expect_navigation():
        page.evaluate(f"message => dispatchEvent({event})", message)
    page.wait_for_function("globalThis.headlightLost && performance.now() > 2500")
    opened = page.evaluate("performance.timeOrigin")
    page.evaluate(f"message => dispatchEvent({event})", message)
    page.wait_for_timeout(500)
    assert page.evaluate("performance.timeOrigin") == opened
    whole(page)
    assert page.url == url


def test_the_section_of_the_open_page_is_marked_and_no_other(page: Page, server: str):
    """Our sheet counts the children of Streamlit's navigation."""
    page.goto(f"{server}/scores")
    sections = page.get_by_test_id("stTopNavSection")
    lessons, models = (sections.filter(has_text=t) for t in ("Lessons", "Models"))
    expect(lessons).to_have_css("font-weight", "600")
    expect(models).not_to_have_css("font-weight", "600")


def test_a_chart_is_drawn_once(page: Page, server: str):
    """Streamlit hands it to Plotly twice; `drawn_once` makes both the same."""
    page.add_init_script(COUNT)
    page.goto(f"{server}/scores")
    charts = page.locator(".js-plotly-plot")
    expect(charts).not_to_have_count(0)
    whole(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_function(ALL_DRAWN)
    page.wait_for_timeout(1_000)
    assert page.evaluate("window.drawn.length") == charts.count()


def test_a_component_keeps_its_node_when_its_data_change(page: Page, server: str):
    """Our scripts know their picture by the node in which it stands."""
    page.goto(f"{server}/transformer?sentence=I+know+you.")
    picture = page.locator(".attention")
    expect(picture).to_have_count(1)
    expect(page.get_by_title("know", exact=True).first).to_be_visible()
    picture.evaluate("node => { node.parentNode.ours = true; }")
    page.locator(".st-key-sentence input").fill("Fish swim.")
    page.keyboard.press("Enter")
    expect(page.get_by_title("swim", exact=True).first).to_be_visible()
    assert picture.evaluate("node => node.parentNode.ours") is True


def test_every_rule_of_the_frame_finds_what_it_is_written_for(
    visitor: Visitor, server: str
):
    """Names alone are not enough: our sheet also knows what stands in what."""
    first = FRAME.read_text("utf-8").splitlines()[0]
    pages: list[Page] = []
    for path, width in (
        ("/", 1280),
        ("/transformer", 1280),
        ("/models?layer=9", 390),
        ("/scores?step=3", 390),
        ("/compare", 1280),
        ("/terms", 390),
    ):
        page = visitor(viewport={"width": width, "height": 844})
        page.goto(server + path)
        whole(page)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        pages.append(page)
    # charts and formulas come behind what a page waits for
    assert holds(pages[0], lambda: not unmet(pages, first)), unmet(pages, first)


def unmet(pages: list[Page], first: str) -> list[str]:
    """Selectors of the sheet that find nothing on any of the pages, and should."""
    found: dict[str, bool] = {}
    for page in pages:
        for selector, there in page.evaluate(FOUND, first):
            found[selector] = found.get(selector, False) or there
    assert len(found) > 90
    missing = {selector for selector, there in found.items() if not there}
    return sorted(each for each in missing if not LATER.search(each))
