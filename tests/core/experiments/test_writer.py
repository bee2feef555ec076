"""Experiments with a decoder alone: each changes its one thing, and no other."""

import pytest
import torch

from core.errors import InputError
from core.experiments.changes import Forbidden, Silent
from core.experiments.experiment import Experiment
from core.experiments.passes import rewired, source_input, stepwise, target_input
from tests.close import close
from tests.core.tiny import make_writer

CELL = Forbidden("decoder.1.self_attention", 0, 2, 1)


@pytest.fixture(scope="module")
def writer():
    return make_writer()


def passed(writer, **changes):
    """A pass of a writer over four pieces, in an experiment."""
    source, allowed = source_input((), Experiment())
    text, back = target_input((6, 11, 3, 9), Experiment(**changes))
    return rewired(writer, Experiment(**changes))(source, text, allowed, back)


def test_of_a_writer_a_silent_head_brings_nothing_to_the_join(writer):
    name = "decoder.1.self_attention"
    record = passed(writer, silent=frozenset({Silent(name, 2)}))
    whole = passed(writer)
    mixed = record.decoder[1].self_attention.mixed
    assert (mixed[2] == 0).all()
    close(mixed[:2], whole.decoder[1].self_attention.mixed[:2])
    close(record.decoder[0].output, whole.decoder[0].output)
    assert not torch.allclose(record.logits, whole.logits)


def test_of_a_writer_a_cut_residual_leaves_what_the_sublayer_made(writer):
    record = passed(writer, no_residual="decoder.0.feed_forward")
    layer = writer.layers()[0]
    close(record.decoder[0].output, layer.narrow(record.decoder[0].hidden))
    record = passed(writer, no_residual="decoder.0.self_attention")
    first = record.decoder[0]
    close(first.after_self_attention, first.self_attention.output)


def test_a_writer_without_positions_reads_words_alone(writer):
    record = passed(writer, no_positions=frozenset({"decoder"}))
    close(record.target_embedding, writer.embedding.weight[[1, 6, 11, 3]])


@pytest.mark.parametrize(
    "changes",
    [
        {"causal": False},
        {"forbidden": frozenset({CELL})},
    ],
)
def test_a_writer_without_a_cache_writes_what_one_pass_scores(writer, changes):
    experiment = Experiment(**changes)
    steps = stepwise(writer, experiment)
    source, allowed = source_input((), experiment)
    state = steps.begin(source[None], allowed[None])
    for word in (1, 6, 11, 3):
        scores, state = steps.step(state, torch.tensor([word]))
    close(scores[0], passed(writer, **changes).logits[-1])


@pytest.mark.parametrize(
    "changes",
    [
        {"no_positions": frozenset({"encoder"})},
        {"no_residual": "decoder.0.cross_attention"},
        {"silent": frozenset({Silent("encoder.0.self_attention", 0)})},
    ],
)
def test_what_a_writer_does_not_have_cannot_be_changed(writer, changes):
    with pytest.raises(InputError, match="This model has no"):
        rewired(writer, Experiment(**changes))
