"""Every page with the keyboard alone: all is reached, seen, named, and left again."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_screens import DRAWN
from tests.browser.visiting import SHOWN_WITHIN, whole
from tests.places import PAGES

MOST_STOPS = 150
OPENED_WITHIN = 3 * SHOWN_WITHIN  # the first page waits for the models as well

# Where the focus is, down into components; what is seen of it; what has not been met.
PROBE = """
async () => {
  const MOST_FRAMES = 60;
  const drawnAgain = () => new Promise(drawn => requestAnimationFrame(drawn));
  await drawnAgain();
  const met = window.met ??= new Set();
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body || met.has(at)) return null;
  met.add(at);
  const parent = node => node.parentElement ?? node.getRootNode().host;
  const drawn = node => {
    const style = getComputedStyle(node), line = style.outlineStyle !== "none";
    return line && parseFloat(style.outlineWidth) >= 2
      || parseFloat(style.borderBottomWidth) >= 3;
  };
  const ringed = () => {
    const own = at.querySelector(":scope .ring"), style = own && getComputedStyle(own);
    let seen = style && style.stroke !== "none" && parseFloat(style.strokeWidth) >= 2;
    for (let near = at, up = 0; near && up < 4; near = parent(near), up += 1) {
      seen ||= drawn(near);
    }
    return seen;
  };
  let ring = ringed();  // it may come some frames after the focus
  for (let frame = 0; frame < MOST_FRAMES && !ring; frame += 1) {
    await drawnAgain();
    ring = ringed();
  }
  const { left, right, width, height } = at.getBoundingClientRect();
  const labels = [...at.labels ?? []].map(label => label.innerText).join(" ");
  const name = at.getAttribute("aria-label") || labels || at.innerText || at.title;
  let host = at;
  while (host.getRootNode() !== document) host = host.getRootNode().host;
  const pictured = host.closest(".st-key-picture, .st-key-lab-picture");
  const scrolled = document.querySelector("[data-testid=stMain]").scrollTop;
  return { name: name?.trim(), ring, html: at.outerHTML.slice(0, 120),
    top: pictured && host.getBoundingClientRect().top + scrolled,
    inside: right > 0 && left < innerWidth && width > 0 && height > 0 };
}
"""
MISSED = """
() => {
  const missed = [], open = [document];
  const groups = "[role=radiogroup], [role=grid], [role=group]";  // arrow keys
  const beside = node => [...node.parentElement?.children ?? []]
    .some(other => window.met.has(other));
  while (open.length) {
    for (const node of open.pop().querySelectorAll("*")) {
      if (node.shadowRoot) open.push(node.shadowRoot);
      const control = node.matches("a[href], button, input, select, textarea, summary")
        || node.tabIndex >= 0 && node.hasAttribute("tabindex");
      const shown = { checkVisibilityCSS: true, checkOpacity: true };
      if (!control || !node.checkVisibility(shown) || node.disabled) continue;
      if (window.met.has(node)) continue;
      if (node.closest(groups) && (node.tabIndex < 0 || beside(node))) continue;
      missed.push(node.outerHTML.slice(0, 120));
    }
  }
  return missed;
}
"""


def opened(page: Page, address: str) -> None:
    page.goto(address)
    whole(page, OPENED_WITHIN)
    expect(page.get_by_test_id("stHeader")).to_have_css("height", "56px")  # our sheet
    page.wait_for_function("globalThis.headlightTranslated")  # the header is there
    page.wait_for_function(DRAWN)


def walked(page: Page) -> list[dict[str, str | bool]]:
    """Every stop of Tab from the top to where the focus leaves or begins again."""
    stops = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(PROBE)
        if stop is None:
            return stops
        stops.append(stop)
    pytest.fail(f"Tab does not come to an end; the last stop: {stops[-1]['html']}")


@pytest.mark.parametrize("path", PAGES)
def test_tab_walks_through_a_page(page: Page, server: str, path: str):
    opened(page, f"{server}/{path}")
    stops = walked(page)
    assert [stop["html"] for stop in stops if not stop["ring"]] == []
    assert [stop["html"] for stop in stops if not stop["name"]] == []
    assert [stop["html"] for stop in stops if not stop["inside"]] == []
    assert page.evaluate(MISSED) == []


@pytest.mark.parametrize("path", ["", "masks"])
def test_tab_meets_what_a_phone_shows_from_the_top_down(
    page: Page, server: str, path: str
):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, f"{server}/{path}")
    stops = walked(page)
    assert [stop["html"] for stop in stops if not stop["inside"]] == []
    inside = [stop for stop in stops if stop["top"] is not None]
    for above, below in pairwise(inside):
        assert below["top"] >= above["top"] - 60, (above["html"], below["html"])


def test_the_other_sentences_open_and_close_with_the_keyboard(page: Page, server: str):
    opened(page, server)
    more = page.locator(".st-key-tries-all button").first
    more.focus()
    page.keyboard.press("Enter")
    first = page.locator(".st-key-all-fish button")
    expect(first).to_be_visible()
    page.keyboard.press("Escape")
    expect(first).to_have_count(0)
    expect(more).to_be_focused()
