"""Held against the papers, written in NumPy: convolutions, then appendix A."""

import math

import numpy as np
import pytest
import torch

from core.networks.captioner import (
    Captioner,
    CaptionerConfig,
    HardCaptioner,
    MeanCaptioner,
)
from core.trace import walk
from core.worlds.captions import VOCABULARY
from tests.close import close
from tests.core.networks.appendix import decoder
from tests.core.tiny import make_captioner

TARGET = [1, 3, 7, 16, 20]
ALL = torch.ones(1, 36, dtype=torch.bool)


@pytest.fixture(scope="module")
def picture():
    return torch.rand(3, 48, 48, generator=torch.Generator().manual_seed(4))


def convolved(x, weight, bias):
    """A convolution of stride 2 that halves the sides, pixel by pixel, then ReLU."""
    out, size = len(weight), weight.shape[-1]
    x = np.pad(x, ((0, 0), (size // 2, size // 2), (size // 2, size // 2)))
    side = (x.shape[1] - size) // 2 + 1
    y = np.zeros((out, side, side))
    for row in range(side):
        for column in range(side):
            seen = x[:, 2 * row : 2 * row + size, 2 * column : 2 * column + size]
            y[:, row, column] = (weight * seen).sum((1, 2, 3)) + bias
    return np.maximum(y, 0)


def test_a_pass_is_that_of_the_papers(picture):
    network = make_captioner()
    w = {k: v.double().numpy() for k, v in network.state_dict().items()}
    x = picture.double().numpy() - 0.5
    for name in ("see_edges", "see_parts", "see_things"):
        x = convolved(x, w[f"{name}.weight"], w[f"{name}.bias"])
    assert x.shape == (14, 6, 6)
    cells = [x[:, cell // 6, cell % 6] for cell in range(36)]
    h = [
        np.maximum(w["annotate.weight"] @ cell + w["annotate.bias"] + place, 0)
        for cell, place in zip(cells, w["place"], strict=True)
    ]
    begun = w["begin_state.weight"] @ np.mean(h, 0) + w["begin_state.bias"]
    _, e, alpha, c, t, logits, s = decoder(network, h, np.tanh(begun), TARGET)
    record = network(picture, torch.tensor(TARGET), ALL)
    for name, wanted in (("scores", e), ("weights", alpha), ("context", c)):
        found = torch.stack([getattr(one.attention, name) for one in record.decoder])
        close(found, wanted, by=1e-4)
    close(torch.stack([one.maxout for one in record.decoder]), t, by=1e-4)
    close(torch.stack([one.gates.state for one in record.decoder]), s, by=1e-4)
    close(record.logits, logits, by=1e-4)


@pytest.mark.parametrize("kind", [Captioner, MeanCaptioner, HardCaptioner])
def test_word_by_word_is_what_all_at_once_is(kind, picture):
    network = make_captioner(kind)
    whole = network(picture, torch.tensor(TARGET), ALL)
    state = network.begin(picture[None], ALL[None])
    for i, word in enumerate(TARGET):
        logits, state = network.step(state, torch.tensor([word]))
        close(logits[0], whole.logits[i], by=1e-5)


def test_without_attention_all_cells_weigh_alike(picture):
    network = make_captioner(MeanCaptioner)
    allowed = ALL.clone()
    allowed[0, :6] = False
    record = network(picture, torch.tensor(TARGET), allowed)
    weights, _ = record.attention(network.attention_names()[0])
    assert (weights[..., :6] == 0).all()
    close(weights[..., 6:], [[[1 / 30] * 30] * 5])


def test_a_forbidden_cell_has_no_weight_and_the_rest_share_it(picture):
    network = make_captioner()
    allowed = ALL.clone()
    allowed[0, 14] = False
    record = network(picture, torch.tensor(TARGET), allowed)
    weights, mask = record.attention(network.attention_names()[0])
    assert (weights[..., 14] == 0).all()
    assert (~mask).sum() == len(TARGET)
    close(weights.sum(-1), [[1.0] * 5])


def test_a_hard_writer_looks_at_one_cell_by_the_weights_of_a_soft_one(picture):
    hard, soft = make_captioner(HardCaptioner), make_captioner()
    for network in (hard, soft):
        network.direction *= 9  # far from equal weights
    many, n = torch.tensor(TARGET[:1]).expand(4000, 1), 4000
    drawing = hard.drawing(torch.Generator().manual_seed(1))
    record = drawing(picture.expand(n, -1, -1, -1), many, ALL)
    looked = record.decoder[0].attention.weights
    assert looked.sum(-1).eq(1).all()
    assert looked.max(-1).values.eq(1).all()
    wanted = soft(picture, many[0], ALL).decoder[0].attention.weights
    spread = (wanted * (1 - wanted) / n).sqrt()
    assert ((looked.mean(0) - wanted).abs() < 4.5 * spread + 1e-4).all()


def test_without_a_chance_a_hard_writer_looks_at_the_likeliest_cell(picture):
    record = make_captioner(HardCaptioner)(picture, torch.tensor(TARGET), ALL)
    for step in record.decoder:
        assert step.attention.weights.argmax() == step.attention.scores.argmax()


def test_the_same_seed_draws_the_same_cells_and_nothing_stays_on_the_network(picture):
    network = make_captioner(HardCaptioner)
    rows = [
        [
            step.attention.weights.argmax().item()
            for step in network.drawing(torch.Generator().manual_seed(seed))(
                picture, torch.tensor(TARGET), ALL
            ).decoder
        ]
        for seed in (5, 5, 6)
    ]
    assert rows[0] == rows[1] != rows[2]
    assert network.chance is None


def test_rows_that_look_softly_weigh_all_cells(picture):
    softly = torch.tensor([True, False])[:, None, None]
    network = make_captioner(HardCaptioner).drawing(torch.Generator(), softly)
    both = torch.tensor(TARGET).expand(2, -1)
    weights = network(picture.expand(2, -1, -1, -1), both, ALL).decoder[2].attention
    assert (weights.weights > 0).sum(-1).tolist() == [36, 1]


def test_every_tensor_of_a_pass_has_a_name_and_axes(picture):
    record = make_captioner()(picture, torch.tensor(TARGET), ALL)
    found = {
        name: (axes, tuple(tensor.shape))
        for name, axes, tensor in walk(type("Pass", (), {"record": record})())
    }
    assert found["encoder.edges"] == (
        ("edge", "edge_row", "edge_column"),
        (5, 24, 24),
    )
    assert found["encoder.parts"][1] == (6, 12, 12)
    assert found["encoder.annotation"] == (("source", "d_annotation"), (36, 14))
    assert found["decoder.4.attention.weights"] == (("source",), (36,))
    assert found["decoder.0.gates.reset"] == (("d_state",), (7,))
    assert found["logits"] == (("target", "word"), (5, len(VOCABULARY)))


def test_a_captioner_has_the_words_of_its_world_and_weights_that_fit_two_mebibytes():
    with pytest.raises(ValueError, match=f"must be {len(VOCABULARY)} words"):
        CaptionerConfig(vocabulary=17)
    network = Captioner(CaptionerConfig())
    assert 2 * sum(one.numel() for one in network.parameters()) < 2 * 2**20
    assert math.isclose(network.direction.std().item(), 1 / 8, rel_tol=0.5)
