import torch
from torch import nn

from core.training.gradient_variance import gradient_variance


def test_the_variance_of_a_gradient_is_that_of_its_numbers():
    network = nn.Linear(2, 1, bias=False)
    seen = []

    def loss(network, chance):
        seen.append(torch.randn(2, generator=chance))
        return (network.weight * seen[-1]).sum()

    found = gradient_variance(network, loss, ("weight",), batches=7)
    wanted = torch.stack(seen[1:]).var(0).sum()
    torch.testing.assert_close(torch.tensor(found), wanted)
    assert network.weight.grad is None


def test_a_running_mean_has_settled_before_the_first_batch_counts():
    network = nn.Linear(1, 1, bias=False)
    network.register_buffer("usual", torch.zeros(()))

    def loss(network, chance):
        moved = network.weight.sum() * (3.0 - network.usual)
        network.usual.fill_(3.0)
        return moved

    assert gradient_variance(network, loss, ("weight",), batches=4) == 0
    assert network.usual == 0
