from dataclasses import fields
from itertools import pairwise

import pytest
import torch
from torch import nn

from core.attention import causal_mask, padding_mask
from core.experiments.uncached import WithoutCache
from core.networks.transformer import (
    DecoderLayer,
    EncoderLayer,
    Transformer,
    TransformerConfig,
)
from tests.close import close
from tests.core.test_layers import copied
from tests.core.tiny import make_transformer

SOURCE = torch.tensor([[5, 9, 13, 4, 2], [7, 8, 2, 0, 0]])
TARGET = torch.tensor([[1, 6, 11, 3], [1, 12, 16, 10]])
ALLOWED = padding_mask(torch.tensor([5, 3]))


# --- against torch ------------------------------------------------------------------


def copy_encoder(layers: nn.ModuleList) -> nn.TransformerEncoder:
    """The same stack as torch builds it: residual, then norm; ReLU; no last norm."""
    layer = nn.TransformerEncoderLayer(
        12, 3, 20, dropout=0.0, batch_first=True, norm_first=False
    )
    stack = nn.TransformerEncoder(layer, 2, norm=None, enable_nested_tensor=False)
    for theirs, ours in zip(stack.layers, layers, strict=True):
        copy_layer(theirs, ours)
        theirs.self_attn = copied(ours.self_attention)
        theirs.norm1 = plain(ours.norm_self_attention)
        theirs.norm2 = plain(ours.norm_feed_forward)
    return stack.train()  # without dropout; the fast path of eval() is skipped


def copy_decoder(layers: nn.ModuleList) -> nn.TransformerDecoder:
    layer = nn.TransformerDecoderLayer(
        12, 3, 20, dropout=0.0, batch_first=True, norm_first=False
    )
    stack = nn.TransformerDecoder(layer, 2, norm=None)
    for theirs, ours in zip(stack.layers, layers, strict=True):
        copy_layer(theirs, ours)
        theirs.self_attn = copied(ours.self_attention)
        theirs.multihead_attn = copied(ours.cross_attention)
        theirs.norm1 = plain(ours.norm_self_attention)
        theirs.norm2 = plain(ours.norm_cross_attention)
        theirs.norm3 = plain(ours.norm_feed_forward)
    return stack.train()


def plain(norm: nn.LayerNorm) -> nn.LayerNorm:
    """torch's own norm, with the same gain and bias."""
    theirs = nn.LayerNorm(12)
    theirs.load_state_dict(norm.state_dict())
    return theirs


def copy_layer(theirs: nn.Module, ours: EncoderLayer | DecoderLayer) -> None:
    theirs.linear1, theirs.linear2 = ours.widen, ours.narrow


def test_the_encoder_is_that_of_torch(transformer):
    x = torch.randn(2, 5, 12)
    ours = transformer.encode(x, ALLOWED)[-1].output
    theirs = copy_encoder(transformer.encoder)(
        x, src_key_padding_mask=~ALLOWED.squeeze(1)
    )
    close(ours, theirs)


def test_the_decoder_is_that_of_torch(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    theirs = copy_decoder(transformer.decoder)(
        record.target_embedding,
        record.encoder[-1].output,
        tgt_mask=~causal_mask(4),
        memory_key_padding_mask=~ALLOWED.squeeze(1),
    )
    close(record.decoder[-1].output, theirs)


def test_the_decoder_without_causal_mask_is_that_of_torch(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED, torch.ones(4, 4).bool())
    theirs = copy_decoder(transformer.decoder)(
        record.target_embedding,
        record.encoder[-1].output,
        memory_key_padding_mask=~ALLOWED.squeeze(1),
    )
    close(record.decoder[-1].output, theirs)


# --- words in, words out ------------------------------------------------------------


def test_a_word_is_its_embedding_times_the_root_of_d_model_plus_its_position(
    transformer,
):
    found = transformer.embed(torch.tensor([4, 4]))
    vector = transformer.embedding.weight[4] * 3.4641016  # √12
    close(found[0], vector + torch.tensor([0.0, 1.0] * 6))
    close(found[1][:2], vector[:2] + torch.tensor([0.841471, 0.540302]))


def test_one_matrix_reads_words_and_scores_them(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    output = record.decoder[-1].output[1, 2]
    close(record.logits[1, 2, 11], output @ transformer.embedding.weight[11])
    assert record.logits.shape == (2, 4, 17)
    names = [name for name, _ in transformer.named_parameters()]
    assert [name for name in names if "embedding" in name] == ["embedding.weight"]


# --- the record ---------------------------------------------------------------------


def test_the_encoder_record_is_the_residual_stream(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    assert len(record.encoder) == 2
    assert torch.equal(record.encoder[0].input, record.source_embedding)
    for before, after in pairwise(record.encoder):
        assert torch.equal(after.input, before.output)
    for layer, step in zip(transformer.encoder, record.encoder, strict=True):
        added = step.input + step.self_attention.output
        close(step.after_self_attention, layer.norm_self_attention.norm(added))
        close(step.hidden, torch.clamp(layer.widen(step.after_self_attention), min=0))
        added = step.after_self_attention + layer.narrow(step.hidden)
        close(step.output, layer.norm_feed_forward.norm(added))


def test_the_decoder_record_is_the_residual_stream(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    assert len(record.decoder) == 2
    assert torch.equal(record.decoder[0].input, record.target_embedding)
    assert torch.equal(record.decoder[1].input, record.decoder[0].output)
    for layer, step in zip(transformer.decoder, record.decoder, strict=True):
        added = step.input + step.self_attention.output
        close(step.after_self_attention, layer.norm_self_attention.norm(added))
        added = step.after_self_attention + step.cross_attention.output
        close(step.after_cross_attention, layer.norm_cross_attention.norm(added))
        close(step.hidden, torch.clamp(layer.widen(step.after_cross_attention), min=0))
        added = step.after_cross_attention + layer.narrow(step.hidden)
        close(step.output, layer.norm_feed_forward.norm(added))


def test_cross_attention_asks_from_the_decoder_and_reads_the_encoder(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    layer, step = transformer.decoder[1], record.decoder[1]
    cross, memory = layer.cross_attention, record.encoder[-1].output
    asked = cross.split(cross.project_query(step.after_self_attention))
    close(step.cross_attention.query, asked)
    close(step.cross_attention.key, cross.split(cross.project_key(memory)))
    close(step.cross_attention.value, cross.split(cross.project_value(memory)))


def test_no_decoder_row_looks_ahead_and_no_row_at_all_looks_at_padding(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    for step in record.decoder:
        assert step.self_attention.weights.triu(1).abs().max() == 0
        assert step.cross_attention.weights[1, :, :, 3:].abs().max() == 0
    for step in record.encoder:
        assert step.self_attention.weights[1, :, :, 3:].abs().max() == 0


def test_a_later_target_word_changes_no_earlier_row(transformer):
    changed = TARGET.clone()
    changed[:, 3] = 14
    ours = transformer(SOURCE, TARGET, ALLOWED).logits
    others = transformer(SOURCE, changed, ALLOWED).logits
    close(ours[:, :3], others[:, :3], by=1e-6)
    assert (ours[:, 3] - others[:, 3]).abs().max() > 0.01


def test_a_sentence_alone_is_that_row_of_a_batch(transformer):
    batch = transformer(SOURCE, TARGET, ALLOWED)
    alone = transformer(SOURCE[1, :3], TARGET[1], ALLOWED[1, :, :3])
    close(alone.logits, batch.logits[1])
    close(alone.encoder[1].output, batch.encoder[1].output[1, :3])
    weights = batch.decoder[1].cross_attention.weights[1, :, :, :3]
    close(alone.decoder[1].cross_attention.weights, weights)


def test_a_pass_without_dropout_repeats_itself_and_one_with_it_does_not():
    network = Transformer(TransformerConfig(17, 12, 20, 3, 2, dropout=0.5))
    one, two = (network(SOURCE, TARGET, ALLOWED).logits for _ in range(2))
    assert not torch.equal(one, two)
    network.eval()
    one, two = (network(SOURCE, TARGET, ALLOWED).logits for _ in range(2))
    assert torch.equal(one, two)


def test_dropout_acts_on_what_each_sublayer_adds_and_on_the_embedding():
    """Vaswani et al. (2017), section 5.4. All dropped, only the norms are left."""
    network = make_transformer().train()
    network.dropout.p = 1.0
    assert torch.equal(network.embed(SOURCE), torch.zeros(2, 5, 12))
    network.dropout.p = 0.0
    for layer in (*network.encoder, *network.decoder):
        layer.dropout.p = 1.0
    record = network(SOURCE, TARGET, ALLOWED)
    encoder, decoder = network.encoder[1], network.decoder[1]
    step = record.encoder[1]
    close(step.after_self_attention, encoder.norm_self_attention.norm(step.input))
    close(step.output, encoder.norm_feed_forward.norm(step.after_self_attention))
    step = record.decoder[1]
    close(step.after_self_attention, decoder.norm_self_attention.norm(step.input))
    found = decoder.norm_cross_attention.norm(step.after_self_attention)
    close(step.after_cross_attention, found)
    close(step.output, decoder.norm_feed_forward.norm(step.after_cross_attention))


# --- word by word -------------------------------------------------------------------


def test_cached_steps_score_as_the_whole_pass(transformer):
    whole = transformer(SOURCE, TARGET, ALLOWED).logits
    state = transformer.begin(SOURCE, ALLOWED)
    for i in range(4):
        logits, state = transformer.step(state, TARGET[:, i])
        close(logits, whole[:, i])


def test_cached_keys_and_values_are_those_of_the_whole_pass(transformer):
    record = transformer(SOURCE, TARGET, ALLOWED)
    state = transformer.begin(SOURCE, ALLOWED)
    for i in range(4):
        _, state = transformer.step(state, TARGET[:, i])
    for i, step in enumerate(record.decoder):
        close(state.keys[i], step.self_attention.key)
        close(state.values[i], step.self_attention.value)
        close(state.cross_keys[i], step.cross_attention.key)
        close(state.cross_values[i], step.cross_attention.value)


def test_without_the_causal_mask_each_step_is_a_pass_over_the_words_so_far(transformer):
    network = WithoutCache(transformer, causal=False)
    state = network.begin(SOURCE, ALLOWED)
    for i in range(1, 5):
        logits, state = network.step(state, TARGET[:, i - 1])
        record = transformer(SOURCE, TARGET[:, :i], ALLOWED, torch.ones(i, i).bool())
        close(logits, record.logits[:, -1])
    masked = transformer(SOURCE, TARGET, ALLOWED).logits[:, -1]
    assert (logits - masked).abs().max() > 0.01


def test_a_state_keeps_no_record(transformer):
    _, state = transformer.step(transformer.begin(SOURCE, ALLOWED), TARGET[:, 0])
    assert {field.name for field in fields(state)} == {
        "cross_keys", "cross_values", "source_allowed", "keys", "values",
    }  # fmt: skip
    assert state.keys[0].shape == (2, 3, 1, 4)


# --- sizes check themselves ---------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"n_heads": 3, "d_model": 128}, "multiple of n_heads=3, not 128"),
        ({"n_layers": 0}, "n_layers must be at least 1, not 0"),
        ({"d_hidden": -4}, "d_hidden must be at least 1, not -4"),
        ({"dropout": 1.0}, "dropout must be at least 0, below 1, not 1.0"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        TransformerConfig(17, **sizes)


def test_the_shipped_sizes_are_those_of_three_layers_of_eight_heads():
    config = TransformerConfig(9000)
    assert (config.n_layers, config.n_heads, config.d_model) == (3, 8, 256)
