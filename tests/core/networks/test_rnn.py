"""The fixed-vector translator, held against the paper written in NumPy."""

import pytest
import torch

from core.attention import padding_mask
from core.errors import InputError
from core.networks.kinds import build
from core.networks.rnn import Rnn
from tests.close import close
from tests.core.networks.appendix import appendix_a
from tests.core.tiny import make_bahdanau, make_rnn

SOURCE = torch.tensor([[5, 9, 13, 4, 2, 11], [7, 8, 2, 0, 0, 0]])
TARGET = torch.tensor([[1, 6, 11, 3], [1, 12, 16, 10]])
ALLOWED = padding_mask(torch.tensor([6, 3]))


@pytest.fixture(scope="module")
def rnn() -> Rnn:
    return make_rnn()


def test_every_step_is_that_of_the_paper(rnn):
    record = rnn(SOURCE[0], TARGET[0], ALLOWED[0])
    before, _, _, context, maxout, logits, state = appendix_a(
        rnn, SOURCE[0].tolist(), TARGET[0].tolist(), fixed=True
    )
    for i, step in enumerate(record.decoder):
        close(record.encoder.summary, context[i])
        close(step.previous_state, before[i])
        close(step.maxout, maxout[i])
        close(step.gates.state, state[i])
    close(record.logits, logits)


def test_the_vector_is_the_last_state_of_either_reading(rnn):
    encoder = rnn.encode(SOURCE, ALLOWED)
    assert torch.equal(encoder.summary[0, :7], encoder.reading.forward[0, 5])
    assert torch.equal(encoder.summary[1, :7], encoder.reading.forward[1, 2])
    assert torch.equal(encoder.summary[:, 7:], encoder.reading.backward[:, 0])


def test_padding_changes_nothing(rnn):
    batch = rnn(SOURCE, TARGET, ALLOWED)
    alone = rnn(SOURCE[1, :3], TARGET[1], ALLOWED[1, :, :3])
    close(alone.encoder.summary, batch.encoder.summary[1])
    close(alone.logits, batch.logits[1])


def test_cached_steps_score_as_the_whole_pass(rnn):
    whole = rnn(SOURCE, TARGET, ALLOWED).logits
    state = rnn.begin(SOURCE, ALLOWED)
    for i in range(4):
        logits, state = rnn.step(state, TARGET[:, i])
        close(logits, whole[:, i])


def test_it_differs_from_bahdanau_in_the_alignment_alone(rnn):
    ours, theirs = (
        {name: tuple(p.shape) for name, p in network.named_parameters()}
        for network in (rnn, make_bahdanau())
    )
    assert ours.items() < theirs.items()
    assert {name.split(".")[0] for name in theirs.keys() - ours.keys()} == {
        "project_query",
        "project_key",
        "direction",
    }


def test_it_is_built_by_its_name():
    network = build("rnn", {"vocabulary": 11, "d_embedding": 4, "d_state": 3})
    assert isinstance(network, Rnn)
    with pytest.raises(ValueError, match="d_state must be at least 1, not 0"):
        build("rnn", {"vocabulary": 11, "d_state": 0})


def test_a_translator_without_attention_says_so(tiny_rnn):
    trace = tiny_rnn.explain("The woman ate the fish.")
    assert trace.names() == ()
    assert len(trace.predicted.pieces) == len(trace.record.logits)
    with pytest.raises(InputError, match="tiny-rnn has no attention"):
        trace.attention("decoder.alignment")
    with pytest.raises(InputError, match="tiny-rnn has no attention"):
        tiny_rnn.align(["The", "fish"], ["Le", "poisson"])
