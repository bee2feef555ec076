"""The bar says where one is on the path; the card at the end names what comes next."""

import sys
import types

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from core import __version__
from tests.places import APP
from viz.pages.app import library, menus


@pytest.fixture
def opened(monkeypatch):
    """Opens the page of an address, with nothing on it but the frame."""

    def run(path, **query):
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        for module in ("labs.masks", "labs.costs", "labs.order", "start.page"):
            empty = types.SimpleNamespace(page=lambda: st.code("the page"))
            monkeypatch.setitem(sys.modules, f"viz.pages.{module}", empty)
        app = AppTest.from_file(APP, default_timeout=60)
        for name, value in query.items():
            app.query_params[name] = value
        if path:
            app._page_hash = calc_hash(path)
        return app.run()

    return run


def links(app):
    return {
        link.proto.label: (link.proto.page, link.proto.query_string)
        for link in app.get("page_link")
    }


def written(app):
    return "".join(part.proto.body for part in app.get("html"))


def test_a_lesson_says_its_number_and_leads_on_and_back(opened):
    app = opened("masks")
    assert not app.exception
    assert "<strong>Lesson 5 of 9</strong> <span>Masks</span>" in written(app)
    assert written(app).count('<li class="done">') == 4
    assert written(app).count('<li class="now">') == 1
    assert links(app)["‹ Back"][0] == "scores"
    assert links(app)["Next: Heads ›"][0] == "heads"
    assert any("**You now know**" in text.value for text in app.markdown)


def test_a_lesson_of_two_pages_leads_through_both(opened):
    app = opened("order")
    assert "<strong>Lesson 7 of 9</strong>" in written(app)
    assert links(app)["Next: Positions ›"][0] == "positions"


def test_a_page_beside_the_path_has_no_segments(opened):
    app = opened("costs")
    assert "<strong>Costs</strong>" in written(app)
    assert "<ol" not in written(app)
    assert links(app)["Next: Sizes ›"][0] == "sizes"


def test_start_has_a_bar_where_the_path_leads_through_it(opened):
    assert "Lesson" not in written(opened(""))
    assert "<strong>Lesson 2 of 9</strong>" in written(opened("", tour="true"))


def test_choices_travel_along_the_path(opened):
    app = opened("masks", sentence="I know you.", lang="en", mask_kind="play")
    assert links(app)["Next: Heads ›"][1] == "sentence=I+know+you."


def test_a_projector_shows_no_card_at_the_end(opened):
    app = opened("masks", project="true")
    assert "Next: Heads ›" in links(app)
    assert not any("You now know" in text.value for text in app.markdown)
    assert '<p class="colophon">' not in written(app)


@pytest.mark.parametrize("path", ["", "masks"])
def test_the_last_line_of_a_page_is_the_version(opened, path):
    said = f"Headlight {__version__}, free software under the MIT licence"
    assert written(opened(path)).count(f'<p class="colophon">{said}</p>') == 1


def test_the_second_lesson_opens_start_as_the_path_does(opened):
    app = opened("lesson-2")
    assert not app.exception
    assert app.query_params["tour"] == ["true"] or app.query_params["tour"] == "true"
    assert "<strong>Lesson 2 of 9</strong>" in written(app)


def test_a_line_of_a_menu_cannot_end_its_sheet():
    assert menus.quoted('</style>"\\') == '"\\3c /style\\3e \\22 \\5c "'
