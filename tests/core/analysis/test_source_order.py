"""The source in another order: its annotations, or its pieces."""

import pytest
import torch

from core.analysis.source_order import reread, shuffled
from core.errors import InputError
from core.trace import recurrent

ENGLISH = "The woman ate the fish."
FRENCH = "La femme a mangé le poisson."


@pytest.fixture(scope="module")
def forced(tiny_bahdanau):
    return tiny_bahdanau.explain(ENGLISH, target=FRENCH)


def test_shuffled_annotations_give_the_same_context(tiny_bahdanau, forced):
    n = len(forced.source.pieces)
    order = [n - 1, *range(n - 1)]
    step = recurrent(forced).decoder[4]
    moved = shuffled(tiny_bahdanau.network, forced, 4, order)
    torch.testing.assert_close(
        moved.attention.context, step.attention.context, atol=1e-6, rtol=0
    )
    torch.testing.assert_close(moved.gates.state, step.gates.state, atol=1e-6, rtol=0)
    assert moved.attention.weights.tolist() == pytest.approx(
        step.attention.weights[order].tolist()
    )
    assert not torch.allclose(moved.attention.weights, step.attention.weights)


def test_english_in_another_order_gives_another_context(tiny_bahdanau, forced):
    n = len(forced.source.pieces)
    network, step = tiny_bahdanau.network, recurrent(forced).decoder[4]
    same = reread(network, forced, 4, list(range(n)))
    torch.testing.assert_close(
        same.attention.context, step.attention.context, atol=1e-6, rtol=0
    )
    turned = reread(network, forced, 4, [*reversed(range(n - 1)), n - 1])
    assert (turned.attention.context - step.attention.context).abs().max() > 1e-3


@pytest.mark.parametrize("how", [shuffled, reread])
def test_an_order_that_is_none_is_refused(tiny_bahdanau, forced, how):
    with pytest.raises(InputError, match="every source piece once"):
        how(tiny_bahdanau.network, forced, 0, [0, 0])
