"""A long text in the picture: rounded weights, one canvas, a token that is found."""

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

from core import show as own
from tests.browser.component import call, show
from viz.components.attention import pack, pack_picture
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


def test_beyond_the_window_a_reader_chooses_what_is_drawn(stage: Page, monkeypatch):
    count = 1100
    weights = np.full((1, count, count), 1 / count, "<f4")
    header, body = own_view(own(weights, [f"w{at}" for at in range(count)]))
    stage.evaluate(
        "text => window.show(Uint8Array.from(text, c => c.charCodeAt(0)))",
        pack_picture(header, body).decode("latin-1"),
    )
    expect(stage.get_by_text("Tokens 1 to 1,024 of 1,100")).to_have_count(2)
    field = stage.get_by_role("searchbox", name="Find a token")
    field.fill("w1099")
    field.press("Enter")
    expect(stage.get_by_text("Tokens 77 to 1,100 of 1,100")).to_have_count(2)
