"""Plotly figures in Chromium: read with the keyboard, tapped, saved from a lab."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.component import call
from tests.browser.test_app import settled
from tests.browser.test_files import SVG
from tests.browser.test_screens import DRAWN
from tests.browser.visiting import SHOWN_WITHIN, Visitor, whole
from viz.say import theme

OPENED_WITHIN = 3 * SHOWN_WITHIN  # the first page waits for the models as well
GIVEN = "sentence=The+red+car&target=La+voiture+rouge."

# A chart of 200 × 100 pixels: a step of x is 20 of them, one of y is 10 upwards.
CHART = """
const chart = (left, ...traces) => ({
  getBoundingClientRect: () => ({ left, top: 0 }),
  calcdata: traces.map(({ cells, ...trace }) => {
    const all = { visible: true, xaxis: "x", yaxis: "y2", type: "scatter", ...trace };
    return cells.map((cell, i) => i ? cell : { ...cell, trace: all });
  }),
  _fullLayout: { xaxis: { c2p: x => 20 * x, _offset: 5, _length: 200 },
    yaxis2: { c2p: y => 100 - 10 * y, _offset: 7, _length: 100 } },
});
const at = (x, y) => ({ x, y });
const walk = (traces, ...keys) => keys.reduce(
  (places, key) => [...places, moved(traces, places.at(-1), key)],
  [{ trace: 0, point: 0 }]).map(({ trace, point }) => [trace, point]);
"""
LINES = """
const upper = { cells: [at(0, 8), at(2, 7), at(4, 9)] };
const lower = { cells: [at(4, 1), at(3, 2), at(0, 0)] };
"""


def walked(page: Page, expression: str) -> Any:
    return call(page, f"(() => {{ {CHART} {LINES} return {expression}; }})()")


def test_arrows_walk_along_a_line_and_across_to_the_point_beside(modules: Page):
    lines = "tracesOf([chart(100, upper, lower)])"
    keys = '"ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"'
    assert walked(modules, f"walk({lines}, {keys}, 'ArrowUp', 'ArrowUp')") == [
        [0, 0],
        [0, 1],
        [0, 2],
        [0, 2],  # it ends
        [1, 2],  # both lines have a point at x = 4
        [1, 1],  # the points of the lower are in order of x
        [0, 1],  # from x = 3, between 2 and 4, the nearer in height
        [0, 1],
    ]
    found = walked(modules, f"{lines}[1]")
    assert found["subplot"] == "xy2"
    assert found["points"][0] == {"x": 105, "y": 107, "hover": LAST_OF_LOWER}


LAST_OF_LOWER = {"curveNumber": 1, "pointNumber": 2}


def test_what_hover_leaves_out_is_not_walked_to(modules: Page):
    silent = "{ ...lower, hoverinfo: 'skip' }, { ...lower, visible: false }"
    beyond = "{ cells: [at(2, 5), at(11, 5), at(3, 11), at(4, undefined)] }"
    found = walked(modules, f"tracesOf([chart(0, {silent}, {beyond})])")
    assert [len(trace["points"]) for trace in found] == [1]
    assert walked(modules, "tracesOf([{}, chart(0)])") == []


def test_arrows_cross_a_field_in_four_ways_and_go_on_where_it_ends(modules: Page):
    cells = "[{ x: [0, 1, 2], y: [0, 1, 2], z: [[1, 2], [3, 4]] }]"
    square = f"{{ type: 'heatmap', cells: {cells} }}"
    grid = "{ cells: [at(1, 6), at(2, 6), at(1, 3), at(2, 3)] }"
    fields = f"tracesOf([chart(0, {square}), chart(300, {grid})])"
    keys = "'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Home', 'ArrowLeft'"
    assert walked(modules, f"walk({fields}, {keys}, 'End', 'ArrowLeft')") == [
        [0, 0],
        [0, 2],  # y grows upwards
        [0, 3],
        [1, 2],  # the cell of the next chart at the nearest height
        [1, 2],
        [1, 0],
        [0, 3],
        [0, 3],
        [0, 2],
    ]
    first = walked(modules, f"{fields}[0].points[1].hover")
    assert first == {"curveNumber": 0, "xval": 1.5, "yval": 0.5}


def reading(page: Page, key: str) -> tuple[Locator, Locator]:
    """The stop that reads a figure, and the line that says where it is."""
    figure = page.locator(f".st-key-chart-{key}")
    stop = figure.locator(".reader")
    expect(stop).to_have_count(1, timeout=OPENED_WITHIN)
    whole(page)
    page.wait_for_function(DRAWN)  # keys reach only drawn charts
    figure.locator(".js-plotly-plot .nsewdrag").first.wait_for()
    return stop, figure.locator(".files .said")


DRAWN_IN = """
colour => {
  const charts = [...document.querySelectorAll("[data-testid=stPlotlyChart]")]
    .map(one => one.querySelector(".js-plotly-plot")?._fullLayout);
  return charts.length && charts.every(layout => layout?.font.color === colour);
}
"""


def test_a_lab_is_read_by_keyboard_through_a_rerun_and_saved(page: Page, server: str):
    page.goto(f"{server}/scores")
    stop, said = reading(page, "scores-four")
    labels = page.locator(".hoverlayer .hovertext")
    stop.focus()
    expect(said).to_have_text(re.compile(r"^additive: .* · q₁, k₁: \+0\.24$"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text(re.compile(r"q₂, k₂: \+1\.03$"))
    expect(labels).to_have_text(["q₂, k₂: +1.03"])
    page.emulate_media(color_scheme="dark")  # a rerun draws every chart anew
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    settled(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(DRAWN_IN, arg=theme.NIGHT.text)
    expect(said).to_have_text(re.compile(r"^bilinear: .* · q₂, k₁: −4$"))
    expect(labels).to_have_count(1)
    page.keyboard.press("Escape")
    expect(labels).to_have_count(0)
    expect(said).to_be_empty()

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    with page.expect_download() as download:
        page.locator(".st-key-scores-four-files").get_by_text("SVG").click()
    saved = ElementTree.parse(download.value.path()).getroot()
    words = ["".join(text.itertext()) for text in saved.iter(f"{SVG}text")]
    assert words[0] == "The same queries and keys, scored in four ways"
    assert [word.split(":")[0] for word in words if ":" in word] == (
        ["additive", "bilinear", "dot", "scaled dot"]
    )


def test_one_label_is_shown_when_charts_come_back_one_by_one(page: Page, server: str):
    page.goto(f"{server}/scores")
    stop, said = reading(page, "scores-four")
    labels = page.locator(".hoverlayer .hovertext")
    stop.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile("^bilinear: "))
    first = page.locator(".st-key-chart-scores-four .js-plotly-plot").first
    first.evaluate("chart => { [chart.kept, chart.calcdata] = [chart.calcdata]; }")
    page.keyboard.press("ArrowDown")  # counts once all are here
    expect(labels).to_have_count(0)
    expect(said).to_be_empty()
    first.evaluate("chart => { chart.calcdata = chart.kept; }")
    expect(labels).to_have_text(["q₂, k₁: −4"])
    expect(said).to_have_text(re.compile("^bilinear: .* · q₂, k₁: −4$"))


def test_what_a_slider_changed_is_read_at_the_same_point(page: Page, server: str):
    page.goto(f"{server}/scores?step=2&sc_says=constant")
    stop, said = reading(page, "scores-constant")
    stop.focus()
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text("scores of q₁ · now, k₁: +3")
    page.get_by_role("slider", name="Add to all three scores").press("ArrowRight")
    expect(said).to_be_empty()
    stop.focus()  # the chart with the new number may be drawn before this or after
    expect(said).to_have_text("scores of q₁ · now, k₁: +3.1")
    expect(page.locator(".hoverlayer .hovertext")).to_have_text(["now, k₁: +3.1"])


def test_a_chart_that_is_not_drawn_yet_is_read_once_it_is(page: Page, server: str):
    page.goto(f"{server}/scores?step=2&sc_says=constant")
    stop, said = reading(page, "scores-constant")
    charts = page.locator(".st-key-chart-scores-constant .js-plotly-plot")
    charts.evaluate_all("""charts => charts.forEach(chart => {
      chart.kept = chart.calcdata; delete chart.calcdata;
    })""")
    stop.focus()
    page.wait_for_timeout(200)
    expect(said).to_be_empty()
    charts.evaluate_all("""charts => charts.forEach(chart => {
      chart.calcdata = chart.kept;
    })""")
    expect(said).to_have_text("scores of q₁ · before, k₁: +3")


MIDDLE_OF_BAR = """
bar => {
  const own = bar.getBoundingClientRect();
  const { left, top } = bar.closest(".js-plotly-plot").getBoundingClientRect();
  return { x: own.left - left + own.width / 2, y: own.top - top + own.height / 2 };
}
"""
MIDDLE = """
chart => {
  const cells = chart.calcdata.find(([{ trace }]) => trace.hoverinfo !== "skip");
  const { trace } = cells[0];
  const { xaxis, yaxis } = chart._fullLayout;
  const half = edges => (edges[0] + edges[1]) / 2, { x, y, z } = cells[0];
  const middle = cells[Math.floor(cells.length / 2)];
  const at = z ? [half(x), half(y)] : trace.type === "bar"
    ? [middle.x / 2, middle.y] : [middle.x, middle.y];
  return { x: xaxis._offset + xaxis.c2p(at[0]), y: yaxis._offset + yaxis.c2p(at[1]) };
}
"""
TAPPED = {
    "/models": "Bahdanau, 21–25 words",
    "/pooling?step=2&pool_see=points": "n = 400: ",
    "/positions": "position 0, component 0: ",
    "/sizes": "attention: 23%",
    "/costs": "recurrence, 64: 16.8M",
    "/masks": "ate may attend to ate",
}


@pytest.mark.parametrize(("address", "told"), TAPPED.items())
def test_a_tap_on_a_phone_reads_a_chart_and_all_of_its_label_is_on_the_screen(
    visitor: Visitor, server: str, address: str, told: str
):
    page = visitor(has_touch=True, viewport={"width": 390, "height": 844})
    page.goto(f"{server}{address}")
    charts = page.locator(".js-plotly-plot:has(.nsewdrag)")
    charts.first.wait_for(timeout=OPENED_WITHIN)
    whole(page)
    page.wait_for_function(DRAWN)
    chart = charts.first
    if address == "/models":
        chart = charts.filter(has_text="English words in the sentence").first
    chart.tap(position=chart.evaluate(MIDDLE))
    label = chart.locator(".hoverlayer .hovertext")
    expect(label).to_contain_text(told)
    box = label.bounding_box() or {"x": -1, "width": 0}
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


@pytest.mark.parametrize("touch", [False, True])
def test_a_page_is_read_by_keyboard_and_by_touch(
    visitor: Visitor, server: str, touch: bool
):
    page = visitor(has_touch=touch)
    page.goto(f"{server}/bahdanau?{GIVEN}&b_more=coverage")
    stop, said = reading(page, "coverage")
    label = page.locator(".hoverlayer .hovertext")
    if touch:
        bar = page.locator(".st-key-coverage .barlayer .point").nth(1)
        chart = page.locator(".st-key-coverage .js-plotly-plot")
        chart.tap(position=bar.evaluate(MIDDLE_OF_BAR))
        expect(label).to_have_text(re.compile(r"^red: \d\.\d{3} in total$"))
        return
    stop.focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"^red: \d\.\d{3} in total$"))
    expect(label).to_have_text([said.text_content() or ""])
    stop.blur()
    expect(label).to_have_count(0)


def test_a_point_that_is_read_lights_what_its_weights_lead_to(page: Page, server: str):
    page.goto(f"{server}/transformer?{GIVEN}&explore=plane")
    stop, said = reading(page, "plane")
    lit = page.locator(".plane-lit line")
    stop.focus()
    expect(said).to_have_text(re.compile(r"^key of "))
    expect(lit).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)
