from dataclasses import replace

import pytest
import torch

from core.in_use.translator import Translator, load
from core.labs import head_probes
from core.labs.head_probes import (
    Probed,
    accurate,
    fitted,
    over,
    over_topic,
    sentences,
)
from core.labs.topic_sentences import About
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
    probed = Probed("tense", 4, 4, 0.6, ((0.5, 0.95), (0.91, 0.2)), 0.5, 0.93)
    assert (probed.best, probed.qualify) == ((0, 1), 1)


def test_all_heads_of_the_shipped_encoder_are_asked(monkeypatch):
    monkeypatch.setattr(head_probes, "SHUFFLES", 2)
    model = load(TRANSFORMER)
    chance = torch.Generator().manual_seed(3)
    learned, asked = (sentences(range(n), range(2)) for n in (1, 2))
    found = over(model, learned, asked, chance)
    assert [one.asked for one in found] == ["tense", "number"]
    assert [(one.learned_from, one.held_out) for one in found] == [(8, 16)] * 2
    assert len(found[0].accuracy) == model.info["sizes"]["n_layers"]
    assert all(0 <= a <= 1 for one in found for row in one.accuracy for a in row)


@pytest.fixture
def model(monkeypatch) -> Translator:
    """Passes of 12 layers of two heads: the last head of layer 3 tells a fish by +5."""

    def tensors(text: str):
        fish = "fish" in text
        yield "encoder.0.input", (), torch.full((3, 6), 0.5 if fish else -0.5)
        for n in range(12):
            mixed = torch.full((2, 3, 4), float(n))
            mixed[1] += 5.0 if n == 2 and fish else 0.0
            yield f"encoder.{n}.self_attention.mixed", (), mixed

    monkeypatch.setattr(head_probes, "walk", tensors)
    monkeypatch.setattr(Translator, "explain", lambda self, text, target: text)
    return load(TRANSFORMER)


def test_layers_stand_in_the_order_of_the_encoder(model):
    read = head_probes._read(model, sentences(range(1), range(1))[:1])
    assert read.heads[:, 0, 0, 0].tolist() == list(range(12))
    assert read.before.shape == (1, 1, 1, 6)


def test_a_head_that_tells_a_topic_is_found_and_so_is_what_tells_it_before(
    model, monkeypatch
):
    monkeypatch.setattr(head_probes, "SHUFFLES", 3)
    learned = [About(f"{w} {n}", w, w) for w in ("fish", "vote") for n in range(4)]
    chance = torch.Generator().manual_seed(3)
    found = over_topic(model, "fish", learned, learned[2:6], chance)
    assert (found.best, found.accuracy[2], found.before) == ((2, 1), (0.5, 1.0), 1.0)
    assert (found.learned_from, found.held_out) == (8, 4)


def test_labels_are_shuffled_word_by_word(model):
    words = ("fish", "vote", "law", "tax")
    told = [About(f"{word} {n}", "fish", word) for word in words for n in range(3)]
    read = head_probes._read(model, told)
    group = torch.tensor([at // 3 for at in range(12)])
    labelled = replace(
        read.labelled([word == "fish" for word in words for _ in range(3)]),
        group=group,
    )
    seen = set()
    for seed in range(20):
        shuffled = labelled.shuffled(torch.Generator().manual_seed(seed)).tolist()
        assert sum(shuffled) == 3
        assert all(len(set(shuffled[n : n + 3])) == 1 for n in (0, 3, 6, 9))
        seen.add(shuffled.index(True))
    assert seen == {0, 3, 6, 9}
