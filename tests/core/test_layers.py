from functools import partial

import torch
from torch import nn

from core.attention import causal_mask
from core.layers import MultiHeadAttention, sinusoidal_positions
from tests.close import close as near

close = partial(near, by=1e-6)


def copied(ours: MultiHeadAttention) -> nn.MultiheadAttention:
    """The same attention as torch builds it."""
    size = ours.join.in_features
    theirs = nn.MultiheadAttention(size, ours.n_heads, batch_first=True).eval()
    three = (ours.project_query, ours.project_key, ours.project_value)
    theirs.in_proj_weight.data = torch.cat([p.weight.data for p in three])
    theirs.in_proj_bias.data = torch.cat([p.bias.data for p in three])
    theirs.out_proj.weight.data = ours.join.weight.data
    theirs.out_proj.bias.data = ours.join.bias.data
    return theirs.requires_grad_(False)


def make_attention(n_heads: int) -> MultiHeadAttention:
    torch.manual_seed(5)
    return MultiHeadAttention(12, n_heads).eval().requires_grad_(False)


# --- several heads ------------------------------------------------------------------


def test_attention_of_several_heads_is_that_of_torch():
    attention = make_attention(3)
    x, context = torch.randn(2, 5, 12), torch.randn(2, 7, 12)
    allowed = torch.rand(2, 5, 7) < 0.6
    allowed[..., 2] = True
    record = attention(x, context, allowed)
    forbidden = (~allowed).repeat_interleave(3, dim=0)
    output, weights = copied(attention)(
        x, context, context, attn_mask=forbidden, average_attn_weights=False
    )
    close(record.output, output)
    close(record.weights, weights)


def test_causal_self_attention_is_that_of_torch():
    attention = make_attention(4)
    x = torch.randn(2, 5, 12)
    record = attention(x, x, causal_mask(5))
    output, weights = copied(attention)(
        x, x, x, attn_mask=~causal_mask(5), average_attn_weights=False
    )
    close(record.output, output)
    close(record.weights, weights)


def test_every_intermediate_has_its_shape():
    record = make_attention(3)(
        torch.randn(2, 5, 12), torch.randn(2, 7, 12), torch.ones(2, 1, 7).bool()
    )
    assert record.query.shape == (2, 3, 5, 4)
    assert record.key.shape == record.value.shape == (2, 3, 7, 4)
    assert record.scores.shape == record.weights.shape == (2, 3, 5, 7)
    assert record.allowed.shape == (2, 1, 5, 7)
    assert record.mixed.shape == (2, 3, 5, 4)
    assert record.output.shape == (2, 5, 12)


def test_a_head_reads_its_own_part_of_the_projection():
    attention = make_attention(3)
    x = torch.randn(5, 12)
    record = attention(x, x, torch.ones(5, 5).bool())
    close(record.query[1], attention.project_query(x)[:, 4:8])
    close(record.key[2], attention.project_key(x)[:, 8:12])
    close(record.value[0], attention.project_value(x)[:, 0:4])


def test_scores_are_halved_for_heads_of_four_and_left_unmasked():
    attention = make_attention(3)
    x = torch.randn(5, 12)
    record = attention(x, x, causal_mask(5))
    close(record.scores[2], record.query[2] @ record.key[2].T / 2)
    assert record.scores.isfinite().all()
    assert record.weights[:, 0, 1:].abs().max() == 0


def test_the_output_joins_the_heads_side_by_side():
    attention = make_attention(3)
    x = torch.randn(5, 12)
    record = attention(x, x, causal_mask(5))
    side_by_side = torch.cat([record.mixed[0], record.mixed[1], record.mixed[2]], -1)
    close(record.output, attention.join(side_by_side))


def test_a_sentence_alone_is_that_row_of_a_batch():
    attention = make_attention(3)
    x, context = torch.randn(2, 5, 12), torch.randn(2, 7, 12)
    allowed = torch.arange(7).expand(2, 1, 7) < torch.tensor([4, 7])[:, None, None]
    batch = attention(x, context, allowed)
    alone = attention(x[0], context[0], allowed[0])
    close(alone.output, batch.output[0])
    close(alone.weights, batch.weights[0])
    assert torch.equal(alone.allowed, batch.allowed[0])


def test_merging_undoes_splitting():
    attention = make_attention(4)
    x = torch.randn(2, 5, 12)
    assert torch.equal(attention.merge(attention.split(x)), x)


# --- positions ----------------------------------------------------------------------


def test_positions_are_the_formula_in_numbers():
    # d_model 4: angles t and t / 100
    close(
        sinusoidal_positions(3, 4),
        [
            [0.0, 1.0, 0.0, 1.0],
            [0.841471, 0.540302, 0.0099998, 0.99995],
            [0.909297, -0.416147, 0.0199987, 0.9998],
        ],
        by=1e-5,
    )


def test_the_slowest_wave_of_six_turns_once_in_2_916_words():
    # i = 2 of d_model 6: 10000^(4/6) = 464.16; sin(100 / 464.16) = 0.21378
    close(sinusoidal_positions(101, 6)[100, 4], 0.21378, by=2e-5)


def test_an_odd_size_ends_with_a_sine():
    positions = sinusoidal_positions(2, 3)
    assert positions.shape == (2, 3)
    # 10000^(2/3) = 464.16
    close(positions[1], [0.841471, 0.540302, 0.0021544], by=1e-5)


def test_positions_stay_within_one():
    assert sinusoidal_positions(512, 26).abs().max() <= 1


def test_the_dot_product_of_two_positions_depends_on_their_distance_alone():
    positions = sinusoidal_positions(40, 12)
    products = positions @ positions.T
    close(products[3, 10], products[20, 27], by=1e-4)
    close(products[5, 5], 6.0, by=1e-4)
