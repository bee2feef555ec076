"""Weights in one byte each, and the largest of each row exactly."""

import numpy as np
import pytest
import torch

from core import show
from viz.payload import stacks
from viz.payload.coarse import coarse
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


def test_a_short_row_and_a_forbidden_cell():
    row = np.array([0.75, np.nan, 0.25], "<f4").reshape(1, 1, 1, 3)
    data = coarse(row, lower=False)[0].tobytes()
    assert np.frombuffer(data, "<u2", 8, 36).tolist().count(65535) == 6
    assert data[52:55][1] == 255


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
