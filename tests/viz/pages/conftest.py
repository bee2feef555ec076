"""Start, Bahdanau and Compare, opened with models that are small and never trained."""

import dataclasses
import sys
import types
from pathlib import Path

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.errors import InputError
from core.in_use.translator import Translator
from core.networks.bahdanau import Bahdanau, BahdanauConfig
from core.networks.rnn import Rnn, RnnConfig
from core.networks.transformer import Transformer, TransformerConfig
from core.training.tokenizer import train
from tests.places import APP
from tests.viz.pages.reading import LINES, PAGES
from viz.pages.app import library
from viz.pages.compare import one_text
from viz.pages.labs import positions
from viz.payload import first_look


@pytest.fixture(scope="session")
def translators() -> dict[str, Translator]:
    """All models, a few numbers wide and never trained."""
    tokenizer = train(LINES, size=410)
    torch.manual_seed(5)
    networks = {
        library.BAHDANAU: Bahdanau(
            BahdanauConfig(tokenizer.size, d_embedding=12, d_state=10, d_align=14)
        ),
        library.TRANSFORMER: Transformer(
            TransformerConfig(tokenizer.size, d_model=16, d_hidden=20, n_layers=3)
        ),
        library.FIXED: Rnn(RnnConfig(tokenizer.size, d_embedding=12, d_state=10)),
    }
    return {
        name: Translator(
            name,
            name.split("-")[0],
            network.eval().requires_grad_(False),
            tokenizer,
            {"sizes": dataclasses.asdict(network.config)},
            (),
            "",
            "0123abcd",
        )
        for name, network in networks.items()
    }


@pytest.fixture(autouse=True)
def without_writer(monkeypatch):
    """The model that only writes is not at hand where other models are looked at."""
    for module in (positions, one_text):
        monkeypatch.setattr(module, "shelved", dict)


@pytest.fixture
def with_writer(monkeypatch, language_model, without_writer):
    """The model that only writes is among those at hand."""
    monkeypatch.setitem(library._models, library.WRITER, language_model)
    for module in (positions, one_text):
        monkeypatch.setattr(module, "shelved", lambda: {library.WRITER: Path()})


@pytest.fixture
def opened(monkeypatch, translators):
    """Opens a page as the address says; `damaged` models say what is wrong."""

    def run(name, damaged=(), **query):
        def model(wanted):
            if wanted in damaged:
                raise InputError(f"{wanted}: weights.safetensors is damaged.")
            return translators[wanted]

        monkeypatch.setattr(library, "model", model)
        any_model = library.any_model
        monkeypatch.setattr(
            library,
            "any_model",
            lambda name: (model if name in translators else any_model)(name),
        )
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        monkeypatch.setattr(first_look, "stored", lambda *_: None)
        monkeypatch.setattr(library, "_store", library.Store(64))
        page = types.SimpleNamespace(page=PAGES[name].page)
        monkeypatch.setitem(sys.modules, "viz.pages.start.page", page)
        app = AppTest.from_file(APP, default_timeout=120)
        for key, value in query.items():
            app.query_params[key] = value
        return app.run()

    return run
