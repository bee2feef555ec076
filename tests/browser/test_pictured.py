"""A model that is no translator is drawn by the same picture, unchanged."""

from playwright.sync_api import Page, expect

from tests.browser.component import show
from tests.viz.payload.captioner import COLUMNS, ROWS, WRITTEN, Captioner, caption_view


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
