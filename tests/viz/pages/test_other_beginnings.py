"""Other beginnings of the French under Bahdanau: offered, typed, and misused."""

import streamlit as st

from core.analysis.alternatives import Alternative
from tests.viz.pages.reading import ENGLISH, FRENCH, tables, texts
from viz import address
from viz.pages.app import library
from viz.pages.bahdanau import (
    other_beginnings,
)


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
