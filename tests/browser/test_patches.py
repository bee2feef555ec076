"""Attention over a picture: patches light up, numbers are read, files taken along."""

import csv
import re
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

from headlight import show as own
from tests.browser.component import call, saved, show
from viz.payload import stacks
from viz.payload.own_models import own_view

SIDE = 4
# The image is read after the picture is built; until then its canvases are empty.
DRAWN = """
() => {
  const { shadowRoot } = document.querySelector("#host");
  const fields = [...shadowRoot.querySelectorAll(".picture-box canvas")];
  return fields.length && fields.every(field =>
    field.getContext("2d").getImageData(0, 0, 1, 1).data[3]);
}
"""
LIGHT, DARK = np.full((32, 32, 3), 230, np.uint8), np.full((32, 32, 3), 20, np.uint8)


def looks(*shape):
    torch.manual_seed(3)
    return (torch.randn(*shape) * 2).softmax(-1)


def over(page: Page, weights, image=LIGHT, grid=(SIDE, SIDE), **more):
    shown = own(weights, image=image, grid=grid, **more)
    show(page, *own_view(shown))
    page.wait_for_function(DRAWN)
    return shown


def at(page: Page, patch: int, n: int = 0) -> tuple[float, float]:
    """The middle of a patch on the page."""
    box = page.locator(".picture-box").nth(n)
    box.scroll_into_view_if_needed()
    place = box.bounding_box()
    row, column = divmod(patch, SIDE)
    return (
        place["x"] + (column + 0.5) * place["width"] / SIDE,
        place["y"] + (row + 0.5) * place["height"] / SIDE,
    )


def shade(page: Page, patch: int, inside: float = 0.2) -> list[int]:
    """The colour in the corner of a patch, where no number and no frame is; or of
    another place on the way from its upper left to its lower right.
    """
    return page.locator(".picture-box canvas").first.evaluate(
        """(canvas, [row, column, side, inside]) => {
          const wide = canvas.width / side, high = canvas.height / side;
          const pen = canvas.getContext("2d"), [left, top] = [column, row].map(
            (at, axis) => (at + inside) * [wide, high][axis]);
          return [...pen.getImageData(left, top, 1, 1).data].slice(0, 3) }""",
        [*divmod(patch, SIDE), SIDE, inside],
    )


def is_hatched(page: Page, patch: int) -> bool:
    """Whether anything is drawn across the middle of a patch."""
    return page.locator(".picture-box canvas").first.evaluate(
        """(canvas, [row, column, side]) => {
          const wide = canvas.width / side, high = canvas.height / side;
          const { data } = canvas.getContext("2d").getImageData(
            (column + .2) * wide, (row + .5) * high, .6 * wide, 1);
          return data.some((value, at) => value !== data[at % 4]) }""",
        [*divmod(patch, SIDE), SIDE],
    )


def test_a_patch_that_is_pointed_at_lights_the_picture_up(stage: Page):
    weights = torch.full((1, 1, 17, 17), 0.1 / 16)
    for row in range(17):
        weights[0, 0, row, (row + 1) % 17] = 0.9
    over(stage, weights)
    stage.mouse.move(*at(stage, 5))
    expect(stage.locator(".says")).to_have_text(
        "patch 2, 2 attends most to patch 2, 3 (90%)."
    )
    lit, veiled = shade(stage, 6), shade(stage, 12)
    assert lit == pytest.approx([230] * 3, abs=4)
    assert max(veiled) < 150  # a light picture has a dark veil


def test_a_dark_picture_has_a_light_veil(stage: Page):
    over(stage, torch.full((1, 1, 17, 17), 1 / 17), image=DARK)
    assert min(shade(stage, 3)) > 90


def test_a_click_holds_a_patch_and_then_others_are_read(stage: Page):
    weights = looks(2, 3, 17, 17)
    over(stage, weights)
    stage.get_by_role("radio", name="layer 1").click()
    stage.get_by_role("radio", name="head 2").click()
    stage.mouse.click(*at(stage, 9))
    stage.mouse.move(*at(stage, 2))
    value = weights[0, 1, 10, 3].item()
    expect(stage.locator(".readout")).to_have_text(
        f"patch 3, 2 → patch 1, 3: {value:.3f}"
    )
    stage.mouse.click(*at(stage, 9))  # let go
    stage.mouse.move(*at(stage, 2))
    expect(stage.locator(".says")).to_contain_text("patch 1, 3 attends most to")


def test_the_keyboard_goes_from_patch_to_patch_and_to_the_class_token(stage: Page):
    over(stage, looks(1, 1, 17, 17))
    box = stage.get_by_role("slider", name="4 × 4 patches on the picture")
    box.press("ArrowRight")
    expect(stage.locator(".says")).to_contain_text("patch 1, 2 attends most to")
    box.press("ArrowDown")
    expect(stage.locator(".says")).to_contain_text("patch 2, 2 attends most to")
    expect(box).to_have_attribute(
        "aria-valuetext", re.compile(r"^patch 2, 2: 0\.\d{3}$")
    )
    stage.get_by_role("radio", name="[CLS]").click()
    expect(stage.locator(".says")).to_contain_text("[CLS] attends most to")
    stage.get_by_role("radio", name="[CLS]").press("Escape")


def test_a_word_lights_the_picture_up_and_a_patch_says_its_number(stage: Page):
    weights = looks(1, 3, 16)
    over(stage, None, cross=weights, target=["a", "<b>cat</b>", "."])
    stage.get_by_role("radio", name="<b>cat</b>").hover()
    best = int(weights[0, 1].argmax())
    row, column = divmod(best, SIDE)
    expect(stage.locator(".says")).to_contain_text(
        f"<b>cat</b> attends most to patch {row + 1}, {column + 1}"
    )
    stage.get_by_role("radio", name="<b>cat</b>").click()
    stage.mouse.move(*at(stage, 7))
    expect(stage.locator(".readout")).to_have_text(
        f"<b>cat</b> → patch 2, 4: {weights[0, 1, 7].item():.3f}"
    )


def test_a_word_lights_up_the_patches_that_attend_to_it(stage: Page):
    weights = torch.full((2, 16, 2), 0.5)
    weights[:, 5] = torch.tensor([0.0, 1.0])
    over(stage, weights, tokens=["dog", "cat"])
    stage.get_by_role("radio", name="cat").click()
    assert shade(stage, 5) == pytest.approx([230] * 3, abs=4)
    assert max(shade(stage, 4)) < 225
    stage.mouse.move(*at(stage, 5))
    expect(stage.locator(".readout")).to_have_text("patch 2, 2 → cat: 1.000")


def test_the_last_word_that_was_pointed_at_stays_lit(stage: Page):
    weights = torch.full((1, 16, 2), 0.5)
    weights[:, 5] = torch.tensor([0.0, 1.0])
    over(stage, weights, tokens=["dog", "cat"])
    assert max(shade(stage, 5)) < 225, "dog gets nothing of it"
    stage.get_by_role("radio", name="cat").hover()
    stage.mouse.move(2, 2)
    expect(stage.get_by_role("radio", name="cat")).to_have_attribute(
        "aria-checked", "true"
    )
    assert shade(stage, 5) == pytest.approx([230] * 3, abs=4)


def test_frames_stand_around_what_asks_and_what_is_pointed_at(stage: Page):
    over(stage, looks(1, 1, 16, 16))
    stage.mouse.click(*at(stage, 9))
    stage.mouse.move(*at(stage, 6))
    assert shade(stage, 9, 0.0) == [175, 85, 4], "the colour of queries"
    assert shade(stage, 6, 0.0) == [11, 63, 174], "the colour of keys"
    assert shade(stage, 3, 0.0) not in ([175, 85, 4], [11, 63, 174])


def test_how_much_of_a_row_lies_on_the_picture_is_said(stage: Page):
    weights = torch.full((1, 1, 17, 17), 0.75 / 16)
    weights[..., 0] = 0.25
    over(stage, weights)
    expect(stage.locator(".beside-picture .note")).to_contain_text("75.0%")
    expect(stage.locator(".beside-picture .bar")).to_contain_text("0.250")
    _, drawing = saved(stage, "Download", "Picture (SVG)")
    assert b"[CLS] 0.250" in drawing


def test_several_grids_stand_side_by_side_and_a_tile_opens_a_head(stage: Page):
    over(stage, looks(2, 3, 33, 33), image=[LIGHT, DARK], grid=[(4, 4), (4, 4)])
    expect(stage.locator("figcaption")).to_have_text(
        ["Grid 1: 4 × 4 patches", "Grid 2: 4 × 4 patches"]
    )
    stage.mouse.move(*at(stage, 0, 1))
    expect(stage.locator(".says")).to_contain_text("patch 1, 1 of grid 2 attends most")
    tiles = stage.locator(".tiles canvas")
    place = tiles.bounding_box()
    tiles.click(position={"x": place["width"] * 0.5, "y": place["height"] * 0.25})
    expect(stage.locator("h2")).to_have_text("Self-attention, layer 1, head 2")


def test_a_patch_that_may_not_be_attended_to_is_hatched_and_said(stage: Page):
    ahead = torch.ones(17, 17, dtype=torch.bool).triu(1)
    weights = torch.randn(1, 1, 17, 17).masked_fill(ahead, -torch.inf).softmax(-1)
    over(stage, weights, tokens=[*["<image>"] * 16, "cat"])
    stage.mouse.click(*at(stage, 5))
    stage.mouse.move(*at(stage, 9))
    expect(stage.locator(".readout")).to_contain_text("forbidden")
    assert is_hatched(stage, 14) and not is_hatched(stage, 3)
    expect(stage.locator(".swatch.forbidden")).to_be_visible()
    _, drawing = saved(stage, "Download", "Picture (SVG)")
    assert drawing.count(b'class="forbidden"') == 10, "behind patch 2, 2"


def test_the_picture_is_taken_along_as_a_drawing_and_as_a_table(stage: Page):
    weights = looks(1, 2, 17, 17)
    over(stage, weights)
    stage.get_by_role("radio", name="head 1").click()
    name, drawing = saved(stage, "Download", "Picture (SVG)")
    assert name == "headlight-own-model-encoder-head-1.svg"
    assert drawing.count(b"<rect") > 16 and b"data:image/" in drawing
    assert b"The veil is thinner where the weight is larger" in drawing
    _, table = saved(stage, "Download", "Table (CSV)")
    rows = list(csv.reader(table.decode("utf-8-sig").splitlines()))
    assert rows[0][1:3] == ["[CLS]", "patch 1, 1"]
    found = np.array([row[1:] for row in rows[1:]], float)
    np.testing.assert_allclose(found, weights[0, 0].numpy(), atol=5e-7)
    _, png = saved(stage, "Download", "Picture (PNG)")
    assert png.startswith(b"\x89PNG")


def test_of_rounded_weights_a_row_is_read_alone_and_says_its_error(
    stage: Page, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(stacks, "OVER", 0)
    weights = looks(2, 3, 17, 17)
    header, body = own_view(own(weights, image=LIGHT, grid=(SIDE, SIDE)))
    show(stage, header, body)
    stage.get_by_role("radio", name="head 2").click()
    stage.mouse.click(*at(stage, 9))
    stage.mouse.move(*at(stage, 2))
    readout = stage.locator(".readout")
    expect(readout).to_have_text(re.compile(r"^patch 3, 2 → patch 1, 3: \d"))
    said = readout.inner_text().rsplit(" ", 1)[-1]
    error = header["stacks"][0]["error"]
    half = 0.5 * 10 ** -len(said.partition(".")[2])
    assert abs(float(said) - weights[1, 1, 10, 3].item()) <= error + half
    expect(stage.locator(".left")).to_contain_text("the others are off by at most")


def test_a_veil_is_thinner_where_the_weight_is_larger(stage: Page):
    assert call(stage, "[clearFrom(72), clearFrom(4)]") == [0.1, 1]
    assert call(stage, "[0, .05, .1, .2].map(weight => clearness(weight, 72))") == [
        *(0, 0.5, 1, 1)
    ]
    assert call(stage, "clearness(.025, 72, 'root')") == 0.5


def test_patches_lie_row_after_row_in_their_field(stage: Page):
    place = "cellsOf({ rows: 2, columns: 3 }, 60, 22)"
    assert call(stage, f"{place}(4)") == [20, 11, 20, 11]


def test_weights_below_0_lie_under_the_veil_and_are_written_with_their_sign(
    stage: Page,
):
    weights = torch.zeros(1, 2, 16, 16)
    weights[..., 5], weights[..., 6] = 0.9, -0.5
    over(stage, weights, signed=True)
    assert shade(stage, 6) == shade(stage, 7), "as thick as over 0"
    assert shade(stage, 5) != shade(stage, 7)
    expect(stage.locator(".left")).to_contain_text("lie under the veil, as 0 does")
    stage.mouse.click(*at(stage, 9))
    stage.mouse.move(*at(stage, 6))
    expect(stage.locator(".readout")).to_contain_text("−0.500")
    small = stage.locator(".tiles canvas").evaluate(
        """canvas => [5, 6, 7].map(at => [...canvas.getContext("2d").getImageData(
          at % 4, Math.floor(at / 4), 1, 1).data].slice(0, 3))"""
    )
    green, violet, middle = small
    assert green != violet and middle not in (green, violet)


def test_a_picture_in_a_prompt_lights_up_for_each_word_that_was_written(stage: Page):
    """Two words after 16 patches and a question; the last word was never read."""
    steps = [
        (torch.ones(1, 2, queries, keys).tril(keys - queries),)
        for queries, keys in ((17, 17), (1, 18), (1, 19))
    ]
    for (layer,) in steps:
        layer /= layer.sum(-1, keepdim=True)
    steps[1][0][..., 0, :] = 0
    steps[1][0][..., 0, 5] = 1
    words = ["<image>", "what?", "a", "cat", "</s>"]
    over(stage, SimpleNamespace(attentions=steps), tokens=words)
    says = stage.locator(".says")
    expect(says).to_contain_text("To write a, what? attends most to")
    stage.locator(".beside-picture").get_by_role("radio", name="a", exact=True).click()
    expect(says).to_have_text("To write cat, a attends most to patch 2, 2 (100%).")
    assert shade(stage, 5) != shade(stage, 6)
    expect(stage.locator(".left")).not_to_contain_text("dashed lines")


def test_a_share_of_the_picture_that_is_not_quite_all_is_not_called_all(stage: Page):
    weights = torch.full((1, 1, 17, 17), 0.99999 / 16)
    weights[..., 0] = 0.00001
    over(stage, weights)
    note = stage.locator(".beside-picture .note")
    expect(note).to_have_text("> 99.9% of this row lies on the picture.")
    weights[..., 0], weights[..., 1:] = 0.99999, 0.00001 / 16
    over(stage, weights)
    expect(note).to_have_text("< 0.1% of this row lies on the picture.")


def test_the_middle_of_the_colours_stands_above_the_buttons(stage: Page):
    """Of a root scale, whose 0.25 is written below it."""
    show(stage, *own_view(own(looks(1, 2, 9, 9), [f"w{at}" for at in range(9)])))
    stage.get_by_role("button", name="Display options").click()
    stage.get_by_text("√", exact=True).click()
    said = stage.locator(".ramp small").bounding_box()
    button = stage.get_by_role("button", name="Display options").bounding_box()
    assert said and button and said["x"] < button["x"] + button["width"]
    assert button["y"] >= said["y"] + said["height"] - 1
