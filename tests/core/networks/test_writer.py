"""A decoder alone, held against torch, against its own steps and against counting."""

from itertools import pairwise

import pytest
import torch
from torch import nn
from torch.nn.functional import gelu

from core.attention import causal_mask
from core.errors import InputError
from core.labs.sizes import gpt
from core.networks.writer import Writer, WriterConfig
from tests.close import close
from tests.core.test_layers import copied
from tests.core.tiny import make_writer

TEXT = torch.tensor([[1, 6, 11, 3, 9], [1, 12, 16, 10, 4]])
NONE = torch.zeros(2, 0, dtype=torch.long), torch.ones(2, 1, 0, dtype=torch.bool)


def read(writer: Writer, text: torch.Tensor, allowed: torch.Tensor | None = None):
    return writer(NONE[0], text, NONE[1], allowed)


def torchs(writer: Writer) -> nn.TransformerEncoder:
    """The same stack as torch builds it: norm first, GELU, a norm at the end."""
    layer = nn.TransformerEncoderLayer(
        12,
        3,
        48,
        dropout=0.0,
        activation=lambda x: gelu(x, approximate="tanh"),
        batch_first=True,
        norm_first=True,
    )
    last = nn.LayerNorm(12)
    stack = nn.TransformerEncoder(layer, 2, norm=last, enable_nested_tensor=False)
    last.load_state_dict(writer.norm_output.state_dict())
    for theirs, ours in zip(stack.layers, writer.layers(), strict=True):
        theirs.self_attn = copied(ours.self_attention)
        theirs.norm1.load_state_dict(ours.norm_self_attention.state_dict())
        theirs.norm2.load_state_dict(ours.norm_feed_forward.state_dict())
        theirs.linear1, theirs.linear2 = ours.widen, ours.narrow
    return stack.train()


@pytest.mark.parametrize("allowed", [causal_mask(5), torch.ones(5, 5).bool()])
def test_a_writer_is_torchs_stack_of_masked_self_attention_with_the_norm_first(allowed):
    writer = make_writer()
    record = read(writer, TEXT, allowed)
    theirs = torchs(writer)(record.target_embedding, mask=~allowed)
    close(record.normed_output, theirs)
    close(record.logits, theirs @ writer.embedding.weight.T)


def test_a_word_is_its_embedding_plus_its_learned_position():
    writer = make_writer()
    found = writer.embed_target(torch.tensor([4, 4]), start=3)
    positions = writer.position_embedding.weight
    close(found, writer.embedding.weight[4] + positions[3:5])


def test_what_it_writes_step_by_step_is_what_it_scores_at_once():
    writer = make_writer()
    whole = read(writer, TEXT).logits
    state = writer.begin(*NONE)
    for at in range(TEXT.shape[1]):
        scores, state = writer.step(state, TEXT[:, at])
        close(scores, whole[:, at])
    assert state.keys[1].shape == (2, 3, 5, 4)


def test_its_record_is_the_residual_stream_with_the_norm_before_each_sublayer():
    writer = make_writer()
    record = read(writer, TEXT)
    assert torch.equal(record.decoder[0].input, record.target_embedding)
    for before, after in pairwise(record.decoder):
        assert torch.equal(after.input, before.output)
    for layer, step in zip(writer.layers(), record.decoder, strict=True):
        close(step.normed_input.mean(-1), plain(layer.norm_self_attention, step.input))
        close(
            step.self_attention.query[0, 1],
            layer.self_attention.project_query(step.normed_input[0])[:, 4:8],
        )
        close(step.after_self_attention, step.input + step.self_attention.output)
        close(step.output, step.after_self_attention + layer.narrow(step.hidden))
    close(record.normed_output, writer.norm_output(record.decoder[-1].output))


def plain(norm: nn.LayerNorm, x: torch.Tensor) -> torch.Tensor:
    """The mean of a normed row, by the definition."""
    spread = x.var(-1, unbiased=False, keepdim=True) + norm.eps
    normed = (x - x.mean(-1, keepdim=True)) / spread.sqrt()
    return (normed * norm.weight + norm.bias).mean(-1)


def test_its_numbers_are_as_many_as_the_formula_of_sizes_says():
    writer = Writer(WriterConfig(vocabulary=700, d_model=24, n_heads=2, n_layers=5))
    counted = sum(gpt(5, 24, vocabulary=700, context=128).values())
    assert sum(p.numel() for p in writer.parameters()) == counted
    assert counted == 700 * 24 + 128 * 24 + 5 * (12 * 24**2 + 13 * 24) + 2 * 24


def test_behind_its_last_position_it_refuses_to_go_on():
    writer = make_writer()
    last = torch.ones(2, 11, dtype=torch.long)
    assert read(writer, last).logits.shape == (2, 11, 17)
    with pytest.raises(InputError, match=r"12 pieces; .* 11 positions"):
        read(writer, torch.ones(2, 12, dtype=torch.long))


def test_heads_must_share_the_width():
    with pytest.raises(ValueError, match="multiple of n_heads=5"):
        WriterConfig(17, d_model=12, n_heads=5)
