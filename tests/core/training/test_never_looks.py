"""An attention of word and state alone is fitted to a model's weights, and kept."""

import pytest
import torch

from core import sealed
from core.analysis.never_looks import Measured, NeverLooks, distance, read
from core.text.tokenizer import START
from core.training import never_looks
from core.training.corpus import encode_pairs, make_batch
from core.training.never_looks import Steps, fit, log_weights, make, measure, steps_of
from tests.close import close
from tests.core.training.runs import PAIRS


@pytest.fixture
def pairs(tokenizer):
    return encode_pairs(PAIRS, tokenizer, 30, 64)


@pytest.fixture(autouse=True)
def threads():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def test_the_steps_of_a_batch_are_those_of_its_sentences_one_by_one(
    tiny_bahdanau, pairs
):
    network = tiny_bahdanau.network
    both = sorted(pairs[:2], key=lambda pair: len(pair[0]))
    together = steps_of(network, both, 40)
    alone = [steps_of(network, [pair], 40) for pair in both]
    for name in vars(together):
        each = torch.cat([getattr(one, name) for one in alone])
        close(getattr(together, name).float(), each.float(), by=1e-6)
    assert together.weights.shape == (sum(len(t) + 1 for _, t in both), 40)
    close(together.weights.sum(-1), torch.ones(len(together.word)))
    assert int(together.allowed[0].sum()) == len(both[0][0]) + 1


def test_a_step_holds_the_word_before_and_the_state_before(tiny_bahdanau, pairs):
    """Eq. 6: the state s_{i−1} asks, and the previous word is ‹start› at first."""
    network = tiny_bahdanau.network
    source, target = pairs[0]
    found = steps_of(network, [(source, target)], 40)
    assert found.word.tolist() == [START, *target]
    batch = make_batch([(source, target)])
    record = network(batch.source, batch.read, batch.source_allowed)
    before = [record.encoder.start_state[0]]
    before += [step.gates.state[0] for step in record.decoder[:-1]]
    close(found.state, torch.stack(before))


def test_weights_that_are_of_this_form_are_found_again(monkeypatch):
    monkeypatch.setattr(never_looks, "ROUNDS", 100)
    monkeypatch.setattr(never_looks, "RATE", 0.1)
    torch.manual_seed(2)
    embedding, state = torch.randn(11, 3), torch.randn(2_000, 2)
    allowed = torch.arange(4)[None] < torch.randint(2, 5, (2_000,))[:, None]
    word = torch.randint(0, 11, (2_000,))
    true = NeverLooks(torch.randn(4, 5), torch.randn(4))
    blank = Steps(word, state, torch.zeros(2_000, 4), allowed)
    weights = log_weights(true, embedding, blank).exp() * allowed
    close(weights.sum(-1), torch.ones(2_000))
    found, history = fit(embedding, Steps(word, state, weights, allowed), str)
    again = log_weights(found, embedding, blank).exp() * allowed
    assert float(distance(again, weights).mean()) < 0.02
    losses = [row["loss"] for row in history]
    assert losses[-1] < losses[0]
    assert history[-1]["update"] == 100 * 2


def test_what_is_measured_by_hand():
    """Equal weights over two places and four, beside a model that is sure of one."""
    steps = Steps(
        torch.tensor([0, 1]),
        torch.zeros(2, 2),
        torch.tensor([[1.0, 0, 0, 0], [0, 0, 0.5, 0.5]]),
        torch.tensor([[True, True, False, False], [True, True, True, True]]),
    )
    equal = NeverLooks(torch.zeros(4, 5), torch.zeros(4))
    # (ln 2 + ln 4) / 2, (0 + ln 2) / 2, and half of either row lies elsewhere
    assert measure(equal, torch.ones(2, 3), steps, (9, 1)) == Measured(
        9, 1, 2, 1.0397, 0.3466, 0.5, 0.5, 0.5
    )


def test_it_is_made_twice_alike_and_read_back(tiny_bahdanau, pairs, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    found = make(tiny_bahdanau, pairs, one, str)
    assert make(tiny_bahdanau, pairs, other, str) == found
    for file in (sealed.WEIGHTS, sealed.CONFIG, sealed.HISTORY):
        assert (one / file).read_bytes() == (other / file).read_bytes(), file
    kept = read(tiny_bahdanau, one)
    assert kept.measured == found
    longest = max(len(source) for source, _ in pairs) + 1
    assert kept.attention.longest == longest
    assert (found.fitted, found.held_out) == (len(pairs) - 1, 1)
