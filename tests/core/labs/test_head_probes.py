import pytest
import torch

from core.in_use.translator import load
from core.labs import head_probes
from core.labs.head_probes import Probed, accurate, fitted, over, sentences
from core.shelf.models import TRANSFORMER


def test_a_line_between_two_groups_has_them_all_right():
    chance = torch.Generator().manual_seed(1)
    x = torch.randn(2, 60, 3, generator=chance)
    labels = torch.arange(60) % 2 == 0
    x[0, labels, 1] += 4  # the second batch is noise
    right = accurate(fitted(x, labels), x, labels)
    assert right[0].item() > 0.95 > right[1].item()


def test_newton_finds_where_the_slope_is_nothing():
    x = torch.tensor([[[-1.0], [0.0], [2.0]]])
    labels = torch.tensor([False, True, True])
    (w, bias) = fitted(x, labels)[0].tolist()
    p = [1 / (1 + torch.tensor(-(w * v + bias)).exp().item()) for v in (-1, 0, 2)]
    wrong = [p[0], p[1] - 1, p[2] - 1]
    assert sum(wrong) == pytest.approx(0, abs=1e-4)
    assert -wrong[0] + 2 * wrong[2] + w == pytest.approx(0, abs=1e-6)


def test_every_noun_stands_in_both_numbers_and_every_verb_in_both_tenses():
    found = sentences(range(1), range(2))
    assert [one.text.split()[:3] for one in found[:4]] == [
        ["The", "boy", "eats"],
        ["The", "boys", "eat"],
        ["The", "boy", "ate"],
        ["The", "boys", "ate"],
    ]
    assert len(found) == 8


def test_a_head_qualifies_above_ninety_percent_and_every_shuffled_line():
    probed = Probed("tense", ((0.5, 0.95), (0.91, 0.2)), 0.5, 0.93)
    assert (probed.best, probed.qualify) == ((0, 1), 1)


def test_all_heads_of_the_shipped_encoder_are_asked(monkeypatch):
    monkeypatch.setattr(head_probes, "SHUFFLES", 2)
    model = load(TRANSFORMER)
    found = over(model, sentences(range(1), range(2)), sentences(range(1, 2), range(2)))
    assert [one.asked for one in found.probed] == ["tense", "number"]
    assert len(found.probed[0].accuracy) == model.info["sizes"]["n_layers"]
    assert all(0 <= a <= 1 for one in found.probed for row in one.accuracy for a in row)


def test_layers_stand_in_the_order_of_the_encoder(monkeypatch):
    mixed = [
        (f"encoder.{n}.self_attention.mixed", (), torch.full((2, 3, 4), float(n)))
        for n in range(12)
    ]
    monkeypatch.setattr(head_probes, "walk", lambda trace: iter(mixed))
    found = head_probes._outputs(
        load(TRANSFORMER), sentences(range(1), range(1))[:1], lambda said: None
    )
    assert found[:, 0, 0, 0].tolist() == list(range(12))
