"""What marks twins is taught and judged by what the world knows of them."""

import pytest
import torch
from torch import Tensor, nn

from core.networks.captioner import Captioner, CaptionerConfig
from core.networks.pictures import Twins, TwinsAlone, TwinsConfig, TwinsRecord
from core.training.twins import (
    MARKED_COUNTS,
    MarkTwins,
    cells_of,
    judged,
    kept_apart,
    shares_of,
    truth,
)
from core.worlds.street import Street, parse
from core.worlds.twins import twin_of_seed, twins

CONFIG = TwinsConfig(d_model=4, n_heads=1, d_fine=2)
CARS = parse("car.red.2.28~cup.red.38.20~car.red.26.33")


class Knows(TwinsAlone):
    """Marks what it is told to."""

    def __init__(self, marks: Tensor) -> None:
        super().__init__(CONFIG)
        self.marks = marks

    def forward(self, picture: Tensor) -> TwinsRecord:
        blank = torch.zeros(len(picture), 1, *picture.shape[2:])
        cells = torch.zeros(len(picture), 144, 1)
        logits = (self.marks - 0.5) * 20
        return TwinsRecord(picture, blank, cells, None, cells, logits)


def of(streets: list[Street], marks: Tensor) -> dict[str, float]:
    return judged(Knows(marks), streets)


def test_who_marks_the_truth_is_all_right_and_who_marks_nothing_is_not():
    streets = [twin_of_seed(seed) for seed in range(20)]
    wanted = truth(streets)
    right = of(streets, wanted)
    assert right["iou"] == right["pixels"] == right["things"] == 1.0
    none = of(streets, torch.zeros_like(wanted))
    assert none["iou"] == 0.0
    assert none["pixels"] == none["pixels_none"] == right["pixels_none"]
    whole = of(streets, torch.ones_like(wanted))
    assert whole["iou"] < whole["iou_all"] < 1.0
    has = [twin is not None for street in streets for twin in twins(street)]
    share = sum(has) / len(has)
    assert whole["things"] == pytest.approx(share, abs=1e-4)
    assert right["things_common"] == pytest.approx(max(share, 1 - share), abs=1e-4)


def test_the_share_of_each_thing_that_is_marked():
    wanted = truth([CARS])[0] > 0
    assert shares_of(CARS, wanted) == [1.0, 0.0, 1.0]
    assert shares_of(CARS, ~wanted) == [0.0, 1.0, 0.0]


def test_cells_that_show_a_thing_are_counted_from_the_top():
    cells = cells_of(Twins(CONFIG), CARS, 1).nonzero().squeeze(-1).tolist()
    assert cells and {cell % CONFIG.grid for cell in cells} <= {9, 10, 11}
    assert {cell // CONFIG.grid for cell in cells} <= {4, 5, 6, 7}


def test_equal_weights_look_at_a_twin_as_often_as_its_cells_are():
    network = Twins(CONFIG)
    with torch.no_grad():
        network.attention.project_query.weight.zero_()
        network.attention.project_query.bias.zero_()
    found = judged(network, [twin_of_seed(seed) for seed in range(30)])
    assert found["on"] == pytest.approx([found["on_uniform"]], abs=1e-4)


@pytest.mark.parametrize("made", [Twins, TwinsAlone])
def test_a_few_updates_lower_the_loss_and_draw_nothing_held_out(made, monkeypatch):
    drawn: list[str] = []
    seen = MarkTwins()
    torch.manual_seed(1)
    network = made(CONFIG)
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)
    chance = torch.Generator().manual_seed(5)
    losses: list[float] = []
    original = truth

    def noted(streets: list[Street]) -> Tensor:
        drawn.extend(one.text() for one in streets)
        return original(streets)

    monkeypatch.setattr("core.training.twins.truth", noted)
    for _ in range(25):
        loss = seen.loss(network, chance, 4, 0.5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-5:]) < sum(losses[:5])
    assert len(drawn) == 100 and not kept_apart() & set(drawn)


def test_a_pixel_that_is_to_be_marked_counts_more():
    class Flat(TwinsAlone):
        def forward(self, picture: Tensor) -> TwinsRecord:
            blank = torch.zeros(len(picture), 1, *picture.shape[2:])
            cells = torch.zeros(len(picture), 144, 1)
            return TwinsRecord(picture, blank, cells, None, cells, blank[:, 0])

    chance = torch.Generator().manual_seed(5)
    loss = float(MarkTwins().loss(Flat(CONFIG), chance, 4, 0.5))
    ln2 = 0.6931
    assert ln2 < loss < MARKED_COUNTS * ln2


def test_another_network_is_refused():
    with pytest.raises(TypeError):
        MarkTwins().validate(Captioner(CaptionerConfig()))
    assert isinstance(Twins(CONFIG), nn.Module)
