"""Where patches stand in a text: behind its image tokens, of one picture or several."""

import numpy as np
import pytest
import torch

from core import InputError, show
from viz.payload.own_models import own_view

PHOTO = np.zeros((4, 6, 3), np.uint8)
MARK = "<|image_pad|>"


def over(tokens, count, grid, **more):
    weights = torch.full((1, count, count), 1 / count)
    own = show(weights, tokens, image=PHOTO, grid=grid, **more)
    patches = own.side("source").patches
    beside = [word for word in own.side("source").items if not word.startswith("patch")]
    return [(one.first, one.rows * one.columns) for one in patches], beside


def test_each_of_several_pictures_lies_on_its_own_image_tokens():
    two = ["a", *[MARK] * 6, "b", "c", *[MARK] * 4, "d"]
    expected = [(1, 6), (9, 4)], ["a", "b", "c", "d"]
    assert over(two, 14, [(2, 3), (2, 2)]) == expected
    assert over(["a", MARK, "b", "c", MARK, "d"], 14, [(2, 3), (2, 2)]) == expected


def test_a_grid_that_is_not_that_of_the_image_tokens_is_refused():
    wrong = ["a", *["<image>"] * 6, "b", "b", "b", "b"]
    with pytest.raises(InputError, match="hold 6 image tokens, but 2 × 2 patches"):
        over(wrong, 11, (2, 2))
    assert over(wrong, 11, (2, 2), first_patch=2)[0] == [(2, 4)]


def test_only_an_image_token_stands_for_a_picture():
    assert over(["<start_of_image>", "<image_soft_token>", "ok"], 8, (2, 3)) == (
        [(1, 6)],
        ["<start_of_image>", "ok"],
    )
    with pytest.raises(InputError, match="2 others, but 3 tokens"):
        over(["the", "images", "lie"], 8, (2, 3))


def test_a_grid_may_be_of_numpy():
    assert over(["a"], 7, np.array([2, 3]), first_patch=np.int64(1))[0] == [(1, 6)]
    assert over(["a"], 7, (np.int64(2), 3))[0] == [(1, 6)]


def test_patches_are_words_of_their_own_whatever_word_ids_say():
    weights = torch.full((1, 8, 8), 1 / 8)
    ids = [0, 0, 1, 1, 1, 1, 1, 1]
    own = show(weights, ["loo", "##k"], image=PHOTO, grid=(2, 3), word_ids=ids)
    assert own.side("source").items[:3] == ("look", "patch 1, 1", "patch 1, 2")
    assert len(own.side("source").items) == 7
    own_view(own)
