"""Networks whose translations differ, for every way of decoding."""

import pytest

from tests.core.tiny import make_bahdanau, make_rnn, make_transformer


@pytest.fixture(
    scope="module",
    params=[
        (make_transformer, 0),
        (make_transformer, 12),
        (make_bahdanau, 13),
        (make_bahdanau, 48),
        (make_rnn, 3),
    ],
    ids=["transformer-0", "transformer-12", "bahdanau-13", "bahdanau-48", "rnn-3"],
)
def lively(request):
    """Networks whose translations differ: some end soon, some never."""
    make, seed = request.param
    return make(seed=seed)
