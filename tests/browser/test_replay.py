"""The replay of the training, played in Chromium."""

import re

import pytest
from playwright.sync_api import Page, expect

from core.analysis import training_replay
from tests.browser.visiting import SHOWN_WITHIN
from viz.pages.app.library import BAHDANAU


def test_play_goes_on_to_the_last_moment_and_stops(page: Page, server: str):
    kept = training_replay.load(BAHDANAU)
    if kept is None:
        pytest.skip("no moments of the training are kept")
    moments = len(kept.frames)
    page.goto(f"{server}/bahdanau?b_more=replay")
    page.locator(".st-key-replay-guess button", has_text="the diagonal").click()
    moment = page.get_by_role("slider", name="Snapshot of the training")
    expect(moment).to_have_value("1")
    play = page.locator(".st-key-replay-play")
    play.locator("label").click()
    every = moments * SHOWN_WITHIN
    expect(moment).to_have_value(str(moments), timeout=every)
    expect(play.locator("input")).not_to_be_checked(timeout=every)
    expect(page).to_have_url(re.compile(rf"b_frame={moments}\b"))
    last = f"Update {kept.frames[-1].update:,}:"
    expect(page.locator(".st-key-more-replay")).to_contain_text(last)
