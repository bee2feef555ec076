"""What is measured on a pass: heads silenced, words left out, rollout, two clocks."""

import math
from dataclasses import replace

import pytest
import torch

from core.analysis.ablation import each_head_silenced
from core.analysis.attribution import gradient_times_input, reasons, removals, spearman
from core.analysis.occlusion import left_out, source_words
from core.analysis.one_pass_or_steps import clocks, multiplications
from core.analysis.rollout import decoder_rollout, encoder_rollout
from core.errors import InputError
from core.experiments.changes import Forbidden, Silent, WordChange
from core.experiments.experiment import Experiment
from core.experiments.rewired import RewiredTransformer
from core.networks.transformer import TransformerConfig
from core.networks.writer import WriterConfig
from tests.close import close

SENTENCE = "The woman ate the fish."
TARGET = "La femme a mangé."
CROSS = "decoder.1.cross_attention"


@pytest.fixture(scope="module")
def trace(tiny_transformer):
    return tiny_transformer.explain(SENTENCE, target=TARGET)


def again(model, **changes):
    return model.explain(SENTENCE, target=TARGET, experiment=Experiment(**changes))


# --- heads --------------------------------------------------------------------------


def test_the_map_of_heads_is_each_head_silenced_by_itself(tiny_transformer, trace):
    found = each_head_silenced(tiny_transformer, trace)
    assert list(found) == list(trace.names())
    for name, head in (("encoder.0.self_attention", 1), (CROSS, 2)):
        silent = again(tiny_transformer, silent=frozenset([Silent(name, head)]))
        change = silent.translation.log_probability - trace.translation.log_probability
        assert found[name][head] == pytest.approx(change, abs=1e-4)


def test_the_map_in_small_batches_is_the_same_map(tiny_transformer, trace, monkeypatch):
    whole = each_head_silenced(tiny_transformer, trace)
    monkeypatch.setattr("core.experiments.passes.MOST_LOGITS", 431 * 20 * 4)
    parts = each_head_silenced(tiny_transformer, trace)
    for name, row in whole.items():
        assert parts[name] == pytest.approx(row, abs=1e-5)


def test_the_map_keeps_the_heads_that_are_silent_already(tiny_transformer):
    experiment = {"silent": frozenset([Silent(CROSS, 0)]), "scaled": False}
    silenced = again(tiny_transformer, **experiment)
    assert each_head_silenced(tiny_transformer, silenced)[CROSS][0] == pytest.approx(
        0, abs=1e-4
    )


def test_a_recurrent_translator_has_no_heads_to_silence(tiny_bahdanau):
    trace = tiny_bahdanau.explain(SENTENCE, target=TARGET)
    for measure in (each_head_silenced, left_out, clocks):
        with pytest.raises(InputError, match="tiny-bahdanau"):
            measure(tiny_bahdanau, trace)
    with pytest.raises(InputError, match="no layers of attention"):
        encoder_rollout(trace)


# --- stopped before ‹end› -----------------------------------------------------------


def test_an_end_that_was_never_written_counts_nowhere(tiny_transformer, trace):
    stopped = trace.ending(False)
    logs = trace.record.logits.log_softmax(-1)
    without = sum(logs[i, p].item() for i, p in enumerate(trace.predicted_ids[:-1]))
    assert stopped.translation.log_probability == pytest.approx(without, abs=1e-3)
    assert stopped.ending(True).translation == trace.translation
    assert stopped.identity != trace.identity
    assert stopped.written_words == len(trace.predicted.words) - 1
    silent = again(tiny_transformer, silent=frozenset([Silent(CROSS, 2)]))
    change = silent.ending(False).translation.log_probability - without
    found = each_head_silenced(tiny_transformer, stopped)[CROSS][2]
    assert found == pytest.approx(change, abs=1e-3)
    missed = left_out(tiny_transformer, stopped)
    close(missed.changed, left_out(tiny_transformer, trace).changed[:, :-1])
    assert len(removals(stopped, missed, CROSS, None)) == stopped.written_words
    with pytest.raises(InputError, match="no output word 6; they are 1 to 5"):
        reasons(tiny_transformer, stopped, missed, CROSS, 0, 5)


# --- words --------------------------------------------------------------------------


def test_leaving_a_word_out_is_blanking_it(tiny_transformer, trace):
    found = left_out(tiny_transformer, trace)
    assert source_words(trace) == ("The", "woman", "ate", "the", "fish", ".")
    for word in (0, 4):
        blank = again(tiny_transformer, words=(WordChange("blank", word),))
        change = blank.written().log() - trace.written().log()
        assert found.changed[word].sum().item() == pytest.approx(
            change.sum().item(), abs=1e-4
        )
        h, was = blank.record.encoder[-1].output, trace.record.encoder[-1].output
        end = (h[-1] - was[-1]).norm() / was[-1].norm()
        close(found.moved[word, -1], end)
    assert found.moved.shape == (6, 7)
    assert found.changed.shape == (6, len(trace.predicted.words))


def test_words_left_out_in_small_batches_move_the_same(
    tiny_transformer, trace, monkeypatch
):
    whole = left_out(tiny_transformer, trace)
    monkeypatch.setattr("core.experiments.passes.MOST_LOGITS", 431 * 20 * 4)
    parts = left_out(tiny_transformer, trace)
    close(parts.moved, whole.moved)
    close(parts.changed, whole.changed)


def test_a_gradient_says_what_a_small_step_changes(tiny_transformer, trace):
    found = gradient_times_input(tiny_transformer, trace, word=1)
    network, word = tiny_transformer.network, 4
    rows = torch.tensor(trace.predicted.word_of) == 1
    pieces = torch.tensor(trace.source.word_of) == word
    ids = torch.tensor(trace.predicted_ids)
    record, n = trace.record, len(trace.predicted_ids)
    totals = []
    for step in (-0.005, 0.005):
        moved = record.source_embedding + step * pieces[:, None] * (
            record.source_embedding
        )
        allowed = torch.ones(1, len(moved), dtype=torch.bool)
        back = torch.ones(n, n).tril().bool()
        logits = network.read(moved, record.target_embedding, allowed, back).logits
        logs = logits.double().log_softmax(-1)[torch.arange(n), ids]
        totals.append(logs[rows].sum().item())
    slope = (totals[1] - totals[0]) / 0.01
    assert found[word].item() == pytest.approx(slope, rel=0.02, abs=1e-3)
    assert all(not p.requires_grad for p in network.parameters())
    assert all(p.grad is None for p in network.parameters())


def test_words_are_ranked_in_four_ways_side_by_side(tiny_transformer, trace):
    without = left_out(tiny_transformer, trace)
    found = reasons(tiny_transformer, trace, without, CROSS, head=2, word=3)
    heads = trace.heads(CROSS)
    assert found.head == pytest.approx(heads[2, 3, :6].tolist())
    assert found.layer == pytest.approx(heads[:, 3, :6].mean(0).tolist())
    assert found.loss[4] == pytest.approx(-without.changed[4, 3].item())
    assert found.agreement() is None  # six words are too few


def test_eight_words_are_enough_for_a_rank_correlation(tiny_transformer, trace):
    without = left_out(tiny_transformer, trace)
    found = reasons(tiny_transformer, trace, without, CROSS, head=0, word=0)
    eight = replace(
        found,
        words=tuple("abcdefgh"),
        head=(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0),
        layer=(2.0, 1.0, 4.0, 3.0, 6.0, 5.0, 8.0, 7.0),
        gradient=(8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0),
        loss=(0.5,) * 8,
    )
    agreement = eight.agreement() or {}
    # 1 − 6 Σ d² / (n (n² − 1)) with eight differences of 1
    assert agreement["head", "layer"] == pytest.approx(1 - 6 * 8 / (8 * 63))
    assert agreement["head", "gradient"] == pytest.approx(-1)
    assert agreement["gradient", "loss"] == 0


def test_equal_values_share_their_rank():
    # ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4: covariance 4.5, variances 4.5 and 5
    found = spearman([1.0, 7.0, 7.0, 9.0], [10.0, 30.0, 20.0, 40.0])
    assert found == pytest.approx(4.5 / math.sqrt(4.5 * 5))


def test_the_word_most_looked_at_and_the_least_are_those_of_the_map(
    tiny_transformer, trace
):
    without = left_out(tiny_transformer, trace)
    found = removals(trace, without, CROSS, None)
    weights = trace.attention(CROSS).weights[2, :6]
    assert found[2].most == int(weights.argmax())
    assert found[2].least == int(weights.argmin())
    lost = -without.changed[int(weights.argmax()), 2].item()
    assert found[2].loss_of_most == pytest.approx(lost)


@pytest.mark.parametrize("word", [-1, 6])
def test_an_output_word_that_is_not_there_is_refused(tiny_transformer, trace, word):
    assert len(trace.predicted.words) == 6
    with pytest.raises(InputError, match=rf"no output word {word + 1}; they are 1 to"):
        reasons(
            tiny_transformer, trace, left_out(tiny_transformer, trace), CROSS, 0, word
        )


# --- rollout ------------------------------------------------------------------------


def with_weights(trace, encoder, back, across):
    """The same pass whose layers looked exactly so (one head)."""

    def looking(layer, **weights):
        layer = replace(layer)
        for kind, rows in weights.items():
            record = replace(getattr(layer, kind))
            object.__setattr__(record, "weights", torch.tensor([rows]))
            every = torch.ones(1, 2, 2, dtype=torch.bool)
            object.__setattr__(record, "allowed", every)
            object.__setattr__(layer, kind, record)
        return layer

    record = replace(
        trace.record,
        encoder=tuple(
            looking(layer, self_attention=rows)
            for layer, rows in zip(trace.record.encoder, encoder, strict=True)
        ),
        decoder=(
            looking(
                trace.record.decoder[0], self_attention=back, cross_attention=across
            ),
        ),
    )
    two = replace(trace.source, pieces=("a", "b"))
    return replace(trace, record=record, source=two, read=two)


def test_rollout_multiplies_the_layers_each_half_residual(trace):
    looked = with_weights(
        trace,
        [[[0.5, 0.5], [0.0, 1.0]], [[0.2, 0.8], [0.6, 0.4]]],
        [[1.0, 0.0], [0.5, 0.5]],
        [[0.3, 0.7], [1.0, 0.0]],
    )
    # ½A + ½I is ((.75, .25), (0, 1)), then ((.6, .4), (.3, .7)) from the left
    encoder = [[0.45, 0.55], [0.225, 0.775]]
    close(encoder_rollout(looked), encoder)
    # ⅓ looking back, ⅓ across · encoder, ⅓ what was there
    close(
        decoder_rollout(looked),
        [
            [
                2 / 3,
                0.0,
                (0.3 * 0.45 + 0.7 * 0.225) / 3,
                (0.3 * 0.55 + 0.7 * 0.775) / 3,
            ],
            [0.5 / 3, 1.5 / 3, 0.45 / 3, 0.55 / 3],
        ],
    )


def test_rows_of_a_rollout_add_up_to_one_and_the_future_stays_dark(trace):
    encoder, decoder = encoder_rollout(trace), decoder_rollout(trace)
    close(encoder.sum(-1), torch.ones(len(encoder)))
    close(decoder.sum(-1), torch.ones(len(decoder)))
    n = len(decoder)
    assert decoder[:, :n].triu(1).abs().max() == 0


# --- two clocks ---------------------------------------------------------------------


def test_steps_and_one_pass_compute_the_same_numbers(tiny_transformer, trace):
    found = clocks(tiny_transformer, trace)
    assert found.rows == len(trace.predicted_ids)
    assert found.difference < 1e-5


def test_without_the_causal_mask_the_two_clocks_disagree(tiny_transformer):
    assert clocks(
        tiny_transformer, again(tiny_transformer, causal=False)
    ).difference > (1e-3)


def test_multiplications_are_counted_by_hand():
    config = TransformerConfig(17, d_model=4, d_hidden=5, n_heads=2, n_layers=3)
    # a row: 3 · (6·16 + 2·4·7 + 2·4·6 + 2·4·5) + 4·17
    assert multiplications(config, 1, 7, 6) == 3 * (96 + 56 + 48 + 40) + 68
    assert multiplications(config, 2, 7, 6) == 2 * 788


def test_a_decoder_alone_has_four_projections_and_a_hidden_layer_four_times_as_wide():
    config = WriterConfig(17, d_model=4, n_heads=2, n_layers=3)
    # a row: 3 · (4·16 + 2·4·7 + 2·4·16) + 4·17
    assert multiplications(config, 1, 7, 0) == 3 * (64 + 56 + 128) + 68
    assert multiplications(config, 2, 7, 0) == 2 * 812


def test_a_forbidden_column_covers_all_heads_and_rows(tiny_transformer):
    cells = Experiment(forbidden=frozenset([Forbidden(CROSS, key=2)]))
    network = RewiredTransformer(tiny_transformer.network, cells)
    everywhere = torch.ones(1, 300, 4, dtype=torch.bool)  # more rows than are written
    grid = network.attention(CROSS).allow(everywhere, 300, 4)
    assert grid.shape == (3, 300, 4)
    assert not grid[:, :, 2].any()
    assert grid[:, :, [0, 1, 3]].all()
    other = network.attention("encoder.0.self_attention")
    assert torch.equal(other.allow(everywhere, 300, 4), everywhere)
