"""What a captioner of films is taught, and how it is judged."""

import pytest
import torch

from core.networks.captioner import Captioner, CaptionerConfig
from core.networks.film import FilmCaptioner, FilmConfig
from core.training import films
from core.training.films import Films, judged, kept_apart, shown, shuffled, words_of
from core.worlds.films import END, FRAMES, PAD, START, any_film

CONFIG = FilmConfig(
    d_embedding=8, d_state=12, d_align=6, d_annotation=10, d_edges=4, d_parts=4
)


def test_words_are_read_one_behind_those_that_are_wanted():
    some = [any_film(seed) for seed in range(6)]
    read, wanted = words_of(some)
    for one, inside, outside in zip(some, read.tolist(), wanted.tolist(), strict=True):
        n = len(one.caption)
        assert inside[0] == START and outside[n] == END
        assert inside[1 : n + 1] == outside[:n]
        assert set(outside[n + 1 :]) <= {PAD}


def test_frames_can_be_shown_in_another_order():
    film = any_film(3)
    order = shuffled(3)
    assert sorted(order) == list(range(FRAMES)) != list(order)
    plain, mixed = shown([film])[0], shown([film], lambda _: order)[0]
    assert torch.equal(plain[list(order)], mixed)


def test_who_writes_the_truth_is_right_and_who_turns_round_is_not(monkeypatch):
    some = [any_film(seed) for seed in range(20)]

    def told(_, given, order=None):
        return [
            one.caption if order is None else (*one.caption[:-1], "nowhere")
            for one in given
        ]

    monkeypatch.setattr(films, "written", told)
    network = FilmCaptioner(CONFIG)
    assert judged(network, some) == {"exact": 1.0, "way": 1.0}
    assert judged(network, some, shuffled) == {"exact": 0.0, "way": 0.0}


def test_a_few_updates_lower_the_loss():
    torch.manual_seed(1)
    task, network = Films(), FilmCaptioner(CONFIG)
    optimizer = torch.optim.Adam(network.parameters(), 1e-2)
    chance = torch.Generator().manual_seed(1)
    losses: list[float] = []
    for _ in range(12):
        loss = task.loss(network, chance, 4, 0.5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-3:]) < sum(losses[:3])
    assert set(task.validate(network)) == {"exact", "way"}
    assert any_film(3).text() in kept_apart()


def test_another_network_is_refused():
    with pytest.raises(TypeError):
        Films().validate(Captioner(CaptionerConfig()))
