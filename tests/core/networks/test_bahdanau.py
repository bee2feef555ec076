"""Held against torch.nn.GRU and against the appendix of the paper, written in NumPy."""

import pytest
import torch
from torch import nn

from core.attention import padding_mask
from core.networks.bahdanau import Bahdanau, BahdanauConfig
from core.networks.recurrent import GatedUnit
from tests.close import close
from tests.core.networks.appendix import appendix_a
from tests.core.tiny import make_bahdanau

SOURCE = torch.tensor([[5, 9, 13, 4, 2, 11], [7, 8, 2, 0, 0, 0]])
TARGET = torch.tensor([[1, 6, 11, 3], [1, 12, 16, 10]])
ALLOWED = padding_mask(torch.tensor([6, 3]))


# --- the gated unit -----------------------------------------------------------------


def copied(*units: GatedUnit) -> nn.GRU:
    """The same unit, or both directions of it, as torch builds it."""
    gru = nn.GRU(
        units[0].from_input.in_features,
        units[0].from_state.in_features,
        batch_first=True,
        bidirectional=len(units) == 2,
    )
    for unit, suffix in zip(units, ("", "_reverse"), strict=False):
        parameters = {
            f"weight_ih_l0{suffix}": unit.from_input.weight,
            f"weight_hh_l0{suffix}": unit.from_state.weight,
            f"bias_ih_l0{suffix}": unit.from_input.bias,
            f"bias_hh_l0{suffix}": unit.from_state.bias,
        }
        for name, parameter in parameters.items():
            getattr(gru, name).data = parameter.data
    return gru.requires_grad_(False)


def test_a_gated_step_by_hand():
    unit = GatedUnit(1, 1).requires_grad_(False)
    unit.from_input.weight.data = torch.tensor([[1.0], [-1.0], [2.0]])
    unit.from_input.bias.data = torch.tensor([0.0, 0.5, 0.0])
    unit.from_state.weight.data = torch.tensor([[0.5], [1.0], [-1.0]])
    unit.from_state.bias.data = torch.tensor([0.0, 0.0, 0.25])
    step = unit(unit.from_input(torch.tensor([0.5])), torch.tensor([0.8]))
    close(step.reset, [0.71095])  # σ(0.5 + 0.4)
    close(step.update, [0.68997])  # σ(−0.5 + 0.5 + 0.8)
    # tanh(1 + 0.71095 · (−0.8 + 0.25)) = tanh(0.60898)
    close(step.candidate, [0.54341])
    # 0.31003 · 0.54341 + 0.68997 · 0.8
    close(step.state, [0.72045])


def test_the_gated_unit_is_that_of_torch():
    torch.manual_seed(4)
    unit = GatedUnit(5, 3).requires_grad_(False)
    x, state = torch.randn(2, 5), torch.randn(2, 3)
    _, last = copied(unit)(x[:, None], state[None])
    close(unit(unit.from_input(x), state).state, last[0], by=1e-6)


def test_reading_along_a_sentence_is_that_of_torch():
    torch.manual_seed(4)
    unit = GatedUnit(5, 3).requires_grad_(False)
    x = torch.randn(2, 7, 5)
    states, _ = copied(unit)(x)
    close(unit.read(x, torch.ones(2, 7).bool()), states, by=1e-6)


def test_reading_both_ways_with_padding_is_that_of_torch(bahdanau):
    encoder = bahdanau.encode(SOURCE, ALLOWED)
    gru = copied(bahdanau.read_forward, bahdanau.read_backward)
    packed = nn.utils.rnn.pack_padded_sequence(
        encoder.reading.embedding, torch.tensor([6, 3]), batch_first=True
    )
    states, _ = nn.utils.rnn.pad_packed_sequence(gru(packed)[0], batch_first=True)
    close(encoder.annotation[0], states[0], by=1e-6)
    close(encoder.annotation[1, :3], states[1, :3], by=1e-6)


# --- the encoder --------------------------------------------------------------------


def test_an_annotation_is_both_readings_side_by_side(bahdanau):
    encoder = bahdanau.encode(SOURCE, ALLOWED)
    assert encoder.annotation.shape == (2, 6, 14)
    assert torch.equal(encoder.annotation[..., :7], encoder.reading.forward)
    assert torch.equal(encoder.annotation[..., 7:], encoder.reading.backward)
    close(encoder.projected_key, bahdanau.project_key(encoder.annotation))


def test_the_decoder_starts_from_the_backward_reading_of_the_first_word(bahdanau):
    encoder = bahdanau.encode(SOURCE, ALLOWED)
    first = encoder.reading.backward[:, 0]
    linear = first @ bahdanau.begin_state.weight.T + bahdanau.begin_state.bias
    close(encoder.start_state, linear.tanh())


def test_words_are_read_in_at_the_scale_of_the_root_of_their_size(bahdanau):
    found = bahdanau.encode(SOURCE, ALLOWED).reading.embedding[0, 2]
    close(found, bahdanau.embedding.weight[13] * 3.1622777)  # √10


# --- the decoder, against the appendix in NumPy -------------------------------------


def test_every_step_is_that_of_the_appendix(bahdanau):
    record = bahdanau(SOURCE[0], TARGET[0], ALLOWED[0])
    before, e, alpha, context, maxout, logits, state = appendix_a(
        bahdanau, SOURCE[0].tolist(), TARGET[0].tolist()
    )
    for i, step in enumerate(record.decoder):
        close(step.attention.previous_state, before[i])
        close(step.attention.scores, e[i])
        close(step.attention.weights, alpha[i])
        close(step.attention.context, context[i])
        close(step.maxout, maxout[i])
        close(step.gates.state, state[i])
    close(record.logits, logits)


def test_two_words_are_aligned_as_by_hand():
    """v = 2, W_a s = 0.5, U_a h = −0.5 and 0.5: scores 2 tanh 0 and 2 tanh 1."""
    network = Bahdanau(BahdanauConfig(5, d_embedding=2, d_state=1, d_align=1)).eval()
    network.project_query.weight.data.fill_(1.0)
    network.direction.data.fill_(2.0)
    step = network.one_step(
        torch.zeros(2),
        torch.tensor([0.5]),
        torch.tensor([[1.0, 0.0], [0.0, 2.0]]),
        torch.tensor([[-0.5], [0.5]]),
        torch.tensor([[True, True]]),
    )
    # tanh 1 = 0.76159; e^0 = 1 and e^1.52319 = 4.58682 over their sum 5.58682
    close(step.attention.scores, torch.tensor([0.0, 1.52319]))
    close(step.attention.weights, torch.tensor([0.17899, 0.82101]))
    close(step.attention.context, torch.tensor([0.17899, 1.64202]))


def test_the_alignment_asks_with_the_previous_state(bahdanau):
    record = bahdanau(SOURCE, TARGET, ALLOWED)
    assert torch.equal(
        record.decoder[0].attention.previous_state, record.encoder.start_state
    )
    for i in range(1, 4):
        step, last = record.decoder[i], record.decoder[i - 1]
        assert torch.equal(step.attention.previous_state, last.gates.state)
        close(step.attention.projected_query, bahdanau.project_query(last.gates.state))


def test_the_next_word_read_changes_no_weights_of_its_own_row(bahdanau):
    changed = TARGET.clone()
    changed[:, 2] = 14
    ours = bahdanau(SOURCE, TARGET, ALLOWED)
    others = bahdanau(SOURCE, changed, ALLOWED)
    assert torch.equal(
        ours.decoder[2].attention.weights, others.decoder[2].attention.weights
    )
    assert not torch.equal(
        ours.decoder[3].attention.weights, others.decoder[3].attention.weights
    )
    assert not torch.equal(ours.logits[:, 2], others.logits[:, 2])


def test_features_are_the_tanh_of_query_plus_key(bahdanau):
    record = bahdanau(SOURCE, TARGET, ALLOWED)
    step = record.decoder[1]
    keys = record.encoder.projected_key
    close(
        step.attention.features[1, 2],
        (step.attention.projected_query[1] + keys[1, 2]).tanh(),
    )
    close(
        step.attention.scores[1, 2], step.attention.features[1, 2] @ bahdanau.direction
    )


def test_padding_has_no_weight_and_changes_nothing(bahdanau):
    batch = bahdanau(SOURCE, TARGET, ALLOWED)
    alone = bahdanau(SOURCE[1, :3], TARGET[1], ALLOWED[1, :, :3])
    close(alone.logits, batch.logits[1])
    close(alone.encoder.start_state, batch.encoder.start_state[1])
    for one, many in zip(alone.decoder, batch.decoder, strict=True):
        assert many.attention.weights[1, 3:].abs().max() == 0
        close(one.attention.weights, many.attention.weights[1, :3])
        close(one.gates.update, many.gates.update[1])


def test_every_intermediate_has_its_shape(bahdanau):
    step = bahdanau(SOURCE, TARGET, ALLOWED).decoder[0]
    assert step.attention.projected_query.shape == (2, 9)
    assert step.attention.features.shape == (2, 6, 9)
    assert step.attention.scores.shape == step.attention.weights.shape == (2, 6)
    assert step.attention.context.shape == (2, 14)
    assert step.maxout.shape == (2, 10)
    assert step.gates.reset.shape == step.gates.candidate.shape == (2, 7)


def test_maxout_keeps_the_larger_of_two_neighbours(bahdanau):
    record = bahdanau(SOURCE[0], TARGET[0], ALLOWED[0])
    step = record.decoder[2]
    deep = (
        bahdanau.out_state(step.attention.previous_state)
        + bahdanau.out_word(bahdanau.embed(TARGET[0, 2:3])[0])
        + bahdanau.out_context(step.attention.context)
    )
    close(step.maxout[3], max(deep[6], deep[7]))


def test_dropout_acts_on_embeddings_annotations_and_maxout():
    network = make_bahdanau().train()
    network.dropout.p = 1.0
    record = network(SOURCE, TARGET, ALLOWED)
    assert record.encoder.reading.embedding.abs().max() == 0
    assert record.encoder.reading.forward.abs().max() > 0
    assert record.encoder.annotation.abs().max() == 0
    close(record.logits[1, 2], network.bias)


# --- word by word -------------------------------------------------------------------


def test_cached_steps_score_as_the_whole_pass(bahdanau):
    whole = bahdanau(SOURCE, TARGET, ALLOWED).logits
    state = bahdanau.begin(SOURCE, ALLOWED)
    for i in range(4):
        logits, state = bahdanau.step(state, TARGET[:, i])
        close(logits, whole[:, i])


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"d_state": 0}, "d_state must be at least 1, not 0"),
        ({"d_align": -1}, "d_align must be at least 1, not -1"),
        ({"dropout": -0.1}, "dropout must be at least 0, below 1, not -0.1"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        BahdanauConfig(17, **sizes)
