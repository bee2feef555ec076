"""A model of the reader's own, of other languages and sizes, on the pages."""

import sys
import types

import pytest
from streamlit.testing.v1 import AppTest

import core
from core import checkpoint, sealed
from core.networks.transformer import Transformer, TransformerConfig
from core.shelf.models import OWN
from core.training.tokenizer import train
from headlight import __main__ as command
from tests.core.tiny import LINES, make_bahdanau, make_transformer
from tests.packed import unpack
from tests.places import APP
from tests.viz.opening import said
from viz import address
from viz.content import models
from viz.pages.app import library, shown_model
from viz.pages.bahdanau import page as bahdanau
from viz.pages.compare import page as compare
from viz.pages.models import page as models_page
from viz.pages.transformer import page as transformer

PAGES = {
    "transformer": transformer,
    "bahdanau": bahdanau,
    "compare": compare,
    "models": models_page,
}
MALFORMED = {
    "nested": "[" * 100_000,
    "endless": '{"kind": "transformer", "sizes": {"n_layers": 1000000000}}',
    "worded": '{"kind": "transformer", "sizes": {"n_heads": "8"}}',
}
FRENCH = "La femme a mangé le poisson."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two tiny models, French to English, with sentences; and a damaged one."""
    root, tokenizer = tmp_path_factory.mktemp("own"), train(LINES, size=431)
    networks = {
        "mine": make_transformer(tokenizer.size),
        "older": make_bahdanau(tokenizer.size),
        "torn": make_transformer(tokenizer.size),
        "deep": Transformer(
            TransformerConfig(tokenizer.size, 16, 20, n_heads=4, n_layers=6)
        ),
    }
    for name, network in networks.items():
        kind = "bahdanau" if name == "older" else "transformer"
        info = {"languages": ["de", "en"] if name == "deep" else ["fr", "en"]}
        checkpoint.save(root / name, kind, network, tokenizer, [], info)
        golden = {"sentences": [{"source": FRENCH}, {"source": "Le poisson."}]}
        sealed.write_json(root / name / "golden.json", golden)
        sealed.seal(root / name)
    (root / "torn" / "weights.safetensors").write_bytes(b"torn")
    for name, config in MALFORMED.items():
        (root / name).mkdir()
        (root / name / "manifest.json").write_text("{}")
        (root / name / "config.json").write_text(config)
    return root


@pytest.fixture
def opened(monkeypatch, folder):
    """Opens a page with these models at hand."""

    def run(page, **query):
        monkeypatch.setenv(OWN, str(folder))
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        monkeypatch.setattr(library, "_failures", {})
        # an app under test stands on Start: the page is drawn there
        kinds = shown_model.KINDS.get(page, ())
        monkeypatch.setattr(shown_model, "KINDS", {"": kinds})
        drawn = types.SimpleNamespace(page=PAGES[page].page)
        monkeypatch.setitem(sys.modules, "viz.pages.start.page", drawn)
        app = AppTest.from_file(APP, default_timeout=120)
        for key, value in query.items():
            app.query_params[key] = value
        return app.run()

    return run


def headers(app):
    """What the attention components of a page were given."""
    return [
        unpack(element.proto.bytes)[0]
        for element in app.get("bidi_component")
        if element.proto.component_name == "headlight_attention"
    ]


def test_the_transformer_page_shows_it_in_its_languages_and_sizes(opened):
    app = opened("transformer", model="mine", layer="2", head="3", explore="statistics")
    assert not app.exception
    (header,) = headers(app)
    assert [stack["shape"][:2] for stack in header["stacks"]] == [[2, 3]] * 3
    sides = header["sequences"]
    assert sides["source"]["words"] == [*FRENCH[:-1].split(), ".", "‹end›"]
    assert sides["source"]["name"] == "French"
    assert sides["predicted"]["name"] == "English"
    assert app.text_input(key="sentence").label == "French sentence"
    assert header["view"]["layer"] == 1 and header["view"]["head"] == 2
    texts = header["spoken"]["texts"]
    assert texts["transformer.english"] == "French input"
    buttons = [button.label for button in app.button]
    assert "Le poisson\\." in buttons and not any("woman" in b for b in buttons)
    (chooser,) = [box for box in app.selectbox if box.key == "pick-model"]
    assert chooser.options[0] == "transformer-en-fr (English → French)"
    assert "mine (French → English)" in chooser.options
    assert not any("older" in option for option in chooser.options)


def test_six_layers_of_four_heads_are_shown_too(opened):
    app = opened("transformer", model="deep", layer="6", head="4", sentence="Der Hund.")
    assert not app.exception
    (header,) = headers(app)
    assert [stack["shape"][:2] for stack in header["stacks"]] == [[6, 4]] * 3
    assert (header["view"]["layer"], header["view"]["head"]) == (5, 3)


def test_a_layer_beyond_the_last_falls_back_with_a_notice(opened):
    app = opened("transformer", model="mine", layer="3", head="8")
    (header,) = headers(app)
    assert header["view"]["layer"] == 1 and header["view"]["head"] == -1
    assert "layer in the address should be a whole number from 1 to 2" in said(app)


def test_the_recurrent_page_and_compare_follow_it(opened):
    app = opened("bahdanau", model="older")
    assert not app.exception
    assert headers(app)[0]["sequences"]["source"]["name"] == "French"
    assert app.text_input(key="sentence").label == "French sentence"
    offered = {name for name, _ in headers(app)[0]["explore"]}
    assert "tree" in offered and not {"needed", "replay"} & offered


def test_a_model_without_a_partner_is_not_compared_and_it_is_said_why(
    monkeypatch, folder
):
    monkeypatch.setenv(OWN, str(folder))
    asked = types.SimpleNamespace(model="deep")
    monkeypatch.setattr(shown_model.state, "choices", lambda: asked)
    page = types.SimpleNamespace(set=lambda _: None, get=lambda: "compare")
    monkeypatch.setattr(shown_model, "PAGE", page)
    (notice,) = shown_model.notices("compare")
    assert notice.startswith("The model deep can't be compared: there is no other one")
    asked.model = "rnn-en-fr"
    (notice,) = shown_model.notices("compare")
    assert notice.startswith("The model rnn-en-fr can't be shown on this page")


@pytest.mark.parametrize(
    ("name", "notice"),
    [
        ("nobody", "model in the address should be one of"),
        ("../mine", "model in the address should be one of"),
        ("torn", "The model 'torn' is damaged: weights.safetensors"),
        *((name, f"The model '{name}' is damaged: config.json") for name in MALFORMED),
        ("rnn-en-fr", "The model rnn-en-fr can't be shown on this page"),
    ],
)
def test_what_cannot_be_shown_falls_back_and_says_so(opened, name, notice):
    app = opened("transformer", model=name, sentence="The fish.")
    assert not app.exception
    assert notice in said(app)
    (header,) = headers(app)
    assert header["sequences"]["source"]["name"] == "English"


def test_data_and_results_shows_what_is_there(opened):
    app = opened("models")
    assert not app.exception
    headings = [one.value for one in app.subheader]
    assert headings[-4:] == ["nested", "older", "torn", "worded"]
    assert "It translates French into English." in said(app)
    assert "The model 'torn' is damaged: weights.safetensors" in said(app)


def test_of_models_of_ones_own_those_asked_for_last_stay_loaded(monkeypatch, folder):
    monkeypatch.setenv(OWN, str(folder))
    for name, value in {"_models": {}, "_own": {}, "MAX_OWN": 2}.items():
        monkeypatch.setattr(library, name, value)
    for name in ("mine", "older", "mine", "deep", library.FIXED):
        library.model(name)
    assert set(library.digests()) == {"mine", "deep", library.FIXED}
    assert library.model("older").languages == ("fr", "en")
    assert set(library.digests()) == {"deep", "older", library.FIXED}


def test_the_ranges_of_an_address_are_those_of_its_model(monkeypatch, folder):
    monkeypatch.setenv(OWN, str(folder))
    chosen, notices = address.decode({"model": "mine", "layer": "2", "mean": "1.3"})
    assert (chosen.layer, chosen.mean, notices) == (2, "1.3", ())
    assert len(address.decode({"model": "mine", "head": "4", "mean": "4"})[1]) == 2
    assert address.decode({"layer": "3", "head": "8", "mean": "1.8"})[1] == ()
    assert address.adopt(chosen, {"head": 4}).head == 0
    assert address.adopt(chosen, {"head": 3}).head == 3
    deep, notices = address.decode({"model": "deep", "layer": "6", "head": "4"})
    assert (deep.layer, deep.head, notices) == (6, 4, ())
    assert address.adopt(deep, {"model": "mine"}).layer == address.DEFAULTS.layer
    assert address.adopt(deep, {"model": ""}).head == 4


def test_a_model_stands_for_those_of_its_languages(monkeypatch, folder):
    monkeypatch.setenv(OWN, str(folder))
    assert models.shown("older", models.TRANSFORMER) == "mine"
    assert models.shown("mine", models.RECURRENT) == "older"
    assert models.shown("rnn-en-fr", models.TRANSFORMER) == "transformer-en-fr"
    assert models.shown("", models.RECURRENT) == "bahdanau-en-fr"


def test_the_command_offers_folders_of_models_and_refuses_one_without(
    monkeypatch, folder, tmp_path
):
    monkeypatch.setenv(OWN, "")
    command.offer([folder])
    assert {"mine", "older"} <= set(core.models())
    with pytest.raises(SystemExit, match="no model is there"):
        command.offer([tmp_path])
