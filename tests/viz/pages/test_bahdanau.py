"""The sections under the picture of Bahdanau, opened and misused."""

import json
from types import SimpleNamespace

import pytest
import streamlit as st

from core.analysis import training_replay
from tests.viz.pages.reading import ENGLISH, FRENCH, tables, texts
from viz.pages.app import library
from viz.pages.bahdanau import (
    forced_weights_controls,
    shuffled_annotations,
)
from viz.pages.bahdanau import page as bahdanau
from viz.pages.sentence import map_picture


@pytest.fixture(autouse=True)
def no_replay(monkeypatch):
    """Untrained models keep no moments of a training."""
    monkeypatch.setattr(training_replay, "load", lambda _: None)


@pytest.mark.parametrize(
    "section",
    ["look", "tree", "given", "coverage", "scores", "order", "never", "replay"],
)
@pytest.mark.parametrize("pieces", ["0", "1"])
def test_every_section_of_bahdanau_opens_by_its_address(opened, section, pieces):
    app = opened("bahdanau", target=FRENCH, b_more=section, pieces=pieces, b_row="3")
    assert not app.exception
    assert not any("Something broke" in text for text in texts(app))


def test_the_bars_of_a_step_begin_at_the_weights_of_the_model(opened):
    app = opened("bahdanau", target=FRENCH, b_more="look", b_row="4")
    assert not app.exception
    shown = bars(app)
    assert shown["names"][:2] == ["The", "woman"]
    assert shown["weights"] == shown["own"]
    assert sum(shown["own"]) == pytest.approx(1)
    assert not app.get("plotly_chart")  # nothing was forced


def test_the_bars_show_what_is_forced_beside_the_weights_of_the_model(opened):
    forced = "0 0 0 0 1 0 0"
    app = opened("bahdanau", target=FRENCH, b_more="look", b_row="4", b_look=forced)
    assert not app.exception
    shown = bars(app)
    assert shown["weights"] == [0, 0, 0, 0, 1, 0, 0]
    assert shown["own"] != shown["weights"]
    assert len(app.get("plotly_chart")) == 2  # before, after
    app.button(key="look-free").click().run()
    assert app.text_input(key="b_look").value == ""
    assert bars(app)["weights"] == shown["own"]


def bars(app):
    """What the bars of the forced step are drawn from."""
    found = [part.proto for part in app.get("bidi_component")]
    (mine,) = (proto for proto in found if "headlight_weights" in proto.component_name)
    return json.loads(mine.json)[0]


def test_weights_from_a_browser_are_checked_and_add_up_to_one(monkeypatch):
    kept = []
    monkeypatch.setattr(
        forced_weights_controls.frame, "keep", lambda **given: kept.append(given)
    )
    for offered in (
        [1 / 3, 1 / 3, 1 / 3],
        [0, 1, 0],
        [0.5, 0.5],
        [2, -1, 0],
        [float("nan"), 1, 0],
        "100",
        None,
    ):
        forced_weights_controls._set(offered, 3)
    assert kept == [{"b_look": "0.334 0.333 0.333"}, {"b_look": "0 1 0"}]


def test_weights_are_divided_by_their_sum_and_it_is_said(opened):
    weights = "0 3 0 0 1 0 0"
    app = opened("bahdanau", target=FRENCH, b_more="look", b_look=weights)
    assert not app.exception
    assert any("They add up to 4," in text for text in texts(app))


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("0 0 0 0 0 0 0", "no usable sum"),
        ("1 2 3", "Weights typed: 3. There must be 7"),
        ("0 -1 0 0 1 0 0", "below 0"),
        ("nan 1 0 0 0 0 0", "must be a number"),
        ("<b>x</b> 1 0 0 0 0 0", "is not a number"),
    ],
)
def test_weights_that_do_not_fit_are_refused_by_their_rule(opened, typed, rule):
    app = opened("bahdanau", target=FRENCH, b_more="look", b_look=typed)
    assert not app.exception
    assert any(rule in text for text in texts(app))
    assert not any("<b>x" in element.value for element in app.markdown)


def test_a_missing_baseline_is_said_and_the_rest_works(opened):
    app = opened("bahdanau", [library.FIXED], b_more="needed", b_clauses="3")
    assert not app.exception
    assert f"{library.FIXED}: weights.safetensors is damaged." in texts(app)
    assert any(text.startswith("attention: ") for text in texts(app))


def test_the_fixed_vector_stands_beside_attention_and_leads_to_its_page(
    opened, translators
):
    app = opened("bahdanau", b_more="needed", b_story="2", b_clauses="2")
    assert not app.exception
    for name, title in (
        (library.FIXED, "one fixed vector"),
        (library.BAHDANAU, "attention"),
    ):
        own = translators[name].translate(ENGLISH).text
        assert f"{title}: {own}" in texts(app)
        said = [text for text in texts(app) if text.startswith(f"{title}: ")]
        assert len(said) == 2  # the open sentence, and the one that is stored
    assert any("of 6 content words kept" in text for text in texts(app))
    assert ("why", "why_story=2&why_clauses=2") in ways(app)


def ways(app):
    """Where the links of a page lead, and what they say there."""
    links = [link.proto for link in app.get("page_link")]
    return {(link.page, link.query_string) for link in links}


def test_an_open_sentence_that_begins_a_stored_one_can_grow(opened):
    app = opened("bahdanau", b_more="needed", sentence=ENGLISH)
    assert not app.exception
    assert ("why", "why_story=13&why_clauses=2") in ways(app)
    other = opened("bahdanau", b_more="needed", sentence="I know you.")
    assert ways(other) == {("why", "why_story=1&why_clauses=1")}


def test_given_and_free_part_at_a_step_that_is_named(opened):
    app = opened("bahdanau", target=FRENCH, b_more="given")
    assert not app.exception
    assert any("would write" in text for text in texts(app))
    (table,) = tables(app)
    assert table.count("they part here") == 1


def test_the_annotations_are_shuffled_beside_the_english(opened):
    app = opened("bahdanau", target=FRENCH, b_more="order", b_row="3")
    assert not app.exception
    (said,) = [text for text in texts(app) if "Hidden states shuffled" in text]
    annotations, english = said.split("\n")
    assert "the context vector is the same" in annotations
    assert "the context vector differs by up to" in english
    before = tables(app)
    app.button(key="shuffle").click().run()
    assert tables(app) != before


@pytest.mark.parametrize(("n", "number"), [(2, 1), (3, 1), (7, 4), (7, 99)])
def test_a_shuffle_is_an_order_and_the_end_stays(n, number):
    found = shuffled_annotations.shuffle(n, number)
    assert sorted(found) == list(range(n))
    assert found[-1] == n - 1
    assert n == 2 or found != list(range(n))


def test_given_and_free_speak_of_the_sentence_that_is_shown(opened):
    app = opened("bahdanau", sentence="The fish ate.")  # no preset's sentence
    app.text_input(key="sentence").set_value("x" * 401).run()
    app.text_input(key="target").set_value(FRENCH)
    app.query_params["b_more"] = "given"
    app.run()
    assert not app.exception
    assert sum("401 characters" in text for text in texts(app)) == 1
    assert any(text.startswith("forced: La femme a mangé") for text in texts(app))


@pytest.mark.parametrize(
    ("section", "follows"),
    [("look", 1), ("tree", 1), ("scores", 1), ("order", 1), ("coverage", 0)],
)
def test_a_section_about_a_row_follows_the_picture(
    opened, translators, monkeypatch, section, follows
):
    asked = []
    trace = translators[library.BAHDANAU].explain(ENGLISH, target=FRENCH)
    monkeypatch.setattr(bahdanau.st, "rerun", lambda: asked.append(1))
    monkeypatch.setattr(map_picture, "picture", lambda *_, **__: None)
    monkeypatch.setattr(bahdanau, "_stages", lambda *_, **__: None)

    def page():
        for below in (2, 0):  # b_row counts from 1: row 2 is open
            with st.container(key=f"drawn-{below}"):
                drawn = bahdanau.Drawn(below, False, section, False)
                bahdanau._picture(trace, None, False, drawn)

    monkeypatch.setattr(bahdanau, "page", page)
    app = opened("bahdanau", b_row="3", b_more=section)
    assert not app.exception
    assert len(asked) == follows


def written(*pieces):
    """A pass, as far as the comparison of two asks for it."""
    return SimpleNamespace(
        predicted_ids=tuple(map(hash, pieces)),
        translation=SimpleNamespace(pieces=SimpleNamespace(words=pieces)),
    )


def test_what_became_of_the_french_is_said_word_by_word():
    before = written("la", "femme", "rouge")
    became = forced_weights_controls._became
    assert became(before, written("la", "femme"), kept=False) == (
        "No longer in the French: rouge."
    )
    assert became(before, written("la", "dame", "rouge"), kept=False) == (
        "No longer in the French: femme. New in the French: dame."
    )
    assert became(before, before, kept=False) == (
        "The French is the same: the state remembers enough, "
        "or the word was certain anyway."
    )
    assert became(before, before, kept=True) == (
        "The French was kept. Only its probabilities and its map may differ."
    )
