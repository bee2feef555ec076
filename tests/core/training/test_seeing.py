"""A writer of captions, frozen, learns to see: what is taught and what stays."""

import pytest
import torch

from core.networks.captioner import Captioner, CaptionerConfig
from core.networks.seeing_writer import (
    CaptionWriter,
    CaptionWriterConfig,
    SeeingWriter,
)
from core.training import seeing
from core.training.seeing import (
    LearnToSee,
    WriteCaptions,
    scored,
    words_of,
    words_written,
)
from core.worlds.captions import START, VOCABULARY, caption
from core.worlds.streets import any_street

CONFIG = CaptionWriterConfig(d_model=16, n_heads=2, n_layers=1)


def test_captions_are_learned_without_pictures():
    torch.manual_seed(1)
    task, network = WriteCaptions(), CaptionWriter(CONFIG)
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    chance = torch.Generator().manual_seed(1)
    losses: list[float] = []
    for _ in range(40):
        loss = task.loss(network, chance, 16, 0.5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.6 * losses[0]
    likely = task.validate(network)["likely"]
    assert likely == pytest.approx(torch.tensor(-losses[-1]).exp().item(), rel=0.4)
    told = task.measure(network)["commonest"].split()
    assert set(told) <= set(VOCABULARY)


def test_what_is_likely_is_the_geometric_mean(monkeypatch):
    monkeypatch.setattr(
        seeing,
        "scored",
        lambda network, read, cells=None: torch.zeros(*read.shape, len(VOCABULARY)),
    )
    found = WriteCaptions().validate(CaptionWriter(CONFIG))
    assert found["likely"] == pytest.approx(1 / len(VOCABULARY), abs=1e-4)


def test_only_the_looks_are_learned_and_shut_they_change_nothing(monkeypatch):
    torch.manual_seed(1)
    writer, network = CaptionWriter(CONFIG), SeeingWriter(CONFIG)
    shipped = seeing.load

    class Shelved:
        def __init__(self, network):
            self.network = network

    monkeypatch.setattr(
        seeing,
        "load",
        lambda name: Shelved(writer) if name == "mine" else shipped(name),
    )
    task = LearnToSee(writer="mine")
    task.begin(network)
    before = {name: one.clone() for name, one in network.state_dict().items()}
    streets = [any_street(seed) for seed in range(3)]
    read, _ = words_of(streets)
    cells = task.cells(streets)
    alone = scored(writer, read)
    assert torch.equal(scored(network, read, cells), alone)
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    chance = torch.Generator().manual_seed(1)
    for _ in range(4):
        loss = task.loss(network, chance, 4, 0.5)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    for name, one in writer.state_dict().items():
        assert torch.equal(network.state_dict()[name], one), name
    changed = {n for n, one in network.state_dict().items() if (one != before[n]).any()}
    assert changed and all(name.startswith(("looks", "project")) for name in changed)
    assert torch.equal(scored(network, read, cells, 0.0), alone)
    assert not torch.equal(scored(network, read, cells, 1.0), alone)
    judged = task.judged(network, streets, 0.0)
    assert set(judged) == {"exact", "true", "right_things"}
    assert words_written(network, streets, cells, 0.0) == words_written(writer, streets)


def test_words_begin_and_end():
    street = any_street(4)
    read, wanted = words_of([street])
    assert read[0, 0] == START
    words = [VOCABULARY[n] for n in wanted[0, :-1].tolist()]
    assert tuple(words) == caption(street).words


def test_another_network_is_refused():
    other = Captioner(CaptionerConfig())
    with pytest.raises(TypeError):
        WriteCaptions().validate(other)
    with pytest.raises(TypeError):
        LearnToSee().begin(other)
