"""Weights of any model as they come: right results, or a sentence that says why."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

import core
from core import InputError, rollout, show, statistics
from core.attention_map import Pictured

WORDS = ["[CLS]", "a", "cat", "[SEP]"]
LOOKS = [
    [0.1, 0.2, 0.3, 0.4],
    [0.7, 0.1, 0.1, 0.1],
    [0.25, 0.25, 0.25, 0.25],
    [0.4, 0.3, 0.2, 0.1],
]
BACK = [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]


def dense(*shape, mask=None, seed=0):
    """Weights as a softmax gives them: exactly 0 where a mask forbids, else above."""
    torch.manual_seed(seed)
    scores = torch.randn(*shape)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return scores.softmax(-1)


def test_the_numbers_are_those_of_the_raw_array_in_every_head_and_their_mean():
    first, second = np.array(LOOKS), np.array(LOOKS)[::-1]
    own = show([np.stack([first, second])[None]], WORDS)
    assert own.names() == ("encoder.0.self_attention",)
    head = own.attention("encoder.0.self_attention", head=1)
    assert head.query_words == head.key_words == tuple(WORDS)
    assert head.title == "encoder.0.self_attention head 1"
    np.testing.assert_array_equal(head.weights, second.astype(np.float32))
    mean = own.attention("encoder.0.self_attention")
    assert mean.weights[0].tolist() == pytest.approx([0.25, 0.25, 0.25, 0.25])
    assert mean.weights[1].tolist() == pytest.approx([0.475, 0.175, 0.175, 0.175])
    assert isinstance(own, Pictured) and bool(mean.allowed.all())


@pytest.mark.parametrize(
    "given",
    [
        LOOKS,
        np.array([LOOKS]),
        np.array([[LOOKS]]),
        torch.tensor([[[LOOKS]]]),
        (torch.tensor([LOOKS]),),
        [np.array(LOOKS)],
        (torch.tensor([[LOOKS]], requires_grad=True),),
    ],
    ids=["lists", "3 axes", "4 axes", "5 axes", "heads", "one map", "with gradient"],
)
def test_arrays_come_in_any_nesting(given):
    weights = show(given, WORDS).over_pieces("encoder.0.self_attention")[0]
    torch.testing.assert_close(weights, torch.tensor([LOOKS]))


def test_half_precision_keeps_its_numbers_and_its_rows_need_not_be_exact():
    for kind in (torch.float16, torch.bfloat16):
        looks = dense(2, 3, 40, 40).to(kind)
        own = show(list(looks), [f"w{at}" for at in range(40)])
        torch.testing.assert_close(own.kinds[0].weights, looks.float(), atol=0, rtol=0)


def test_a_causal_mask_is_told_by_the_weights_and_its_cells_are_forbidden():
    own = show([BACK], ["a", "b", "c"])
    (stack,) = own.stacks()
    assert (stack.id, stack.back) == ("decoder", True)
    assert stack.allowed[0, 0].tolist() == torch.ones(3, 3).tril().bool().tolist()
    heads = own.heads("decoder.0.self_attention")
    assert heads[0].isnan().tolist() == torch.ones(3, 3).triu(1).bool().tolist()


def test_zeros_of_a_sparse_attention_are_numbers_and_no_mask():
    """One key a row, as a hard attention has it: nothing says that it was a mask."""
    (stack,) = show([np.eye(4)[[0, 0, 3, 1]]], WORDS).stacks()
    assert stack.id == "encoder" and bool(stack.allowed.all())
    (stack,) = show([np.eye(4)], WORDS, causal=True).stacks()
    assert stack.allowed[0, 0].tolist() == torch.ones(4, 4).tril().bool().tolist()


def test_a_sliding_window_is_forbidden_beyond_its_reach_in_its_own_layers():
    ahead = torch.arange(7) - torch.arange(7)[:, None]
    causal, window = ahead <= 0, (ahead <= 0) & (ahead > -3)
    looks = [dense(1, 2, 7, 7, mask=mask) for mask in (causal, window)]
    (stack,) = show(looks, list("abcdefg")).stacks()
    assert stack.allowed[0, 1].tolist() == causal.tolist()
    assert stack.allowed[1, 1].tolist() == window.tolist()


def test_the_farthest_cell_alone_at_0_is_no_window():
    looks = dense(1, 2, 7, 7, mask=torch.ones(7, 7, dtype=torch.bool).tril())
    looks[..., 6, 1] += looks[..., 6, 0]
    looks[..., 6, 0] = 0
    (stack,) = show(looks, list("abcdefg")).stacks()
    assert stack.allowed[0, 1].tolist() == torch.ones(7, 7).tril().bool().tolist()


def test_padding_is_left_out_and_the_rest_stands_as_it_was():
    kept = torch.tensor([True, True, True, False, False])
    looks = dense(2, 3, 5, 5, mask=kept.expand(5, 5))
    tokens = ["[CLS]", "cat", "[SEP]", "[PAD]", "[PAD]"]
    own = show(looks[:, None], tokens, mask=[[1, 1, 1, 0, 0]])
    assert own.lines["source"].side.pieces == ("[CLS]", "cat", "[SEP]")
    torch.testing.assert_close(own.kinds[0].weights, looks[..., :3, :3])
    with_pads = show(looks[:, None], tokens).stacks()[0]
    assert with_pads.allowed[0, 0, 1].tolist() == kept.tolist()
    with pytest.raises(InputError, match="leaves out tokens that the weights attend"):
        show(looks[:, None], tokens, mask=[1, 1, 0, 0, 0])


def test_a_batch_is_chosen_from():
    looks, tokens = [dense(3, 2, 4, 4)], [list("abcd"), list("efgh"), list("ijkl")]
    with pytest.raises(InputError, match="batch of 3 texts"):
        show(looks, tokens[0])
    own = show(looks, tokens, item=1)
    assert own.lines["source"].side.words == tuple("efgh")
    torch.testing.assert_close(own.kinds[0].weights[0], looks[0][1])
    with pytest.raises(InputError, match="no item 3"):
        show(looks, tokens[0], item=3)


def test_a_target_and_its_cross_attention_stand_beside_the_source():
    own = show(
        [dense(1, 2, 3, 3)],
        list("abc"),
        list("xy"),
        [dense(1, 2, 2, 3, seed=1)],
        decoder=[dense(1, 2, 2, 2, mask=torch.ones(2, 2).tril().bool())],
    )
    kinds = ("encoder.0.self", "decoder.0.self", "decoder.0.cross")
    assert own.names() == tuple(f"{kind}_attention" for kind in kinds)
    cross = own.attention("decoder.0.cross_attention", head=0)
    assert (cross.query_words, cross.key_words) == (tuple("xy"), tuple("abc"))


def test_a_target_alone_makes_an_alignment():
    own = show(
        np.array([[0.75, 0.25], [0.5, 0.5], [0.1, 0.9]]), list("ab"), list("xyz")
    )
    assert own.names() == ("decoder.0.cross_attention",)
    assert own.title == "a b → x y z"


def test_the_names_of_bertviz_mean_the_same():
    encoder, back = dense(1, 2, 3, 3), dense(1, 2, 2, 2)
    cross = dense(1, 2, 2, 3)
    theirs = show(
        encoder_attention=[encoder],
        decoder_attention=[back],
        cross_attention=[cross],
        encoder_tokens=list("abc"),
        decoder_tokens=list("xy"),
        causal=False,
    )
    assert [kind.short for kind in theirs.kinds] == ["encoder", "decoder", "cross"]
    one = show(attention=[encoder], tokens=list("abc"))
    torch.testing.assert_close(one.kinds[0].weights[0], encoder[0])
    alone = show(decoder_attention=[BACK], decoder_tokens=list("abc"))
    assert alone.names() == ("decoder.0.self_attention",)
    with pytest.raises(InputError, match="attentions and attention are the same"):
        show([encoder], list("abc"), attention=[encoder])


def test_two_sentences_are_also_shown_from_one_to_the_other():
    own = show([LOOKS], WORDS, sentence_b_start=1)
    whole, there, back = own.stacks()
    assert (there.id, back.id) == ("first_to_second", "second_to_first")
    assert there.weights[0, 0].tolist() == [pytest.approx([0.2, 0.3, 0.4])]
    assert back.keys.items == ("[CLS]",) and len(whole.keys.items) == 4
    for start in (0, 4):
        with pytest.raises(InputError, match="the second sentence begins"):
            show([LOOKS], WORDS, sentence_b_start=start)


def test_pieces_are_joined_to_words_sums_into_means_out_of_them():
    tokens = ["[CLS]", "look", "##ing", "[SEP]"]
    own = show([LOOKS], tokens, word_ids=[None, 0, 0, None])
    words = own.attention("encoder.0.self_attention")
    assert words.query_words == ("[CLS]", "looking", "[SEP]")
    assert words.weights[0].tolist() == pytest.approx([0.1, 0.5, 0.4])
    assert words.weights[1].tolist() == pytest.approx([0.475, 0.35, 0.175])
    pieces = own.attention("encoder.0.self_attention", words=False)
    assert pieces.query_words == ("[CLS]", "look", "ing", "[SEP]")
    assert own.side("source").pieces == (1, 2, 1)
    assert own.side("source").special == (True, False, True)


def test_the_marks_of_a_tokenizer_and_what_cannot_be_seen_are_not_shown():
    side = show([LOOKS], ["Ġthe", "▁cat", "\u202eab\n", "Ġ"]).lines["source"].side
    assert side.pieces == ("the", "cat", "ab", "␣")
    assert side.special == (False,) * 4
    broken = show([LOOKS], ["a\ud800", "‹\udfff›", "b", "c"]).title
    assert broken == "a? ‹?› b c" and broken.encode()


class Cache:
    """The interface of TransformerLens' `ActivationCache`, as far as it is used."""

    def __init__(self, **patterns):
        self.patterns = {name.replace("_", "."): p for name, p in patterns.items()}

    def keys(self):
        return ["hook_embed", *(f"{name}.attn.hook_pattern" for name in self.patterns)]

    def __getitem__(self, key):
        return self.patterns[key.removesuffix(".attn.hook_pattern")]

    def __iter__(self):
        raise AssertionError("TransformerLens iterates over its own dictionary")


def test_a_cache_of_transformer_lens_is_taken_as_it_is():
    tokens, back = ["<|endoftext|>", " a", " cat"], torch.tensor([[BACK]])
    own = show(Cache(blocks_0=back, blocks_1=back, blocks_10=back, blocks_2=back,
                     blocks_3=back, blocks_4=back, blocks_5=back, blocks_6=back,
                     blocks_7=back, blocks_8=back, blocks_9=back), tokens)  # fmt: skip
    assert own.names()[-1] == "decoder.10.self_attention"
    assert own.lines["source"].side.words == ("<|endoftext|>", "a", "cat")
    with pytest.raises(InputError, match="no hook_pattern of layer 0"):
        show(Cache(blocks_1=back), tokens)


def test_an_output_is_taken_as_it_is_and_says_what_it_lacks():
    own = show(SimpleNamespace(attentions=(torch.tensor([[BACK]]),)), list("abc"))
    assert own.names() == ("decoder.0.self_attention",)
    output = SimpleNamespace(
        encoder_attentions=(dense(1, 1, 3, 3),),
        decoder_attentions=(torch.tensor([[[[1.0, 0.0], [0.5, 0.5]]]]),),
        cross_attentions=(dense(1, 1, 2, 3),),
    )
    assert len(show(output, list("abc"), list("xy")).kinds) == 3
    output.cross_attentions = None
    with pytest.raises(InputError, match=r"no cross_attentions\. Call the model with"):
        show(output, list("abc"), list("xy"))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (SimpleNamespace(attentions=None), "attentions is None.*attn_implementation"),
        ((None, None), "layer 1, is None.*attn_implementation='eager'"),
        ((), "attentions is empty"),
        ("weights", "not an array of numbers but str"),
        ([[LOOKS[0]]], "1 queries over 4 keys.*one step of a generation"),
        ([np.full((3, 3), 1 / 3)], "3 queries over 3 keys.*tokens given are 4 and 4"),
        ([np.zeros((2, 2, 2, 4, 4))], r"shape \(2, 2, 2, 4, 4\); expected"),
        ([np.array(LOOKS) * 1.3], "row 1 adds up to 1.3000, not to 1"),
        ([np.array(LOOKS) - 0.25], "not to 1. Weights are wanted as they are after"),
        ([np.full((4, 4), np.nan)], "head 1, row 1 is NaN throughout"),
        ([np.array(LOOKS), np.eye(3)], r"shapes \(1, 3, 3\) and \(1, 4, 4"),
        (
            ((torch.tensor([LOOKS]),),),
            "several tensors. One array a layer.*of generate",
        ),
        (None, "nothing to show"),
        (np.zeros((0, 0)), r"shape \(1, 0, 0\): it is empty"),
        ([np.array(LOOKS) * 1j], "attentions, layer 1, holds complex numbers"),
        ([[0.5, 0.5], [1.0]], "rows of attentions are not equally long"),
        (np.array(LOOKS, dtype=str), "not an array of numbers but ndarray of <U"),
        ([np.array(LOOKS) * np.inf], "adds up to inf, not to 1"),
        (3, r"has the shape \(\); expected"),
    ],
)
def test_what_cannot_be_shown_says_why(given, why):
    with pytest.raises(InputError, match=why):
        show(given, WORDS)


def test_what_is_said_of_the_words_must_fit_too():
    with pytest.raises(InputError, match="a list of strings"):
        show([LOOKS], "[CLS] a cat")
    with pytest.raises(InputError, match="3 word_ids do not fit 4 tokens"):
        show([LOOKS], WORDS, word_ids=[None, 0, None])
    with pytest.raises(InputError, match="attends to the later token 2"):
        show([LOOKS], WORDS, causal=True)
    with pytest.raises(InputError, match="need target"):
        show([LOOKS], WORDS, cross=[LOOKS])
    with pytest.raises(InputError, match=r"mask has the shape \(3,\)"):
        show([LOOKS], WORDS, mask=[1, 1, 1])


@pytest.mark.parametrize("item", [3, -1])
def test_an_item_is_one_of_the_batch_wherever_it_is_chosen(item):
    said = rf"no item {item} in .* a batch of 3; they are 0 to 2"
    for batch, tokens, mask in (
        ([dense(3, 1, 4, 4)], WORDS, None),
        ([LOOKS], [WORDS] * 3, None),
        ([LOOKS], WORDS, [[1, 1, 1, 1]] * 3),
    ):
        with pytest.raises(InputError, match=said):
            show(batch, tokens, mask=mask, item=item)


def test_what_was_given_is_not_written_to_nor_complained_about(recwarn):
    given = np.array([LOOKS], dtype="float32")
    given.flags.writeable = False
    own = show([given], WORDS)
    own.kinds[0].weights[:] = 0
    assert given[0, 0, 3] == np.float32(0.4) and not recwarn.list


def test_there_is_no_attention_that_was_not_given():
    own = show([LOOKS], WORDS)
    with pytest.raises(InputError, match=r"choose one of encoder\.0\.self_attention"):
        own.attention("encoder.1.self_attention")
    with pytest.raises(InputError, match="no head 1; they are 0 to 0"):
        own.attention("encoder.0.self_attention", head=1)


def test_heads_are_measured_as_those_of_our_models_are():
    found = statistics(show([BACK], list("abc")))["decoder.0.self_attention"]
    assert repr(found).startswith(f"MapStatistics({len(found.heads)} heads, 3 rows: ")
    assert found.rows == 3
    assert found.heads[0]["same"] == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert found.heads[0]["previous"] == pytest.approx((0.5 + 0.3) / 2)
    assert found.heads[0]["next"] is None and found.heads[0]["end"] is None
    assert found.uniform["same"] == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


def test_layers_are_rolled_out_by_hand():
    """½A + ½I is ((1, 0), (¼, ¾)), then ((1, 0), (½, ½)) from the left."""
    looks = [[[1.0, 0.0], [0.5, 0.5]], [[1.0, 0.0], [1.0, 0.0]]]
    rolled = rollout(show([np.array(one) for one in looks], ["a", "b"], causal=True))
    assert rolled.weights.tolist() == [[1.0, 0.0], [0.625, 0.375]]
    assert rolled.allowed.tolist() == [[True, False], [True, True]]
    assert rolled.key_words == ("a", "b") and rolled.title == "decoder rollout"
    encoder = rollout(show([LOOKS], WORDS))
    assert encoder.title == "encoder rollout"
    assert encoder.weights[0].tolist() == pytest.approx([0.55, 0.1, 0.15, 0.2])


def test_a_rollout_across_needs_the_encoder():
    looks, target = [dense(1, 1, 2, 2)], list("xy")
    own = show(None, list("ab"), target, looks, decoder=looks, causal=False)
    with pytest.raises(
        InputError, match="own model has no layers of attention to roll"
    ):
        rollout(own)


def test_it_is_shown_in_one_line():
    assert repr(show([BACK], list("abc"))) == (
        "Attentions('own model': decoder 1 × 1 heads over 3 × 3)"
    )
    assert core.show is show


def test_the_tokens_that_generate_returned_are_no_weights():
    written = torch.tensor([[5, 6, 4145]])
    with pytest.raises(
        InputError, match=r"whole numbers up to 4145.*return_dict_in_ge"
    ):
        show(written, list("abc"))
    hard = torch.eye(3, dtype=torch.int64)
    assert show(hard, list("abc")).attention("encoder.0.self_attention").weights[1, 1]
