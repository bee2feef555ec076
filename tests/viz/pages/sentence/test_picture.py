"""The browser owns the view: it is told another only when it did not say so itself."""

import json

import pytest

from viz import address
from viz.pages.app import library
from viz.pages.app import session as memory
from viz.pages.sentence import picture, view
from viz.pages.sentence.picture import Picture


@pytest.fixture
def session(monkeypatch):
    state = {"maps": {"view": {"layer": 0}}}  # it has said something already
    monkeypatch.setattr(memory.st, "session_state", state)
    return state


def test_a_view_is_imposed_only_when_the_browser_did_not_report_it(session):
    maps = Picture("maps")
    first = maps.impose({"layer": 3})
    assert maps.impose({"layer": 3}) == first
    maps.remember({"layer": 1})
    assert maps.impose({"layer": 1}) == first
    imposed = maps.impose({"layer": 2})
    assert imposed != first and imposed[0] == {"layer": 2}
    again, revision = maps.impose({"layer": 1})  # Back, to what it once reported
    assert again == {"layer": 1} and revision not in {first[1], imposed[1]}


def test_who_goes_back_before_what_was_reported_is_drawn_is_told_so(session):
    maps = Picture("maps")
    first = maps.impose({"row": 3})
    maps.remember({"row": 5})  # and Back, before a run is done
    assert maps.impose({"row": 3}) != first


def test_what_is_never_reported_of_a_view_stays_as_it_was_imposed(session):
    maps = Picture("maps")
    first = maps.impose({"stack": "decoder", "row": 3})
    maps.remember({"row": 5})
    assert maps.impose({"stack": "decoder", "row": 5}) == first


def test_a_picture_that_has_said_nothing_yet_is_told_the_view_itself(session):
    maps = Picture("maps")
    first = maps.impose({"row": 3})
    maps.remember({"row": 1})
    assert maps.impose({"row": 1}) == first
    del session["maps"]  # the reader was on another page
    assert maps.impose({"row": 1})[0] == {"row": 1}


def test_a_first_view_is_another_where_another_session_begins(session):
    """Whoever has no session yet is shown the first run of one after the other."""
    one = Picture("maps").impose({"row": 1})
    session.clear()
    other = Picture("maps").impose({"row": 2})
    session.clear()
    assert Picture("maps").impose({"row": 1}) == one
    assert other[1] != one[1]


def test_a_picture_of_something_else_is_told_where_the_reader_went(session):
    maps = Picture("maps")
    first = maps.impose({"row": 0}, "one street")
    maps.remember({"row": 2})
    assert maps.impose({"row": 2}, "one street") == first  # it shows that by itself
    other = maps.impose({"row": 2}, "another street")
    assert other[0] == {"row": 2} and other[1] != first[1]
    assert maps.impose({"row": 2}, "another street") == other


def test_two_pictures_are_told_apart(session):
    maps, other = Picture("maps"), Picture("other")
    maps.impose({"row": 3})
    maps.impose({"row": 4})
    assert other.impose({"row": 9}) == Picture("third").impose({"row": 9})


def test_all_maps_are_taken_along_over_what_is_on_the_screen(monkeypatch):
    trace = library.trace(library.BAHDANAU, "The unforgettable fish.")
    for pieces, unit in ((False, "words"), (True, "pieces")):
        chosen = address.Choices(pieces=pieces)
        monkeypatch.setattr(picture.frame, "choices", lambda chosen=chosen: chosen)
        assert json.loads(picture._whole(trace, "json"))["maps_over"] == unit


def test_what_comes_from_a_browser_is_a_view_or_nothing(session):
    for said in (None, "view", 3, ["row"]):
        session["maps"] = {"view": said}
        assert Picture("maps")._reported("view") is None


def test_a_view_is_chosen_part_by_part_and_not_without_what_it_needs(monkeypatch):
    kept = []
    monkeypatch.setattr(view.frame, "keep", lambda **choices: kept.append(choices))
    chosen = address.Choices(b_row=4, walk="short", stage="softmax")
    monkeypatch.setattr(view.frame, "choices", lambda: chosen)
    parts = {"row": view.place("b_row"), **view.the_same("walk", "stage")}
    asked = {"row": 3, "walk": "short", "stage": "softmax"}
    assert view.asked(parts) == asked
    assert view.keep({"row": 6, "walk": "full", "size": 3}, parts) == asked
    assert kept == [{"b_row": 7, "walk": "full"}]
    for seen in ({"walk": "full"}, {"row": "6"}, {"row": True}, {"row": None}):
        assert view.keep(seen, parts) is None
    assert len(kept) == 1
