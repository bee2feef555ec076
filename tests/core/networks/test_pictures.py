"""Networks that look at a whole picture, held against torch's parts and by hand."""

from functools import partial

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from core.layers import parameters
from core.networks.patches import Patches, PatchesAlone, PatchesConfig
from core.networks.pictures import (
    APART,
    CELL,
    FIELD,
    Gates,
    GatesAlone,
    GatesConfig,
    Twins,
    TwinsAlone,
    TwinsConfig,
    far_apart,
)
from core.worlds.street import KINDS, SIZE

TWINS = TwinsConfig(d_model=8, n_heads=1, d_fine=3)
DIGITS = PatchesConfig(
    10, colors=1, side=8, patch=2, d_model=12, n_heads=3, n_layers=2, dropout=0.0
)


@pytest.fixture
def picture() -> torch.Tensor:
    """Two pictures of a street's size, all noise."""
    torch.manual_seed(2)
    return torch.rand(2, 3, SIZE, SIZE)


def reached(network: TwinsAlone, picture: torch.Tensor) -> torch.Tensor:
    """Which pixels move what the cell of the middle finds in the end."""
    seen = picture.clone().requires_grad_()
    grid = network.config.grid
    network(seen).known[0, grid * grid // 2 + grid // 2].sum().backward()
    assert seen.grad is not None
    return seen.grad[0].abs().sum(0) > 0


def test_without_attention_a_cell_knows_of_its_field_alone(picture: torch.Tensor):
    moved = reached(TwinsAlone(TWINS), picture).nonzero()
    first, last = moved.amin(0), moved.amax(0)
    assert (last - first + 1).tolist() == [FIELD, FIELD]
    assert (first < SIZE // 2).all() and (last > SIZE // 2 + CELL - 1).all()
    assert reached(Twins(TWINS), picture).float().mean() > 0.8


def test_a_cell_looks_at_those_alone_that_its_field_does_not_hold():
    allowed = far_apart(12).reshape(12, 12, 12, 12)
    assert not allowed[5, 5, 2:9, 2:9].any()
    assert allowed[5, 5].sum() == 144 - 49 and allowed[5, 5, 1].all()
    assert allowed[0, 0].sum() == 144 - 16
    # The field of a cell ends within the cells that it may not look at.
    assert (FIELD - CELL) / 2 <= CELL * (APART - 1)


def test_the_block_is_attention_over_cells_added_to_them(picture: torch.Tensor):
    network = Twins(TWINS)
    record = network(picture)
    assert record.attention is not None
    cells, part = record.found + network.place, network.attention
    query, key, value = (
        each(cells)
        for each in (part.project_query, part.project_key, part.project_value)
    )
    mixed = part.join(
        scaled_dot_product_attention(query, key, value, far_apart(TWINS.grid))
    )
    torch.testing.assert_close(record.attention.output, mixed, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(record.known, cells + mixed, atol=1e-6, rtol=1e-5)
    weights = record.attention.weights
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 1, TWINS.grid**2))
    assert (weights[..., ~far_apart(TWINS.grid)] == 0).all()


def test_a_pixel_is_judged_by_its_cell_and_by_what_is_next_to_it(picture: torch.Tensor):
    network = TwinsAlone(TWINS)
    record = network(picture)
    row, column = 14, 41
    cell = record.known[1, row // CELL * TWINS.grid + column // CELL]
    each = torch.cat([record.fine[1, :, row, column], cell])
    hidden = (network.weigh_up.weight.flatten(1) @ each + network.weigh_up.bias).relu()
    logit = network.mark.weight.flatten() @ hidden + network.mark.bias
    torch.testing.assert_close(record.logits[1, row, column], logit.squeeze())


def test_a_gate_is_that_of_the_paper(picture: torch.Tensor):
    network = Gates(GatesConfig(d_parts=6, d_narrow=3))
    record = network(picture)
    assert record.gates is not None
    maps = record.maps.detach().double().numpy()
    first, second = network.squeeze, network.excite
    weights = [
        one.detach().double().numpy()
        for one in (first.weight, first.bias, second.weight, second.bias)
    ]
    squeezed = maps.mean((2, 3))
    hidden = np.maximum(squeezed @ weights[0].T + weights[1], 0)
    gates = 1 / (1 + np.exp(-(hidden @ weights[2].T + weights[3])))
    np.testing.assert_allclose(record.gates.detach().numpy(), gates, atol=1e-6)
    np.testing.assert_allclose(
        record.scaled.detach().numpy(), maps * gates[:, :, None, None], atol=1e-5
    )
    assert record.logits.shape == (2, len(KINDS))


def test_gates_of_one_change_nothing(picture: torch.Tensor):
    network = Gates(GatesConfig())
    alone = GatesAlone(GatesConfig())
    alone.load_state_dict(network.state_dict(), strict=False)
    with torch.no_grad():
        network.excite.weight.zero_()
        network.excite.bias.fill_(100.0)
    torch.testing.assert_close(network(picture).logits, alone(picture).logits)


def test_a_vision_transformer_is_that_of_torch():
    torch.manual_seed(3)
    network = Patches(DIGITS).eval()
    picture = torch.rand(4, 1, 8, 8)
    theirs = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(
            DIGITS.d_model,
            DIGITS.n_heads,
            4 * DIGITS.d_model,
            dropout=0.0,
            activation=partial(gelu, approximate="tanh"),
            batch_first=True,
            norm_first=True,
        ),
        DIGITS.n_layers,
        enable_nested_tensor=False,
    )
    for own, layer in zip(network.layers, theirs.layers, strict=True):
        attention = own.self_attention
        names = ("project_query", "project_key", "project_value")
        parts = [getattr(attention, name) for name in names]
        layer.load_state_dict(
            {
                "self_attn.in_proj_weight": torch.cat([one.weight for one in parts]),
                "self_attn.in_proj_bias": torch.cat([one.bias for one in parts]),
                "self_attn.out_proj.weight": attention.join.weight,
                "self_attn.out_proj.bias": attention.join.bias,
                "linear1.weight": own.widen.weight,
                "linear1.bias": own.widen.bias,
                "linear2.weight": own.narrow.weight,
                "linear2.bias": own.narrow.bias,
                "norm1.weight": own.norm_self_attention.weight,
                "norm1.bias": own.norm_self_attention.bias,
                "norm2.weight": own.norm_feed_forward.weight,
                "norm2.bias": own.norm_feed_forward.bias,
            }
        )
    record = network(picture)
    patches = picture.unfold(2, 2, 2).unfold(3, 2, 2).reshape(4, 16, 4) - 0.5
    embedded = patches @ network.embed.weight.reshape(12, 4).T + network.embed.bias
    token = network.token.expand(4, 1, -1)
    x = torch.cat([token, embedded], 1) + network.place
    torch.testing.assert_close(record.embedded, x, atol=1e-6, rtol=1e-5)
    judged = network.judge(network.norm_output(theirs(x)[:, 0]))
    torch.testing.assert_close(record.logits, judged, atol=1e-5, rtol=1e-4)
    assert len(record.layers) == 2
    assert record.layers[0].self_attention.weights.shape == (4, 3, 17, 17)


@pytest.mark.parametrize("config", [PatchesConfig(), DIGITS])
def test_convolutions_beside_it_judge_the_same(config: PatchesConfig):
    picture = torch.rand(3, config.colors, config.side, config.side)
    assert PatchesAlone(config)(picture).logits.shape == (3, config.vocabulary)
    assert parameters(PatchesAlone(config)) < 2 * parameters(Patches(config))


@pytest.mark.parametrize(
    ("made", "wrong"),
    [
        (TwinsConfig, {"n_heads": 5}),
        (TwinsConfig, {"d_model": 0}),
        (TwinsConfig, {"n_heads": 5}),
        (PatchesConfig, {"patch": 7}),
        (GatesConfig, {"d_narrow": 0}),
    ],
)
def test_sizes_that_do_not_fit_are_refused(made, wrong):
    with pytest.raises(ValueError):
        made(**wrong)
