"""The path names every page once, and knows what comes before and after it."""

import pytest

from tests.places import PAGES
from viz.content import path

MINIMAL = """
[path]
lessons = [["start"], ["one", "two"]]
beside = ["aside"]
help = []
models = []
[start]
title = "Start"
lesson = "First look"
line = "Look"
know = "Something"
opens = "tour=true&row=2"
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


def test_the_path_has_nine_lessons_and_the_seventh_two_pages():
    way = path.load()
    assert [lesson.number for lesson in way.lessons] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [place.path for place in way.lessons[6].pages] == ["order", "positions"]
    assert way.lessons[1].title == "First look"
    assert way.lessons[1].state == (("tour", "true"),)


def test_every_page_but_the_lists_says_what_one_knows_at_its_end_and_leads_on():
    way = path.load()
    lists = {place.path for place in way.help}
    for place in way.places.values():
        if place.path not in lists:
            assert place.know and way.following(place.path) is not None, place.path


def test_a_page_knows_what_comes_before_and_after_it(small):
    way = small()
    assert way.before("") is None
    assert way.following("").path == "one"
    assert way.following("one").path == "two"
    assert way.before("one").path == ""
    assert way.following("two") is None
    assert (way.lesson("two").number, way.lesson("aside")) == (2, None)


def test_a_page_beside_the_path_leads_back_to_it(small):
    way = small()
    assert way.following("aside").path == "one"
    assert way.before("aside") is None


def test_a_lesson_opens_the_state_that_the_file_says(small):
    assert small().lessons[0].state == (("tour", "true"), ("row", "2"))


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('["aside"]', '["nobody"]', "nobody is in the path and is no page"),
        ('next = "one"', 'next = "nobody"', "nobody is in the path and is no page"),
        ('line = "1"', "", "one needs a text called line"),
    ],
)
def test_a_slip_in_the_file_is_named(small, written, instead, said):
    with pytest.raises(ValueError, match=said):
        small(MINIMAL.replace(written, instead))
