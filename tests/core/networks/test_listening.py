"""A listener: its pyramid against torch's own readers, padding, steps, sizes."""

import pytest
import torch
from torch import nn

from core.networks.listening import Listener, ListenerConfig, Reader, halved
from core.worlds.sounds import BANDS

CONFIG = ListenerConfig(d_embedding=8, d_state=12, d_align=6, d_listen=5)


@pytest.fixture
def sound() -> torch.Tensor:
    """Two clips of thirteen frames, all noise."""
    torch.manual_seed(5)
    return torch.rand(2, 13, BANDS)


def everything(frames: int) -> torch.Tensor:
    return torch.ones(2, 1, frames, dtype=torch.bool)


def as_torch(reader: Reader, d_input: int) -> nn.GRU:
    """The same weights in torch's own reader."""
    same = nn.GRU(d_input, 5, batch_first=True, bidirectional=True)
    for way, unit in (("", reader.read_forward), ("_reverse", reader.read_backward)):
        for name, part in (("ih", unit.from_input), ("hh", unit.from_state)):
            getattr(same, f"weight_{name}_l0{way}").data = part.weight.data
            getattr(same, f"bias_{name}_l0{way}").data = part.bias.data
    return same


def test_the_pyramid_is_that_of_torch(sound: torch.Tensor):
    network = Listener(CONFIG).eval()
    record = network.encode(sound, everything(13))
    assert [one.shape[1:] for one in record.floors] == [(13, 10), (7, 10), (4, 10)]
    x = sound
    for floor, (reader, found) in enumerate(
        zip(network.floors, record.floors, strict=True)
    ):
        assert isinstance(reader, Reader)
        if floor:
            x = torch.cat((x, x.new_zeros(2, x.shape[1] % 2, 10)), 1)
            x = torch.cat((x[:, ::2], x[:, 1::2]), -1)
        x, _ = as_torch(reader, x.shape[-1])(x)
        torch.testing.assert_close(found, x)
    assert torch.equal(record.annotation, record.floors[-1])


def test_the_writer_begins_with_what_the_last_reader_read_backward(
    sound: torch.Tensor,
):
    network = Listener(CONFIG).eval()
    record = network.encode(sound, everything(13))
    first = network.begin_state(record.annotation[:, 0, 5:]).tanh()
    torch.testing.assert_close(record.start_state, first)


def test_two_moments_stand_side_by_side_the_last_one_beside_silence():
    x = torch.arange(6.0).view(3, 2)
    both, present = halved(x, torch.tensor([True, True, True]))
    assert both.tolist() == [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 0.0, 0.0]]
    assert present.tolist() == [True, True]
    both, present = halved(x, torch.tensor([True, False, False]))
    assert both.tolist() == [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    assert present.tolist() == [True, False]


def test_what_only_fills_a_batch_up_changes_nothing(sound: torch.Tensor):
    network = Listener(CONFIG).eval()
    words = torch.tensor([[1, 4, 5], [1, 6, 7]])
    plain = network(sound, words, everything(13))
    longer = torch.cat((sound, torch.rand(2, 8, BANDS)), 1)
    allowed = everything(21)
    allowed[..., 13:] = False
    padded = network(longer, words, allowed)
    torch.testing.assert_close(padded.logits, plain.logits)
    weights = torch.stack([one.attention.weights for one in padded.decoder])
    assert weights[..., 4:].abs().max() == 0
    assert padded.allowed.squeeze(1).tolist() == [[True] * 4 + [False] * 2] * 2


def test_step_by_step_it_scores_what_it_scores_at_once(sound: torch.Tensor):
    network = Listener(CONFIG).eval()
    words = torch.tensor([[1, 4, 5], [1, 6, 7]])
    whole = network(sound, words, everything(13)).logits
    state = network.begin(sound, everything(13))
    for at in range(3):
        logits, state = network.step(state, words[:, at])
        torch.testing.assert_close(logits, whole[:, at], atol=1e-5, rtol=1e-4)


def test_another_alphabet_is_refused():
    with pytest.raises(ValueError, match="vocabulary must be 30 letters"):
        ListenerConfig(vocabulary=9)
