"""Does attention walk forward? By hand."""

import torch

from core.analysis.forward import centres, goes_back


def test_a_centre_is_the_mean_place_of_a_row():
    weights = torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])
    torch.testing.assert_close(centres(weights), torch.tensor([0.0, 1.0, 1.25]))


def test_a_step_back_is_more_than_half_a_key():
    weights = torch.tensor(
        [
            [0.0, 0.0, 1.0],
            [0.0, 0.4, 0.6],  # back by 0.4
            [0.0, 1.0, 0.0],  # back by 0.6
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0],  # back by 2
        ]
    )
    assert goes_back(weights) == (2, 4)
    assert goes_back(weights[:1]) == ()
