"""The bar says where one is on the path; the card at the end names what comes next."""

import sys
import types

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from core import __version__
from tests.places import APP
from viz.pages.app import library, menus, state

PAGES = (
    *("labs.masks", "labs.costs", "labs.order", "labs.scores", "labs.query_key_value"),
    *("start.page", "why.page", "transformer.page"),
)


@pytest.fixture
def opened(monkeypatch):
    """Opens the page of an address, with nothing on it but the frame."""

    def run(path, **query):
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        for module in PAGES:
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


def test_english_goes_along_where_a_browser_asks_for_another_language(
    opened, monkeypatch
):
    for wished, kept in (("en", False), ("fr", True)):
        monkeypatch.setattr(state, "_wished", lambda wished=wished: wished)
        app = opened("masks", lang="en")
        said = [query for _, query in links(app).values()]
        assert said and all(("lang=en" in query) == kept for query in said)


def test_a_stop_says_its_number_and_leads_on_and_back(opened):
    app = opened("masks", sentence="I know you.", lang="en", mask_kind="play")
    assert not app.exception
    assert "<strong>8 of 16</strong> <span>What −∞ does</span>" in written(app)
    assert written(app).count('<li class="done') == 7
    assert written(app).count('<li class="now') == 1
    assert written(app).count(' first">') == 9
    mine = "sentence=I+know+you."
    to = "step=2&sc_says=constant"
    assert links(app)["‹ Back"] == ("scores", f"{mine}&step=3&tour=root-d")
    assert links(app)["Next: Why a mask? ›"] == (
        "masks",
        f"{mine}&step=3&tour=mask-training",
    )
    assert any("**You now know**" in text.value for text in app.markdown)
    assert (
        to
        in links(opened("query-key-value", step="2"))["Next: Only differences count ›"][
            1
        ]
    )


def test_what_is_not_on_the_path_says_so_and_leads_on(opened):
    app = opened("masks", step="2")
    assert "<strong>More on Masks</strong>" in written(app)
    assert "<ol" not in written(app)
    assert links(app)["Next: Why a mask? ›"][1] == "step=3&tour=mask-training"
    more = opened("masks")
    assert links(more)["2 After"][1] == "step=2&tour=mask"


def test_who_left_the_path_finds_the_line_that_leads_back(opened):
    label = "On the tour: 7 of 16, Why √d? · Go on ›"
    for path, step in (("costs", "1"), ("masks", "2"), ("", "1")):
        app = opened(path, tour="root-d", step=step, sentence="I know you.")
        assert links(app)[label] == (
            "scores",
            "sentence=I+know+you.&tour=root-d&step=3",
        )
    assert label not in links(opened("costs"))


def test_the_last_stop_leads_to_the_self_test_and_the_first_has_none_before(opened):
    assert links(opened("transformer", tour="proof"))["Next: Test yourself ›"] == (
        "exercises",
        "tour=proof&set=self-test",
    )
    assert "‹ Back" not in links(opened("why"))


def test_stops_that_are_looked_at_again_are_a_path_of_their_own(opened):
    again = {"again": "rows,mask,order"}
    app = opened("masks", tour="mask", **again)
    assert "<strong>2 of 3</strong>" in written(app)
    assert links(app)["‹ Back"][0] == "query-key-value"
    to, said = links(app)["Next: No order ›"]
    assert to == "order" and "tour=order" in said and "again=rows" in said
    last = opened("order", tour="order", **again)
    assert links(last)["Next: Test yourself ›"][0] == "exercises"
    other = opened("masks", step="3", tour="mask-training", **again)
    assert "<strong>9 of 16</strong>" in written(other)


def test_a_page_beside_the_path_has_no_segments(opened):
    app = opened("costs")
    assert "<strong>Costs</strong>" in written(app)
    assert "<ol" not in written(app)
    assert links(app)["Next: Sizes ›"][0] == "sizes"


def test_start_has_a_bar_where_the_path_leads_through_it(opened):
    assert "of 16" not in written(opened(""))
    assert "<strong>2 of 16</strong>" in written(opened("", tour="first-look"))
    assert "<strong>2 of 16</strong>" in written(opened("", tour="true"))


def test_a_projector_shows_no_card_at_the_end(opened):
    app = opened("masks", project="true")
    assert "Next: Why a mask? ›" in links(app)
    assert not any("You now know" in text.value for text in app.markdown)
    assert '<p class="colophon">' not in written(app)


@pytest.mark.parametrize("path", ["", "masks"])
def test_the_last_line_of_a_page_is_the_version(opened, path):
    said = f"Headlight {__version__}, free software under the MIT licence"
    assert written(opened(path)).count(f'<p class="colophon">{said}</p>') == 1


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("lesson-2", "<strong>2 of 16</strong>"),
        ("lesson-4", "<strong>6 of 16</strong>"),
        ("lesson-9", "<strong>15 of 16</strong>"),
    ],
)
def test_a_lesson_of_the_menu_opens_its_first_stop(opened, entry, said):
    app = opened(entry)
    assert not app.exception
    assert said in written(app)


def test_a_line_of_a_menu_cannot_end_its_sheet():
    assert menus.quoted('</style>"\\') == '"\\3c /style\\3e \\22 \\5c "'
