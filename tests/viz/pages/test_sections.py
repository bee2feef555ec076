"""The sections under the pictures of Bahdanau and Compare, opened and misused."""

import json
import re
from types import SimpleNamespace

import pytest
import streamlit as st

from core.analysis import alignment_links, training_replay
from core.analysis.alternatives import Alternative
from tests.viz.pages.reading import ENGLISH, FRENCH, texts
from viz import address
from viz.pages.app import library
from viz.pages.bahdanau import (
    forced_weights_controls,
    other_beginnings,
    shuffled_annotations,
)
from viz.pages.bahdanau import page as bahdanau
from viz.pages.bahdanau import training_replay as replay_section
from viz.pages.sentence import map_picture


@pytest.fixture(autouse=True)
def three_pairs(monkeypatch):
    """Untrained models are slow to fail at thirty pairs."""
    few = alignment_links.shipped()[:3]
    monkeypatch.setattr(alignment_links, "shipped", lambda: few)
    monkeypatch.setattr(training_replay, "load", lambda _: None)


GIVEN = {"target": FRENCH, "compare_from": "typed"}


def tables(app):
    return [e.proto.body for e in app.get("html") if "<table>" in e.proto.body]


# --- Compare --------------------------------------------------------------------------


def test_no_section_is_open_until_it_is_asked_for(opened):
    app = opened("compare", **GIVEN)
    assert not app.exception
    assert len(tables(app)) == 1  # the agreement, which is always there


def test_agreement_is_never_said_without_its_baselines(opened):
    app = opened("compare", **GIVEN)
    assert not app.exception
    (table,) = tables(app)
    assert "Compared with unrelated maps" in table
    assert table.count("a plain diagonal") == 2
    assert table.count("of another sentence") == 2
    assert len(re.findall(r"\d of 7<", table)) == 5
    assert len(re.findall(r"[+−]\d\.\d\d", table)) == 5


def test_the_section_of_the_baselines_says_what_they_come_to(opened):
    app = opened("compare", **GIVEN, compare_more="baselines")
    assert not app.exception
    assert any("the closest baseline" in text for text in texts(app))
    assert any(text.startswith("The other sentence is") for text in texts(app))


def test_the_number_on_the_page_says_where_its_baseline_was_stretched(
    opened, monkeypatch
):
    _, swapped, know = alignment_links.shipped()
    assert [pair.size for pair in (swapped, know)] == [(6, 7), (7, 7)]
    for away, said in ((know, 2), (swapped, 0)):
        monkeypatch.setattr(alignment_links, "another", lambda *_, away=away: away)
        (table,) = tables(opened("compare", **GIVEN))
        assert table.count("stretched to this size") == said


def test_links_by_hand_are_drawn_over_both_maps_with_their_error(opened):
    app = opened("compare", **GIVEN, compare_more="links")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2
    _, this, every = tables(app)
    assert "Links of this sentence" in this
    assert "plain diagonal" in every
    assert app.selectbox(key="pick-sentence").value == 0


def test_a_pair_that_nobody_linked_offers_those_that_are(opened):
    app = opened("compare", **{**GIVEN, "target": "La femme."}, compare_more="links")
    assert not app.exception
    assert any("no links drawn by hand" in text for text in texts(app))
    app.selectbox(key="pick-sentence").set_value(1).run()
    assert not app.exception
    assert app.text_input(key="sentence").value == "The fish ate the woman."
    assert len(app.get("plotly_chart")) == 2


@pytest.mark.parametrize("side", ["en", "fr"])
def test_two_words_change_places_and_both_models_answer(opened, side):
    swapped = {"compare_side": side, "compare_a": "2", "compare_b": "5"}
    app = opened("compare", **GIVEN, compare_more="swap", **swapped)
    assert not app.exception
    expected = {"en": "The fish ate the woman.", "fr": "La le a mangé femme poisson."}
    assert expected[side] in texts(app)
    _, table = tables(app)
    assert "Transformer: before" in table


def test_words_that_are_not_there_are_not_exchanged(opened):
    app = opened("compare", **GIVEN, compare_more="swap", compare_a="99", compare_b="2")
    assert not app.exception
    assert any("Choose two words" in text for text in texts(app))


@pytest.mark.parametrize("damaged", [library.BAHDANAU, library.TRANSFORMER])
@pytest.mark.parametrize("section", ["baselines", "links", "swap"])
def test_a_section_that_needs_a_damaged_model_says_so(opened, damaged, section):
    app = opened("compare", [damaged], **GIVEN, compare_more=section)
    assert not app.exception
    assert f"{damaged}: weights.safetensors is damaged." in texts(app)
    assert not any("Something broke" in text for text in texts(app))


# --- Bahdanau -------------------------------------------------------------------------


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


def test_the_replay_asks_before_it_shows(opened, translators, monkeypatch):
    model = translators[library.BAHDANAU]
    frames = tuple(
        training_replay.take(model, update, loss, None)
        for update, loss in ((0, None), (10, 7.5), (300, 4.25))
    )
    kept = training_replay.Replay(training_replay.sentences(model), frames)
    monkeypatch.setattr(training_replay, "load", lambda _: kept)
    app = opened("bahdanau", b_more="replay", b_frame="3", b_watch="6")
    assert not app.exception
    assert not app.get("plotly_chart")
    app.button_group(key="replay-guess").set_value("diagonal").run()
    assert not app.exception
    assert "Update 300: loss 4.25, BLEU not measured" in texts(app)
    assert any(text.startswith("You expected the diagonal") for text in texts(app))
    assert len(app.get("plotly_chart")) == 2  # the map, the links found so far
    app.slider(key="pick-b_frame").set_value(1).run()
    assert "Update 0: no loss yet, BLEU not measured" in texts(app)


def test_a_replay_of_one_moment_needs_no_slider(opened, translators, monkeypatch):
    model = translators[library.BAHDANAU]
    one = training_replay.Replay(
        training_replay.sentences(model), (training_replay.take(model, 7, 3.25, 12.5),)
    )
    monkeypatch.setattr(training_replay, "load", lambda _: one)
    app = opened("bahdanau", b_more="replay", b_frame="12")
    app.button_group(key="replay-guess").set_value("unknown").run()
    assert not app.exception
    assert "Update 7: loss 3.25, BLEU 12.5" in texts(app)
    assert "Now you can see it." in texts(app)


def test_twelve_moments_are_shown_each_by_its_own_update(
    opened, translators, monkeypatch
):
    model = translators[library.BAHDANAU]
    taken = training_replay.take(model, 1, 3.25, 12.5)
    frames = tuple(
        training_replay.Frame(2**k, 9.0 - k / 2, k + 0.5, taken.maps) for k in range(12)
    )
    kept = training_replay.Replay(training_replay.sentences(model), frames)
    monkeypatch.setattr(training_replay, "load", lambda _: kept)
    app = opened("bahdanau", b_more="replay")
    app.button_group(key="replay-guess").set_value("diagonal").run()
    for moment in (1, 2, 11, 12):
        app.slider(key="pick-b_frame").set_value(moment).run()
        assert not app.exception
        shown = f"Update {2 ** (moment - 1):,}: loss {9.5 - moment / 2:.2f}, BLEU"
        assert any(text.startswith(shown) for text in texts(app)), moment


@pytest.mark.parametrize(
    ("guess", "earlier", "said"),
    [
        ("diagonal", 0, "You expected the diagonal, and that is what happened here."),
        (
            "phrase",
            0,
            "You expected the reordered phrase. Here it was the other way round.",
        ),
        (
            "phrase",
            None,
            "You expected the reordered phrase. These snapshots can't decide it.",
        ),
        ("unknown", 1, "Now you can see it."),
    ],
)
def test_what_is_said_to_a_guess_follows_from_the_moments(guess, earlier, said):
    assert replay_section._to(guess, earlier) == said


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


def test_a_piece_asked_for_on_the_picture_opens_its_beginning(translators, monkeypatch):
    trace = translators[library.BAHDANAU].explain(ENGLISH, target=FRENCH)
    kept = []
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(other_beginnings.library, "model", translators.__getitem__)
    monkeypatch.setattr(
        other_beginnings.frame, "keep", lambda **given: kept.append(given)
    )
    monkeypatch.setattr(other_beginnings.frame, "choices", lambda: address.DEFAULTS)
    monkeypatch.setattr(other_beginnings.library, "computed", lambda _, build: build())
    pieces = trace.probabilities.shape[-1]
    monkeypatch.setattr(other_beginnings.beginnings, "MOST_PROBABLE", pieces)
    for row, rank in ((99, 0), (0, 10**6), (-1, 0)):
        other_beginnings.begin(trace, row, rank)
    assert kept == []
    rank = int(
        (trace.probabilities[0] > trace.probabilities[0, trace.predicted_ids[0]]).sum()
    )
    whole = Alternative(trace.predicted_ids[:2], "La", 0.5)
    monkeypatch.setattr("core.analysis.alternatives.alternatives", lambda *_: [whole])
    other_beginnings.begin(trace, 0, rank)
    text = trace.vocabulary.decode(trace.predicted_ids[:2])
    assert kept == [{"b_more": "tree", "b_prefix": text, "b_row": 1}]
    assert other_beginnings.BEGUN.take()
    assert not other_beginnings.BEGUN.take()


def test_words_are_offered_whole_and_one_click_begins_with_them(
    opened, translators, monkeypatch
):
    tokenizer = translators[library.BAHDANAU].tokenizer
    asked = []

    def finished(model, trace, step, pieces):
        asked.append((step, pieces))
        return [
            Alternative(tokenizer.encode("La femme").ids, "femme", 0.25),
            Alternative(tokenizer.encode("La zone").ids, "zone", 0.004),
        ]

    monkeypatch.setattr("core.analysis.alternatives.alternatives", finished)
    app = opened("bahdanau", target=FRENCH, pieces="false", b_more="tree", b_row="2")
    assert not app.exception
    (step, pieces), *_ = asked
    trace = translators[library.BAHDANAU].explain(ENGLISH, target=FRENCH)
    assert step == trace.predicted.word_of.index(1)
    assert pieces == trace.probabilities[step].topk(8).indices.tolist()
    offered = app.button_group(key="pick-b_prefix")
    assert offered.options == ["femme 25%", "zone 0.4%"]
    offered.set_value("La zone").run()
    assert not app.exception
    assert any(text.startswith("La zone … → La zone") for text in texts(app))


def test_a_model_without_kept_moments_says_so(opened):
    app = opened("bahdanau", b_more="replay")
    assert any(text.startswith("No snapshots of the training") for text in texts(app))


def test_another_beginning_is_kept_and_the_model_goes_on(opened):
    app = opened(
        "bahdanau", target=FRENCH, b_more="tree", b_prefix="La femme", b_beam="2"
    )
    assert not app.exception
    assert any(text.startswith("La femme … → La femme") for text in texts(app))
    (ended,) = tables(app)
    assert "Sentences that the beam search finished" in ended
    (tree,) = app.get("plotly_chart")
    assert "discarded. " in tree.proto.alt


def test_a_beginning_that_cannot_be_given_is_refused_in_words(opened):
    app = opened("bahdanau", target=FRENCH, b_more="tree", b_prefix="x" * 401)
    assert not app.exception
    assert any("401 characters; at most 400 fit." in text for text in texts(app))


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
                drawn = bahdanau.Drawn(below, False, section)
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
