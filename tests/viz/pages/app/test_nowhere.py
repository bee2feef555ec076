"""An address that is no page, and one that is nearly one."""

import pytest

from tests.places import PAGES
from viz.pages.app import navigation, nowhere


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("maks", "masks"),
        ("querykey-value", "query-key-value"),
        ("transfomer", "transformer"),
        ("baudanau", "bahdanau"),
        ("stories", "memory"),
    ],
)
def test_a_slip_of_the_pen_finds_the_page_that_is_meant(asked: str, found: str):
    assert nowhere.near(asked, PAGES)[0] == found


def test_what_is_like_no_page_finds_none():
    assert nowhere.near("wp-login.php", PAGES) == []
    assert nowhere.near("", PAGES) == []


@pytest.mark.parametrize("asked", ["Masks", "masks/", "MASKS"])
def test_case_and_slash_make_no_difference(asked: str):
    assert navigation.spelled(asked, PAGES) == "masks"


def test_an_underscore_is_a_hyphen_and_start_has_a_name():
    assert navigation.spelled("query_key_value", PAGES) == "query-key-value"
    assert navigation.spelled("Start", PAGES) == ""
    assert navigation.spelled("maks", PAGES) is None
