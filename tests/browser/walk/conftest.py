"""A translator of one layer, and a pass of it."""

import pytest
import torch

from core.in_use.translator import Translator
from core.networks.transformer import Transformer, TransformerConfig
from core.trace import Trace
from core.training.tokenizer import train

LINES = ["The woman ate the fish. La femme a mangé le poisson."] * 5


@pytest.fixture(scope="module")
def translator() -> Translator:
    """One layer, two heads of six numbers, never trained."""
    tokenizer = train(LINES, size=400)
    torch.manual_seed(7)
    config = TransformerConfig(
        tokenizer.size, d_model=12, d_hidden=20, n_heads=2, n_layers=1
    )
    network = Transformer(config).eval().requires_grad_(False)
    return Translator(
        *("tiny", "transformer", network, tokenizer, {}, (), "", "0123abcd")
    )


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return translator.explain("The woman ate.", target="La femme.")
