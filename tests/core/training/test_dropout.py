import pytest
import torch
from torch import nn

from core.training.dropout import ByteDropout, with_byte_dropout
from tests.close import close
from tests.core.tiny import make_bahdanau, make_transformer


@pytest.mark.parametrize("p", [0.1, 0.5])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_a_share_p_is_dropped_and_the_mean_stays(p, dtype):
    torch.manual_seed(1)
    found = ByteDropout(p)(torch.ones(400, 501, dtype=dtype))
    k = round(p * 256) / 256
    assert found.dtype == dtype
    assert (found == 0).float().mean() == pytest.approx(k, abs=0.005)
    close(found[found != 0].float().unique(), torch.tensor([1 / (1 - k)]), by=0.01)


def test_the_gradient_passes_where_the_number_did():
    torch.manual_seed(1)
    x = torch.randn(7, 5, requires_grad=True)
    y = ByteDropout(0.4)(x)
    y.sum().backward()
    close(x.grad, (y != 0) * (256 / (256 - 102)), by=1e-6)


def test_nothing_is_dropped_outside_training_or_with_p_of_nothing():
    x = torch.randn(3, 4)
    assert ByteDropout(0.5).eval()(x) is x
    assert ByteDropout(0.0)(x) is x


@pytest.mark.parametrize("make", [make_bahdanau, make_transformer])
def test_it_takes_the_place_of_every_dropout_and_leaves_the_weights(make):
    network = make()
    names = list(network.state_dict())
    with_byte_dropout(network)
    drops = [m for m in network.modules() if isinstance(m, nn.Dropout)]
    assert drops and all(isinstance(m, ByteDropout) for m in drops)
    assert list(network.state_dict()) == names
