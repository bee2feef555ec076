"""How colours are judged, against numbers from elsewhere."""

import pytest

from tests.viz.colours import contrast, lightness


def test_lightness_is_that_of_oklab():
    assert lightness("#FFFFFF") == pytest.approx(1.0, abs=1e-3)
    assert lightness("#000000") == pytest.approx(0.0, abs=1e-3)
    assert lightness("#FF0000") == pytest.approx(0.628, abs=1e-3)


def test_contrast_is_that_of_wcag():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
