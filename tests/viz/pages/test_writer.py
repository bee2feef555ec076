"""The page Writer: what it writes, what it shows, and what it does with bad input."""

import math
import sys
import types
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.decoding.sampling import Sampling
from tests.packed import unpack
from tests.places import APP
from viz.content.path import the_path
from viz.pages.app import library, navigation
from viz.pages.writer import gestures
from viz.pages.writer import page as writer
from viz.pages.writer.asked import Wanted

LINES = [
    "The woman ate the fish. The fish ate the woman.",
    "La femme a mangé le poisson. Le poisson a mangé la femme.",
] * 5


@pytest.fixture
def model(language_model):
    return language_model


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
    assert header["hands"] is True


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


def test_a_layer_and_a_head_beyond_the_model_are_said_and_the_last_is_shown(opened):
    app = opened(w_text="The woman", w_layer="7", w_head="5")
    header, _ = drawn(app)
    assert (header["view"]["layer"], header["view"]["head"]) == (1, 2)
    assert {
        "There is no layer 7: this model has 2. Layer 2 is shown.",
        "There is no head 5: a layer of this model has 3. Head 3 is shown.",
    } <= {text.value for text in app.text}
    fits = opened(w_text="The woman", w_layer="2", w_head="3")
    assert not [text.value for text in fits.text if "is shown" in text.value]


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
    assert (
        app.button(key="write-one").disabled and app.button(key="write-back").disabled
    )


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


@pytest.fixture
def nothing_loaded(monkeypatch):
    monkeypatch.setattr(library, "_models", {})
    monkeypatch.setattr(library, "_failures", {})
    monkeypatch.setattr(library, "WRITER", "writer-that-is-not-there")


def test_without_the_model_the_page_says_so_and_stands_in_no_menu(
    opened, monkeypatch, nothing_loaded
):
    monkeypatch.delenv("HEADLIGHT_MODELS", raising=False)
    app = opened(w_text="The woman")
    assert any("writer-that-is-not-there" in text for text in texts(app))
    assert not any("Something broke" in text for text in texts(app))
    place = replace(the_path().places["writer"], needs=library.WRITER)
    assert not navigation.offered(place)


def test_with_a_damaged_folder_the_page_says_so_and_is_offered(
    opened, monkeypatch, nothing_loaded, tmp_path
):
    folder = tmp_path / library.WRITER
    folder.mkdir()
    for name in ("manifest.json", "config.json"):
        (folder / name).write_text("{", "utf-8")
    monkeypatch.setenv("HEADLIGHT_MODELS", str(tmp_path))
    app = opened(w_text="The woman")
    assert any("writer-that-is-not-there" in text for text in texts(app))
    assert not any("Something broke" in text for text in texts(app))
    place = replace(the_path().places["writer"], needs=library.WRITER)
    assert navigation.offered(place)


SECTIONS = (*("seeds", "lens", "copying", "cache", "families", "experiments", "about"),)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_entry_below_the_picture_opens(opened, section):
    app = opened(w_text="The woman", w_pieces="4", w_open=section)
    assert not any("Something broke" in text for text in texts(app))
    assert not any("doesn't translate" in text for text in texts(app))
    heads = [heading.value for heading in app.subheader]
    assert writer.say(f"sections.{section}.question") in heads


def test_the_families_end_with_the_size_of_this_model(opened, model):
    app = opened(w_text="The", w_pieces="1", w_open="families", w_family="encoder")
    learned = sum(part.numel() for part in model.network.parameters())
    assert model.parameters == learned
    said = " ".join([*texts(app), html(app)])
    assert f"{learned:,} " in said
    assert "as in BERT (2018)" in said


def html(app):
    return " ".join(element.proto.body for element in app.get("html"))


def test_five_seeds_write_five_texts_and_one_of_them_can_be_taken(opened, model):
    app = opened(w_text="The", w_pieces="0", w_open="seeds", seed="3")
    assert [f"seed {seed}," in html(app) for seed in range(2, 9)] == [
        *(False, True, True, True, True, True),
        False,
    ]
    assert any("Fluent is not true" in text for text in texts(app))
    app.button(key="take-5").click().run()
    assert not app.exception
    wrote = model.write("The", 24, sampling=Sampling(seed=5)).pieces.pieces
    assert read(app)[1:] == list(wrote[: len(read(app)) - 1])


def test_silencing_a_head_writes_again_and_says_what_became_of_the_old_text(opened):
    app = opened(w_text="The woman", w_pieces="4", silence="decoder.2.1")
    assert any("head 1 silenced" in button.label for button in app.button)
    app = opened(
        w_text="The woman", w_pieces="4", silence="decoder.2.1", w_open="experiments"
    )
    assert any("original text" in text for text in texts(app))
    assert html(app).count(">the text as it is, read under the experiment<") == 1
    assert "after − before: Self-attention, layer 1" in html(app)
    app.button(key="undo-all").click().run()
    assert not any("silenced" in button.label for button in app.button)


def test_an_experiment_that_this_model_has_no_part_for_is_left_out_and_said(opened):
    app = opened(w_text="The woman", w_pieces="2", silence="cross.1.1")
    assert any("was left out" in text for text in texts(app))
    assert len(read(app)) > 3


def test_without_the_mask_every_row_sees_the_whole_text(opened):
    app = opened(w_text="The woman", w_pieces="2", causal="false")
    (stack,) = drawn(app)[0]["stacks"]
    assert "lower" not in stack


def three_pieces(opened, monkeypatch):
    """The pass that is on the screen, and what a gesture changes in the address."""
    opened(w_text="The woman", w_pieces="3")
    kept = {}
    monkeypatch.setattr(gestures.frame, "keep", lambda **now: kept.update(now))
    trace = gestures.asked.passed(Wanted("The woman", 3))
    monkeypatch.setattr(gestures.asked, "shown", lambda _: (trace, ""))
    return trace, kept


def test_keys_on_the_picture_do_what_the_buttons_do(opened, monkeypatch):
    _, kept = three_pieces(opened, monkeypatch)
    for how, pieces in (("one", 4), ("back", 2), ("anew", 0)):
        gestures.done({"what": "write", "how": how})
        assert kept["w_pieces"] == pieces
    kept.clear()
    for how, since, pieces in (("one", 5, 6), ("back", 6, 5), ("back", 1, 0)):
        gestures.done({"what": "write", "how": how, "from": since})
        assert kept["w_pieces"] == pieces  # keys that never came are counted
    for since in (-1, 10_000, "5", True, None):
        gestures.done({"what": "write", "how": "one", "from": since})
        assert kept["w_pieces"] == 4
    kept.clear()
    for how in ("two", None, 3):
        gestures.done({"what": "write", "how": how})
    assert kept == {}


def test_cells_struck_out_on_the_picture_are_forbidden_and_allowed_again(
    opened, monkeypatch
):
    _, kept = three_pieces(opened, monkeypatch)
    stroke = {"what": "forbid", "kind": "decoder", "layer": 1, "heads": [0]}
    gestures.done({**stroke, "cells": [[2, 1]]})
    assert kept["forbid"] == "decoder.2.1.3-2"
    kept.clear()
    for wrong in ([[99, 0]], [["1", 0]], "all", [[1]]):
        gestures.done({**stroke, "cells": wrong})
    assert kept == {}


def test_a_stroke_that_would_leave_a_row_nothing_is_refused_and_changes_nothing(
    opened, monkeypatch
):
    trace, kept = three_pieces(opened, monkeypatch)
    refused = []
    monkeypatch.setattr(gestures.frame, "refuse", refused.append)
    stroke = {"what": "forbid", "kind": "decoder", "layer": 0, "heads": [0]}
    gestures.done({**stroke, "cells": [[None, 0]]})  # the column of ‹start›
    gestures.refusal(trace)
    assert kept == {} and "Row 1" in refused[0]
    monkeypatch.setattr(gestures.address, "MAX_CELLS", 1)
    gestures.done({**stroke, "cells": [[2, 1], [2, 0]]})
    gestures.refusal(trace)
    assert kept == {} and "at most 1 can be forbidden" in refused[1]


def test_a_cell_of_the_address_that_empties_a_row_is_left_out_and_said(opened):
    app = opened(w_text="The woman", w_pieces="2", forbid="decoder.1.1.1-1")
    assert any("was left out" in text for text in texts(app))
    assert len(read(app)) > 3 and drawn(app)[0]["dim"] is False
    before = read(app)
    app.text_input(key="w_text").set_value("The fish").run()
    assert read(app) != before and drawn(app)[0]["dim"] is False


def test_another_piece_that_leaves_no_room_is_refused_before_the_field_changes(
    opened, monkeypatch
):
    opened(w_text="The fish ate.", w_pieces="127")
    kept, refused = {}, []
    monkeypatch.setattr(gestures.frame, "keep", kept.update)
    monkeypatch.setattr(gestures.frame, "refuse", refused.append)
    trace = gestures.asked.passed(Wanted("The fish ate.", 127))
    monkeypatch.setattr(gestures.asked, "shown", lambda _: (trace, ""))
    last = len(trace.predicted_ids) - 1
    gestures.done({"what": "begin", "step": last, "rank": 1})
    gestures.refusal(trace)
    assert kept == {} and "has learned 24 positions" in refused[0]


def test_a_new_beginning_goes_on_under_the_experiment_that_runs(opened, monkeypatch):
    app = opened(w_text="The", w_pieces="1", silence="decoder.2.1")
    asked = []
    to_the_end = gestures.asked.to_the_end
    monkeypatch.setattr(
        gestures.asked, "to_the_end", lambda of: asked.append(of) or to_the_end(of)
    )
    app.text_input(key="w_text").set_value("The woman").run()
    app.button(key="try-because").click().run()
    assert [of.experiment is not None for of in asked] == [True, True]
    assert asked[1] == replace(asked[0], text="She was tired because", pieces=0)


def test_without_the_mask_no_keys_are_kept_and_nothing_else_runs_on(opened):
    query = {"w_text": "The woman", "w_pieces": "2"}
    app = opened(**query, causal="false", w_open="cache")
    assert any("nothing can be kept" in text for text in texts(app))
    assert not any("of the multiplications" in text for text in texts(app))
    app = opened(**query, silence="decoder.2.1", w_open="experiments")
    app.toggle(key="causal").set_value(False).run()
    labels = [button.label for button in app.button]
    assert any("mask" in label for label in labels)
    assert not any("head 1 silenced" in label for label in labels)


def test_losses_on_random_pieces_stand_beside_an_even_guess(opened, model):
    app = opened(w_text="The woman", w_pieces="2", w_open="copying")
    n = model.tokenizer.size
    said = f"all {n:,} pieces alike would give {math.log(n):.2f}"
    assert any(said in text for text in texts(app))


def test_silencing_the_copying_head_ends_what_ran_before(opened):
    app = opened(w_text="The woman", w_pieces="2", causal="false", w_open="copying")
    app.button(key="silence-copying").click().run()
    running = [b.label for b in app.button if b.key and b.key.startswith("chip-")]
    assert len(running) == 1 and "silenced" in running[0]


def test_where_the_text_is_over_at_once_the_page_says_so(opened, model, monkeypatch):
    real = type(model).write

    def over(self, text="", pieces=None, *more):
        found = real(self, text, 0, *more)
        return replace(found, finished=pieces != 0)

    monkeypatch.setattr(type(model), "write", over)
    app = opened(w_text="The woman", w_pieces="0")
    assert not any("wrote ‹end›" in text for text in texts(app))
    app.button(key="write-sentence").click().run()
    assert any("wrote ‹end›" in text for text in texts(app))
