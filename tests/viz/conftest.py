"""What holds for every page that is opened without a browser."""

import dataclasses
from collections.abc import Iterator
from functools import cache

import pytest
import torch
from streamlit.components.v2 import manifest_scanner

from core.in_use.language_model import LanguageModel
from core.networks.writer import Writer, WriterConfig
from core.training.tokenizer import train


@pytest.fixture(scope="session", autouse=True)
def packages_are_searched_once() -> Iterator[None]:
    """AppTest asks every installed package, at each app, whether it is a component."""
    search = manifest_scanner.scan_component_manifests
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, search.__name__, cache(search))
        yield


@pytest.fixture(scope="session")
def language_model() -> LanguageModel:
    """2 layers of 3 heads, 24 positions, never trained."""
    english = "The woman ate the fish. The fish ate the woman."
    french = "La femme a mangé le poisson. Le poisson a mangé la femme."
    tokenizer = train([english, french] * 5, size=410)
    torch.manual_seed(5)
    config = WriterConfig(
        tokenizer.size, d_model=12, n_heads=3, n_layers=2, max_positions=24
    )
    network = Writer(config).eval().requires_grad_(False)
    info = {"sizes": dataclasses.asdict(config)}
    return LanguageModel(
        "writer-en", "writer", network, tokenizer, info, (), "", "0123abcd"
    )
