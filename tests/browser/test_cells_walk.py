"""The walk of the recurrent translator through a captioner, in Chromium."""

import re

from playwright.sync_api import Page, expect

from core.in_use.captioner import ask as ask_model
from core.worlds.questions import ask
from core.worlds.street import parse
from tests.browser.component import show
from tests.browser.walk.walking import cell, hand_over
from tests.viz.captioners import captioners
from viz.components.attention import pack
from viz.content import walk_texts
from viz.content.texts import speaking_of, tongues
from viz.payload import cells_walk

STAGES = 2 + 9 + 3 + 2  # the cells, the look, the state, the word


def test_every_stage_is_drawn_with_its_arithmetic_and_says_what_a_cell_is(stage: Page):
    soft = captioners()["captions-soft"]
    street = parse("car.red.2.30~duck.yellow.30.33")
    told = ask_model(soft, street, ask("where is the duck?"))
    with speaking_of(("picture", "caption")):
        header, body = cells_walk.cells_view(told)
        first = {"walk": "full", "place": "words", "stage": "annotations"}
        header["view"] = {**header["view"], **first}
        show(stage, header, body)
        header, body = cells_walk.walk_view(told, soft.network)
        said = walk_texts.spoken("captions", "en", tongues())
        hand_over(stage, pack({**header, "texts": said}, body))
    stage.locator(".reel [aria-current]").focus()
    asked = set()
    for number in range(1, STAGES + 1):
        expect(stage.locator(".count")).to_have_text(f"{number} of {STAGES}")
        assert re.fullmatch(r"−?[\d,.]+", cell(stage))
        words = stage.locator(".main").inner_text() + stage.locator(".say").inner_text()
        assert "{" not in words and "English" not in words and "French" not in words
        assert stage.locator(".formula .lit").count()
        asked.add(stage.locator(".question .asked").inner_text())
        stage.keyboard.press("ArrowRight")
    assert len(asked) == STAGES
