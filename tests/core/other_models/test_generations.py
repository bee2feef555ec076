"""What generate() returns, step after step: held against one pass over the text."""

import gzip
import importlib
import re
from types import SimpleNamespace

import pytest
import torch

from core import InputError, from_transformers, rollout, show, statistics
from tests.core.other_models import test_hugging_face as one_pass
from tests.core.other_models.test_hugging_face import PIECES, SIZES, VOCABULARY, hf
from tests.places import ROOT
from viz.export.page import header_of
from viz.export.pictures import picture

pytestmark = pytest.mark.filterwarnings("default")  # theirs are not ours to mend
tokenizer = one_pass.tokenizer
ALL = [*VOCABULARY, *PIECES]
PROMPT = [5, 6, 7]


def random(kind, config, seed, **sizes):
    torch.manual_seed(seed)
    made = config(**SIZES, **sizes, attn_implementation="eager")
    return kind(made).eval()


@pytest.fixture(scope="module")
def gpt2():
    return random(hf.GPT2LMHeadModel, hf.GPT2Config, 2, n_layer=3, n_head=2, n_embd=8,
                  initializer_range=0.5)  # fmt: skip


@pytest.fixture(scope="module")
def llama():
    return random(hf.LlamaForCausalLM, hf.LlamaConfig, 5, hidden_size=12,
                  num_hidden_layers=2, num_attention_heads=3, num_key_value_heads=1,
                  intermediate_size=16, initializer_range=0.5)  # fmt: skip


@pytest.fixture(scope="module")
def t5():
    return random(hf.T5ForConditionalGeneration, hf.T5Config, 4, num_layers=2,
                  num_heads=4, d_model=8, d_kv=2, d_ff=16, decoder_start_token_id=0,
                  initializer_factor=3.0)  # fmt: skip


@pytest.fixture(scope="module")
def marian():
    return random(hf.MarianMTModel, hf.MarianConfig, 6, encoder_layers=1,
                  decoder_layers=2, encoder_attention_heads=2, d_model=8,
                  decoder_attention_heads=4, encoder_ffn_dim=16, decoder_ffn_dim=16,
                  decoder_start_token_id=0, init_std=1.0)  # fmt: skip


def write(model, ids=PROMPT, new=5, **more):
    return model.generate(
        torch.tensor([ids] if isinstance(ids[0], int) else ids),
        max_new_tokens=new,
        min_new_tokens=new,
        output_attentions=True,
        return_dict_in_generate=True,
        **more,
    )


def raw(model, **inputs):
    """The attentions of one pass over the finished text."""
    with torch.inference_mode():
        return model(**inputs, output_attentions=True, use_cache=False)


def words(ids):
    return [ALL[at] for at in ids]


WAYS = {
    "greedy": {},
    "without a cache": {"use_cache": False},
    "with a cache of a fixed size": {"cache_implementation": "static"},
    "sampled": {"do_sample": True},
    "beams": {"num_beams": 3},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["gpt2", "llama"])
def test_the_steps_of_a_decoder_are_the_rows_of_one_pass_over_its_text(
    request, name, way
):
    model = request.getfixturevalue(name)
    output = write(model, **WAYS[way])
    ids = output.sequences[0].tolist()
    own = show(output, words(ids))
    theirs = raw(model, input_ids=output.sequences[:, :-1]).attentions
    torch.testing.assert_close(
        own.kinds[0].weights, torch.cat(theirs), atol=1e-4, rtol=0
    )
    read, written = own.side("read"), own.side("predicted")
    assert read.prompt == 3 and len(read.items) == 7
    assert (*read.items, written.items[-1]) == (*read.items[:1], *written.items)
    (stack,) = own.stacks()
    assert stack.id == "decoder" and stack.back
    assert stack.allowed[0, 0].tolist() == torch.ones(7, 7).tril().bool().tolist()


@pytest.mark.parametrize("way", sorted(set(WAYS) - {"with a cache of a fixed size"}))
@pytest.mark.parametrize("name", ["t5", "marian"])
def test_an_encoder_decoder_has_all_three_of_one_pass(request, name, way):
    model = request.getfixturevalue(name)
    source = [5, 6, 10, 4]
    output = write(model, source, **WAYS[way])
    own = show(output, words(source), words(output.sequences[0].tolist()))
    theirs = raw(
        model,
        input_ids=torch.tensor([source]),
        decoder_input_ids=output.sequences[:, :-1],
    )
    kinds = ("encoder", "decoder", "cross")
    assert tuple(kind.short for kind in own.kinds) == kinds
    for kind, field in zip(own.kinds, kinds, strict=True):
        expected = torch.cat(getattr(theirs, f"{field}_attentions"))
        torch.testing.assert_close(kind.weights, expected, atol=1e-4, rtol=0)
    assert own.side("read").items[0] == "[PAD]" and own.side("read").prompt == 0
    assert own.side("predicted").items[:-1] == own.side("read").items[1:]
    assert rollout(own).weights.shape == (5, 5 + 4)


def test_the_second_of_several_beams_is_followed_back_to_the_first_step(gpt2):
    output = write(gpt2, num_beams=4, num_return_sequences=2)
    tokens = [words(ids) for ids in output.sequences.tolist()]
    with pytest.raises(InputError, match=r"batch of 2 texts. Choose one"):
        show(output, tokens)
    own = show(output, tokens, item=1)
    theirs = raw(gpt2, input_ids=output.sequences[1:, :-1]).attentions
    torch.testing.assert_close(
        own.kinds[0].weights, torch.cat(theirs), atol=1e-4, rtol=0
    )
    output.beam_indices = None
    with pytest.raises(InputError, match=r"4 beams.*output_scores=True"):
        show(output, tokens, item=1)


def test_the_padding_of_a_batch_of_prompts_is_left_out(gpt2):
    prompts = [[0, 0, 5, 6], [5, 6, 7, 8]]
    mask = torch.tensor([[0, 0, 1, 1], [1, 1, 1, 1]])
    output = write(gpt2, prompts, attention_mask=mask)
    own = show(output, words(output.sequences[0].tolist()), mask=mask, item=0)
    alone = torch.cat(raw(gpt2, input_ids=output.sequences[:1, 2:-1]).attentions)
    torch.testing.assert_close(own.kinds[0].weights, alone, atol=1e-4, rtol=0)
    assert own.side("read").items[:2] == ("the", "cat")
    assert own.side("read").prompt == 2
    with pytest.raises(InputError, match=r"mask is of 3 tokens.*4 of the prompt"):
        show(output, words(output.sequences[0].tolist()), mask=mask[:, 1:], item=0)


def test_a_cache_of_a_window_keeps_the_last_keys_only():
    model = random(hf.MistralForCausalLM, hf.MistralConfig, 4, hidden_size=8,
                   num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1,
                   intermediate_size=16, sliding_window=4,
                   initializer_range=0.5)  # fmt: skip
    output = write(model, new=8)
    own = show(output, words(output.sequences[0].tolist()))
    theirs = torch.cat(raw(model, input_ids=output.sequences[:, :-1]).attentions)
    torch.testing.assert_close(own.kinds[0].weights, theirs, atol=1e-4, rtol=0)
    ahead = torch.arange(10) - torch.arange(10)[:, None]
    window = (ahead <= 0) & (ahead > -4)
    assert own.stacks()[0].allowed[0, 0].tolist() == window.tolist()


def test_the_last_token_may_be_left_out_and_what_comes_next_is_unknown_then(gpt2):
    output = write(gpt2)
    own = show(output, words(output.sequences[0].tolist())[:-1])
    assert own.side("predicted").items[-1] == "‹?›"
    assert own.side("read").items == own.side("read", words=False).items


def test_pieces_of_prompt_and_text_are_joined_and_the_prompt_is_counted_in_words(gpt2):
    output = write(gpt2, [5, 7, 8, 6])
    tokens = ["the", "look", "##ed", "cat", *"vwxyz"]
    own = show(output, tokens, word_ids=[0, 1, 1, 2, 3, 3, 4, 5, 5])
    assert own.side("read").items == ("the", "looked", "cat", "vw", "x", "y")
    assert own.side("predicted").items == ("looked", "cat", "vw", "x", "yz", "yz")
    assert (own.side("read").prompt, own.side("read", words=False).prompt) == (3, 4)


def test_the_picture_says_where_the_prompt_ends_and_begins_there(gpt2):
    output = write(gpt2)
    header = header_of(picture(show(output, words(output.sequences[0].tolist()))))
    sides = header["sequences"]
    assert (sides["read"]["prompt"], sides["predicted"]["prompt"]) == (3, 2)
    assert header["view"]["row"] == 2 and sides["read"]["name"] == "Tokens"
    assert header["stacks"][0]["label"] == "Self-attention"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (7 + 2, r"are 8, or 7 without the last.*9 are given; token 9, '!', and those"),
        (
            5,
            "read a prompt of 3 tokens and wrote 5 more.*these are the 5 that it wrote",
        ),
        (6, "6 are given; 2 are missing: give every token that the model read"),
    ],
)
def test_tokens_that_do_not_fit_are_told_which_has_no_row(gpt2, given, why):
    output = write(gpt2)
    with pytest.raises(InputError, match=why):
        show(output, ["!"] * given)


def test_a_beam_that_ended_early_has_no_rows_behind_its_end():
    """Of three steps the text took part in two: the other beams went on."""
    one, other = torch.eye(4)[None], torch.full((1, 4, 4), 0.25).tril()
    other = other / other.sum(-1, keepdim=True)
    both = torch.stack([one, other])  # two beams, one head
    steps = [both[..., :2, :2], both[..., 2:3, :3], both[..., 3:, :4]]
    output = SimpleNamespace(
        attentions=tuple((step,) for step in steps),
        sequences=torch.tensor([[5, 6, 7, 4, 0]]),
        beam_indices=torch.tensor([[0, 1, -1]]),
    )
    own = show(output, ["the", "cat", "look", "</s>", "[PAD]"])
    weights = own.kinds[0].weights[0, 0].tolist()
    assert weights == [[1, 0, 0], [0, 1, 0], [pytest.approx(1 / 3)] * 3]
    assert own.side("predicted").items == ("cat", "look", "</s>")


def test_the_mask_of_the_whole_text_leaves_out_what_is_padding_behind_it(gpt2):
    output = write(gpt2)
    tokens = words(output.sequences[0].tolist())
    own = show(output, tokens, mask=[1, 1, 1, 1, 1, 0, 0, 0])
    assert own.side("read").items[-1] == own.side("predicted").items[-2]
    assert len(own.side("read").items) == 5
    assert own.title == " ".join([*own.side("read").items, tokens[5]])


def test_a_generation_without_its_tokens_says_where_they_are(gpt2, t5):
    with pytest.raises(
        InputError, match=r"tokens=tokenizer.convert_ids_to_tokens\(out"
    ):
        show(write(gpt2))
    with pytest.raises(InputError, match="and tokens, those of the source"):
        show(write(t5), target=["a"] * 6)
    with pytest.raises(InputError, match=r"but the tokens given are 2 and 2.*source"):
        show(write(t5), ["a"] * 2, ["a"] * 6)


def test_rows_that_were_read_by_an_earlier_call_are_said_to_be_missing(gpt2):
    step = torch.full((1, 2, 2, 5), 0.2)
    output = SimpleNamespace(attentions=((step,), (torch.full((1, 2, 1, 6), 1 / 6),)))
    with pytest.raises(InputError, match=r"first 3 were read before.*past_key_values"):
        show(output, ["a"] * 7)


def test_weights_that_were_not_returned_say_how_to_get_them():
    with pytest.raises(InputError, match=r"is empty: no weights were.*eager"):
        show(SimpleNamespace(attentions=((), ())), ["a"] * 4)


@pytest.mark.parametrize("name", ["gpt2", "llama", "t5", "marian"])
def test_one_call_writes_and_shows(request, tokenizer, name):
    model = request.getfixturevalue(name)
    asked = {"max_new_tokens": 6, "min_new_tokens": 6}
    own = from_transformers(model, tokenizer, "The cat looked .", generate=asked)
    written = own.lines["predicted"].side.pieces
    if "source" in own.lines:
        assert [kind.short for kind in own.kinds] == ["encoder", "decoder", "cross"]
        assert own.side("source").items[1:4] == ("The", "cat", "looked")
        assert len(written) == 6 and own.title.startswith("The cat looked . → ")
    else:
        assert own.side("read", words=False).prompt == 7  # [CLS] … [SEP] among them
        assert own.lines["read"].side.pieces[:3] == ("[CLS]", "the", "cat")
        assert len(own.lines["read"].side.pieces) == 7 + 6 - 1
    assert statistics(own)
    again = from_transformers(model, tokenizer, "The cat looked .", generate=asked)
    assert again.title == own.title


def test_what_cannot_be_written_says_why(gpt2, t5, tokenizer):
    for wrong in ({"target": "le chat"}, {"pair": "le chat"}):
        with pytest.raises(InputError, match="leave target and pair out"):
            from_transformers(t5, tokenizer, "the cat", **wrong, generate={})
    with pytest.raises(InputError, match="must be a dictionary of arguments"):
        from_transformers(gpt2, tokenizer, "the cat", generate=20)
    bert = random(hf.BertModel, hf.BertConfig, 1, hidden_size=12, num_hidden_layers=1,
                  num_attention_heads=3, intermediate_size=16)  # fmt: skip
    with pytest.raises(InputError, match="does not write by itself"):
        from_transformers(bert, tokenizer, "the cat", generate={})


@pytest.mark.parametrize(
    ("writes", "translates"), [("gpt2", "t5"), ("llama", "marian")]
)
def test_what_the_page_of_docs_shows_of_generations_runs(
    request, tokenizer, tmp_path, monkeypatch, writes, translates
):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/library.md").read_text("utf-8")
    code = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[3]
    read = tokenizer(["The cat looked."], return_tensors="pt")
    names = {
        "headlight": importlib.import_module("headlight"),
        "decoder": request.getfixturevalue(writes),
        "translator": request.getfixturevalue(translates),
        "tokenizer": tokenizer,
        "prompt": {name: read[name] for name in ("input_ids", "attention_mask")},
    }
    exec(code, names)  # the page is ours
    assert names["own"].side("read").prompt == 4  # [CLS] The cat [SEP]
    held = (tmp_path / "written.html").read_text("utf-8")
    assert 'class="picture"' in held


def test_a_widget_and_a_packed_file_show_a_generation(gpt2, tmp_path):
    pytest.importorskip("anywidget")
    output = write(gpt2)
    own = show(output, words(output.sequences[0].tolist()))
    importlib.import_module("headlight")
    widget = own.show()
    assert widget.view == {"stack": "decoder", "layer": 2, "head": None, "row": 2}
    path = own.html(tmp_path / "written.headlight", row=5)
    header = header_of(gzip.decompress(path.read_bytes()))
    assert header["view"]["row"] == 5 and header["sequences"]["read"]["prompt"] == 3
    assert "srcdoc" in str(own._repr_html_())
