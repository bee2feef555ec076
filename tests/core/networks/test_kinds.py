"""What every kind of network says of itself, so that nobody asks which kind it is."""

import pytest
import torch

from core.networks.kinds import CONFIGS, KINDS, Network, Record, build, kind_of
from tests.close import close

SIZES = {"vocabulary": 17, "d_model": 12, "d_hidden": 20, "n_heads": 3, "n_layers": 2}


@pytest.fixture(params=sorted(KINDS))
def network(request):
    known = CONFIGS[request.param].__dataclass_fields__
    given = {name: size for name, size in SIZES.items() if name in known}
    return build(request.param, given).eval()


def test_a_network_is_decoded_and_has_a_kind(network, request):
    assert isinstance(network, Network)
    assert kind_of(network) == request.node.callspec.params["network"]


def test_a_pass_has_the_attentions_that_its_network_names(network):
    source, target = torch.tensor([5, 9, 2]), torch.tensor([1, 6, 11, 3])
    allowed = torch.ones(1, 3, dtype=torch.bool)
    record = network(source, target, allowed)
    assert isinstance(record, Record)
    assert record.attentions() == network.attention_names()
    for name in record.attentions():
        weights, may = record.attention(name)
        queries = 3 if name.stack == "encoder" else 4
        keys = 4 if name.looks_back else 3
        assert weights.shape[1:] == (queries, keys)
        assert (weights[~may.expand_as(weights)] == 0).all()
        close(weights.sum(-1), torch.ones(len(weights), queries))


def test_the_attentions_stand_in_the_order_in_which_they_are_offered():
    named = {kind: [] for kind in KINDS}
    for kind in named:
        known = CONFIGS[kind].__dataclass_fields__
        sizes = {name: size for name, size in SIZES.items() if name in known}
        named[kind] = [str(name) for name in build(kind, sizes).attention_names()]
    assert named["rnn"] == []
    assert named["bahdanau"] == ["decoder.alignment"]
    assert named["transformer"] == [
        "encoder.0.self_attention",
        "encoder.1.self_attention",
        "decoder.0.self_attention",
        "decoder.1.self_attention",
        "decoder.0.cross_attention",
        "decoder.1.cross_attention",
    ]


def test_an_encoder_without_order_reads_moved_words_as_moved_rows():
    torch.manual_seed(3)
    network = build("transformer_without_source_order", SIZES).eval()
    allowed = torch.ones(1, 3, dtype=torch.bool)
    one, other = torch.tensor([5, 9, 2]), torch.tensor([2, 5, 9])
    record = network(one, torch.tensor([1, 6]), allowed)
    moved = network(other, torch.tensor([1, 6]), allowed)
    close(moved.encoder[-1].output, record.encoder[-1].output[[2, 0, 1]], by=1e-5)
    close(moved.logits, record.logits, by=1e-5)
    swapped = network(one, torch.tensor([6, 1]), allowed)
    assert (swapped.decoder[0].input[0] - record.decoder[0].input[1]).abs().max() > 0.1
