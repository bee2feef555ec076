"""Pictures together with generations, sinks, gaps, signs, and rows of any sum."""

import importlib
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from core import InputError, show
from core.analysis.seen import rolled
from core.other_models.hugging_face import from_transformers
from core.other_models.passes import as_it_is_read
from tests.core.other_models import seeing_models
from tests.core.other_models.test_over_pictures import GRID, PHOTO, even, lies
from viz.payload.own_models import own_view

ROOT = Path(__file__).resolve().parents[3]
STREAM = ["a", *["<image>"] * 6, "cat", "sees", "</s>"]


def generation(prompt: int, rows: int, **more):
    """Steps of two layers of one head, each attending equally to all before it."""
    sizes = [(prompt, prompt), *((1, at) for at in range(prompt + 1, rows + 1))]
    steps = []
    for queries, keys in sizes:
        step = torch.ones(1, 1, queries, keys).tril(keys - queries)
        steps.append((step / step.sum(-1, keepdim=True),) * 2)
    return SimpleNamespace(attentions=tuple(steps), **more)


@pytest.mark.parametrize(
    "tokens",
    [
        STREAM,
        STREAM[:-1],
        ["a", "<image>", "cat", "sees", "</s>"],
        ["a", "<image>", "cat", "sees"],
    ],
)
def test_the_prompt_of_a_generation_holds_a_picture(tokens):
    own = show(generation(8, 9), tokens, image=PHOTO, grid=GRID)
    assert lies(own, "read") == [(1, 2, 3, 0)]
    assert own.side("read").items[::7] == ("a", "cat")
    assert own.side("read").prompt == 8
    assert own.title.startswith("picture (2 × 3 patches) a cat sees")
    assert len(own.pictures) == 1
    header, _ = own_view(own)
    assert header["sequences"]["read"]["patches"] == [[1, 2, 3, 0]]
    assert header["view"]["row"] == 7, "where the first word was written"
    assert [one["id"] for one in header["stacks"]] == ["decoder", "rollout"]
    assert "statistics" not in header["panels"]


def test_of_one_written_token_all_that_was_read_is_prompt():
    own = show(generation(3, 3), list("abcd"))
    assert own.side("read").prompt == len(own.side("read").items) == 3


def test_the_picture_of_a_generation_is_opened_once():
    opened = []

    class Photo:
        mode = "L"

        def convert(self, mode):
            opened.append(mode)
            return PHOTO

    show(generation(8, 9), STREAM, image=Photo(), grid=GRID)
    assert opened == ["RGB"]


def test_of_a_generation_the_tokens_are_needed_and_the_grid_has_to_fit():
    with pytest.raises(InputError, match="9 keys of these attentions"):
        show(generation(8, 9), STREAM, image=PHOTO, grid=(4, 4))
    with pytest.raises(InputError, match="but 5 tokens are given"):
        show(generation(8, 9), ["a", "b", "c", "d", "e"], image=PHOTO, grid=GRID)


def test_padding_before_the_picture_of_a_prompt_is_left_out():
    output = generation(9, 10)
    for layers in output.attentions:
        for layer in layers:
            layer[..., 0] = 0
            layer[..., 0, 0] += 1.0 * (layer.shape[-2] > 1)
            layer /= layer.sum(-1, keepdim=True)
    mask = [0, *[1] * 8]
    own = show(output, ["[PAD]", *STREAM], image=PHOTO, grid=GRID, mask=mask)
    assert lies(own, "read") == [(1, 2, 3, 0)]
    assert own.side("read").prompt == 8


def test_what_the_page_of_docs_shows_of_generations_over_pictures_runs():
    page = (ROOT / "docs/library.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (code,) = (block for block in blocks if "show(output, tokens, image" in block)
    of_stream, of_encoder = code.splitlines()
    names = {
        "headlight": importlib.import_module("headlight"),
        "photo": PHOTO,
        "tokens": ["<image>", "what", "?", "a", "cat"],
        "words": ["<s>", "a", "cat"],
    }
    exec(of_stream, names | {"output": generation(578, 579)})  # the page is ours
    output = SimpleNamespace(
        encoder_attentions=(even(1, 1, 577, 577),) * 2,
        decoder_attentions=generation(1, 2).attentions,
        cross_attentions=((even(1, 1, 1, 577),) * 2,) * 2,
    )
    exec(of_encoder, names | {"output": output})


def test_llava_generates_over_a_picture():
    model = seeing_models.seeded(seeing_models.llava)
    processor = seeing_models.llava_processor()
    photo = seeing_models.photo()
    read = processor(text="<image> a dog", images=photo, return_tensors="pt")
    with as_it_is_read(model):
        output = model.generate(
            **read,
            max_new_tokens=3,
            do_sample=False,
            output_attentions=True,
            return_dict_in_generate=True,
            pad_token_id=0,
        )
    tokens = processor.tokenizer.convert_ids_to_tokens(output.sequences[0])
    own = show(output, tokens, image=photo, grid=(3, 3))
    assert lies(own, "read") == [(0, 3, 3, 0)]
    assert own.side("read").prompt == 11
    assert own.kinds[0].weights.shape == (2, 3, 13, 13)


def test_trocr_generates_from_a_picture_with_beams():
    model = seeing_models.seeded(seeing_models.trocr)
    photo = seeing_models.photo()
    with as_it_is_read(model):
        output = model.generate(
            **seeing_models.squares()(images=photo, return_tensors="pt"),
            max_new_tokens=4,
            num_beams=2,
            do_sample=False,
            output_attentions=True,
            output_scores=True,
            return_dict_in_generate=True,
        )
    words = seeing_models.tokenizer().convert_ids_to_tokens(output.sequences[0])
    own = show(output, target=words, image=photo, grid=(3, 3))
    assert [kind.short for kind in own.kinds] == ["encoder", "decoder", "cross"]
    assert lies(own) == [(1, 3, 3, 0)]
    whole = rolled(own)
    assert whole and (whole.queries, whole.keys) == ("predicted", "source")


def test_to_generate_over_a_picture_show_is_named():
    with pytest.raises(InputError, match="give show what it returns"):
        from_transformers(None, None, image=PHOTO, generate={})


@pytest.mark.parametrize("encoder", [(), (None, None)])
def test_an_encoder_that_returned_no_weights_is_told_of(encoder):
    steps = generation(1, 3).attentions
    cross = [tuple(even(1, 1, 1, 6) for _ in range(2))] * 3
    output = SimpleNamespace(
        encoder_attentions=encoder, decoder_attentions=steps, cross_attentions=cross
    )
    with pytest.raises(InputError, match="attn_implementation='eager'"):
        show(output, target=list("abc"), image=PHOTO, grid=GRID)


@pytest.mark.parametrize("columns", [7, 8])
def test_a_sink_stands_beside_the_picture(columns):
    weights = even(2, 1, 7, 8)[..., :columns]
    own = show(weights, image=PHOTO, grid=GRID, sink=True)
    assert lies(own) == lies(own, "with_sink") == [(1, 2, 3, 0)]
    assert own.side("with_sink").items[-1] == "‹sink›"
    assert own.title == "picture (2 × 3 patches)"
    assert own.stacks()[0].weights[0, 0, 3].tolist() == [0.125] * 8
    assert rolled(own) is None, "a sink takes a share, and gives nothing"


def test_gaps_over_a_picture_are_forbidden_cells():
    allowed = torch.ones(7, 7, dtype=torch.bool)
    allowed[1:4, 4:] = False
    weights = allowed / allowed.sum(-1, keepdim=True)
    own = show([weights, weights], image=PHOTO, grid=GRID, allowed=allowed)
    assert own.stacks()[0].allowed[1, 0].tolist() == allowed.tolist()
    assert rolled(own) is not None


def test_rows_of_any_sum_over_a_picture_have_no_rollout():
    own = show(torch.full((2, 1, 7, 7), 0.5), image=PHOTO, grid=GRID, normalised=False)
    header, _ = own_view(own)
    assert [one["id"] for one in header["stacks"]] == ["encoder"]
    assert header["stacks"][0]["free"]


def test_layers_with_other_numbers_of_heads_over_a_picture_have_one_rollout():
    own = show([even(3, 7, 7), even(2, 7, 7), even(3, 7, 7)], image=PHOTO, grid=GRID)
    header, _ = own_view(own)
    assert [one["label"] for one in header["stacks"]] == [
        "Self-attention with 3 heads",
        "Self-attention with 2 heads",
        "Attention rollout",
    ]
    assert header["view"]["stack"] == "encoder_2_heads"
    assert lies(own) == [(1, 2, 3, 0)]
    first = even(2, 7, 7)
    second = torch.eye(7).expand(3, 7, 7)
    whole = rolled(show([second, first], image=PHOTO, grid=GRID))
    assert whole is not None
    assert torch.allclose(whole.weights, (even(7, 7) + torch.eye(7)) / 2)


def test_a_pooling_over_patches_is_one_row():
    own = show(even(6), image=PHOTO, grid=GRID)
    assert own.title == "picture (2 × 3 patches) → ‹pooled›"
    assert own.stacks()[0].weights.shape == (1, 1, 1, 6)


def test_a_second_sentence_keeps_the_picture_that_is_all_its_own():
    words = ["[CLS]", "cat", "[SEP]"]
    own = show(
        even(1, 9, 9),
        [*words, *["<image>"] * 6],
        image=PHOTO,
        grid=GRID,
        causal=False,
        sentence_b_start=3,
    )
    _, forth, back = own.stacks()
    assert forth.keys.patches[0].first == back.queries.patches[0].first == 0
    assert forth.queries.patches == back.keys.patches == ()
    assert np.prod(forth.weights.shape) == 18
