"""The page Transformer: what it tells, and what it does with bad input."""

import json
import sys
import types
from dataclasses import replace
from html import escape

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.in_use.translator import Translator
from core.labs import results
from core.labs.carried_edges import Cut, Found
from core.networks.transformer import Transformer, TransformerConfig
from core.training.tokenizer import train
from tests.packed import unpack
from tests.places import APP
from viz import address
from viz.pages.app import library, session
from viz.pages.transformer import edges, leading
from viz.pages.transformer import page as transformer

LINES = [
    "The woman ate the fish. The fish ate the woman.",
    "La femme a mangé le poisson. Le poisson a mangé la femme.",
] * 5
FRENCH = "La femme a mangé le poisson."
CLOSED = {"walk": "", "place": "attention", "stage": ""}


@pytest.fixture(scope="module")
def translator() -> Translator:
    """3 layers and 8 heads as the shipped one, 16 numbers wide, never trained."""
    tokenizer = train(LINES, size=410)
    torch.manual_seed(5)
    config = TransformerConfig(
        tokenizer.size, d_model=16, d_hidden=20, n_heads=8, n_layers=3
    )
    network = Transformer(config).eval().requires_grad_(False)
    return Translator(
        library.TRANSFORMER,
        "transformer",
        network,
        tokenizer,
        {},
        (),
        "",
        "0123abcd",
    )


@pytest.fixture
def opened(monkeypatch, translator):
    """Opens the page as the address says; nothing is kept from test to test."""
    monkeypatch.setattr(library, "warm_up", lambda _: None)
    monkeypatch.setattr(library, "_store", library.Store(64))
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    start = types.SimpleNamespace(page=transformer.page)
    monkeypatch.setitem(sys.modules, "viz.pages.start.page", start)

    def run(**query):
        app = AppTest.from_file(APP, default_timeout=120)
        for name, value in query.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return run


def texts(app):
    return [text.value for text in app.text]


def drawn(app):
    """Header and body that the browser was sent."""
    for element in app.get("bidi_component"):
        if element.proto.component_name == "headlight_attention":
            return unpack(element.proto.bytes)
    raise LookupError("no picture")


def test_the_given_french_is_shown_with_its_maps(opened):
    app = opened(target=FRENCH)
    assert FRENCH in texts(app)
    header, _ = drawn(app)
    assert header["sequences"]["read"]["words"][:3] == ["‹start›", "La", "femme"]
    assert [s["id"] for s in header["stacks"]] == ["encoder", "decoder", "cross"]
    assert header["stacks"][2]["shape"] == [3, 8, 8, 7]
    assert header["dim"] is False


def test_a_layer_and_a_head_that_the_model_has_not_are_its_last(
    opened, monkeypatch, translator
):
    torch.manual_seed(5)
    config = TransformerConfig(
        translator.tokenizer.size, d_model=16, d_hidden=20, n_heads=4, n_layers=2
    )
    small = replace(translator, network=Transformer(config).eval())
    monkeypatch.setitem(library._models, library.TRANSFORMER, small)
    app = opened(target=FRENCH, layer="3", head="8", mean="1.3.8", row="2")
    view = drawn(app)[0]["view"]
    assert (view["layer"], view["head"], view["heads"]) == (1, 3, [0, 2])


def place(view):
    """Where a view is, without how it is drawn."""
    return {name: view[name] for name in ("stack", "layer", "head", "row")}


def test_a_link_opens_the_very_view(opened):
    app = opened(target=FRENCH, kind="decoder", layer="2", head="5", row="4")
    view = {"stack": "decoder", "layer": 1, "head": 4, "row": 3}
    assert place(drawn(app)[0]["view"]) == view


def test_a_link_says_how_the_picture_is_drawn(opened):
    app = opened(
        target=FRENCH, mean="1.3", temperature="0.7", names="read", special="false"
    )
    view = drawn(app)[0]["view"]
    assert (view["heads"], view["temperature"]) == ([0, 2], 7)
    assert (view["names"], view["special"], view["links"]) == ("read", False, 100)


def test_without_a_choice_the_mean_of_the_last_layer_is_open_in_the_middle(opened):
    view = {"stack": "cross", "layer": 2, "head": -1, "row": 3}
    assert place(drawn(opened(target=FRENCH))[0]["view"]) == view


@pytest.mark.parametrize(
    ("seen", "kept"),
    [
        (
            {"stack": "encoder", "layer": 0, "head": -1, "row": 2},
            {"kind": "encoder", "layer": 1, "head": 0, "row": 3},
        ),
        (
            {"stack": "encoder", "layer": 2, "head": 7, "row": 200, "walk": "full"},
            {"kind": "encoder", "layer": 3, "head": 8, "row": 193, "walk": "full"},
        ),
        (
            {"stack": "cross", "layer": 1, "head": -1, "row": 0, "heads": [4, 0]}
            | {"temperature": 7, "colour": "root", "links": 75, "special": False},
            {"kind": "cross", "layer": 2, "head": 0, "row": 1, "mean": "1.5"}
            | {"temperature": "0.7", "colour": "root", "links": 75, "special": False},
        ),
        ({"stack": "cross", "layer": "2", "head": 0, "row": 0}, None),
        ({"stack": "cross", "layer": True, "head": 0, "row": 0}, None),
        ({"stack": "cross"}, None),
        ("cross", None),
        (None, None),
    ],
)
def test_what_the_browser_reports_counts_from_1_and_is_not_trusted(
    monkeypatch, seen, kept
):
    written = []
    state = {transformer.PICTURE.key: {"view": seen}}
    monkeypatch.setattr(session.st, "session_state", state)
    monkeypatch.setattr(transformer.frame, "keep", lambda **k: written.append(k))
    monkeypatch.setattr(transformer.frame, "choices", address.Choices)
    transformer.PICTURE.follow(transformer.VIEW)
    assert written == ([kept] if kept else [])


def test_pieces_are_one_toggle_away(opened):
    app = opened(target="Poissonnerie.", pieces="1")
    header, _ = drawn(app)
    assert len(header["sequences"]["read"]["words"]) > 3
    app = opened(target="Poissonnerie.")
    assert drawn(app)[0]["sequences"]["read"]["words"] == [
        "‹start›",
        "Poissonnerie",
        ".",
    ]


def test_masked_pads_change_nothing_and_the_page_measures_it(opened):
    app = opened(target=FRENCH, pads="12")
    header, _ = drawn(app)
    assert header["sequences"]["source"]["words"][-2:] == ["‹pad›", "‹pad›"]
    said = next(text for text in texts(app) if "change nothing" in text)
    assert "Largest difference between two word probabilities" in said


def test_pads_that_are_not_masked_take_weight_and_the_page_says_how_much(opened):
    app = opened(target=FRENCH, pads="12", padmask="0")
    said = next(text for text in texts(app) if "take" in text and "‹pad›s" in text)
    assert "Cross-attention, layer 3, mean of the heads" in said
    app = opened(target=FRENCH, pads="12", padmask="0", kind="decoder")
    assert any("without any ‹pad›" in text for text in texts(app))


def test_before_and_after_stand_side_by_side_with_their_log_probabilities(opened):
    app = opened(target=FRENCH, causal="0")
    assert texts(app).count(FRENCH) >= 3
    assert sum(text.startswith("log-probability −") for text in texts(app)) == 2
    captions = [each.value for each in app.get("html") if "on its own" in each.value]
    assert len(captions) == 1 and captions[0].count("log-probability −") >= 2
    assert any("never learned to use these cells" in text for text in texts(app))
    assert any("The French is forced, so" in text for text in texts(app))
    assert "lesson Masks" in app.get("page_link")[0].proto.label


def test_a_reason_about_french_that_is_not_shown_says_so(opened):
    said = "The reference translation is “La femme a mangé le poisson.”"
    free = texts(opened(explore="sentence"))
    at = next(i for i, text in enumerate(free) if text.startswith(said))
    assert free[at - 1].startswith("Transformer did not write “mangé”")
    assert not any(
        text.startswith(said)
        for text in texts(opened(target=FRENCH, explore="sentence"))
    )


def test_what_a_preset_promises_and_this_map_does_not_show_is_said(opened):
    """The tiny model is untrained: given the French, it looks nowhere in particular."""
    shown = texts(opened(target=FRENCH, explore="sentence"))
    said = [text for text in shown if "of its attention (Tr" in text]
    assert any(text.startswith("Here ") for text in said)


def test_a_translation_that_does_not_end_is_said_to_be_stopped(opened):
    assert any("so it was stopped there" in text for text in texts(opened()))


def test_a_forced_french_that_does_not_fit_is_refused_and_the_picture_dims(opened):
    app = opened(target=FRENCH, lab="say")
    app.text_input(key="target").set_value("a " * 65).run()
    assert not app.exception
    assert any(text.startswith("65 pieces; at most 64 fit.") for text in texts(app))
    header, _ = drawn(app)
    assert header["dim"] is True
    assert header["sequences"]["read"]["words"][1] == "La"
    app.text_input(key="target").set_value(FRENCH).run()
    assert drawn(app)[0]["dim"] is False
    app.text_input(key="target").set_value("   ").run()  # as good as empty: no French
    assert not app.exception
    header, _ = drawn(app)
    assert header["dim"] is False
    assert header["sequences"]["read"]["words"][1:2] != ["La"]


@pytest.mark.parametrize("typed", ["", "a" * 401, "a " * 65, "\u200b\u202e"])
def test_a_sentence_that_is_refused_leaves_the_last_picture_dimmed(opened, typed):
    app = opened(target=FRENCH)
    app.text_input(key="sentence").set_value(typed).run()
    assert not app.exception
    header, _ = drawn(app)
    assert header["dim"] is True
    assert header["sequences"]["source"]["words"][0] == "The"


@pytest.mark.parametrize("typed", ["🐟", "<script>alert(1)</script>", "$x$", ":red[x]"])
def test_whatever_is_typed_is_shown_as_text(opened, typed):
    app = opened(sentence=typed, target=typed)
    assert any(typed in text for text in texts(app))
    assert drawn(app)[0]["dim"] is False
    assert not any(typed in m.value for m in app.markdown)
    tables = [html.value for html in app.get("html")]  # there text is escaped
    assert typed == escape(typed) or not any(typed in table for table in tables)


def test_an_address_that_means_nothing_shows_the_usual_view(opened):
    app = opened(
        target=FRENCH, kind="sideways", layer="99", head="-1", row="x", pads="13"
    )
    view = {"stack": "cross", "layer": 2, "head": -1, "row": 3}
    assert place(drawn(app)[0]["view"]) == view
    assert "‹pad›" not in drawn(app)[0]["sequences"]["source"]["words"]


def sent(app):
    """Header and body of the stages that followed the picture."""
    names = [element.proto.component_name for element in app.get("bidi_component")]
    assert names.index("headlight_numbers") > names.index("headlight_attention")
    at = names.index("headlight_numbers")
    return unpack(app.get("bidi_component")[at].proto.bytes)


def test_the_stages_of_the_open_place_follow_the_picture(opened):
    app = opened(target=FRENCH, walk="full", kind="encoder", layer="2", place="feed")
    header, _ = sent(app)
    assert header["stages"] == drawn(app)[0]["machine"]["pass"]
    assert [place["id"] for place in header["places"]] == ["encoder.1.feed"]
    assert set(header["places"][0]["numbers"]) >= {"x", "widened", "hidden", "after"}
    assert header["texts"]["relu"]["question"]


def test_a_short_walk_has_the_numbers_of_all_its_nine_stations(opened):
    header, _ = sent(opened(target=FRENCH, walk="short", kind="decoder", layer="1"))
    places = [place["id"] for place in header["places"]]
    assert places == ["decoder.words", "decoder.0.self", "next"]


def test_another_sentence_never_meets_the_stages_of_the_one_before(opened):
    app = opened(target=FRENCH, walk="full")
    before = sent(app)[0]["stages"]
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    after = sent(app)[0]["stages"]
    assert before != after == drawn(app)[0]["machine"]["pass"]


def test_a_link_with_an_experiment_opens_the_experiments_and_a_plain_one_does_not(
    opened,
):
    def questions(app):
        return [one.key for one in app.get("button_group") if one.key == "pick-lab"]

    assert questions(opened(causal="false")) == ["pick-lab"]
    assert questions(opened(lab="words")) == ["pick-lab"]
    assert questions(opened(explore="experiments")) == ["pick-lab"]
    assert questions(opened()) == []
    assert questions(opened(causal="false", explore="none")) == []


def test_the_walk_begins_with_the_map_that_start_shows(opened, monkeypatch):
    lead = {"layer": 0, "head": 1, "names": "read"}
    monkeypatch.setattr(leading, "aligning", lambda: lead)
    app = opened(walk="short")
    assert not app.exception
    header, _ = drawn(app)
    assert header["machine"]["lead"] == lead
    assert {name: header["view"][name] for name in lead} == lead
    assert [name for name, _ in header["explore"]][:2] == ["sentence", "heads"]
    assert not app.title
    other = drawn(opened(walk="short", head="1"))[0]["view"]
    assert (other["head"], other["names"]) == (0, "")


def test_the_page_begins_with_the_map_of_start_and_a_link_or_a_choice_with_its_own(
    opened, monkeypatch
):
    lead = {"layer": 0, "head": 1, "names": "read"}
    monkeypatch.setattr(leading, "aligning", lambda: lead)
    app = opened()
    shown = drawn(app)[0]["view"]
    assert {name: shown[name] for name in lead} == lead
    for name, value in (("layer", 3), ("head", 0), ("names", "predicted")):
        app.session_state[name] = value  # the mean of the last layer, as usual
    chosen = drawn(app.run())[0]["view"]
    assert (chosen["layer"], chosen["head"]) == (2, -1)
    link = opened(layer="3", head="0")
    linked = drawn(link)[0]["view"]
    assert (linked["layer"], linked["head"]) == (2, -1)
    link.query_params.clear()  # as Back and *Reset* bring the bare address
    again = drawn(link.run())[0]["view"]
    assert {name: again[name] for name in lead} == lead


def test_a_map_that_was_chosen_stands_in_the_address_as_usual_or_not():
    assert address.SAID == ("kind", "layer", "head")
    app = AppTest.from_function(_kept).run()
    assert not app.exception
    assert app.query_params == {"layer": "3", "head": "0"}


def _kept():
    from viz.pages.app import state

    state.keep(layer=3, head=0, colour="linear", mean="")


# --- queries and keys as points, and what carries a word ------------------------------


def test_the_points_are_those_of_the_head_and_row_of_the_picture(opened):
    app = opened(
        target=FRENCH, explore="plane", kind="encoder", layer="2", head="3", row="2"
    )
    points, shown = (json.loads(c.proto.spec) for c in app.get("plotly_chart"))
    queries = points["data"][-1]
    lit = queries["marker"]["opacity"].index(1.0)
    assert queries["text"][lit] == "w"  # the first piece of the second word
    assert "<b>" in shown["layout"]["yaxis"]["ticktext"][lit]
    assert app.get("plotly_chart")[0].proto.alt.startswith(
        "Queries and keys: Encoder self-attention, layer 2, head 3."
    )
    assert "Rank correlation" in html_of(app)


def test_a_mean_of_heads_has_no_points_and_the_page_says_whose_it_shows(opened):
    app = opened(target=FRENCH, explore="plane")
    assert any("points of head 1" in text for text in texts(app))


def test_what_carries_a_word_is_drawn_cut_and_compared(opened, monkeypatch):
    found = Found("m", "0123abcd", 3, 20, (Cut(4, 2.5, 1.5, 0.25, 0.75, 0.9),))
    monkeypatch.setattr(results, "read", lambda _: stored(found))
    monkeypatch.setattr(edges, "sum_of_weights", lambda _: "0123abcd")
    app = opened(target=FRENCH, explore="edges", edges_from="1", edges_of="2")
    (graph,) = app.get("plotly_chart")
    assert graph.proto.alt.startswith("What carries “")
    said = " ".join(texts(app))
    assert "strongest attention connections cut" in said
    assert "20 pieces of 3 sentences (A machine, 2 cores, 2026-01-31)" in said
    assert "Of 100 pieces, 90 lose more" in said
    assert "2.50" in html_of(app)


def test_a_comparison_of_other_weights_is_not_shown(opened, monkeypatch):
    found = Found("m", "ffffffff", 3, 20, (Cut(4, 2.5, 1.5, 0.25, 0.75, 0.9),))
    monkeypatch.setattr(results, "read", lambda _: stored(found))
    app = opened(target=FRENCH, explore="edges")
    said = " ".join(texts(app))
    assert "belongs to other weights" in said
    assert "20 pieces" not in said
    assert "2.50" not in html_of(app)


def stored(found):
    return results.Result("edges", "A machine, 2 cores", "2026-01-31", 9.0, found)


def html_of(app):
    return " ".join(one.proto.body for one in app.get("html"))
