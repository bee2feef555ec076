"""A long text in the picture: rounded weights, one canvas, a token that is found."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

from headlight import show as own
from tests.browser.component import call, saved, show
from tests.browser.visiting import Visitor
from viz.components.attention import pack, pack_picture
from viz.export.page import header_of
from viz.payload import stacks
from viz.payload.own_models import own_view

TOKENS = 130


def looks(back):
    torch.manual_seed(2)
    scores = torch.randn(2, 3, TOKENS, TOKENS) * 2
    if back:
        ahead = torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(ahead, -torch.inf)
    return scores.softmax(-1)


@pytest.mark.parametrize("back", [False, True])
def test_what_was_rounded_comes_back_within_the_error_that_is_said(
    stage: Page, monkeypatch, back
):
    monkeypatch.setattr(stacks, "OVER", 0)
    weights = looks(back)
    header, body = own_view(own(weights, ["a"] * TOKENS))
    stage.evaluate(
        "text => { window.packed = Uint8Array.from(text, c => c.charCodeAt(0)) }",
        pack(header, body).decode("latin-1"),
    )
    read = "[...unpack(window.packed).stacks.values()][0]"
    found = np.array(
        call(stage, f"[5, 0].map(at => [...{read}.map(at)].map(x => x ?? null))"), float
    )
    raw = weights.reshape(6, -1)[[5, 0]].numpy()
    if back:
        assert np.array_equal(np.isnan(found), raw == 0)
    error = header["stacks"][0]["error"]
    assert 0 < error < 3e-4
    np.testing.assert_allclose(np.nan_to_num(found), raw, atol=error * 1.001, rtol=0)
    rows = raw.reshape(-1, TOKENS)
    best = np.argsort(rows)[:, -8:]
    np.testing.assert_array_equal(
        np.take_along_axis(found.reshape(-1, TOKENS).astype("<f4"), best, -1),
        np.where((taken := np.take_along_axis(rows, best, -1)) == 0, np.nan, taken),
    )
    mean = call(stage, f"[...weightsOf({read}, 1, -1)].slice(0, 1)")
    assert mean[0] == pytest.approx(weights[1, :, 0, 0].mean().item(), abs=error)


ALONE = """(() => {
  const { header, stacks } = unpack(window.packed), whole = [...stacks.values()][0];
  const views = [{ layer: 1, head: 2 }, { layer: 0, head: -1 },
    { layer: 1, head: -1, heads: [0, 2] }];
  const other = [];
  for (const stack of [whole, shownOf(header, whole, { special: false })]) {
    for (const view of views) for (let row = 0; row < stack.rows; row++) {
      const alone = rowIn(stack, view, row);
      const line = rowOf(mapOf(stack, view), stack.columns, row);
      if (alone.length !== stack.columns || alone.some((weight, key) =>
        !(Math.abs(weight - line[key]) < 1e-7) && !Number.isNaN(line[key] + weight)
        || Number.isNaN(weight) !== Number.isNaN(line[key]))) other.push([view, row]);
    }
  }
  const read = (view, row) => [...rowIn(whole, view, row)].map(x => x ?? null);
  const found = [read(views[0], 57), read(views[1], 57)];
  learn(whole, { layer: 1, row: 57 }, new Float32Array(3 * whole.columns).fill(.25));
  return { other, found, known: read(views[0], 57), next: read(views[0], 58),
    before: read({ layer: 0, head: 2 }, 57) };
})()"""
"""Rows read alone: those that differ from the row of their map, some as they are."""


@pytest.mark.parametrize(
    ("back", "signed"), [(False, False), (True, False), (False, True)]
)
def test_a_row_that_is_read_alone_is_that_row_of_its_map(
    stage: Page, monkeypatch, back, signed
):
    monkeypatch.setattr(stacks, "OVER", 0)
    weights = looks(back) - 0.02 * signed
    tokens = ["[CLS]", *["a"] * (TOKENS - 2), "[SEP]"]
    header, body = own_view(own(weights, tokens, signed=signed))
    stage.evaluate(
        "text => { window.packed = Uint8Array.from(text, c => c.charCodeAt(0)) }",
        pack(header, body).decode("latin-1"),
    )
    read = call(stage, ALONE)
    assert read["other"] == []
    error = header["stacks"][0]["error"] * 1.001
    one, mean = weights[1, 2], weights[0].mean(0)
    for found, expected in (
        (read["found"][0], one[57]),
        (read["found"][1], mean[57]),
        (read["next"], one[58]),
        (read["before"], weights[0, 2, 57]),
    ):
        row = np.nan_to_num(np.array(found, float))
        np.testing.assert_allclose(row, expected, atol=error, rtol=0)
    assert read["known"] == [0.25] * TOKENS


def test_a_long_text_is_drawn_on_one_canvas_and_a_token_is_found(
    stage: Page, monkeypatch
):
    monkeypatch.setattr(stacks, "OVER", 0)
    words = [f"w{at}" for at in range(TOKENS)]
    words[97] = "<i>Needle</i>"
    weights = looks(back=False)
    show(stage, *own_view(own(weights, words)))
    picture = stage.locator(".long")
    assert picture.locator("canvas").count() == 1
    assert picture.locator("*").count() < 260
    expect(stage.locator(".left")).to_contain_text("in a mean over heads they are off")
    field = stage.get_by_role("searchbox", name="Find a token")
    field.fill("needle")
    field.press("Enter")
    expect(picture.locator(".find .note")).to_have_text("token 98: <i>Needle</i>")
    best = int(weights[1, :, 97].mean(0).argmax())
    expect(stage.locator(".says")).to_contain_text(f"attends most to w{best} (")
    rows = stage.get_by_role("slider", name="Chosen row")
    expect(rows).to_have_attribute("aria-valuenow", "98")
    rows.focus()
    rows.press("ArrowUp")
    expect(rows).to_have_attribute("aria-valuetext", "w96")
    expect(picture.locator(".bar")).to_have_count(8)
    field.fill("nowhere")
    field.press("Enter")
    expect(picture.locator(".find .note")).to_have_text("No such token")


def test_beyond_the_window_a_reader_chooses_what_is_drawn(stage: Page):
    count = 1100
    words = [f"w{at}" for at in range(count)]
    square, flat = np.full((count, count), 1 / count, "<f4"), np.eye(3, count)
    self_attention = own(square[None], words)
    cross = own(flat[None] + 1e-9, words, target=["a", "b", "c"])
    for shown, found, windows in (
        (self_attention, "token 1100: w1099", 2),
        (cross, "key 1100: w1099", 1),
    ):
        stage.evaluate(
            "text => window.show(Uint8Array.from(text, c => c.charCodeAt(0)))",
            pack_picture(*own_view(shown)).decode("latin-1"),
        )
        first = stage.get_by_text("Tokens 1 to 1,024 of 1,100")
        expect(first).to_have_count(windows)
        field = stage.get_by_role("searchbox", name="Find a token")
        field.fill("w1099")
        field.press("Enter")
        last = stage.get_by_text("Tokens 77 to 1,100 of 1,100")
        expect(last).to_have_count(windows)
        expect(stage.locator(".find .note")).to_have_text(found)
        expect(field).to_have_value("w1099")
    expect(stage.locator(".readout")).to_contain_text("w1099 gets")


MODEL = """async ([script, data, view]) => {
  const file = new Blob([script], { type: "text/javascript" });
  const { default: widget } = await import(URL.createObjectURL(file));
  const bytes = Uint8Array.from(data, letter => letter.charCodeAt(0)), heard = {};
  const known = { data: new DataView(bytes.buffer), view };
  const el = document.createElement("div");
  document.body.replaceChildren(el);
  widget().render({ el, model: {
    get: name => known[name], set(name, value) { known[name] = value; },
    save_changes() {}, off() {}, on(name, run) { heard[name] = run; },
    async send(asked) {
      for (const [said, row] of await window.python(asked)) {
        heard["msg:custom"](said, [new DataView(Float32Array.from(row).buffer)]);
      }
    } } });
}"""


def test_a_widget_asks_python_for_the_chosen_row_and_files_say_what_was_rounded(
    stage: Page, monkeypatch
):
    pytest.importorskip("anywidget")
    monkeypatch.setattr(stacks, "OVER", 0)
    weights = looks(back=False)
    widget = own(weights, [f"w{at}" for at in range(TOKENS)]).show(head=2)
    sent: list = []
    monkeypatch.setattr(type(widget), "send", lambda _, *said: sent.append(said))

    def python(asked):
        sent.clear()
        if asked["exact"]["row"] == 97:  # else nobody answers, as in a saved notebook
            widget._handle_custom_msg(asked, [])
        return [[said, np.frombuffer(row, "<f4").tolist()] for said, (row,) in sent]

    stage.expose_function("python", python)
    stage.evaluate(
        MODEL, [str(widget._esm), widget.data.decode("latin-1"), widget.view]
    )
    left = stage.locator(".left")
    expect(left).to_contain_text("the 8 largest of each row are exact")
    field = stage.get_by_role("searchbox", name="Find a token")
    field.fill("w97")
    field.press("Enter")
    expect(left).to_contain_text("The chosen row is exact: it came from Python.")

    _, table = saved(stage, "Download", "Table (CSV)")
    head, *rows = csv.reader(table.decode("utf-8-sig").splitlines())
    (most,) = re.findall(r"the others are off by at most (0\.\d+)\.", head[0])
    error = header_of(widget.data)["stacks"][0]["error"]
    assert error <= float(most) < 2 * error + 1e-4, "rounded up, never down"
    found = np.array([row[1:] for row in rows], float)
    exact = weights[1, 2].numpy()
    np.testing.assert_allclose(found[97], exact[97], atol=6e-7)
    assert np.abs(found - exact)[[96, 98]].max() > 1e-5
    name, drawing = saved(stage, "Download", "Picture (SVG)")
    assert name.endswith("-head-3.svg")
    shown = drawing.decode()
    assert "<image" in shown
    assert "The chosen row is exact" in shown
    assert f"w{exact[97].argmax()} {exact[97].max():.3f}" in shown
    picture, bytes_ = saved(stage, "Download", "Picture (PNG)")
    assert picture.endswith(".png")
    assert bytes_[:4] == b"\x89PNG"

    stage.get_by_role("radio", name="mean of 3 heads").click()
    expect(left).to_contain_text("The chosen row is exact")
    stage.get_by_role("slider", name="Chosen row").press("ArrowUp")
    expect(left).to_contain_text("in a mean over heads they are off by at most 0.0")


def test_a_page_of_rounded_layers_opens_any_of_them(
    visitor: Visitor, monkeypatch, tmp_path: Path
):
    monkeypatch.setattr(stacks, "OVER", 0)
    weights = looks(back=True)
    path = tmp_path / "long.html"
    own(weights, [f"w{at}" for at in range(TOKENS)]).html(path, row=90)
    page = visitor()
    page.goto(path.as_uri())
    expect(page.locator(".says")).to_contain_text(
        f"w90 attends most to w{int(weights[1, :, 90].mean(0).argmax())} ("
    )
    page.get_by_role("radio", name="layer 1").click()
    page.get_by_role("radio", name="head 3").click()
    best = f"w90 attends most to w{int(weights[0, 2, 90].argmax())} ("
    expect(page.locator(".says")).to_contain_text(best)
    black = "[...document.querySelector('main .picture').shadowRoot.querySelector("
    black += "'.mosaic canvas').getContext('2d').getImageData(40, 60, 90, 60).data]"
    page.wait_for_function(f"{black}.some(Boolean)")


def test_the_table_of_a_row_says_whose_weights_they_are_and_on_which_keys(stage: Page):
    weights = looks(back=False)
    header, body = own_view(own(weights, [f"w{at}" for at in range(TOKENS)]))
    header["view"]["head"] = 2
    show(stage, header, body)
    stage.get_by_role("button", name="Show the numbers").press("Enter")
    table = stage.get_by_role("table").filter(has_text="gives to each key")
    expect(table.locator("caption")).to_have_text(
        "Self-attention, layer 2, head 3: the weight that w0 gives to each key"
    )
    expect(table.locator("thead th").last).to_have_text("w0")
    expect(table.locator("tbody tr").nth(7)).to_have_text(
        f"w7{weights[1, 2, 0, 7].item():.3f}"
    )
    colours = [
        table.locator(name).last.evaluate("node => getComputedStyle(node).color")
        for name in ("thead th", "tbody th")
    ]
    roles = stage.locator(".attention").first.evaluate(
        """node => ["query", "key"].map(role => {
          const probe = document.createElement("i");
          probe.style.color = `var(--${role})`;
          node.append(probe);
          return getComputedStyle(probe).color; })"""
    )
    assert colours == roles and roles[0] != roles[1]
