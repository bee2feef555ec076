"""Results of labs: the stored one at once, the one of this machine on request."""

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import InputError
from core.labs import results
from viz.pages.app import library

SCRIPT = """
import streamlit as st
from viz.pages.app import frame
from viz.pages.labs.stored_results import stored

def draw():
    found = stored("masks", "a minute")
    st.text("nothing" if found is None else f"found {found.found}")

frame.guarded(draw)
"""
STORED = results.Result("masks", "An old machine, 2 cores", "2026-01-31", 41.0, "old")
HERE = results.Result("masks", "This machine, 8 cores", "2026-02-01", 12.0, "new")


@pytest.fixture
def page(monkeypatch):
    monkeypatch.setattr(library, "_store", library.Store(8))
    monkeypatch.delenv(library.RUN_HERE, raising=False)
    monkeypatch.setattr(results, "read", lambda _: STORED)
    monkeypatch.setattr(results, "measure", lambda lab, say: say("1 of 2") or HERE)
    return lambda: AppTest.from_string(SCRIPT, default_timeout=60).run()


def said(app):
    return [text.value for text in app.text]


def test_a_stored_result_is_shown_at_once_with_its_machine(page):
    app = page()
    line = (
        "Computed beforehand (An old machine, 2 cores, 2026-01-31, 41 s on one core)."
    )
    assert said(app) == [line, "found old"]
    assert app.button[0].label == "Run it here (about a minute)"


def test_run_it_here_shows_what_this_machine_finds(page):
    app = page()
    app.button[0].click().run()
    line = "Computed just now (This machine, 8 cores, 2026-02-01, 12 s on one core)."
    assert said(app) == [line, "found new"]
    assert not app.button


def test_a_server_may_forbid_to_run_it_here(page, monkeypatch):
    monkeypatch.setenv(library.RUN_HERE, "0")
    app = page()
    assert said(app)[1] == "found old"
    assert not app.button
    with pytest.raises(InputError, match="stored results only"):
        library.measured("masks", lambda _: None)


def test_without_a_stored_result_the_lab_says_so_and_can_be_run(page, monkeypatch):
    def missing(_):
        raise InputError("There is no stored result masks.json.")

    monkeypatch.setattr(results, "read", missing)
    app = page()
    assert said(app) == ["There is no stored result masks.json.", "nothing"]
    app.button[0].click().run()
    assert said(app)[1] == "found new"


def test_one_lab_is_measured_at_a_time(page):
    with library._measuring:
        app = page()
        app.button[0].click().run()
        assert "Another lab is being measured here. Try in a minute." in said(app)
        assert said(app)[-1] == "found old"
    app.button[0].click().run()
    assert said(app)[-1] == "found new"
