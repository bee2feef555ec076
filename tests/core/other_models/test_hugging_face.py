"""Models of Hugging Face with random weights, built here from their configurations."""

import importlib
import re

import pytest
import torch

from core import InputError, from_transformers, rollout, show, statistics
from tests.places import ROOT
from viz.payload.own_models import own_view

hf = pytest.importorskip("transformers")
pytestmark = pytest.mark.filterwarnings("default")  # theirs are not ours to mend

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "</s>"]
PIECES = ["the", "cat", "look", "##ed", "##ing", ".", "le", "chat", "dort", "!"]


@pytest.fixture(scope="module")
def tokenizer():
    """A WordPiece of a few words: "looking" has two pieces."""
    import tokenizers
    from tokenizers import models, normalizers, pre_tokenizers, processors

    ids = {piece: at for at, piece in enumerate([*VOCABULARY, *PIECES])}
    inner = tokenizers.Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    inner.normalizer = normalizers.Lowercase()
    inner.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    inner.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        eos_token="</s>",
    )


SIZES = {"vocab_size": 15, "bos_token_id": 2, "eos_token_id": 4, "pad_token_id": 0}


@pytest.fixture(scope="module")
def bert():
    torch.manual_seed(1)
    config = hf.BertConfig(
        hidden_size=12,
        num_hidden_layers=2,
        num_attention_heads=3,
        intermediate_size=16,
        initializer_range=0.5,
        **SIZES,
    )
    return hf.BertModel(config)


@pytest.fixture(scope="module")
def gpt2():
    torch.manual_seed(2)
    config = hf.GPT2Config(
        n_layer=3, n_head=2, n_embd=8, initializer_range=0.5, **SIZES
    )
    return hf.GPT2LMHeadModel(config)


@pytest.fixture(scope="module")
def t5():
    torch.manual_seed(3)
    config = hf.T5Config(
        num_layers=2,
        num_heads=4,
        d_model=8,
        d_kv=2,
        d_ff=16,
        decoder_start_token_id=0,
        **SIZES,
    )
    return hf.T5ForConditionalGeneration(config)


def raw(model, **inputs):
    """The attentions by the library's own hand, eagerly."""
    configs = [part.config for part in model.modules() if hasattr(part, "config")]
    for config in configs:
        config._attn_implementation = "eager"
    try:
        with torch.inference_mode():
            return model.eval()(**inputs, output_attentions=True)
    finally:
        for config in configs:
            config._attn_implementation = "sdpa"
        model.train()


def test_an_encoder_gives_its_own_numbers_over_pieces_and_sums_over_words(
    bert, tokenizer
):
    own = from_transformers(bert, tokenizer, "The cat looking.")
    ids = tokenizer("The cat looking.", return_tensors="pt")
    assert ids["input_ids"].tolist() == [[2, 5, 6, 7, 9, 10, 3]]
    theirs = raw(bert, **ids).attentions
    torch.testing.assert_close(
        own.kinds[0].weights, torch.cat(theirs), atol=1e-6, rtol=0
    )
    words = own.attention("encoder.1.self_attention", head=2)
    assert words.query_words == ("[CLS]", "The", "cat", "looking", ".", "[SEP]")
    grid = theirs[1][0, 2]
    assert words.weights[1, 3].item() == pytest.approx((grid[1, 3] + grid[1, 4]).item())
    assert words.weights[3, 0].item() == pytest.approx(grid[3:5, 0].mean().item())
    side = own.side("source", words=False)
    assert side.items == ("[CLS]", "The", "cat", "look", "ing", ".", "[SEP]")
    assert side.special == (True, *(False,) * 5, True)
    header, _ = own_view(own)
    assert [stack["label"] for stack in header["stacks"]] == ["Self-attention"]
    assert header["sequences"]["source"]["name"] == "Tokens"


def test_a_decoder_looks_back_and_is_told_from_its_weights(gpt2, tokenizer):
    own = from_transformers(gpt2, tokenizer, "the cat looked")
    ids = tokenizer("the cat looked", return_tensors="pt")
    assert own.names()[-1] == "decoder.2.self_attention"
    torch.testing.assert_close(
        own.kinds[0].weights,
        torch.cat(raw(gpt2, **ids).attentions),
        atol=1e-6,
        rtol=0,
    )  # fmt: skip
    assert own.stacks()[0].back
    assert statistics(own)["decoder.0.self_attention"].heads[0]["next"] is None
    assert rollout(own).weights.sum(-1).tolist() == pytest.approx([1.0] * 6)
    with pytest.raises(InputError, match="no decoder beside its encoder"):
        from_transformers(gpt2, tokenizer, "the cat", "le chat")


def test_an_encoder_decoder_reads_the_target_one_place_late(t5, tokenizer):
    own = from_transformers(t5, tokenizer, "the cat looked .", "le chat dort")
    read, predicted = own.lines["read"], own.lines["predicted"]
    assert read.side.words == ("[PAD]", "[CLS]", "le", "chat", "dort")
    assert predicted.side.words == ("[CLS]", "le", "chat", "dort", "[SEP]")
    assert read.given and predicted.given
    labels = tokenizer("le chat dort", return_tensors="pt")["input_ids"]
    theirs = raw(
        t5, **tokenizer("the cat looked .", return_tensors="pt"), labels=labels
    )
    for kind, field in zip(own.kinds, ("encoder", "decoder", "cross"), strict=True):
        expected = torch.cat(getattr(theirs, f"{field}_attentions"))
        torch.testing.assert_close(kind.weights, expected, atol=1e-6, rtol=0)
    cross = own.attention("decoder.1.cross_attention", head=3)
    assert cross.query_words == predicted.side.words
    assert cross.key_words == ("[CLS]", "the", "cat", "looked", ".", "[SEP]")
    assert own.title == "the cat looked . → le chat dort"
    assert rollout(own).weights.shape == (5, 5 + 7)
    same = show(theirs, ["s"] * 7, ["t"] * 5)
    torch.testing.assert_close(same.kinds[2].weights, own.kinds[2].weights)
    header, _ = own_view(own)
    assert header["sequences"]["read"]["given"] is True


def test_without_a_target_it_writes_one(t5, tokenizer):
    own = from_transformers(t5, tokenizer, "the cat")
    assert not own.lines["read"].given
    assert own.lines["read"].side.pieces[0] == "[PAD]"
    sizes = {kind.short: tuple(kind.weights.shape[-2:]) for kind in own.kinds}
    n = len(own.lines["predicted"].side.pieces)
    assert sizes == {"encoder": (4, 4), "decoder": (n, n), "cross": (n, 4)}


def test_the_model_is_afterwards_as_it_was(t5, tokenizer):
    t5.train()
    t5.encoder.eval()
    before = {name: part.training for name, part in t5.named_modules()}
    kinds = [part.config._attn_implementation for part in (t5, t5.encoder, t5.decoder)]
    from_transformers(t5, tokenizer, "the cat", "le chat")
    assert {name: part.training for name, part in t5.named_modules()} == before
    assert kinds == ["sdpa"] * 3
    assert [
        p.config._attn_implementation for p in (t5, t5.encoder, t5.decoder)
    ] == kinds
    broken = lambda **_: 1 / 0  # noqa: E731
    broken_model = t5.encoder.forward
    t5.encoder.forward = broken
    try:
        with pytest.raises(ZeroDivisionError):
            from_transformers(t5, tokenizer, "the cat", "le chat")
    finally:
        t5.encoder.forward = broken_model
    assert t5.config._attn_implementation == "sdpa" and t5.decoder.training


def test_weights_that_are_not_given_out_say_how_to_get_them(bert, tokenizer):
    """Under sdpa the library answers with nothing, in one way or another."""
    bert.eval()
    with torch.inference_mode():
        found = bert(
            **tokenizer("the cat", return_tensors="pt"), output_attentions=True
        )
    with pytest.raises(InputError, match="attn_implementation='eager'"):
        show(found, ["a"] * 4)


def test_padding_of_a_batch_is_left_out_by_its_mask(bert, tokenizer):
    texts = ["the cat", "the cat looking . the cat"]
    ids = tokenizer(texts, padding=True, return_tensors="pt")
    batch = raw(bert, **ids).attentions
    tokens = [tokenizer.convert_ids_to_tokens(row) for row in ids["input_ids"].tolist()]
    own = show(batch, tokens, mask=ids["attention_mask"], item=0)
    alone = from_transformers(bert, tokenizer, "the cat")
    torch.testing.assert_close(
        own.kinds[0].weights, alone.kinds[0].weights, atol=1e-6, rtol=0
    )


def test_half_precision_is_taken_as_it_is(gpt2, tokenizer):
    half = hf.GPT2LMHeadModel(gpt2.config).to(torch.bfloat16)
    half.load_state_dict(gpt2.state_dict())
    own = from_transformers(half, tokenizer, "the cat looked . the cat looking !")
    assert own.kinds[0].back and own.kinds[0].weights.dtype is torch.float32


def test_a_sliding_window_is_seen(tokenizer):
    torch.manual_seed(4)
    config = hf.MistralConfig(
        hidden_size=8,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        intermediate_size=16,
        sliding_window=3,
        **SIZES,
    )
    own = from_transformers(
        hf.MistralForCausalLM(config), tokenizer, "the cat looked . le chat"
    )
    n = len(own.lines["source"].side.pieces)
    ahead = torch.arange(n) - torch.arange(n)[:, None]
    expected = (ahead <= 0) & (ahead > -3)
    assert own.stacks(words=False)[0].allowed[1, 1].tolist() == expected.tolist()


def test_two_sentences_are_told_apart(bert, tokenizer):
    own = from_transformers(bert, tokenizer, "the cat", pair="le chat looking")
    assert own.side("source").items == (
        *("[CLS]", "the", "cat", "[SEP]"),
        *("le", "chat", "looking", "[SEP]"),
    )
    there = own.stacks()[1]
    assert there.queries.items == ("[CLS]", "the", "cat", "[SEP]")
    assert there.keys.items == ("le", "chat", "looking", "[SEP]")


def test_what_is_no_text_is_refused(bert, tokenizer):
    with pytest.raises(InputError, match="text is empty"):
        from_transformers(bert, tokenizer, "  ")
    with pytest.raises(InputError, match="Show the texts of a batch one by one"):
        from_transformers(bert, tokenizer, ["the cat", "le chat"])


def test_what_the_page_of_docs_shows_runs(bert, tokenizer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/library.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (code,) = (block for block in blocks if "(model, tokenizer," in block)
    read = tokenizer(["The cat looked."], return_tensors="pt")
    names = {
        "headlight": importlib.import_module("headlight"),
        "model": bert,
        "tokenizer": tokenizer,
        "output": raw(bert, **read),
        "ids": read["input_ids"][0],
        "attention_mask": read["attention_mask"],
    }
    exec(code, names)  # the page is ours
    told = names["headlight"].statistics(names["own"])["encoder.1.self_attention"]
    assert len(told.heads) == 3


class WithOneMore(torch.nn.Module):
    """Reads a token of its own before those that it is given."""

    def __init__(self, inner):
        super().__init__()
        self.inner, self.config, self.device = inner, inner.config, inner.device

    def forward(self, input_ids, output_attentions, **_):
        ids = torch.cat([input_ids[:, :1], input_ids], 1)
        return self.inner(input_ids=ids, output_attentions=output_attentions)


def test_a_model_that_adds_tokens_of_its_own_is_told_of(bert, tokenizer):
    with pytest.raises(
        InputError, match=r"5 queries over 5 keys.*given are 4 and 4.*of its own"
    ):
        from_transformers(WithOneMore(bert), tokenizer, "the cat")


@pytest.mark.parametrize("given", [None, "gpt2", torch.nn.Linear(2, 2), object()])
def test_what_is_no_model_of_theirs_is_said(given, tokenizer):
    with pytest.raises(InputError, match="no model of transformers"):
        from_transformers(given, tokenizer, "the cat")


@pytest.mark.parametrize("given", [None, "gpt2", object(), 3])
def test_what_is_no_tokenizer_is_said(given, gpt2):
    with pytest.raises(InputError, match="Give the tokenizer of this model"):
        from_transformers(gpt2, given, "the cat")


def test_a_processor_stands_for_its_tokenizer_where_a_text_is_read(gpt2, tokenizer):
    processor = type("Processor", (), {"tokenizer": tokenizer})()
    own = from_transformers(gpt2, processor, "the cat")
    assert own.side("source").items[1:3] == ("the", "cat")


def test_a_text_that_a_model_cannot_read_is_said_and_the_model_is_as_it_was(
    gpt2, tokenizer
):
    before = gpt2.config._attn_implementation
    with pytest.raises(
        InputError, match=r"index out of range.*no longer than it reads"
    ):
        from_transformers(gpt2, tokenizer, "the cat " * 600)
    assert gpt2.config._attn_implementation == before


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"max_tokens": 3}, r"not used by the model: \['max_tokens'\]"),
        ({"max_new_tokens": 0}, "must be greater than 0"),
        ({"max_new_tokens": "4"}, "Change generate, or leave it out"),
        ({"num_beams": 0}, "Change generate, or leave it out"),
        ({"input_ids": torch.tensor([[1]])}, r"come from the text \(input_ids\)"),
        ({1: 2}, "names of arguments"),
    ],
)
def test_arguments_that_generate_does_not_take_are_said(gpt2, tokenizer, asked, said):
    with pytest.raises(InputError, match=said):
        from_transformers(gpt2, tokenizer, "the cat", generate=asked)
