"""A street pooled over: with and without a query."""

import pytest
import torch

from core.errors import InputError
from core.labs import scene
from core.labs.pooling import DOUBLE


def test_the_street_has_six_rows_of_eight_and_one_stop_sign():
    assert (scene.ROWS, scene.COLUMNS) == (6, 8)
    assert len(scene.things()) == 48
    assert scene.things().index("stop sign") == 14  # row 2, column 7
    assert scene.things().count("stop sign") == 1
    assert scene.things().count("car") == 6


def test_features_are_strong_where_they_are_and_no_two_cells_alike():
    shown = scene.features()
    assert shown.shape == (48, 7)
    sign = dict(zip(scene.FEATURES, shown[14].tolist(), strict=True))
    assert min(sign["red"], sign["corners"]) > 0.8
    assert max(sign["wheels"], sign["leaves"], sign["blue"]) < 0.2
    assert len(shown.unique(dim=0)) == 48


def test_an_average_weighs_all_alike_and_a_maximum_one_cell_for_each_feature():
    assert scene.average_weights(48)[0].tolist() == pytest.approx([1 / 48] * 48)
    shown = torch.tensor([[0.1, 0.9], [0.7, 0.2], [0.3, 0.8]])
    assert scene.max_weights(shown).tolist() == [[0, 1, 0], [1, 0, 0]]


def test_a_window_falls_off_as_a_gaussian_on_all_sides():
    window = scene.window_weights(2, 3, 1.0).reshape(6, 8)
    assert window.sum().item() == pytest.approx(1)
    for row, column in ((1, 3), (3, 3), (2, 2), (2, 4)):
        ratio = window[row, column] / window[2, 3]
        assert ratio.item() == pytest.approx(0.60653, abs=1e-5)  # e^(−1/2)
    assert (window[1, 2] / window[2, 3]).item() == pytest.approx(0.36788, abs=1e-5)


def test_a_place_outside_the_picture_is_refused():
    with pytest.raises(InputError, match="Row 7, column 1 is not in the picture"):
        scene.window_weights(6, 0, 1.0)


def test_asked_for_the_stop_sign_most_light_falls_on_it():
    shown, names = scene.features(), scene.things()
    weights = scene.search_weights("sign", shown)[0]
    assert names[int(weights.argmax())] == "stop sign"
    assert weights[14].item() > 0.75
    assert weights.sum().item() == pytest.approx(1)
    for thing in ("car", "tree"):
        best = int(scene.search_weights(thing, shown)[0].argmax())
        assert names[best] == thing
    even = scene.search_weights("sign", shown, sharpness=0.0)
    torch.testing.assert_close(even, torch.full((1, 48), 1 / 48, dtype=DOUBLE))
