"""What Start shows first: stored, and the same as the models show today."""

import json

import numpy as np
import pytest

from core.networks.names import AttentionName, MapChoice
from core.shelf.models import BAHDANAU, TRANSFORMER
from core.training.tokenizer import train
from tests.core.tiny import LINES, make_transformer, make_translator
from tests.stored import seen_alike
from viz.address import DEFAULTS
from viz.payload import first_look
from viz.payload.look import look_of, picture_of
from viz.payload.maps import transformer_view

MODELS = (BAHDANAU, TRANSFORMER)
ENGLISH = DEFAULTS.sentence


@pytest.mark.parametrize("model", MODELS)
def test_what_is_stored_is_what_the_model_shows(model):
    """After a model was trained anew: python -m viz.payload"""
    stored, now = first_look.stored(model, ENGLISH), first_look.computed(model, ENGLISH)
    assert stored is not None, "stored for another model: run python -m viz.payload"
    for one, other in zip(stored.weights, now.weights, strict=True):
        seen_alike(other, one)
    seen_alike(now.chances, stored.chances)
    rest = ("weights", "chances")
    assert {k: v for k, v in vars(stored).items() if k not in rest} == {
        k: v for k, v in vars(now).items() if k not in rest
    }


@pytest.mark.parametrize("model", MODELS)
def test_what_is_stored_of_another_model_is_refused(model, monkeypatch):
    assert first_look.stored(model, "The fish ate the woman.") is None
    monkeypatch.setattr(first_look, "digest", lambda _: "00000000")
    assert first_look.stored(model, ENGLISH) is None


@pytest.mark.parametrize("damage", ["", "{", "[1]", '[{"model": "x"}]', None])
def test_a_file_that_cannot_be_read_stores_nothing(tmp_path, monkeypatch, damage):
    path = tmp_path / "first-look.json"
    if damage is not None:
        path.write_text(damage, encoding="utf-8")
    monkeypatch.setattr(first_look, "FILE", path)
    assert first_look.stored(MODELS[0], ENGLISH) is None


def test_what_is_written_is_read_again(tmp_path, monkeypatch):
    stored = first_look.stored(MODELS[0], ENGLISH)
    path = tmp_path / "first-look.json"
    first_look.write([stored], path)
    assert len(json.loads(path.read_text("utf-8"))) == 1
    monkeypatch.setattr(first_look, "FILE", path)
    assert first_look.stored(MODELS[0], ENGLISH) == stored
    assert first_look.stored(MODELS[1], ENGLISH) is None


@pytest.fixture(scope="module")
def trace():
    tokenizer = train(LINES, size=410)
    model = make_translator(make_transformer(tokenizer.size), tokenizer)
    return model.explain(ENGLISH, target="La femme a mangé le poisson.")


@pytest.mark.parametrize("reading", ["predicted", "read"])
@pytest.mark.parametrize("head", [None, 1])
def test_a_look_has_a_row_for_each_french_word_that_adds_up_to_1(trace, head, reading):
    which = MapChoice(AttentionName("decoder", 1, "cross_attention"), head, reading)
    look = look_of(trace, which, ENGLISH)
    french = ("La", "femme", "a", "mangé", "le", "poisson", ".")
    assert look.written.items == french
    assert look.read.items == ("The", "woman", "ate", "the", "fish", ".", "‹end›")
    assert [sum(row) for row in look.weights] == pytest.approx([1.0] * 7, abs=1e-5)
    assert look.which == which and look.forced and look.finished
    pieces = trace.attention(which.name, head, words=False).weights
    at = [i for i, word in enumerate(trace.predicted.word_of) if word == 3]
    rows = [i + (reading == "read") for i in at]
    key = trace.source.membership()
    assert look.weights[3] == pytest.approx(
        (pieces[rows].mean(0) @ key.T).tolist(), abs=1e-6
    )
    assert look.weight("mangé", "ate") == look.weights[3][2]
    assert look.largest("mangé") == max(look.weights[3])
    assert look.weight("chat", "ate") is look.weight("mangé", "cat") is None
    assert look.largest("chat") is None


@pytest.mark.parametrize("head", [0, 2])
def test_a_word_of_several_pieces_has_the_numbers_of_its_map_inside(head):
    tokenizer = train(LINES, size=392)
    model = make_translator(make_transformer(tokenizer.size), tokenizer)
    trace = model.explain(ENGLISH, target="La femme a mangé le poisson.")
    assert max(trace.predicted.word_of) + 1 < len(trace.predicted.word_of)
    for reading in ("predicted", "read"):
        read = reading == "read"
        which = MapChoice(AttentionName("decoder", 1, "cross_attention"), head, reading)
        look = look_of(trace, which, ENGLISH)
        header, body = transformer_view(trace, read=read)
        (cross,) = [one for one in header["stacks"] if one["id"] == "cross"]
        end = cross["offset"] + int(np.prod(cross["shape"]))
        inside = body[cross["offset"] : end].reshape(cross["shape"])[1, head]
        for row, weights in enumerate(look.weights):
            assert inside[row + read].tolist() == pytest.approx(list(weights), abs=1e-6)


def test_rows_of_words_that_are_read_are_other_numbers_than_those_predicted():
    tokenizer = train(LINES, size=392)
    model = make_translator(make_transformer(tokenizer.size), tokenizer)
    trace = model.explain(ENGLISH, target="La femme a mangé le poisson.")
    one, other = (transformer_view(trace, read=read)[1] for read in (False, True))
    assert one.shape == other.shape and not np.array_equal(one, other, equal_nan=True)
    pieces = [transformer_view(trace, words=False, read=r)[1] for r in (False, True)]
    np.testing.assert_array_equal(*pieces)


def test_a_look_is_drawn_with_its_meanings_and_no_row_of_its_end(trace):
    which = MapChoice(AttentionName("decoder", 1, "cross_attention"))
    look = look_of(trace, which, ENGLISH)
    header, body = picture_of(look, label="A map", gloss=["the"], together="start")
    assert header["stacks"][0]["shape"] == [1, 1, 7, 7]
    assert body.reshape(7, 7)[3].tolist() == pytest.approx(list(look.weights[3]))
    assert header["gloss"] == ["the"] and header["together"] == "start"
    assert header["labels"]["title"].startswith("The woman ate the fish. → La femme")


def test_pieces_are_looked_at_one_by_one(trace):
    which = MapChoice(AttentionName("decoder", 1, "cross_attention"))
    look = look_of(trace, which, ENGLISH, words=False)
    assert look.written.kind == "pieces"
    assert len(look.weights) == look.pieces == len(trace.predicted.pieces) - 1
