"""Models of Hugging Face that read pictures, with random weights, built here."""

import importlib
import re

import numpy as np
import pytest
import torch

from core import InputError, from_transformers
from tests.places import ROOT
from viz.payload.own_models import own_view

hf = pytest.importorskip("transformers")
pytest.importorskip("PIL")
from tests.core.other_models import seeing_models as models  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # theirs are not ours to mend
PHOTO = models.photo()


def lies(own):
    return [(one.first, one.rows, one.columns) for one in own.side("source").patches]


@pytest.mark.parametrize(
    ("build", "before"),
    [
        (models.vit, ["[CLS]"]),
        (models.deit, ["[CLS]", "[DIST]"]),
        (models.beit, ["[CLS]"]),
        (models.dino_with_registers, ["[CLS]", "register 1", "register 2"]),
    ],
)
def test_an_encoder_of_pictures_has_its_patches_behind_what_is_no_patch(build, before):
    model = models.seeded(build)
    own = from_transformers(model, models.squares(), image=PHOTO)
    assert lies(own) == [(len(before), 3, 3)]
    assert list(own.side("source").items[: len(before)]) == before
    read = models.squares()(images=PHOTO, return_tensors="pt")
    model.set_attn_implementation("eager")
    with torch.inference_mode():
        raw = model(**read, output_attentions=True).attentions
    assert torch.equal(own.kinds[0].weights, torch.stack(raw)[:, 0])


def test_the_picture_is_shown_as_the_processor_made_it():
    images = models.squares()
    own = from_transformers(models.seeded(models.vit), images, image=PHOTO)
    (picture,) = own.pictures
    resized = images(images=PHOTO, do_normalize=False, return_tensors="np")
    expected = np.rint(resized["pixel_values"][0].transpose(1, 2, 0) * 255)
    assert picture.how == "seen" and not picture.cut
    assert np.array_equal(picture.pixels, expected.astype(np.uint8))


def test_a_picture_that_was_cut_says_so():
    images = hf.CLIPImageProcessor(
        size={"shortest_edge": 12}, crop_size={"height": 12, "width": 12}
    )
    own = from_transformers(
        models.seeded(models.clip), (images, models.tokenizer()), "the dog", image=PHOTO
    )
    assert own.pictures[0].cut
    assert own.pictures[0].size == (12, 12)


def test_two_towers_stand_side_by_side():
    own = from_transformers(
        models.seeded(models.clip),
        (models.squares(), models.tokenizer()),
        "the dog",
        image=PHOTO,
        output=0,
    )
    assert [(kind.short, kind.keys) for kind in own.kinds] == [
        ("encoder", "source"),
        ("decoder", "text"),
    ]
    assert own.side("text").items == ("the", "dog")
    assert own.derived[0].id == "gradient"


def test_a_detector_looks_with_queries_that_have_numbers():
    own = from_transformers(
        models.seeded(models.detr), models.squares(side=96), image=PHOTO
    )
    assert [kind.short for kind in own.kinds] == ["encoder", "decoder", "cross"]
    assert lies(own) == [(0, 3, 3)]
    assert own.side("target").items[0].startswith("query 1")
    assert not own.kinds[1].back


def test_what_a_detector_is_sure_of_names_its_query():
    from types import SimpleNamespace

    from core.other_models.seeing import guesses_of

    model = SimpleNamespace(config=SimpleNamespace(id2label={0: "cat", 1: "dog"}))
    chances = [[0.07, 0.9, 0.03], [0.3, 0.4, 0.3]]
    logits = torch.tensor([[[9.0, 0, 0], [0, 0, 9.0]]])
    logits = torch.cat([logits, torch.tensor([chances]).log()], 1)
    found = SimpleNamespace(logits=logits)
    assert guesses_of(model, found, 4) == [
        *("query 1: cat (> 99%)", "query 2", "query 3: dog (90%)", "query 4")
    ]


def test_a_writer_attends_to_the_patches_of_what_it_reads():
    given = from_transformers(
        models.seeded(models.trocr),
        (models.squares(), models.tokenizer()),
        image=PHOTO,
        target="the dog",
    )
    assert given.side("predicted").items == ("the", "dog")
    assert [kind.short for kind in given.kinds] == ["encoder", "decoder", "cross"]
    assert lies(given) == [(1, 3, 3)]
    alone = from_transformers(
        models.seeded(models.trocr), (models.squares(), models.tokenizer()), image=PHOTO
    )
    assert len(alone.side("predicted").items) > 1


def test_an_encoder_that_attends_inside_windows_is_left_out_of_a_writer():
    images = hf.ViTImageProcessor(size={"height": 16, "width": 24})
    own = from_transformers(
        models.seeded(models.donut),
        (images, models.tokenizer()),
        image=PHOTO,
        target="the dog",
    )
    assert [kind.short for kind in own.kinds] == ["decoder", "cross"]
    assert lies(own) == [(0, 4, 6)]


def test_a_captioner_attends_across_to_an_encoder_of_pictures():
    own = from_transformers(
        models.seeded(models.blip),
        (models.squares(), models.tokenizer()),
        "a dog",
        image=PHOTO,
    )
    assert [kind.short for kind in own.kinds] == ["encoder", "decoder", "cross"]
    assert own.side("target").items == ("a", "dog")


def test_pictures_and_words_in_one_stream():
    own = from_transformers(
        models.seeded(models.llava),
        models.llava_processor(),
        "a <image> the dog </s>",
        image=PHOTO,
        output="cat",
    )
    assert lies(own) == [(1, 3, 3)]
    assert own.side("source").special == (*[False] * 12, True)
    assert own.kinds[0].back
    assert own.side("source").items[::11] == ("a", "dog")
    assert own.derived[0].of == "cat"
    git = from_transformers(
        models.seeded(models.git),
        (models.squares(), models.tokenizer()),
        "a dog",
        image=PHOTO,
    )
    assert lies(git) == [(1, 3, 3)]
    assert git.side("source").items[-2:] == ("a", "dog")


def test_what_counts_for_a_class_is_a_map_of_its_own():
    model = models.seeded(models.vit)
    own = from_transformers(model, models.squares(), image=PHOTO, output="cat")
    (found,) = own.derived
    assert found.of == "cat"
    header, _ = own_view(own)
    assert [one["short"] for one in header["stacks"]] == [
        *("self-attention", "rollout", "gradient")
    ]
    assert header["stacks"][2]["note"].startswith("what counts for cat: positive")
    sums = found.weights.sum(-1)
    assert all(one == pytest.approx(1) or one == 0 for one in sums.tolist())
    by_number = from_transformers(model, models.squares(), image=PHOTO, output=1)
    assert torch.equal(by_number.derived[0].weights, found.weights)
    own_choice = from_transformers(
        model, models.squares(), image=PHOTO, output=lambda out: out.logits[0, 1]
    )
    assert torch.equal(own_choice.derived[0].weights, found.weights)
    assert all(one.grad is None for one in model.parameters())


def test_a_detector_counts_for_a_query_and_a_class():
    own = from_transformers(
        models.seeded(models.detr),
        models.squares(side=96),
        image=PHOTO,
        output=(1, 2),
    )
    assert tuple(own.derived[0].weights.shape) == (5, 9)


@pytest.mark.parametrize(
    ("build", "options", "said"),
    [
        (models.vit, {"output": 7}, "the logits are 2"),
        (models.vit, {"output": "cow"}, "no output 'cow': the classes are dog, cat"),
        (models.beit, {"output": 0}, "no logits"),
        (models.vit, {"grid": (5, 5)}, "These would fit 10 keys: 3 × 3 beside 1"),
        (models.clip, {}, "give text"),
        (models.trocr, {"output": 1, "target": "a"}, "output is for models that"),
    ],
)
def test_what_cannot_be_shown_is_said(build, options, said):
    with pytest.raises(InputError, match=said):
        from_transformers(
            models.seeded(build),
            (models.squares(), models.tokenizer())
            if build in (models.clip, models.trocr)
            else models.squares(),
            image=PHOTO,
            **options,
        )


def test_a_model_that_reads_no_picture_and_a_tokenizer_alone_are_refused():
    text = hf.BertModel(hf.BertConfig(vocab_size=10, **models.SMALL))
    with pytest.raises(InputError, match="reads no picture"):
        from_transformers(text, models.tokenizer(), "a dog", image=PHOTO)
    model = models.seeded(models.trocr)
    with pytest.raises(InputError, match="Give the model's processor"):
        from_transformers(model, models.tokenizer(), image="photo.png", target="a")


def test_a_picture_where_a_text_belongs_is_told_from_one():
    vit, squares = models.seeded(models.vit), models.squares()
    for given in (PHOTO, "photo.jpg"):
        with pytest.raises(InputError, match="reads a picture: give image"):
            from_transformers(vit, squares, given)
    text = hf.BertModel(hf.BertConfig(vocab_size=10, **models.SMALL))
    with pytest.raises(InputError, match="text is a picture, or another array"):
        from_transformers(text, models.tokenizer(), PHOTO)


def test_a_writer_without_a_tokenizer_says_what_it_needs():
    with pytest.raises(InputError, match="or a pair of image processor and tokenizer"):
        from_transformers(models.seeded(models.trocr), models.squares(), image=PHOTO)


def test_it_begins_where_something_is_to_be_seen():
    """Of two towers on the picture; of a stream in the row that sees all of it."""
    pair = (models.squares(), models.tokenizer())
    towers = from_transformers(models.seeded(models.clip), pair, "a dog", image=PHOTO)
    assert own_view(towers)[0]["view"]["stack"] == "encoder"
    stream = from_transformers(
        models.seeded(models.llava),
        models.llava_processor(),
        "the <image> sees a dog",
        image=PHOTO,
    )
    header, _ = own_view(stream)
    last = len(stream.side("source").items) - 1
    assert header["view"]["row"] == last == 12
    vit = from_transformers(models.seeded(models.vit), models.squares(), image=PHOTO)
    assert own_view(vit)[0]["view"].get("row", 0) == 0
    assert vit.title == "picture (3 × 3 patches)"


def test_a_grid_without_a_picture_is_refused():
    with pytest.raises(InputError, match="give image"):
        from_transformers(models.seeded(models.vit), models.squares(), grid=(3, 3))


def test_windows_alone_have_no_map_of_the_picture():
    config = hf.SwinConfig(
        image_size=16,
        patch_size=2,
        embed_dim=6,
        depths=[1],
        num_heads=[1],
        window_size=4,
    )
    with pytest.raises(InputError, match="inside windows"):
        from_transformers(
            models.seeded(lambda: hf.SwinModel(config).eval()),
            models.squares(side=16),
            image=PHOTO,
        )


def test_the_model_is_as_it_was_and_a_tensor_is_read_as_it_is():
    model = models.seeded(models.vit)
    before = model.config._attn_implementation
    pixels = torch.rand(3, 12, 12)
    own = from_transformers(model, None, image=pixels)
    assert own.pictures[0].how == "given"
    assert model.config._attn_implementation == before


def test_what_the_page_of_docs_shows_of_pictures_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/library.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (code,) = (block for block in blocks if "processor, image=photo" in block)
    model, processor = models.seeded(models.vit), models.squares()
    model.set_attn_implementation("eager")
    read = processor(images=PHOTO, return_tensors="pt")
    names = {
        "headlight": importlib.import_module("headlight"),
        "model": model,
        "processor": processor,
        "photo": PHOTO,
        "output": model(**read, output_attentions=True),
        "words": ["a", "dog"],
        "weights": torch.full((1, 2, 49), 1 / 49),
        "of_patches": torch.full((1, 256, 2), 1 / 2),
        "tokens": ["a", "<image>", "dog"],
        "stream": torch.full((2, 11, 11), 1 / 11),
    }
    exec(code, names)  # the page is ours
    assert b"picture (3 \xc3\x97 3 patches)" in (tmp_path / "photo.html").read_bytes()


@pytest.mark.parametrize("shape", [(1, 30, 3), (3, 30, 3), (30, 3, 3), (1, 1, 3)])
def test_a_picture_of_a_few_pixels_is_no_row_of_colours(shape):
    thin = np.full(shape, (10, 90, 200), np.uint8)
    own = from_transformers(models.seeded(models.vit), models.squares(), image=thin)
    assert np.unique(own.pictures[0].pixels.reshape(-1, 3), axis=0).tolist() == [
        [10, 90, 200]
    ]


def test_of_a_detector_a_query_and_a_class_are_chosen_never_a_class_alone():
    model, images = models.seeded(models.detr), models.squares(side=64)
    own = from_transformers(model, images, image=PHOTO, output=(3, np.int64(1)))
    assert own.derived[0].of == "LABEL_1"
    for output in (3, "LABEL_1"):
        with pytest.raises(InputError, match="the logits are 5 × 4; give a number"):
            from_transformers(model, images, image=PHOTO, output=output)


def test_an_encoder_that_shuffles_its_patches_has_no_map_over_the_picture():
    model = hf.ViTMAEModel(hf.ViTMAEConfig(**models.PICTURE)).eval()
    with pytest.raises(InputError, match="in random order"):
        from_transformers(model, models.squares(), image=PHOTO)


BOTH = (models.squares(), models.tokenizer())
TENSOR = torch.zeros(3, 12, 12)


@pytest.mark.parametrize(
    ("build", "processor", "options", "said"),
    [
        (models.vit, None, {"image": PHOTO}, "the model's processor"),
        (models.vit, "google/vit", {"image": PHOTO}, "the model's processor"),
        (models.vit, BOTH[1], {"image": PHOTO}, "the model's processor"),
        (models.vit, None, {"image": TENSOR[0]}, "the model's processor"),
        (models.vit, None, {"image": TENSOR * torch.nan}, "not finite"),
        (
            models.vit,
            models.squares(side=24),
            {"image": PHOTO},
            "can't compute this pass",
        ),
        (
            models.vit,
            BOTH[0],
            {"image": PHOTO, "text": "dog"},
            "does not read (text|target)",
        ),
        (
            models.vit,
            BOTH[0],
            {"image": PHOTO, "target": "dog"},
            "does not read (text|target)",
        ),
        (models.vit, BOTH[0], {"image": PHOTO, "pair": "x"}, "two sentences"),
        (
            models.trocr,
            BOTH,
            {"image": PHOTO, "text": "dog"},
            "does not read (text|target)",
        ),
        (models.vit, BOTH[0], {"text": "the dog"}, "This model reads a picture"),
        (models.clip, BOTH[1], {"text": "the dog"}, "This model reads a picture"),
        (models.trocr, BOTH[1], {"text": "the dog"}, "This model reads a picture"),
        (
            models.clip,
            BOTH[0],
            {"image": PHOTO, "text": "a"},
            "reads or writes words, too",
        ),
        (models.trocr, BOTH[0], {"image": PHOTO}, "reads or writes words, too"),
        (
            models.blip,
            BOTH[0],
            {"image": PHOTO, "text": "a"},
            "reads or writes words, too",
        ),
        (
            models.git,
            BOTH[0],
            {"image": PHOTO, "text": "a"},
            "reads or writes words, too",
        ),
        (models.llava, None, {"image": PHOTO, "text": "a"}, "the model's processor"),
        (
            models.clip,
            BOTH,
            {"image": PHOTO, "text": "a " * 99},
            "can't compute this pass",
        ),
        (models.vit, BOTH[0], {"image": PHOTO, "grid": "3x3"}, "two whole numbers"),
        (
            models.vit,
            BOTH[0],
            {"image": PHOTO, "grid": (-3, -3)},
            "two whole numbers",
        ),
        (models.vit, BOTH[0], {"image": PHOTO, "grid": (1, 3, 3)}, "has one grid"),
    ],
)
def test_what_does_not_belong_together_is_said(build, processor, options, said):
    with pytest.raises(InputError, match=said):
        from_transformers(models.seeded(build), processor, **options)


def test_a_text_without_the_token_of_its_picture_is_said():
    model, processor = models.seeded(models.llava), models.llava_processor()
    with pytest.raises(InputError, match="as many image tokens as there are pictures"):
        from_transformers(model, processor, "the dog", image=PHOTO)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (lambda found: 3, "output gives int"),
        (lambda found: None, "output gives NoneType"),
        (lambda found: found.logits, r"output gives Tensor \(1, 2\)"),
        (lambda found: found.logits[0, 0] * torch.nan, "output gives nan"),
        (lambda found: found.logits[0, 0] * 1j, "output gives Tensor"),
        (lambda found: found.logits[0, 0].detach(), "No gradient leads"),
    ],
)
def test_an_output_is_one_finite_number_of_what_the_model_returns(output, said):
    model = models.seeded(models.vit)
    with pytest.raises(InputError, match=said):
        from_transformers(model, models.squares(), image=PHOTO, output=output)
