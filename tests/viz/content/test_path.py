"""The path names every page once; its stops have an order, and one idea each."""

import pytest

from tests.places import PAGES
from viz import address
from viz.content import lessons, path
from viz.content.guesses import guess

MINIMAL = """
[path]
lessons = [["look"], ["one-two", "two"]]
end = "asked"
beside = ["aside"]
help = []
models = []
[stop.look]
lesson = "First look"
line = "Look"
title = "A look"
opens = "start?row=2"
minutes = 1
idea = "Everything adds up to 1."
know = "Something"
[stop.one-two]
lesson = "The ones"
line = "Ones"
title = "One, further on"
opens = "one?step=2"
minutes = 1.5
idea = "One is one."
know = "1"
[stop.two]
title = "Two"
opens = "two?step=1"
minutes = 2
idea = "Two is two."
know = "2"
[stop.asked]
title = "Asked"
opens = "aside?set=mine"
minutes = 5
idea = "?"
know = "!"
[start]
title = "Start"
line = "Look"
know = "Something"
[one]
title = "One"
line = "1"
know = "1"
[two]
title = "Two"
line = "2"
know = "2"
[aside]
title = "Aside"
line = "a"
know = "b"
next = "one"
"""


@pytest.fixture
def small(tmp_path):
    def read(text=MINIMAL):
        file = tmp_path / "path.toml"
        file.write_text(text, "utf-8")
        return path.read(file)

    return read


def test_every_page_of_the_app_has_a_place():
    assert set(PAGES) <= set(path.load().places)


def test_the_path_has_nine_lessons_and_sixteen_stops_in_twenty_minutes():
    way = path.load()
    assert [lesson.number for lesson in way.lessons] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [place.path for place in way.pages(way.lessons[6])] == ["order", "positions"]
    assert (way.lessons[1].title, way.lessons[1].stops[0].path) == ("First look", "")
    assert len(way.stops) <= 16
    assert 15 <= sum(stop.minutes for stop in way.stops) <= 20
    assert (way.end.path, way.end.state) == ("exercises", (("set", "self-test"),))


@pytest.mark.parametrize("stop", path.load().stops, ids=lambda stop: stop.name)
def test_a_stop_opens_a_state_that_there_is_and_has_a_question_with_its_idea(stop):
    chosen, notices = address.decode(stop.opened)
    assert notices == ()
    assert path.load().at(stop.path, chosen.step, chosen.tour) == stop
    on_its_page = dict(stop.state).get("step") is not None
    text = f"{stop.path}-{stop.step}" if on_its_page else f"stops/{stop.name}"
    parts = lessons.load(text).parts
    assert isinstance(parts[0], str) and parts[0].startswith("# ")
    assert "{{ idea }}" in parts[0]
    asked = parts[parts.index(lessons.Slot("guess")) + 1]
    assert isinstance(asked, str) and guess(asked).choices
    assert 1 <= stop.idea.count(". ") + 1 <= 2


def test_every_page_but_the_lists_says_what_one_knows_at_its_end_and_leads_on():
    way = path.load()
    lists = {place.path for place in way.help}
    for place in way.places.values():
        if place.path not in lists:
            assert place.know, place.path
            assert place.leads is not None or way.first(place.path), place.path


def test_the_stops_stand_in_the_order_of_their_lessons(small):
    way = small()
    assert [stop.name for stop in way.stops] == ["look", "one-two", "two"]
    assert [stop.name for stop in way.among(["two", "look"])] == ["look", "two"]
    assert way.among([""]) == way.stops
    assert way.lesson(way.stops[2]).number == 2
    assert (way.lessons[1].title, way.lessons[1].line) == ("The ones", "Ones")
    assert way.end.name == "asked" and way.end not in way.stops


def test_an_address_says_its_stop_and_what_the_stop_shows(small):
    stop = small().stops[0]
    assert stop.opened == {"row": "2", "tour": "look"}


def test_one_is_at_a_stop_by_its_step_or_by_its_name(small):
    look, one, two = small().stops
    way = small()
    assert way.at("one", 2, "") == one
    assert way.at("one", 1, "") is None
    assert way.at("one", 1, "one-two") is None
    assert way.at("two", 1, "one-two") == two
    # Start is more than a lesson: only who is on the tour is at its stop
    assert way.at("", 1, "") is None
    assert way.at("", 1, "look") == look


def test_a_step_beside_the_path_leads_on_to_the_next_stop(small):
    way = small()
    _, one, two = way.stops
    assert way.onward("one", 1) == one
    assert way.onward("one", 3) == two
    assert way.onward("two", 2) is None
    assert way.onward("aside", 1) is None


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('["aside"]', '["nobody"]', "nobody is in the path and is not described"),
        ('"two"]]', '"nobody"]]', "nobody is in the path and is not described"),
        ('next = "one"', 'next = "nobody"', "nobody is in the path and is not"),
        ('end = "asked"', 'end = "nobody"', "nobody is in the path and is not"),
        ('line = "1"', "", "one needs a text called line"),
        ('idea = "Two is two."', "", "two needs a text called idea"),
        ('"two?step=1"', '"nobody?step=1"', "two opens nobody, which is no page"),
        ('lesson = "The ones"', "", "one-two begins a lesson: it needs lesson and"),
    ],
)
def test_a_slip_in_the_file_is_named(small, written, instead, said):
    with pytest.raises(ValueError, match=said):
        small(MINIMAL.replace(written, instead))
