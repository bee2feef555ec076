"""The page of exercises: committed, then revealed, and printed."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from viz.content import exercise_keys, exercise_sets
from viz.pages.exercises import worksheet

SCRIPT = """
from viz.pages.exercises import page
page.page()
"""


def opened(**query):
    app = AppTest.from_string(SCRIPT, default_timeout=120)
    for key, value in query.items():
        app.query_params[key] = value
    return app.run()


def read(app):
    return " ".join(
        text.value for text in [*app.markdown, *app.text, *app.title]
    ) + " ".join(one.label for one in app.button)


def test_without_a_set_every_set_is_offered():
    app = opened()
    assert not app.exception
    for name in exercise_sets.names():
        assert exercise_sets.spoken(name).title in read(app)


def test_an_unknown_set_is_a_sentence_and_the_list():
    app = opened(set="no-such-set")
    assert "There is no set called “no-such-set”." in read(app)
    assert exercise_sets.spoken("self-test").title in read(app)


def test_nothing_is_told_before_the_answer_and_what_fits_it_after():
    app = opened(set="first-lecture", exercise="7")
    assert not app.exception and "almost 0" not in read(app)
    app.button_group[1].set_value(1).run()
    assert "**Not quite.** The answer: The one without a mask." in read(app)
    assert "exercise=7" not in read(app)


def test_whoever_does_not_know_hears_a_hint_and_the_answer():
    app = opened(set="first-lecture", exercise="6")
    (unsure,) = [one for one in app.button if one.label == "I don't know"]
    unsure.click().run()
    assert "e² is 7.389" in read(app) and "The answer: 0.335." in read(app)


def test_a_number_is_locked_by_a_button_and_judged():
    app = opened(set="first-lecture", exercise="6")
    app.number_input[0].set_value(1.0).run()
    assert "Not quite" not in read(app)
    (lock,) = [one for one in app.button if one.label == "Lock my answer"]
    lock.click().run()
    assert "**Not quite.** The answer: 0.335." in read(app)
    assert "Here we did not." in read(app)


def test_a_worked_exercise_shows_its_answer_at_once():
    app = opened(set="first-lecture", exercise="1")
    assert "0.879" in read(app) and len(app.button_group) == 1


@pytest.mark.parametrize("name", ["order-cost-honesty"])
def test_a_worksheet_has_a_code_for_every_state_and_its_key_last(name):
    of = exercise_sets.spoken(name)
    keys = [exercise_keys.Key(None, {}, problem="?") for _ in of.exercises]
    html = worksheet.sheet(of, keys, "https://example.org/app")
    states = sum(bool(one.page) for one in of.exercises)
    assert html.count("<svg") == states + 1
    assert 'href="https://example.org/app/sizes?lang=en&amp;step=2"' in html
    asked, _, answers = html.partition("class=key")
    assert answers.count("<li>") == len(of.exercises)
    assert "misprints" not in asked and "<script" not in html
    assert not re.search(r"\*\*|\{\w+\}", html.partition("</style>")[2])
