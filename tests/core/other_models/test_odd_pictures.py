"""Pictures as people have them: deep ones, broken ones, and volumes of other sizes."""

import random

import numpy as np
import pytest
import torch

from core import InputError, show
from core.other_models.pictures import picture_of

image = pytest.importorskip("PIL.Image")
RAMP = np.linspace(0, 65535, 6).astype(np.uint16).reshape(2, 3)
SPREAD = [[0, 51, 102], [153, 204, 255]]


def greys(given):
    picture = picture_of(given)
    assert (picture.pixels == picture.pixels[..., :1]).all()
    return picture.pixels[..., 0].tolist(), picture.how


@pytest.mark.parametrize("kind", ["path", "pillow", "array"])
def test_a_picture_of_sixteen_bits_keeps_its_shades(tmp_path, kind):
    file = tmp_path / "deep.png"
    image.fromarray(RAMP).save(file)
    given = {"path": file, "pillow": image.fromarray(RAMP), "array": RAMP}
    assert greys(given[kind]) == (SPREAD, "rescaled")


def test_a_picture_of_fractions_keeps_its_shades(tmp_path):
    shades = (RAMP / 65535).astype(np.float32)
    image.fromarray(shades).save(tmp_path / "deep.tif")
    assert greys(tmp_path / "deep.tif") == (SPREAD, "given")
    overshot = shades.copy()
    overshot[0, 0], overshot[1, 2] = -0.004, 1.004  # as resizing leaves it
    assert greys(overshot) == (SPREAD, "given")
    assert greys(shades * 1.5) == (SPREAD, "rescaled")
    assert greys(np.array([[0.0, 1, 1], [1, 0, 1]]) * 255)[1] == "given"


def test_a_picture_of_pillow_that_is_not_all_there_is_said(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (20, 20, 3)).astype(np.uint8)
    image.fromarray(noise).save(tmp_path / "whole.png")
    half = tmp_path / "half.png"
    half.write_bytes((tmp_path / "whole.png").read_bytes()[:300])
    with pytest.raises(InputError, match="is no picture that can be opened"):
        picture_of(half)
    with (
        image.open(half) as opened,
        pytest.raises(InputError, match=r"truncated\): open it again"),
    ):
        picture_of(opened)


@pytest.mark.parametrize("kind", ["png", "gif", "jpeg", "tiff", "bmp", "webp"])
@pytest.mark.filterwarnings("ignore")
def test_a_damaged_file_is_a_picture_or_a_sentence(tmp_path, kind):
    noise = np.random.default_rng(2).integers(0, 255, (9, 11, 3)).astype(np.uint8)
    image.fromarray(noise).save(tmp_path / f"whole.{kind}")
    whole = (tmp_path / f"whole.{kind}").read_bytes()
    chance, file = random.Random(3), tmp_path / f"broken.{kind}"
    for _ in range(60):
        broken = bytearray(whole[: chance.randrange(1, len(whole) + 1)])
        broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        file.write_bytes(broken)
        try:
            assert picture_of(file).pixels.shape[-1] == 3
        except InputError as refused:
            assert "Give the path of a PNG" in str(refused) or "larger" in str(refused)


def test_more_pixels_than_pillow_opens_are_said(tmp_path, monkeypatch):
    image.new("L", (40, 40)).save(tmp_path / "large.png")
    monkeypatch.setattr(image, "MAX_IMAGE_PIXELS", 700)
    with pytest.raises(InputError, match=r"larger than Pillow opens.*fewer pixels"):
        picture_of(tmp_path / "large.png")


def test_four_channels_that_are_no_transparency_are_refused():
    with pytest.raises(InputError, match=r"four channels from -3 to 900.*\[..., :3\]"):
        picture_of(np.array([[[-3.0, 5, 900, 7]]]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (torch.zeros(2, 3, device="meta"), "image holds no numbers"),
        (np.ma.array(np.ones((2, 3)), mask=[[1, 0, 0]] * 2), "not finite"),
        (np.full((2, 3), "a"), "Give it in float32"),
    ],
)
def test_an_array_without_numbers_is_no_picture(given, said):
    with pytest.raises(InputError, match=said):
        picture_of(given)


def test_sparse_and_nested_arrays_are_pictures():
    sparse = torch.tensor([[0.0, 1], [1, 0]]).to_sparse()
    assert greys(sparse)[0] == [[0, 255], [255, 0]]
    weights = torch.full((1, 4, 4), 0.25)
    own = show(weights, image=((0, 9), (9, 0)), grid=(2, 2))
    assert own.pictures[0].pixels[..., 0].tolist() == [[0, 9], [9, 0]]


def test_a_volume_has_as_many_slices_as_its_grid_or_more():
    volume, weights = (
        np.arange(2 * 5 * 7.0).reshape(2, 5, 7),
        torch.full((1, 6, 6), 1 / 6),
    )
    assert len(show(weights, image=volume[:1], grid=(1, 2, 3)).pictures) == 1
    assert len(show(weights, image=volume[None], grid=(2, 1, 3)).pictures) == 2
    for one, grid, said in (
        (volume, (3, 1, 2), "The grid has 3 slices and the volume 2"),
        (np.zeros((5, 7, 3)), (1, 2, 3), r"lies in a volume .* \(5, 7, 3\)"),
        (volume[:0], (1, 2, 3), r"lies in a volume .* \(0, 5, 7\)"),
        (image.new("L", (7, 5)), (1, 2, 3), "lies in a volume"),
    ):
        with pytest.raises(InputError, match=said):
            show(weights, image=one, grid=grid)
