"""What Streamlit's page does in a browser, on which ours relies without a promise."""

import re

from playwright.sync_api import Page, expect

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


def test_a_bound_choice_leaves_the_address_at_its_usual_value(page: Page, server: str):
    """So a link that is copied is written by us, with every value."""
    page.goto(f"{server}/scores?project=true")
    expect(page.locator("html")).to_have_css("font-size", "24px")
    page.locator(".st-key-project label").click()
    expect(page).not_to_have_url(re.compile("project"))


def test_the_section_of_the_open_page_is_marked_and_no_other(page: Page, server: str):
    """Our sheet counts the children of Streamlit's navigation."""
    page.goto(f"{server}/scores")
    sections = page.get_by_test_id("stTopNavSection")
    labs, models = (sections.filter(has_text=name) for name in ("Labs", "Models"))
    expect(labs).to_have_css("font-weight", "600")
    expect(models).not_to_have_css("font-weight", "600")


def test_a_chart_is_drawn_once(page: Page, server: str):
    """Streamlit hands it to Plotly twice; `drawn_once` makes both the same."""
    page.add_init_script(COUNT)
    page.goto(f"{server}/scores")
    charts = page.locator(".js-plotly-plot")
    expect(charts).not_to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("window.drawn.length > 0")
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
