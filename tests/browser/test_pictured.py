"""A model that is no translator is drawn by the same picture, unchanged."""

from dataclasses import replace

import numpy as np
from playwright.sync_api import Page, expect

import core
from core.other_models.attentions import Line
from core.other_models.tokens import line_of
from tests.browser.component import show
from tests.viz.payload.captioner import COLUMNS, ROWS, WRITTEN, Captioner, caption_view
from viz.payload.own_models import own_view


def test_words_that_look_at_the_cells_of_a_picture_are_drawn(stage: Page):
    show(stage, *caption_view())
    layer = Captioner().stacks()[0].weights[1].mean(0)
    best = divmod(int(layer[0].argmax()), COLUMNS)
    share = round(100 * float(layer[0].max()))
    expect(stage.locator(".says")).to_have_text(
        f"a attends most to {best[0] + 1},{best[1] + 1} ({share}%)."
    )
    cells = stage.locator("[role=gridcell]")
    expect(cells).to_have_count(len(WRITTEN) * ROWS * COLUMNS)
    expect(stage.get_by_text("Picture, all at once")).to_be_visible()
    expect(stage.get_by_text("each row: the word")).to_have_count(
        0
    )  # one name, not two


def test_nothing_is_said_to_be_written_where_a_whole_text_was_given(stage: Page):
    back = np.tril(np.ones((3, 3))) / np.arange(1, 4)[:, None]
    words = ["[CLS]", "<b>a</b>", "cat"]
    show(stage, *own_view(core.show([back, back], words, causal=True)))
    expect(stage.locator(".says")).to_have_text("[CLS] attends most to [CLS] (100%).")
    expect(stage.locator("h2")).to_have_text("Self-attention, layer 2")
    expect(stage.locator(".lead")).to_have_text(
        ["queriesTokens", "keysTokens, itself and before"]
    )
    stage.locator("[data-cell='1']").hover()
    expect(stage.locator(".readout")).to_have_text(
        "[CLS] → <b>a</b>: forbidden by the causal mask (it comes later)"
    )
    assert "writ" not in stage.locator(".attention").inner_text()
    given, looks = np.full((2, 3), 1 / 3), np.full((3, 3), 1 / 3)
    side = Line(line_of(list("xy"), "target"), "output")
    both = core.show([looks], words, list("xy"), [given])
    late = replace(both, lines={**both.lines, "read": side, "predicted": side})
    cross = replace(both.kinds[1], queries="predicted")
    header, body = own_view(replace(late, kinds=(both.kinds[0], cross)))
    show(stage, {**header, "view_rev": "another"}, body)
    expect(stage.locator(".says")).to_have_text("x attends most to [CLS] (33%).")
    expect(stage.get_by_text("each row: the word that comes next")).to_be_visible()
    assert "writ" not in stage.locator(".attention").inner_text()
