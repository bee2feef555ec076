"""Parameters counted from sizes: by hand, by layers of ours, by the shipped weights."""

import json

import pytest

import core
from core import checkpoint
from core.labs import sizes
from core.networks.blocks import EncoderLayer, TransformerConfig

ROWS = {row.name: row for row in sizes.TABLE}


def total(parts):
    return sum(parts.values())


def test_small_by_hand():
    parts = sizes.gpt(12, 768)
    assert parts == {
        "words": 38_597_376,  # 50,257 · 768
        "positions": 1_572_864,  # 2,048 · 768
        "attention": 28_348_416,  # 12 · (4 · 589,824 + 4 · 768)
        "feed-forward": 56_669_184,  # 12 · (8 · 589,824 + 5 · 768)
        "norms": 38_400,  # 25 · 2 · 768
    }
    assert total(parts) == 125_226_240


def test_the_count_of_every_row_beside_what_the_table_states():
    found = {
        name: total(sizes.gpt(row.layers, row.d_model)) for name, row in ROWS.items()
    }
    assert found == {
        "Small": 125_226_240,
        "Medium": 355_871_744,
        "Large": 760_300_032,
        "XL": 1_315_723_264,
        "2.7B": 2_651_553_280,
        "6.7B": 6_658_404_352,
        "13B": 12_952_938_780,
        "175B": 174_604_259_328,
    }
    apart = {name: found[name] / row.stated - 1 for name, row in ROWS.items()}
    assert apart["Medium"] == pytest.approx(0.0168, abs=5e-5)
    assert max(map(abs, apart.values())) < 0.018  # 2.7B: 1.8 % below


def test_two_rows_do_not_fit():
    assert [row.name for row in sizes.TABLE if not row.fits] == ["XL", "13B"]
    assert (ROWS["XL"].d_heads, ROWS["XL"].d_model) == (3072, 2048)
    assert (ROWS["13B"].d_heads, ROWS["13B"].d_model) == (5120, 5140)


def test_the_count_doubts_the_heads_of_xl_and_cannot_tell_for_13b():
    xl, big = ROWS["XL"], ROWS["13B"]
    # 24 heads of 128 would be 1.52 billion, not 1.3; a width of 3,072 even 2.88
    assert total(sizes.gpt(24, 2048, xl.d_heads)) == 1_517_123_584
    assert total(sizes.gpt(24, 3072)) == 2_879_554_560
    # 12.95 or 12.85: both are 13 billion
    assert total(sizes.gpt(40, 5140)) == 12_952_938_780
    assert total(sizes.gpt(40, 5120)) == 12_853_386_240
    assert 5140 % big.heads != 0 and 5120 % big.heads == 0


def test_without_a_shared_matrix_small_would_have_a_third_more():
    assert total(sizes.gpt(12, 768, tied=False)) - 125_226_240 == 38_597_376


def test_a_layer_has_as_many_parameters_as_a_layer_of_ours():
    config = TransformerConfig(vocabulary=1, d_model=12, d_hidden=48, n_heads=3)
    layer = EncoderLayer(config)
    counted = sizes.attention(12) + sizes.feed_forward(12, 48) + 2 * sizes.norm(12)
    assert counted == sum(tensor.numel() for tensor in layer.parameters())
    assert counted == 12 * 12 * 12 + 13 * 12  # 12 d² + 13 d


@pytest.mark.parametrize("name", core.models())
def test_the_count_of_a_shipped_model_is_that_of_its_weights(name):
    config = json.loads((checkpoint.SHIPPED / name / "config.json").read_text("utf-8"))
    counted = sizes.shipped(config["kind"], config["sizes"])
    network = core.load(name).network
    assert total(counted) == sum(tensor.numel() for tensor in network.parameters())


def test_the_count_of_a_fixed_vector_is_that_of_its_network():
    from core.networks.rnn import Rnn, RnnConfig

    network = Rnn(RnnConfig(vocabulary=11, d_embedding=6, d_state=5))
    counted = sizes.shipped("rnn", {"vocabulary": 11, "d_embedding": 6, "d_state": 5})
    assert total(counted) == sum(tensor.numel() for tensor in network.parameters())


def test_memory_is_four_two_or_one_bytes_a_number():
    assert [sizes.in_bytes(1000, bits) for bits in sizes.BITS] == [4000, 2000, 1000]


def test_the_share_of_the_attention_matrices():
    small = total(sizes.gpt(12, 768))
    n_maps = sizes.maps("gpt", 12, 12)
    assert n_maps == 144
    # 144 · 2,048² = 603,979,776 beside 125,226,240: 82.8 %
    assert sizes.share_of_maps(small, n_maps, 2048) == pytest.approx(0.8283, abs=5e-5)
    assert sizes.share_of_maps(small, 0, 2048) == 0
    assert sizes.maps("transformer", 3, 8) == 72
    assert (sizes.maps("bahdanau"), sizes.maps("rnn")) == (1, 0)


def test_the_count_of_a_writer_is_that_of_its_network():
    from core.networks.writer import Writer, WriterConfig

    config = WriterConfig(vocabulary=13, d_model=6, n_heads=2, n_layers=3)
    counted = sizes.shipped("writer", vars(config))
    assert total(counted) == sum(p.numel() for p in Writer(config).parameters())
    assert sizes.maps("writer", config.n_layers, config.n_heads) == 6
