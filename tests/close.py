"""Numbers that agree within a bound, whatever holds them."""

import torch
from torch import Tensor


def close(found: Tensor, expected: object, by: float = 1e-5) -> None:
    """Every number is as expected within `by`; NaN where NaN is expected.

    What is not a tensor yet is read as 32-bit numbers.
    """
    if not isinstance(expected, Tensor):
        expected = torch.as_tensor(expected, dtype=torch.float32)
    torch.testing.assert_close(found, expected, atol=by, rtol=0, equal_nan=True)
