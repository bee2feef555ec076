"""Attentions of any model over a picture: where patches lie, and what does not fit."""

import io

import numpy as np
import pytest
import torch

from core import InputError, show
from core.analysis.seen import rolled
from core.other_models.pictures import picture_of

PHOTO = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
GRID = (2, 3)


def even(*shape):
    return torch.full(shape, 1 / shape[-1])


def lies(own, side="source"):
    return [
        (one.first, one.rows, one.columns, one.picture)
        for one in own.side(side).patches
    ]


def test_a_class_token_and_registers_stand_before_the_patches():
    own = show(even(2, 2, 8, 8), image=PHOTO, grid=GRID)
    assert own.side("source").items == (
        *("[CLS]", "register 1"),
        *("patch 1, 1", "patch 1, 2", "patch 1, 3"),
        *("patch 2, 1", "patch 2, 2", "patch 2, 3"),
    )
    assert lies(own) == [(2, 2, 3, 0)]
    assert own.pictures[0].pixels.tolist() == PHOTO.tolist()
    assert own.title == "picture (2 × 3 patches)"


def test_a_class_token_may_stand_behind_them():
    own = show(even(1, 7, 7), ["[END]"], image=PHOTO, grid=GRID, first_patch=0)
    assert lies(own) == [(0, 2, 3, 0)]
    assert own.side("source").items[-1] == "[END]"


@pytest.mark.parametrize(
    "tokens",
    [
        ["a", *["<image>"] * 6, "cat", "?"],
        ["a", "<image>", "cat", "?"],
    ],
)
def test_patches_stand_where_image_tokens_stand_in_a_text(tokens):
    own = show(even(1, 9, 9), tokens, image=PHOTO, grid=GRID)
    assert lies(own) == [(1, 2, 3, 0)]
    assert own.side("source").items[::7] == ("a", "cat")


def test_words_of_several_pieces_before_the_patches_move_them():
    ids = [0, 0, *range(1, 7)]
    own = show(even(1, 8, 8), ["loo", "##k"], image=PHOTO, grid=GRID, word_ids=ids)
    assert own.side("source", words=False).patches[0].first == 2
    assert own.side("source").patches[0].first == 1


def test_several_grids_lie_on_one_picture_or_each_on_its_own():
    grids = [(2, 3), (1, 2)]
    own = show(even(1, 9, 9), image=PHOTO, grid=grids)
    assert lies(own) == [(1, 2, 3, 0), (7, 1, 2, 0)]
    assert own.side("source").items[-1] == "patch 1, 2 of grid 2"
    own = show(even(1, 9, 9), image=[PHOTO, PHOTO[:2]], grid=grids, first_patch=[3, 0])
    assert lies(own) == [(3, 2, 3, 0), (0, 1, 2, 1)]
    assert own.side("source").items[2] == "[CLS]"


def test_a_volume_is_shown_slice_by_slice():
    volume = np.full((4, 6, 6), 2.0)
    volume[3] = 8.0
    own = show(even(1, 8, 8), image=volume, grid=(2, 2, 2))
    assert lies(own) == [(0, 2, 2, 0), (4, 2, 2, 1)]
    assert [one.pixels.max() for one in own.pictures] == [0, 255]


def test_queries_may_be_the_patches_and_keys_the_words():
    own = show(even(2, 6, 4), list("abcd"), image=PHOTO, grid=GRID)
    assert lies(own, "target") == [(0, 2, 3, 0)]
    assert own.side("source").items == tuple("abcd")


def test_queries_of_a_detector_have_numbers_and_attend_to_each_other():
    own = show(
        even(1, 6, 6),
        cross=even(1, 3, 6),
        decoder=even(1, 3, 3),
        image=PHOTO,
        grid=GRID,
    )
    assert own.side("target").items == ("query 1", "query 2", "query 3")
    assert own.title == "picture (2 × 3 patches) → 3 queries"
    assert not own.kinds[1].back


def test_a_mask_may_hide_words_and_no_patch():
    weights = torch.zeros(1, 8, 8)
    weights[..., :7] = 1 / 7
    tokens = [*["<image>"] * 6, "cat", "[PAD]"]
    own = show(weights, tokens, image=PHOTO, grid=GRID, mask=[1] * 7 + [0])
    assert len(own.side("source").items) == 7
    with pytest.raises(InputError, match="The mask leaves out patches"):
        show(weights.roll(1, -1), tokens, image=PHOTO, grid=GRID, mask=[0] + [1] * 7)


@pytest.mark.parametrize(
    ("given", "pixels"),
    [
        (torch.tensor([[0.0, 1.0]]), [[[0] * 3, [255] * 3]]),
        (torch.tensor([[[[-1.0, 3.0]]]]), [[[0] * 3, [255] * 3]]),
        (np.array([[[[7, 9]], [[0, 0]], [[0, 255]]]]), [[[7, 0, 0], [9, 0, 255]]]),
        (np.array([[[9, 9, 9, 0]]], np.uint8), [[[255] * 3]]),
    ],
)
def test_arrays_of_every_kind_are_pictures(given, pixels):
    assert picture_of(given).pixels.tolist() == pixels


def test_numbers_that_are_no_colours_are_said_to_be_scaled():
    assert picture_of(torch.tensor([[-1.0, 3.0]])).how == "rescaled"
    assert picture_of(torch.tensor([[0.5, 0.25]])).how == "given"


def test_a_large_picture_is_shown_smaller_and_says_how_large_it_was():
    found = picture_of(np.zeros((2048, 512, 3), np.uint8))
    assert (found.pixels.shape, found.size) == ((1024, 256, 3), (2048, 512))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"grid": (3, 3)}, "3 × 3 patches don't fit the 7 keys"),
        ({"grid": (3, 3)}, "These would fit 7 keys: 2 × 3 beside 1"),
        ({}, "grid=\\(rows, columns\\). These would fit 7 keys: 2 × 3"),
        ({"grid": (2.0, 3)}, "two whole numbers"),
        ({"grid": 6}, "two whole numbers"),
        ({"grid": [(1, 2), (1, 2, 2)]}, "two whole numbers"),
        ({"grid": [(1, 3, 2), (1, 3, 2)]}, "two whole numbers"),
        ({"image": None, "grid": GRID}, "give image, too"),
        ({"image": b"png", "grid": GRID}, "image is bytes"),
        ({"image": io.BytesIO(), "grid": GRID}, "image is BytesIO"),
        ({"image": "no.png", "grid": GRID}, "There is no file no.png"),
        ({"image": __file__, "grid": GRID}, "is no picture that"),
        (
            {"image": np.zeros((2, 5, 5, 3)), "grid": GRID},
            "Of a batch give one: image\\[0\\]",
        ),
        ({"image": torch.full((2, 3), torch.nan), "grid": GRID}, "not finite"),
        ({"grid": (2, 2, 2)}, "lies in a volume"),
        ({"image": PHOTO[0], "grid": (2, 2, 2)}, "lies in a volume"),
        ({"grid": GRID, "first_patch": 2}, "from 0 to 1"),
        ({"grid": GRID, "first_patch": [0, 1]}, "from 0 to 1"),
        ({"grid": GRID, "first_patch": [None]}, "from 0 to 1"),
        ({"grid": GRID, "tokens": list("abcd")}, "1 others"),
        (
            {"image": [PHOTO, PHOTO], "grid": [(1, 2), (1, 2), (1, 2)]},
            "2 pictures and 3 grids",
        ),
    ],
)
def test_what_does_not_fit_is_said_with_what_would(options, said):
    with pytest.raises(InputError, match=said):
        show(even(1, 7, 7), **{"image": PHOTO, **options})


def test_rollout_is_a_map_over_the_same_picture_by_hand():
    """½(A + I) twice: of a swap and of staying, half stays and half goes."""
    swap = torch.zeros(1, 6, 6)
    swap[0, range(6), [1, 0, 2, 3, 4, 5]] = 1
    stay = torch.eye(6)[None]
    found = rolled(show(torch.stack([swap, stay]), image=PHOTO, grid=GRID))
    assert found is not None
    assert found.weights[0].tolist() == [0.5, 0.5, 0, 0, 0, 0]
    assert rolled(show(even(1, 6, 6), image=PHOTO, grid=GRID)) is None
    assert rolled(show(even(2, 6, 6), list("abcdef"))) is None


def test_rollout_of_a_detector_is_what_came_from_the_picture():
    own = show(
        even(2, 1, 6, 6),
        cross=even(2, 1, 3, 6),
        decoder=torch.eye(3).expand(2, 1, 3, 3),
        image=PHOTO,
        grid=GRID,
    )
    found = rolled(own)
    assert found is not None
    assert found.part and (found.queries, found.keys) == ("target", "source")
    # a third comes across in each layer: 1 − (2/3)²
    assert found.weights.sum(-1).tolist() == pytest.approx([5 / 9] * 3)
