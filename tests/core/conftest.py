import pytest

from core.in_use.translator import Translator
from core.networks.bahdanau import Bahdanau
from core.networks.transformer import Transformer
from core.text.tokenizer import Tokenizer
from core.training import loop
from core.training.corpus import Corpus, EncodedFile, encode_pairs
from core.training.tokenizer import train
from tests.core.tiny import (
    LINES,
    make_bahdanau,
    make_rnn,
    make_transformer,
    make_translator,
)
from tests.core.training.runs import PAIRS


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return train(LINES, size=431)


@pytest.fixture(scope="session")
def transformer() -> Transformer:
    return make_transformer()


@pytest.fixture(scope="session")
def bahdanau() -> Bahdanau:
    return make_bahdanau()


@pytest.fixture(scope="session", params=["transformer", "bahdanau"])
def network(request) -> Transformer | Bahdanau:
    """Each of the two networks in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def tiny_transformer(tokenizer) -> Translator:
    return make_translator(make_transformer(tokenizer.size, seed=5), tokenizer)


@pytest.fixture(scope="session")
def tiny_bahdanau(tokenizer) -> Translator:
    return make_translator(make_bahdanau(tokenizer.size, seed=5), tokenizer)


@pytest.fixture(scope="session")
def tiny_rnn(tokenizer) -> Translator:
    return make_translator(make_rnn(tokenizer.size, seed=5), tokenizer)


@pytest.fixture(scope="session", params=["tiny_transformer", "tiny_bahdanau"])
def translator(request) -> Translator:
    """Each of the two translators in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def corpus(tokenizer) -> Corpus:
    return Corpus((EncodedFile(encode_pairs(PAIRS, tokenizer, 30, 64)),), 30)


@pytest.fixture
def single_precision(monkeypatch):
    """Training as on a machine where bfloat16 is no faster."""
    monkeypatch.setattr(loop, "bfloat16_is_faster", lambda device: False)
