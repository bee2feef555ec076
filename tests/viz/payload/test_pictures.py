"""A picture as the browser receives it, and how much of its weights fits a file."""

import base64
import io
import sys

import numpy as np
import pytest
import torch

from core import show
from core.other_models.pictures import picture_of
from viz.export.pictures import exact_row, stacks_of
from viz.payload.own_models import own_view
from viz.payload.pictures import packed, png

PHOTO = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)


def even(*shape):
    return torch.full(shape, 1 / shape[-1])


def test_a_picture_without_pillow_is_a_png_with_every_pixel(monkeypatch):
    image = pytest.importorskip("PIL.Image")
    inside = image.open(io.BytesIO(png(PHOTO)))
    assert np.asarray(inside).tolist() == PHOTO.tolist()
    monkeypatch.setitem(sys.modules, "PIL", None)
    src = packed(picture_of(PHOTO))["src"]
    kind, _, data = src.partition(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(data) == png(PHOTO)


def test_a_picture_says_its_size_and_that_it_was_cut():
    told = packed(picture_of(PHOTO, "seen", cut=True))
    assert told["size"] == [4, 6]
    assert told["said"].startswith(
        "The picture as the model saw it (6 × 4 pixels). The"
    )


def test_a_pass_over_a_picture_has_its_patches_and_a_rollout():
    own = show(even(2, 3, 7, 7), image=PHOTO, grid=(2, 3))
    header, _ = own_view(own)
    assert [one["label"] for one in header["stacks"]] == [
        *("Self-attention", "Attention rollout")
    ]
    assert header["sequences"]["source"]["patches"] == [[1, 2, 3, 0]]
    assert (header["view"]["stack"], header["view"]["layer"]) == ("encoder", 1)
    assert "statistics" not in header["panels"]
    assert "Abnar" in header["stacks"][1]["note"]
    assert [one.id for one in stacks_of(own)] == ["encoder", "rollout"]
    row = exact_row(stacks_of(own), {"stack": "rollout", "layer": 0, "row": 2})
    assert row is not None and row.sum() == pytest.approx(1)


def test_a_pass_over_no_picture_has_neither():
    header, _ = own_view(show(even(2, 3, 7, 7), list("abcdefg")))
    assert "pictures" not in header
    assert [one["id"] for one in header["stacks"]] == ["encoder"]
