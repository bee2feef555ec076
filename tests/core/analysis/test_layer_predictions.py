"""What each layer would say, held against the definition and against the last layer."""

import torch

from core.analysis.layer_predictions import layer_predictions
from tests.close import close
from tests.core.tiny import make_transformer, make_writer

TEXT = torch.tensor([1, 6, 11, 3])
WRITTEN = torch.tensor([6, 11, 3, 2])


def passed(network):
    source, allowed = torch.tensor([5, 9, 2]), torch.ones(1, 3, dtype=torch.bool)
    return network(source, TEXT, allowed)


def test_the_last_stage_says_what_the_network_says():
    for network in (make_writer(), make_transformer()):
        record = passed(network)
        found = layer_predictions(network, record, WRITTEN)
        best = record.logits.softmax(-1).topk(5)
        assert found.pieces.shape == (3, 4, 5)
        assert torch.equal(found.pieces[-1], best.indices)
        close(found.probabilities[-1], best.values)


def test_a_stage_is_scored_by_the_matrix_that_reads_words_in_behind_the_last_norm():
    writer = make_writer()
    record = passed(writer)
    x = record.decoder[0].output[2]
    normed = (x - x.mean()) / (x.var(unbiased=False) + 1e-5).sqrt()
    normed = normed * writer.norm_output.weight + writer.norm_output.bias
    scores = writer.embedding.weight @ normed
    found = layer_predictions(writer, record, WRITTEN)
    order = scores.argsort(descending=True)
    assert torch.equal(found.pieces[1, 2], order[:5])
    assert order[found.ranks[1, 2]] == WRITTEN[2]
