"""A lesson is cut at its slots and filled with the page's values."""

import pytest

from viz.content.lessons import Slot, led, parse, until_heading

TEXT = """# Where it looks

The best head is {{ head }}.

{{ picture }}

What to try.
"""


def test_a_slot_alone_on_its_line_parts_the_text():
    parts = parse("start", TEXT).parts
    assert parts[1] == Slot("picture")
    assert parts[2] == "What to try."


def test_a_slot_inside_a_line_takes_a_value():
    first = next(iter(parse("start", TEXT).filled({"head": "3"})))
    assert first == "# Where it looks\n\nThe best head is 3."


def test_a_missing_value_is_named_with_its_lesson():
    with pytest.raises(ValueError, match="lesson start: no value for head"):
        list(parse("start", TEXT).filled({}))


def test_an_answer_ends_where_the_next_heading_begins():
    assert until_heading("It is 3.\n\n#### Not shown\n\nWhy.") == (
        "It is 3.",
        "#### Not shown\n\nWhy.",
    )
    assert until_heading("#1 of all\n") == ("#1 of all", "")


def test_a_title_and_the_paragraph_under_it_stand_apart_from_the_rest():
    assert led("# A\n\nOne.\n\nTwo.\n\nThree.") == (
        "# A\n\nOne.",
        "Two.\n\nThree.",
    )
    assert led("# A") == ("# A", "")
    assert led("Two.\n\nThree.") == ("", "Two.\n\nThree.")
