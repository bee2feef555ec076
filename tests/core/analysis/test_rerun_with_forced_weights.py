"""One step that looks where it is told: what moves, and what does not."""

import math

import pytest
import torch

from core.analysis.rerun_with_forced_weights import with_forced_weights
from core.attention import mix
from core.decoding.search import parting
from core.errors import InputError
from core.experiments.forced_weights import ForcedWeights, WithForcedWeights
from core.trace import recurrent

ENGLISH = "The woman ate the fish."
FRENCH = "La femme a mangé le poisson."
OTHER = "La femme a mangé la femme."


@pytest.fixture(scope="module")
def forced(tiny_bahdanau):
    return tiny_bahdanau.explain(ENGLISH, target=FRENCH)


def all_on(trace, step, word):
    """All light of a step on one source word."""
    words = range(len(trace.source.words))
    return ForcedWeights.at(
        step, [float(word == j) for j in words], trace.source.word_of
    )


# --- the weights that are given -----------------------------------------------------


def test_word_by_word_the_forced_weights_come_at_their_step_and_no_other(bahdanau):
    source, target = torch.tensor([[5, 9, 13]]), torch.tensor([[1, 6, 11, 3]])
    allowed = torch.ones(1, 1, 3, dtype=torch.bool)
    given = ForcedWeights(2, (0.0, 1.0, 0.0))
    whole = bahdanau(source, target, allowed, {2: given.tensor()}).logits[0]
    free = bahdanau(source, target, allowed).logits[0]
    network = WithForcedWeights(bahdanau, given)
    state = network.begin(source, allowed)
    for i, word in enumerate(target[0]):
        logits, state = network.step(state, word[None])
        torch.testing.assert_close(logits[0], whole[i], atol=1e-5, rtol=0)
        assert torch.allclose(logits[0], free[i], atol=1e-5) == (i < 2)


def test_given_weights_are_divided_by_their_sum_and_shared_by_pieces():
    found = ForcedWeights.at(3, [1.0, 3.0, 0.0], word_of=(0, 1, 1, 1, 2))
    assert found.step == 3
    assert found.weights == pytest.approx((0.25, 0.25, 0.25, 0.25, 0.0))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([0.0, 0.0], "no usable sum"),
        ([1.0, -0.5], "below 0"),
        ([1.0, math.nan], "must be a number"),
        ([math.inf, 1.0], "must be a number"),
        ([1e308, 1e308], "no usable sum"),
        ([1.0], "Weights typed: 1. There must be 2"),
    ],
)
def test_weights_that_cannot_be_brought_to_the_sum_1_are_refused(weights, message):
    with pytest.raises(InputError, match=message):
        ForcedWeights.at(0, weights, word_of=(0, 1))


# --- one step that looks where it is told -------------------------------------------


def test_the_step_uses_the_given_weights_and_nothing_before_it_changes(
    tiny_bahdanau, forced
):
    changed = with_forced_weights(
        tiny_bahdanau, forced, all_on(forced, 3, 1), keep=True
    )
    before, after = recurrent(forced), recurrent(changed)
    for i in range(3):
        assert torch.equal(
            after.decoder[i].attention.weights, before.decoder[i].attention.weights
        )
        assert torch.equal(after.decoder[i].gates.state, before.decoder[i].gates.state)
    assert torch.equal(after.logits[:3], before.logits[:3])
    # the scores of the step are those it had; only what is made of them is given
    assert torch.equal(
        after.decoder[3].attention.scores, before.decoder[3].attention.scores
    )
    at = forced.source.word_of.index(1)
    pieces = forced.source.word_of.count(1)
    assert after.decoder[3].attention.weights[at].item() == pytest.approx(1 / pieces)
    assert after.decoder[3].attention.weights.sum().item() == pytest.approx(1.0)
    assert not torch.equal(after.logits[3], before.logits[3])
    assert not torch.equal(
        after.decoder[4].attention.scores, before.decoder[4].attention.scores
    )


def test_the_context_of_a_forced_step_is_its_weights_times_the_annotations(
    tiny_bahdanau, forced
):
    changed = recurrent(
        with_forced_weights(tiny_bahdanau, forced, all_on(forced, 2, 4), keep=True)
    )
    step = changed.decoder[2]
    expected = mix(step.attention.weights[None], changed.encoder.annotation)[0]
    torch.testing.assert_close(step.attention.context, expected)


def test_keeping_the_target_keeps_its_words(tiny_bahdanau, forced):
    changed = with_forced_weights(
        tiny_bahdanau, forced, all_on(forced, 3, 1), keep=True
    )
    assert changed.predicted_ids == forced.predicted_ids
    assert changed.translation.log_probability != forced.translation.log_probability
    assert changed.identity != forced.identity


def test_writing_on_freely_keeps_the_words_before_the_step(tiny_bahdanau, forced):
    changed = with_forced_weights(tiny_bahdanau, forced, all_on(forced, 3, 1))
    assert changed.predicted_ids[:3] == forced.predicted_ids[:3]
    record = recurrent(changed)
    # from the forced step on every piece is the most probable one of its row
    best = record.logits.log_softmax(-1)
    best[:, :2] = -torch.inf  # ‹pad› and ‹start› are never written
    written = len(changed.predicted_ids) - (not changed.translation.finished)
    assert written > 4
    assert list(changed.predicted_ids[3:written]) == best.argmax(-1).tolist()[3:written]


def test_forcing_the_models_own_weights_changes_nothing(tiny_bahdanau):
    free = tiny_bahdanau.explain(ENGLISH)
    own = recurrent(free).decoder[1].attention.weights.tolist()
    same = with_forced_weights(tiny_bahdanau, free, ForcedWeights(1, tuple(own)))
    n = len(free.predicted_ids) - 1  # an untrained model may be stopped by its limit
    assert same.predicted_ids[:n] == free.predicted_ids[:n]
    torch.testing.assert_close(recurrent(same).logits[:n], recurrent(free).logits[:n])


def test_a_step_or_a_sentence_that_is_not_there_is_refused(tiny_bahdanau, forced):
    with pytest.raises(InputError, match="There is no step 100"):
        with_forced_weights(tiny_bahdanau, forced, all_on(forced, 99, 1))
    with pytest.raises(InputError, match="2 weights do not fit"):
        with_forced_weights(tiny_bahdanau, forced, ForcedWeights(0, (0.5, 0.5)))


def test_only_the_recurrent_translator_with_attention_has_weights_to_force(
    tiny_transformer, tiny_rnn
):
    for other in (tiny_transformer, tiny_rnn):
        trace = other.explain(ENGLISH, target=FRENCH)
        with pytest.raises(InputError, match="no additive attention"):
            with_forced_weights(other, trace, ForcedWeights(0, (1.0,)))


# --- forced and free ----------------------------------------------------------------


def test_two_passes_part_at_the_first_other_piece(tiny_bahdanau, forced):
    other = tiny_bahdanau.explain(ENGLISH, target=OTHER)
    step = parting(forced.predicted_ids, other.predicted_ids)
    assert step is not None
    assert forced.predicted_ids[:step] == other.predicted_ids[:step]
    assert forced.predicted.pieces[step] != other.predicted.pieces[step]
    assert torch.equal(forced.probabilities[:step], other.probabilities[:step])
    assert parting(forced.predicted_ids, forced.predicted_ids) is None
