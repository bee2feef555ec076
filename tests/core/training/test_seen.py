"""What is in a picture: taught, held out, judged."""

import random

import pytest
import torch
from torch import Tensor, nn

from core.networks.patches import Patches, PatchesConfig, PatchesRecord
from core.networks.pictures import Gates, GatesConfig
from core.training.captions import HELD_OUT, kept_apart
from core.training.seen import Seen, Streets, digits_of, there
from core.worlds.street import KINDS, parse
from core.worlds.streets import any_street

DIGITS = PatchesConfig(
    10, colors=1, side=8, patch=2, d_model=12, n_heads=2, n_layers=1, dropout=0.0
)


class Says(nn.Module):
    """Says the same of every picture."""

    def __init__(self, logits: list[float]) -> None:
        super().__init__()
        self.logits = torch.tensor(logits)

    def forward(self, picture: Tensor) -> PatchesRecord:
        logits = self.logits.expand(len(picture), -1)
        return PatchesRecord(picture, logits.unsqueeze(1), (), logits)


def test_what_stands_on_a_street():
    street = parse("car.red.2.28~cup.red.38.20~car.blue.26.33")
    assert there([street])[0].tolist() == [
        float(kind in {"car", "cup"}) for kind in KINDS
    ]


def test_drawn_streets_are_not_held_out():
    pictures, truth = Streets().drawn(random.Random(3), 40)
    assert pictures.shape == (40, 3, 48, 48) and truth.shape == (40, len(KINDS))
    assert any_street(5).text() in kept_apart()


def test_who_always_says_no_is_as_right_as_the_commonest():
    found = Seen().measure(Says([-1.0] * len(KINDS)))
    truth = there([any_street(seed) for seed in range(HELD_OUT)])
    assert found["kinds"] == pytest.approx(1 - float(truth.mean()), abs=1e-4)
    assert found["kinds"] == pytest.approx(found["commonest"], abs=1e-4)
    assert found["exact"] == 0.0
    assert set(found["of"]) == set(KINDS)


def test_gates_learn_and_their_card_has_every_kind():
    torch.manual_seed(1)
    task, network = Seen(), Gates(GatesConfig())
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    chance = torch.Generator().manual_seed(1)
    losses: list[float] = []
    for _ in range(30):
        loss = task.loss(network, chance, 16, 0.5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-5:]) < sum(losses[:5])
    what, rows = task.card({"kind": "gates", "measured": task.measure(network)})
    assert "squeeze-and-excitation" in what and all(kind in rows for kind in KINDS)
    (first, *_) = task.golden(network)
    assert first["street"] == any_street(0).text() and len(first["likely"]) == 7


def test_digits_are_moved_by_a_pixel_and_those_held_out_are_never_drawn():
    pytest.importorskip("sklearn")
    task = Seen("digits")
    whole, _ = digits_of(0, None)
    assert len(whole) == 1797 and float(whole.max()) == 1.0
    held, _ = digits_of(0, 550)
    pictures, digits = task.world.drawn(random.Random(2), 200)
    assert pictures.shape == (200, 1, 8, 8) and set(digits.tolist()) == set(range(10))
    rest, _ = digits_of(550, None)
    inner = {one[0, 2:6, 2:6].numpy().tobytes() for one in rest}
    still = [one for one in pictures if one[0, 2:6, 2:6].numpy().tobytes() in inner]
    assert 10 < len(still) < 100  # one in nine is not moved
    network = Patches(DIGITS).eval()
    assert task.validate(network)["exact"] <= 1.0
    found = task.measure(network)
    assert found["examples"] == 400 and 0.1 <= found["commonest"] < 0.13
    assert len(held) == 550
    what, rows = task.card({"kind": "patches", "measured": found})
    assert "CC BY 4.0" in what and "digits" in rows
    assert task.golden(network)[0]["pixels"] != []


def test_another_world_is_refused():
    with pytest.raises(ValueError, match="streets, digits"):
        Seen("cities")
