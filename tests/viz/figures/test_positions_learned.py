"""A learned table of places as a picture: it ends where the table does."""

import torch

from viz.figures.positions_learned import REACH, learned


def table(rows=4):
    """Places around a circle: the next one is the most alike."""
    angle = torch.arange(rows) ** 1.1 * 0.5
    return torch.stack([angle.sin(), angle.cos()], -1)


def test_the_learned_curve_ends_and_the_sinusoid_goes_on():
    found = learned(table(), 1)
    waves, row = found.plot.data
    assert len(waves.y) == REACH
    assert len(row.y) == 4
    assert row.y[1] == 1
    assert found.rows[1][0] == 0
    assert found.rows[5][1] is None  # place 4 has no learned vector
    # angles 0, 0.5, 1.07, 1.67: cos 0.5 = 0.878 is the largest
    assert "Most similar to position 1: 0, 2, 3." in found.caption
    assert "0.88" in found.caption


def test_behind_the_end_there_is_nothing_but_the_sinusoid():
    found = learned(table(), 4)
    (waves,) = found.plot.data
    assert waves.y[4] == 1
    assert "knows no position 4" in found.caption
    assert all(row[1] is None for row in found.rows[1:])
