"""A generation in the picture: where its prompt ends; and weights below 0."""

from types import SimpleNamespace

import pytest
import torch
from playwright.sync_api import Page, expect

from headlight import show as own
from tests.browser.component import saved, show
from viz.payload.own_models import own_view

ENDS = ".prompt-end"


def generation(tokens: int, prompt: int):
    """Every token attends equally to itself and all before it."""
    steps = [(prompt, prompt), *((1, at) for at in range(prompt + 1, tokens))]
    output = SimpleNamespace(
        attentions=[
            (torch.ones(1, 2, *size).tril(size[1] - size[0]) / 1.0,) for size in steps
        ]
    )
    for (layer,) in output.attentions:
        layer /= layer.sum(-1, keepdim=True)
    return own(output, [f"w{at}" for at in range(tokens)])


@pytest.mark.parametrize("tokens", [7, 130])
def test_lines_and_a_sentence_say_where_the_prompt_ends(stage: Page, tokens: int):
    show(stage, *own_view(generation(tokens, 4)))
    expect(stage.locator(ENDS)).to_have_count(2)
    expect(stage.locator(".left")).to_contain_text("mark the end of the prompt")
    cells = stage.locator("canvas.field, .box > canvas").first.bounding_box()
    across, down = (
        stage.locator(f"{ENDS}.{side}").bounding_box() for side in ("query", "key")
    )
    assert cells and across and down
    share = 4 / (tokens - 1)
    assert (across["y"] - cells["y"]) / cells["height"] == pytest.approx(
        share, abs=0.01
    )
    assert (down["x"] - cells["x"]) / cells["width"] == pytest.approx(share, abs=0.01)
    expect(stage.locator(".says")).to_contain_text("To write w4, w3 attends most to")
    _, drawing = saved(stage, "Download", "Picture (SVG)")
    assert drawing.decode().count("stroke-dasharray") == 2


def test_a_row_inside_the_prompt_writes_nothing(stage: Page):
    show(stage, *own_view(generation(7, 4)))
    stage.locator("[role=rowheader]").nth(1).click()
    expect(stage.locator(".says")).to_have_text("w1 attends most to w0 (50%).")
    stage.locator("[role=rowheader]").nth(4).click()
    expect(stage.locator(".says")).to_have_text(
        "To write w5, w4 attends most to w0 (20%)."
    )


def test_weights_below_0_have_a_colour_and_a_sign(stage: Page):
    difference = [[[0.9, -0.25], [-0.6, 0.02]]]
    show(stage, *own_view(own(difference, ["a", "b"], signed=True)))
    expect(stage.locator(".cell")).to_have_text([".90", "−.25", "−.60", ""])
    expect(stage.locator(".legend")).to_contain_text("weight: −1")
    expect(stage.locator(".left")).to_contain_text("Weights below 0 are violet")


def test_where_rows_need_not_add_up_to_1_no_weight_is_called_a_percentage(stage: Page):
    sigmoid = [[[0.875, 0.25], [0.5, 0.625]]]
    show(stage, *own_view(own(sigmoid, ["[CLS]", "b"], normalised=False)))
    expect(stage.locator(".says")).to_have_text("[CLS] attends most to [CLS] (0.875).")
    expect(stage.locator(".left")).to_contain_text("rows need not add up to 1")
    assert "%" not in stage.locator(".attention").inner_text()


def test_a_mean_of_heads_says_how_its_figures_were_made(stage: Page):
    """Two heads that each look at one token: their mean map is not as sure."""
    heads = [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]]
    show(stage, *own_view(own([heads], ["a", "b"])))
    largest = stage.locator(".statistics tbody tr", has_text="largest weight")
    expect(largest.locator("td").first).to_have_text("1.00")
    expect(stage.locator(".statistics .about")).to_contain_text(
        "Measured on each head by itself, then averaged"
    )
    stage.get_by_role("radio", name="head 1").click()
    expect(stage.locator(".statistics .about")).to_have_text("")
