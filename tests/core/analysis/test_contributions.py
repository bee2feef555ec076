"""What carries a prediction: parts of sums, followed down; cut, they are missed."""

import random

import pytest
import torch

from core.analysis.contributions import Edge, brought, carried, shares
from core.analysis.cut_edges import beside, cuttable, without
from core.errors import InputError
from core.experiments.changes import Forbidden, Silent
from core.experiments.experiment import Experiment
from core.experiments.passes import log_probabilities, rewired
from core.labs import carried_edges
from core.networks.names import AttentionName

SENTENCE = "the fish ate the woman"
FRENCH = "la femme a mangé"
ENCODER, DECODER, CROSS = (
    AttentionName.of(short, 1) for short in ("encoder", "decoder", "cross")
)
EVEN = torch.ones(3)


@pytest.fixture(scope="module")
def trace(tiny_transformer):
    return tiny_transformer.explain(SENTENCE, FRENCH)


def only(*parts: list[float]) -> torch.Tensor:
    """Of one head and one query: what it brings from each key."""
    return torch.tensor(parts)[None, None]


def test_a_part_counts_by_how_much_nearer_it_brings_the_sum():
    # y = (5, −1, −4), ‖y‖₁ = 10; without x 4 are left, without the other 8: 6 and 2
    found = shares(torch.tensor([[4.0, -2, -2]]), only([1.0, 1, -2]), EVEN)
    assert found.before.tolist() == pytest.approx([0.75])
    assert found.heads.flatten().tolist() == pytest.approx([0.25])


def test_a_part_that_points_elsewhere_counts_nothing():
    # y = (3, −2, −1), ‖y‖₁ = 6; y − (−1, −1, 2) = (4, −1, −3) is longer than y
    parts = only([0.0, 1, -1], [-1.0, -1, 2])
    found = shares(torch.tensor([[4.0, -2, -2]]), parts, EVEN)
    assert found.before.tolist() == pytest.approx([1.0])
    assert found.heads.flatten().tolist() == [0, 0]


def test_what_the_norm_takes_away_counts_nothing():
    """The mean of a part is gone behind the norm, and its gain turns what is left."""
    parts = only([1.0, 1, -2])
    plain = shares(torch.tensor([[4.0, -2, -2]]), parts, EVEN)
    moved = shares(torch.tensor([[9.0, 3, 3]]), parts - 7, EVEN)
    assert moved.heads.item() == pytest.approx(plain.heads.item())
    # a gain of 0 leaves (−2, −2) and (1, −2): y = (−1, −4); 5 − 3 = 2 and 5 − 4 = 1
    gain = torch.tensor([0.0, 1, 1])
    found = shares(torch.tensor([[4.0, -2, -2]]), parts, gain)
    assert found.before.tolist() == pytest.approx([2 / 3])


def test_a_sum_of_nothing_stays_where_it_is():
    found = shares(torch.zeros(1, 3), only([0.0, 0, 0]), EVEN)
    assert (found.before.tolist(), found.heads.flatten().tolist()) == ([1], [0])


@pytest.mark.parametrize(
    "experiment",
    [Experiment(), Experiment(silent=frozenset({Silent(str(CROSS), 1)}))],
)
def test_the_parts_add_up_to_what_the_layer_recorded(tiny_transformer, experiment):
    trace = tiny_transformer.explain(SENTENCE, FRENCH, experiment=experiment)
    network = rewired(tiny_transformer.network, experiment)
    layer, record = network.decoder[1], trace.record.decoder[1]
    parts = brought(layer.cross_attention, record.cross_attention)
    whole = record.after_self_attention + parts.sum((0, 2))
    whole = layer.norm_cross_attention.norm(whole + layer.cross_attention.join.bias)
    assert torch.allclose(whole, record.after_cross_attention, atol=1e-5)


def test_all_of_a_prediction_comes_from_what_was_read(tiny_transformer, trace):
    for row in range(len(trace.predicted.pieces)):
        found = carried(tiny_transformer, trace, row)
        whole = found.encoder[0].sum() + found.decoder[0].sum()
        assert float(whole) == pytest.approx(1.0, abs=1e-5)
        assert found.decoder[-1].nonzero().tolist() == [[row]]
        assert not found.decoder[0][row + 1 :].any()


def test_the_flow_is_the_product_of_the_layers(tiny_transformer, trace):
    """As Ferrando et al. (2022b) have it: matrices of shares, multiplied upwards."""
    network, record, row = tiny_transformer.network, trace.record, 2
    n, m = len(trace.read.pieces), len(trace.source.pieces)

    def matrices(x, kept, attention, norm):
        found = shares(x, brought(attention, kept), norm.weight)
        return found.before.diag(), found.heads.sum(0)

    english = torch.cat([torch.eye(m), torch.zeros(m, n)], -1)
    for layer, kept in zip(network.encoder, record.encoder, strict=True):
        stay, move = matrices(
            kept.input,
            kept.self_attention,
            layer.self_attention,
            layer.norm_self_attention,
        )
        english = (stay + move) @ english
    french = torch.cat([torch.zeros(n, m), torch.eye(n)], -1)
    for layer, kept in zip(network.decoder, record.decoder, strict=True):
        stay, move = matrices(
            kept.input,
            kept.self_attention,
            layer.self_attention,
            layer.norm_self_attention,
        )
        french = (stay + move) @ french
        stay, move = matrices(
            kept.after_self_attention,
            kept.cross_attention,
            layer.cross_attention,
            layer.norm_cross_attention,
        )
        french = stay @ french + move @ english
    found = carried(tiny_transformer, trace, row)
    both = torch.cat([found.encoder[0], found.decoder[0]])
    assert torch.allclose(both, french[row], atol=1e-5)


def test_only_edges_that_lead_to_the_prediction_are_edges(tiny_transformer, trace):
    row, m = 2, len(trace.source.pieces)
    edges = carried(tiny_transformer, trace, row).edges()
    shown = [edge.share for edge in edges]
    assert shown == sorted(shown, reverse=True)
    assert {edge.query for edge in edges if edge.name == CROSS} == {row}
    assert {edge.query for edge in edges if edge.name == DECODER} == {row}
    below = [e for e in edges if e.name == AttentionName.of("decoder", 0)]
    assert {(e.query, e.key) for e in below} == {
        *((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2))
    }
    assert len([edge for edge in edges if edge.name == ENCODER]) == m * m


def test_a_silent_head_brings_nothing(tiny_transformer):
    experiment = Experiment(silent=frozenset({Silent(str(CROSS), 1)}))
    trace = tiny_transformer.explain(SENTENCE, FRENCH, experiment=experiment)
    heads = carried(tiny_transformer, trace, 1).heads[CROSS].sum((1, 2))
    assert heads[1] == 0
    assert heads[0] > 0


def test_with_the_residual_cut_nothing_stays(tiny_transformer):
    experiment = Experiment(no_residual=str(CROSS))
    trace = tiny_transformer.explain(SENTENCE, FRENCH, experiment=experiment)
    found = carried(tiny_transformer, trace, 1)
    assert not found.before[CROSS].any()
    assert not found.decoder[0].any()


def test_a_row_that_is_not_there_and_a_pass_that_looks_ahead_are_refused(
    tiny_transformer, trace, tiny_bahdanau
):
    with pytest.raises(InputError, match="There is no row 99;"):
        carried(tiny_transformer, trace, 98)
    ahead = tiny_transformer.explain(
        SENTENCE, FRENCH, experiment=Experiment(causal=False)
    )
    with pytest.raises(InputError, match="causal mask off"):
        carried(tiny_transformer, ahead, 0)
    with pytest.raises(InputError, match="no layers"):
        carried(tiny_bahdanau, tiny_bahdanau.explain(SENTENCE, FRENCH), 0)


# --- cut ------------------------------------------------------------------------------


def test_many_cuts_at_once_are_what_each_experiment_gives(tiny_transformer, trace):
    rows = [1, 3, 2]
    cuts = [
        carried(tiny_transformer, trace, row).edges()[start : start + 3]
        for row, start in zip(rows, (1, 4, 9), strict=True)
    ]
    cuts = [cuttable(trace, cut, 2) for cut in cuts]
    found = without(tiny_transformer, trace, rows, cuts)
    for row, cut, log in zip(rows, cuts, found, strict=True):
        cells = [Forbidden(str(e.name), None, e.query, e.key) for e in cut]
        alone = tiny_transformer.explain(
            SENTENCE, FRENCH, experiment=Experiment(changes=cells)
        )
        logs = log_probabilities(alone.record.logits, trace.predicted_ids)
        assert log == pytest.approx(float(logs[row]), abs=1e-4)


def test_nothing_cut_is_nothing_lost_and_an_experiment_stays(tiny_transformer):
    experiment = Experiment(
        forbidden=frozenset({Forbidden("encoder.0.self_attention", None, None, 1)})
    )
    trace = tiny_transformer.explain(SENTENCE, FRENCH, experiment=experiment)
    logs = log_probabilities(trace.record.logits, trace.predicted_ids).tolist()
    edge = Edge(AttentionName.of("encoder", 0), 0, 0, 0.0, 0)
    found = without(tiny_transformer, trace, [2, 2], [[], [edge]])
    assert found[0] == pytest.approx(logs[2], abs=1e-5)
    cells = {*experiment.forbidden, Forbidden("encoder.0.self_attention", None, 0, 0)}
    both = Experiment(forbidden=frozenset(cells))
    alone = tiny_transformer.explain(SENTENCE, FRENCH, experiment=both)
    wanted = log_probabilities(alone.record.logits, trace.predicted_ids)[2]
    assert found[1] == pytest.approx(float(wanted), abs=1e-4)


def test_the_last_key_of_a_row_is_not_cut(trace):
    name = AttentionName.of("decoder", 0)
    edges = [Edge(name, 0, 0, 0.5, 0), *(Edge(name, 1, key, 0.2, 0) for key in (0, 1))]
    assert cuttable(trace, edges, 3) == [edges[1]]


def test_others_are_the_weakest_of_the_same_rows():
    edges = [Edge(CROSS, 1, key, 0.5 - key / 10, 0) for key in range(4)]
    edges.append(Edge(ENCODER, 1, 0, 0.01, 0))
    assert beside(edges, edges[:2]) == [edges[3], edges[2]]
    assert beside(edges, edges[:3]) == [edges[3]]


def test_every_written_piece_is_measured_in_every_way(tiny_transformer):
    found = carried_edges.over(tiny_transformer, [SENTENCE], random.Random(1))
    written = tiny_transformer.explain(SENTENCE)
    ended = written.translation.finished
    assert found.pieces == len(written.predicted_ids) - (not ended)
    assert [cut.edges for cut in found.cuts] == list(carried_edges.COUNTS)
    assert all(0 <= cut.more <= 1 for cut in found.cuts)
