"""The card *Guess first*: covered, chosen, then told why; nothing else changes."""

import pytest
from streamlit.testing.v1 import AppTest

from viz.content import lessons

LESSON = """# A mask

One sentence.

{{ guess }}

Will the row add up to {{ sum }}?

- Yes: Only with the mask before.
- No ✓: Two thirds are gone.

{{ answer }}

It adds up to 0.335.

#### Not shown

Padding.
"""
SCRIPT = """
from viz.pages.app.lesson import lesson
lesson("masks-9", {"sum": "1"})
"""


@pytest.fixture
def app(monkeypatch):
    parsed = lessons.parse("masks-9", LESSON)
    monkeypatch.setattr(lessons, "load", lambda page, lang: parsed)
    return AppTest.from_string(SCRIPT, default_timeout=60).run()


def written(app):
    return [text.value for text in app.markdown]


def test_before_the_guess_nothing_of_the_answer_is_there(app):
    assert "Will the row add up to 1?" in written(app)
    assert not any("0.335" in text or "Two thirds" in text for text in written(app))
    assert written(app)[-1] == "#### Not shown\n\nPadding."
    assert app.button_group[0].options == ["Yes", "No"]


def test_a_wrong_guess_hears_what_fits_it_and_the_right_answer(app):
    app.button_group[0].set_value(0).run()
    found = written(app)
    assert "**Not quite.** Only with the mask before. The answer is B: No." in found
    assert "It adds up to 0.335." in found


def test_the_right_guess_is_said_to_be_right_and_is_in_no_address(app):
    app.button_group[0].set_value(1).run()
    assert "**Right.** Two thirds are gone." in written(app)
    assert not app.query_params


def test_a_text_that_is_no_guess_stays_readable_with_its_answer_folded(monkeypatch):
    parsed = lessons.parse("masks-9", LESSON.replace(" ✓", ""))
    monkeypatch.setattr(lessons, "load", lambda page, lang: parsed)
    app = AppTest.from_string(SCRIPT, default_timeout=60).run()
    assert not app.exception and not app.button_group
    assert app.expander[0].markdown[0].value == "It adds up to 0.335."
