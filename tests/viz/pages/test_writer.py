"""The page Writer: what it writes, what it shows, and what it does with bad input."""

import sys
import types
from dataclasses import asdict

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.errors import InputError
from core.in_use.language_model import LanguageModel
from core.networks.writer import Writer, WriterConfig
from core.training.tokenizer import train
from tests.packed import unpack
from tests.places import APP
from viz.pages.app import library
from viz.pages.writer import gestures
from viz.pages.writer import page as writer
from viz.pages.writer.asked import Wanted

LINES = [
    "The woman ate the fish. The fish ate the woman.",
    "La femme a mangé le poisson. Le poisson a mangé la femme.",
] * 5


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    """2 layers of 3 heads, 24 positions, never trained."""
    tokenizer = train(LINES, size=410)
    torch.manual_seed(5)
    config = WriterConfig(
        tokenizer.size, d_model=12, n_heads=3, n_layers=2, max_positions=24
    )
    network = Writer(config).eval().requires_grad_(False)
    info = {"sizes": asdict(config)}
    return LanguageModel(
        library.WRITER, "writer", network, tokenizer, info, (), "", "0123abcd"
    )


@pytest.fixture
def opened(monkeypatch, model):
    """Opens the page as the address says; nothing is kept from test to test."""
    monkeypatch.setattr(library, "warm_up", lambda _: None)
    monkeypatch.setattr(library, "_store", library.Store(64))
    monkeypatch.setitem(library._models, library.WRITER, model)
    start = types.SimpleNamespace(page=writer.page)
    monkeypatch.setitem(sys.modules, "viz.pages.start.page", start)

    def run(**query):
        app = AppTest.from_file(APP, default_timeout=120)
        for name, value in query.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return run


def drawn(app):
    """Header and body that the browser was sent."""
    for element in app.get("bidi_component"):
        if element.proto.component_name == "headlight_attention":
            return unpack(element.proto.bytes)
    raise LookupError("no picture")


def read(app):
    """The pieces that the model has read, ‹start› first."""
    return drawn(app)[0]["sequences"]["read"]["words"]


def test_a_beginning_goes_on_for_as_many_pieces_as_the_address_says(opened, model):
    app = opened(w_text="The woman", w_pieces="3")
    header, _ = drawn(app)
    wrote = model.write("The woman", 3).pieces.pieces
    assert read(app) == ["‹start›", *wrote]
    (stack,) = header["stacks"]
    assert (stack["id"], stack["back"], stack["lower"]) == ("decoder", True, True)
    assert stack["shape"] == [2, 3, len(wrote) + 1, len(wrote) + 1]
    assert header["view"]["row"] == len(wrote)
    assert len(header["next"]["rows"]) == len(wrote) + 1
    assert header["begins"] is True


def test_one_piece_more_adds_a_row_and_one_back_takes_it_away(opened):
    app = opened(w_text="The woman", w_pieces="3")
    before = read(app)
    app.button(key="write-one").click().run()
    assert read(app)[: len(before)] == before
    assert len(read(app)) == len(before) + 1
    app.button(key="write-back").click().run()
    app.button(key="write-back").click().run()
    assert read(app) == before[:-1]
    app.button(key="write-anew").click().run()
    assert app.button(key="write-back").disabled


def texts(app):
    return [text.value for text in app.text]


def test_without_a_beginning_it_begins_by_itself(opened, model):
    app = opened(w_text="  ", w_pieces="2")
    assert read(app) == ["‹start›", *model.write("", 2).pieces.pieces]
    assert any("the model begins by itself" in text for text in texts(app))


def test_only_emoji_is_text_like_any_other(opened):
    app = opened(w_text="🐟", w_pieces="1")
    assert len(read(app)) > 2
    assert not any("Something broke" in text for text in texts(app))


def test_where_all_positions_are_used_the_page_says_so_and_how_to_go_on(opened):
    app = opened(w_text="The fish ate.", w_pieces="127")
    assert len(read(app)) == 24
    assert app.button(key="write-one").disabled
    assert any(
        "23 pieces and ‹start› fill all 24 positions" in one for one in texts(app)
    )
    app.button(key="last-sentence").click().run()
    assert len(read(app)) < 24
    assert not app.button(key="write-one").disabled


def test_a_beginning_that_is_too_long_is_refused_and_the_last_one_stays(opened):
    app = opened(w_text="The woman", w_pieces="2")
    before = read(app)
    app.text_input(key="w_text").set_value("fish " * 30).run()
    assert not app.exception
    assert any("has learned 24 positions" in text for text in texts(app))
    assert read(app) == before
    assert drawn(app)[0]["dim"] is True


def test_a_seed_draws_the_same_text_again_and_an_unknown_one_is_the_usual(
    opened, model
):
    query = {"w_text": "The", "w_pieces": "6", "w_how": "drawn"}
    one, other = read(opened(**query, seed="1")), read(opened(**query, seed="2"))
    assert read(opened(**query, seed="1")) == one != other
    app = opened(**query, seed="seven")
    assert read(app) == one
    assert any("seed" in text and "whole number" in text for text in texts(app))


def test_another_piece_is_written_at_its_step_and_the_text_goes_on_from_there(
    opened, monkeypatch
):
    opened(w_text="The woman", w_pieces="4")
    trace = gestures.asked.passed(Wanted("The woman", 4))
    last = len(trace.predicted_ids) - 1
    kept = {}
    monkeypatch.setattr(gestures.frame, "keep", kept.update)
    monkeypatch.setattr(gestures.asked, "shown", lambda _: (trace, ""))
    for step in (-1, last + 1, "2", None, True):
        gestures.done({"what": "begin", "step": step, "rank": 1})
    assert kept == {}
    for step in (last, 3):
        kept.clear()
        for rank in range(8):
            gestures.done({"what": "begin", "step": step, "rank": rank})
        text = trace.vocabulary.decode(trace.predicted_ids[:step])
        assert kept["w_text"].startswith(text)
        assert len(kept["w_text"]) > len(text)
        assert kept["w_pieces"] <= last - step


def test_without_the_model_the_page_says_so_in_a_sentence(opened, monkeypatch):
    def missing(name):
        raise InputError(f"{name}: there is no such model.")

    monkeypatch.setattr(library, "writer", missing)
    app = opened()
    assert [text for text in texts(app) if "there is no such model" in text]
    assert not any("Something broke" in text for text in texts(app))
