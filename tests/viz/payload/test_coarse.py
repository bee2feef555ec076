"""Weights in one byte each, and the largest of each row exactly."""

import numpy as np
import pytest
import torch

from core import show
from viz.export.page import zipped
from viz.payload import coarse as packing
from viz.payload import stacks
from viz.payload.coarse import Grain, coarse, grain_for
from viz.payload.own_models import own_view


def rows(*shape, seed=1):
    torch.manual_seed(seed)
    return (torch.randn(*shape) * 2).softmax(-1).numpy()


def test_the_parts_lie_one_behind_another_and_a_row_by_hand():
    """Ten keys: the ninth largest is the scale; 254 steps from 0 to it."""
    row = np.array([0.3, 0.2, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.03, 0.02], "<f4")
    row[-2:] = 0.0254, 0.0127
    packed, error = coarse(row.reshape(1, 1, 1, 10), lower=False)
    data = packed.tobytes()
    assert len(data) == 4 + 8 * 4 + 8 * 2 + 10 + 2
    assert np.frombuffer(data, "<f4", 1)[0] == np.float32(0.0254)
    largest, at = np.frombuffer(data, "<f4", 8, 4), np.frombuffer(data, "<u2", 8, 36)
    assert dict(zip(at.tolist(), largest.tolist(), strict=True)) == dict(
        enumerate(row[:8].tolist())
    )
    assert list(data[52:62]) == [254] * 9 + [127]
    assert error < 1e-8


def test_weights_below_0_have_half_of_the_steps():
    """The two furthest from 0 are exact; 127 steps of 0.001 from 0 to the third."""
    row = np.array([-0.6, 0.3, -0.127, 0.0643, 0.0, np.nan], "<f4")
    grain = Grain(2, signed=True)
    packed, error = coarse(row.reshape(1, 1, 1, 6), lower=False, grain=grain)
    data = packed.tobytes()
    largest, at = np.frombuffer(data, "<f4", 2, 4), np.frombuffer(data, "<u2", 2, 12)
    assert dict(zip(at.tolist(), largest, strict=True)) == {0: row[0], 1: row[1]}
    assert list(data[18:22]) == [0, 127 + 64, 127, 255]
    assert error == pytest.approx(0.0003, abs=1e-6)


def test_very_many_weights_below_0_are_rounded_too():
    torch.manual_seed(1)
    weights = torch.rand(12, 12, 170, 170) - 0.5
    header, body = own_view(show(weights, ["a"] * 170, signed=True))
    assert header["stacks"][0]["error"] < 0.5 / 254
    assert body.nbytes < weights.nelement() * 1.5


def test_a_short_row_and_a_forbidden_cell():
    row = np.array([0.75, np.nan, 0.25], "<f4").reshape(1, 1, 1, 3)
    data = coarse(row, lower=False)[0].tobytes()
    assert np.frombuffer(data, "<u2", 8, 36).tolist().count(65535) == 6
    assert data[52:55][1] == 255


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("signed", "zero"), [(False, 0), (True, 127)])
def test_a_row_so_peaked_that_its_ninth_weight_is_hardly_a_number_is_0_there(
    signed, zero
):
    """Where distance counts against a key, most of a long row is e^-100 or less."""
    row = np.exp(-12.4 * np.arange(12, dtype="f4")).astype("<f4")
    assert 0 < row[8] < 1e-43 and row[9] == 0
    grain = Grain(signed=signed)
    packed, error = coarse(row.reshape(1, 1, 1, 12), lower=False, grain=grain)
    data = packed.tobytes()
    assert np.frombuffer(data, "<f4", 1)[0] == 0
    assert list(data[52:64][8:]) == [zero] * 4
    assert error < 1e-35


def test_the_error_is_half_a_step_at_most():
    weights = rows(2, 2, 60, 60)
    ninth = np.sort(weights)[..., -9].max()
    assert 0 < coarse(weights, lower=False)[1] <= ninth / 508 * 1.0001


@pytest.mark.parametrize(("tokens", "rounded"), [(128, False), (170, True)])
def test_only_very_many_weights_are_rounded(tokens, rounded):
    weights = torch.full((12, 12, tokens, tokens), 1 / tokens)
    header, body = own_view(show(weights, ["a"] * tokens))
    assert ("error" in header["stacks"][0]) == rounded
    assert (body.nbytes < 144 * tokens**2 * 1.5) == rounded


def test_a_causal_map_sends_its_lower_half(monkeypatch):
    monkeypatch.setattr(stacks, "OVER", 0)
    lower = np.tril(np.ones((20, 20))) / np.arange(1, 21)[:, None]
    header, body = own_view(show([lower], ["a"] * 20))
    assert header["stacks"][0]["lower"]
    assert body.nbytes == 20 * (4 + 32 + 16) + 20 * 21 // 2 + 2


def test_a_coarser_grain_has_fewer_exact_weights_and_no_finer_step():
    """Steps of 0.002 from 0: 0.05 is the 25th, 0.0131 the 7th, 0.0009 is 0."""
    row = np.array([0.0009, 0.6, 0.0131, 0.336, 0.05], "<f4").reshape(1, 1, 1, 5)
    packed, error = coarse(row, lower=False, grain=Grain(2, 0.002))
    data = packed.tobytes()
    assert len(data) == 4 + 2 * 4 + 2 * 2 + 5 + 3
    assert set(np.frombuffer(data, "<f4", 2, 4).tolist()) == set(row[..., [1, 3]].flat)
    assert [data[16 + at] for at in (0, 2, 4)] == [0, 7, 25]
    assert error == pytest.approx(0.0009, abs=1e-7)


def test_the_grain_is_the_finest_that_leaves_room(monkeypatch):
    """240 rows of 60 cells: eight exact weights take 40 bytes of each."""
    weights = rows(2, 2, 60, 60)
    assert grain_for([weights]) == Grain(8)
    monkeypatch.setattr(packing, "ROOM", 12_000)
    assert grain_for([weights]).exact == 2
    monkeypatch.setattr(packing, "ROOM", 1)
    assert grain_for([weights]) == Grain(2, packing.FINENESS[-1])
    assert sorted(packing.FINENESS) == packing.FINENESS
    assert packing.FINENESS[-1] * packing.STEPS < 1
    header, body = stacks.finished({"sequences": {}}, [{"id": "a"}], [weights])
    assert "error" not in header["stacks"][0]
    monkeypatch.setattr(stacks, "OVER", 0)
    header, body = stacks.finished({"sequences": {}}, [{"id": "a"}], [weights])
    assert header["stacks"][0]["exact"] == 2
    assert list(packing.layers_of(header))[-1][-1] == body.size


def test_a_flat_row_keeps_its_pattern_under_a_coarse_grain():
    """Two are exact and count as 0; of 400 others 380 are 0.002, and 20 are 0.003.

    Their mean is 0.82 / 402 = 0.00204, their mean deviation (380 · 0.00004 + 20 ·
    0.00096 + 2 · 0.00204) / 402 = 0.000096. Steps are three of these: 0.002 is the
    7th, 0.003 the 10th; with steps of 0.0035 both would be the first.
    """
    rest = np.full(400, 0.002)
    rest[::20] = 0.003
    row = np.array([0.1, 0.1, *rest], "<f4").reshape(1, 1, 1, -1)
    data = coarse(row, lower=False, grain=Grain(2, 0.0035))[0].tobytes()
    step = np.frombuffer(data, "<f4", 1)[0] / 254
    assert step == pytest.approx(3 * 0.0000955, abs=1e-6)
    codes = np.frombuffer(data, "u1", 400, 16 + 2)
    assert codes[:21].tolist() == [10, *[7] * 19, 10]


def test_eight_of_a_row_are_exact_where_the_error_is_hardly_larger_for_it(monkeypatch):
    weights = rows(2, 3, 400, 400)
    monkeypatch.setattr(packing, "ROOM", weights.size * 0.7)
    assert grain_for([weights]).exact == 8
    monkeypatch.setattr(packing, "ROOM", weights.size * 0.25)
    assert grain_for([weights]).exact == 2


def test_over_patches_there_is_less_room():
    torch.manual_seed(1)
    weights = torch.randn(3, 4, 257, 257).softmax(-1).numpy()
    assert grain_for([weights]) == Grain()
    grain = grain_for([weights], over_patches=True)
    assert grain.step > 0
    packed, _ = coarse(weights, lower=False, grain=grain)
    size = len(zipped(packed.tobytes(), rounded=True))
    assert size < weights.size * 7.3 / 8
