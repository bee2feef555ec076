from dataclasses import replace

import pytest
import torch
from torch import nan

from core.errors import InputError
from core.layers import AttentionRecord
from core.text.sides import Side, source_side, target_sides
from core.text.tokenizer import END, Pieces
from core.trace import AttentionMap, Experiment, walk
from tests.close import close
from tests.core.tiny import FISH

SENTENCE = "The economic zone ate fish."
TARGET = "L'accord a été signé."


@pytest.fixture(scope="module")
def forced(translator):
    return translator.explain(SENTENCE, target=TARGET)


@pytest.fixture(scope="module")
def seen(tiny_transformer):
    return tiny_transformer.explain(SENTENCE, target=TARGET)


# --- the words along a side ---------------------------------------------------------


# --- pieces merged to words, in literal numbers -------------------------------------


def with_weights(trace, weights, allowed, query: Side, key: Side, kind: str):
    """The same trace whose first decoder layer looked exactly so."""
    weights, allowed = torch.tensor(weights), torch.tensor(allowed)
    heads, n, m = weights.shape
    attention = AttentionRecord(
        torch.zeros(heads, n, 4),
        torch.zeros(heads, m, 4),
        torch.zeros(heads, m, 4),
        torch.zeros(heads, n, m),
        allowed[None],
        weights,
        torch.zeros(heads, n, 4),
        torch.zeros(n, 12),
    )
    # Changed behind the record's back: its other tensors have other lengths.
    layer = replace(trace.record.decoder[0])
    object.__setattr__(layer, kind, attention)
    record = replace(trace.record, decoder=(layer,))
    sides = {"read": query} if kind == "self_attention" else {"predicted": query}
    return replace(trace, record=record, source=key, **sides)


MANGE = Pieces("mangé", (7, 8), ("man", "gé"), ("mangé",), (0, 0))


def test_columns_of_a_word_are_summed_and_its_rows_averaged(seen):
    trace = with_weights(
        seen,
        [[[0.1, 0.2, 0.3, 0.4], [0.3, 0.2, 0.1, 0.4], [0.0, 0.5, 0.0, 0.5]]],
        [[True] * 4] * 3,
        target_sides(MANGE)[1],
        source_side(FISH, 0),
        "cross_attention",
    )
    found = trace.attention("decoder.0.cross_attention")
    close(found.weights, [[0.2, 0.4, 0.4], [0.0, 0.5, 0.5]])
    assert found.query_words == ("mangé", "‹end›")
    assert found.key_words == ("the", "fish", "‹end›")
    pieces = trace.attention("decoder.0.cross_attention", words=False)
    close(pieces.weights[1], [0.3, 0.2, 0.1, 0.4])
    assert pieces.query_words == ("man", "gé", "‹end›")
    assert pieces.key_words == ("the", "fi", "sh", "‹end›")


def test_a_cell_of_words_is_forbidden_where_all_its_pieces_are(seen):
    # mangé looks at itself with 0.5 and with 0.3 + 0.5
    read = target_sides(MANGE)[0]
    trace = with_weights(
        seen,
        [[[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]],
        [[True, False, False], [True, True, False], [True, True, True]],
        read,
        read,
        "self_attention",
    )
    heads = trace.heads("decoder.0.self_attention")
    close(heads, [[[1.0, nan], [0.35, 0.65]]])
    found = trace.attention("decoder.0.self_attention", head=0)
    close(found.weights, [[1.0, 0.0], [0.35, 0.65]])
    assert found.allowed.tolist() == [[True, False], [True, True]]
    pieces = trace.heads("decoder.0.self_attention", words=False)
    close(pieces[0, 1], [0.5, 0.5, nan])


def test_the_map_of_all_heads_is_their_mean(seen):
    trace = with_weights(
        seen,
        [[[0.9, 0.1]], [[0.5, 0.5]], [[0.1, 0.9]], [[0.1, 0.9]]],
        [[True, True]],
        Side(("‹end›",), ("‹end›",), (0,), (True,)),
        Side(("the", "‹end›"), ("the", "‹end›"), (0, 1), (False, True)),
        "cross_attention",
    )
    name = "decoder.0.cross_attention"
    close(trace.attention(name).weights, [[0.4, 0.6]])
    assert trace.attention(name).title == "decoder.0.cross_attention mean"
    close(trace.attention(name, head=2).weights, [[0.1, 0.9]])
    assert trace.attention(name, head=2).title == "decoder.0.cross_attention head 2"


# --- names and sides ----------------------------------------------------------------


def test_a_transformer_has_three_attentions_a_layer(seen):
    assert seen.names() == (
        "encoder.0.self_attention",
        "encoder.1.self_attention",
        "decoder.0.self_attention",
        "decoder.1.self_attention",
        "decoder.0.cross_attention",
        "decoder.1.cross_attention",
    )


def test_a_recurrent_translator_has_one_alignment(tiny_bahdanau):
    trace = tiny_bahdanau.explain(SENTENCE, target=TARGET)
    assert trace.names() == ("decoder.alignment",)
    assert trace.heads("decoder.alignment", words=False).shape == (1, 16, 14)


def test_sides_are_source_read_or_predicted(seen):
    assert seen.sides("encoder.1.self_attention") == (seen.source, seen.source)
    assert seen.sides("decoder.0.self_attention") == (seen.read, seen.read)
    assert seen.sides("decoder.1.cross_attention") == (seen.predicted, seen.source)
    assert seen.sides("decoder.alignment") == (seen.predicted, seen.source)


def test_words_are_those_of_both_sentences(forced):
    assert forced.source.words == (
        "The",
        "economic",
        "zone",
        "ate",
        "fish",
        ".",
        "‹end›",
    )
    assert forced.read.words == ("‹start›", "L'", "accord", "a", "été", "signé", ".")
    assert forced.predicted.words == ("L'", "accord", "a", "été", "signé", ".", "‹end›")
    assert forced.forced


def test_every_row_of_every_map_adds_up_to_one(forced):
    for name in forced.names():
        for words in (True, False):
            heads = forced.heads(name, words)
            total = heads.nansum(-1)
            close(total, torch.ones_like(total))
            query, key = forced.sides(name)
            rows = query.words if words else query.pieces
            columns = key.words if words else key.pieces
            assert heads.shape[1:] == (len(rows), len(columns))


def test_the_forbidden_half_of_decoder_self_attention_has_no_number(seen):
    for words in (True, False):
        heads = seen.heads("decoder.1.self_attention", words)
        n = heads.shape[-1]
        above = torch.ones(n, n).triu(1).bool()
        assert heads[:, above].isnan().all()
        assert not heads[:, ~above].isnan().any()


def test_an_attention_that_is_not_there_is_refused(forced):
    with pytest.raises(InputError, match=r"no attention 'decoder\.9\.cross_attention'"):
        forced.attention("decoder.9.cross_attention")


@pytest.mark.parametrize("head", [3, -1])
def test_a_head_that_is_not_there_is_refused(seen, head):
    with pytest.raises(InputError, match=rf"no head {head}; they are 0 to 2"):
        seen.attention("encoder.0.self_attention", head=head)


@pytest.mark.parametrize(
    ("query_words", "key_words"),
    [
        (("a",), ("x", "y", "z")),
        (("a", "b"), ("x", "y")),
        (("x", "y", "z"), ("a", "b")),
    ],
)
def test_words_that_do_not_fit_the_weights_are_refused(query_words, key_words):
    weights = torch.full((2, 3), 1 / 3)
    allowed = torch.ones(2, 3).bool()
    AttentionMap(weights, allowed, ("a", "b"), ("x", "y", "z"), "a map")
    with pytest.raises(ValueError, match=r"do not fit weights of shape \(2, 3\)"):
        AttentionMap(weights, allowed, query_words, key_words, "a map")


# --- the next word ------------------------------------------------------------------


def test_the_next_words_are_as_their_logits_say_and_the_written_one_is_known(
    seen,
):
    probabilities = torch.full((431,), 0.0001)
    probabilities[[300, 301, END]] = torch.tensor([0.5, 0.3, 0.1])
    record = replace(seen.record)
    object.__setattr__(record, "logits", probabilities.log()[None].expand(16, -1))
    ids = (301, *seen.predicted_ids[1:])
    trace = replace(seen, record=record, predicted_ids=ids)
    total = 0.9 + 428 * 0.0001
    best = trace.probabilities[0].topk(3)
    assert best.indices.tolist() == [300, 301, END]
    assert best.values.tolist() == pytest.approx(
        [0.5 / total, 0.3 / total, 0.1 / total], rel=1e-4
    )
    assert trace.wrote(0) == 301
    assert trace.written()[0].item() == pytest.approx(0.3 / total, rel=1e-4)


def test_each_row_is_a_distribution_and_the_last_one_predicts_the_end(forced):
    assert forced.probabilities.shape == (16, 431)
    close(forced.probabilities.sum(-1), torch.ones(16))
    assert forced.predicted_ids[-1] == END
    close(forced.written()[-1], forced.probabilities[15, END])


def test_the_log_probability_is_that_of_what_was_written(forced):
    found = forced.translation.log_probability
    assert found == pytest.approx(forced.written().log().sum().item(), abs=1e-3)


# --- every tensor by name -----------------------------------------------------------


def test_every_tensor_has_a_name_for_each_of_its_axes(forced):
    found = list(walk(forced))
    assert len({name for name, _, _ in found}) == len(found)
    for name, axes, tensor in found:
        assert len(axes) == tensor.dim(), name


def test_a_transformer_is_walked_field_by_field(seen):
    tensors = {name: (axes, tensor) for name, axes, tensor in walk(seen)}
    # 2 layers of 4 + 8, 2 layers of 5 + 2 · 8, two embeddings, logits
    assert len(tensors) == 2 * 12 + 2 * 21 + 3
    axes, tensor = tensors["encoder.0.self_attention.weights"]
    assert axes == ("head", "query", "key")
    assert tensor is seen.record.encoder[0].self_attention.weights
    axes, tensor = tensors["decoder.1.cross_attention.value"]
    assert axes == ("head", "key", "d_head")
    assert tensor.shape == (3, 14, 4)
    assert tensors["logits"][0] == ("target", "word")
    assert tensors["decoder.1.after_cross_attention"][0] == ("target", "d_model")


def test_a_recurrent_translator_is_walked_step_by_step(tiny_bahdanau):
    trace = tiny_bahdanau.explain(SENTENCE, target=TARGET)
    tensors = {name: (axes, tensor) for name, axes, tensor in walk(trace)}
    # 6 of the encoder, the mask, 16 steps of 7 + 4 gates, logits
    assert len(tensors) == 6 + 1 + 16 * 11 + 1
    assert tensors["decoder.15.attention.features"][0] == ("source", "d_align")
    assert tensors["decoder.15.attention.features"][1].shape == (14, 9)
    assert tensors["decoder.3.gates.update"][0] == ("d_state",)
    assert tensors["encoder.annotation"][0] == ("source", "d_annotation")


# --- experiments --------------------------------------------------------------------


@pytest.mark.parametrize("pads", [-1, 13])
def test_more_than_twelve_pads_are_refused(pads):
    with pytest.raises(InputError, match=rf"{pads} pads; choose 0 to 12"):
        Experiment(pads=pads)


def test_an_experiment_that_says_nothing_changes_nothing():
    assert Experiment() == Experiment(causal=True, pads=0, padding_mask=True)
