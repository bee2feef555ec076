"""The numbers in the covered answers of the labs are those that the labs compute.

Most are worked out by hand beside them; those of trained toys are what is stored, and
what the lesson says of them holds.
"""

from math import exp, pi

import pytest
import torch

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs import costs, heads, pooling, sizes, worked_example
from core.labs.norms import normed
from core.labs.positions import two_words
from core.labs.results import read
from core.labs.retrieval import FILMS
from core.labs.scores import cost
from core.layers import sinusoidal_positions
from viz.content import languages
from viz.figures import head_panels
from viz.pages.labs.block import _alike, _grown
from viz.pages.labs.masks import _copying
from viz.pages.labs.order import _deviations, _last_rows
from viz.pages.labs.pooling import _with_more_points
from viz.pages.labs.scores import _saturated

DOUBLE = torch.float64


def answer(name: str) -> str:
    """The guess of a step and its covered answer, their lines joined."""
    return whole(name).partition("{{ guess }}")[2].partition("####")[0]


def whole(name: str) -> str:
    """The lesson of a step, its lines joined."""
    text = (languages.FOLDER / "en" / f"{name}.md").read_text("utf-8")
    return " ".join(text.split())


def near(value, expected):
    """Whether a number is the one that is written, to its last digit."""
    places = len(expected.partition(".")[2])
    return round(float(value), places) == float(expected)


def test_pooling_at_a_wide_and_a_narrow_width_wherever_the_query_is():
    data, x = pooling.points(24), torch.linspace(0, 10, 201, dtype=DOUBLE)
    wide, narrow = (
        pooling.nearness_weights(x[:, None], data.x[:, None], width)
        for width in (5.0, 0.05)
    )
    told = answer("pooling-1")
    assert "between 0.01 and 0.08" in told
    assert near(wide.min(), "0.01") and near(wide.max(), "0.08")
    assert "falls to 0.45" in told and near(narrow.amax(-1).min(), "0.45")
    assert narrow.amax(-1).median() > 0.95  # usually


def test_pooling_with_more_points_is_told_as_it_is_stored():
    told = _with_more_points()
    # measured: fixed .0062 and bias .00585 between 2.5 and 7.5, .0129 over 0 to 10
    assert told == {
        "points": "6,400",
        "width": "0.5",
        "fixed": "0.0062",
        "bias": "0.0059",
        "ruled": "0.0004",
        "low": "2.5",
        "high": "7.5",
        "bias_everywhere": "0.0129",
    }


def test_a_wish_at_three_temperatures():
    query = torch.tensor([[1.0, 0.5]])
    key, value = (
        torch.tensor([getattr(film, part) for film in FILMS])
        for part in ("key", "value")
    )

    def minutes(temperature):
        scores = dot_product_scores(query, key, scale=1 / temperature)
        return mix(masked_softmax(scores), value)[0, 1]

    told = answer("query-key-value-3")
    assert "114 minutes: at 5 it has come to 108" in told
    assert near(value[:, 1].mean(), "114") and near(minutes(5.0), "108")
    assert "At 0.1 it is 78 minutes" in told and near(minutes(0.1), "78")


def test_scores_of_five_words_and_one_score_moved():
    # 2 · 5 · 64² + 5² · 64 = 40,960 + 1,600
    assert "42,560 multiplications instead of 1,600" in answer("scores-1")
    assert cost("additive", 64, 5).operations == 42_560
    assert cost("dot", 64, 5).operations == 1_600
    # e² / (e³ + e⁻³ + e²) instead of e / (e³ + e⁻³ + e)
    before, now = (exp(s) / (exp(3) + exp(-3) + exp(s)) for s in (1, 2))
    assert "from 0.119 to 0.268" in answer("scores-2")
    assert near(before, "0.119") and near(now, "0.268")


def test_a_softmax_over_ten_keys_at_two_widths():
    told = _saturated()
    assert (told["keys"], told["norm"], told["norm_wide"]) == ("10", "0.26", "0.08")
    assert (told["entropy"], told["entropy_wide"]) == ("0.73", "0.16")
    assert (told["norm_divided"], told["entropy_divided"]) == ("0.35", "1.9")


def test_masks_on_five_words_and_on_a_score_of_nine():
    assert "10 of 25" in answer("masks-1")
    total = exp(2) + exp(1) + exp(9)
    assert "0.001 and 0.000" in answer("masks-2")
    assert near(exp(2) / total, "0.001") and near(exp(1) / total, "0.000")
    total = exp(2) + exp(1) + exp(3)
    assert "before, 0.335" in answer("masks-2")
    assert near((exp(2) + exp(1)) / total, "0.335")


def test_twice_the_words_are_four_times_the_operations_of_self_attention():
    short, long = (costs.operations(n, 512, 3) for n in (64, 128))
    assert long["self-attention"] == 4 * short["self-attention"]
    assert long["recurrent"] == 2 * short["recurrent"]
    meet = costs.operations(512, 512, 3)
    assert meet["self-attention"] == meet["recurrent"]


def test_two_decoders_are_told_as_they_are_stored():
    stored, told = read("masks").found, _copying()
    found = stored.at()
    # 24 words at ln 2 each, and a certain end; ln 16 for every word but ‹start›
    assert (told["words"], told["least"], told["guessing"]) == ("24", "0.665", "2.77")
    assert near(found.unmasked.losses[-1], told["copying"])
    assert near(found.unmasked.alone, told["alone"])
    assert near(found.masked.losses[-1], told["masked"])
    # the text says so of them
    assert found.unmasked.losses[-1] < 0.1 < 2.77 < found.unmasked.alone
    assert stored.entropy < found.masked.losses[-1] < found.masked.alone + 0.05


def test_a_mirrored_head_brings_nothing_new_at_a_weight_of_one_half():
    assert "60% of the answers are correct" in answer("heads-2")
    for two in (False, True):
        for mlp in (False, True):
            found = head_panels.read(head_panels.shares(0.5, two), mlp)
            assert heads.reported(found) == pytest.approx((0.6, 0.6))
    for share in (0.3, 0.7, 0.9):
        found = head_panels.read((share,), True)
        assert heads.reported(found) == pytest.approx((1.0, 1.0))


def test_a_head_for_colour_and_a_head_for_kind():
    _, record = head_panels.asked("blue", "inanimate", 16.0)
    colour, kind = record.weights.squeeze().tolist()
    told = answer("heads-3")
    assert "0.991 of its weight" in told and near(colour[2], "0.991")
    assert "gives 0.333 to each" in told
    assert all(near(kind[at], "0.333") for at in (1, 2, 4))
    assert "1.66 out of 2" in told
    name, fit = head_panels.best(record)
    assert name.startswith("blue") and near(fit, "1.66")
    _, duck = head_panels.asked("yellow", "animal", 16.0)
    colour, kind = duck.weights.squeeze().tolist()
    assert kind[3] > 0.99 and max(colour) < 0.5  # the other way round


def test_two_positions_five_apart_have_one_dot_product_wherever_they_stand():
    encoded = sinusoidal_positions(64, 128, dtype=DOUBLE)
    assert "at d = 128 and distance 5 that makes 47.2" in answer("positions-2").lower()
    for one, other in ((3, 8), (40, 45)):
        assert near(encoded[one] @ encoded[other], "47.2")


def test_an_update_that_is_mostly_the_word_itself():
    q, k, v = (
        torch.tensor(rows, dtype=DOUBLE)
        for rows in (
            worked_example.QUERY,
            worked_example.KEY,
            worked_example.VALUE,
        )
    )
    weights = masked_softmax(dot_product_scores(q, k, scale=1.0))[0]
    assert "is itself 88% x" in whole("block-1") and near(100 * weights[0], "88")
    update = mix(weights[None], v)
    alone, x = normed(update, "layer")[0], normed(v[:1], "layer")[0]
    assert torch.cosine_similarity(alone, x, dim=0) > 0.98  # it changes little


def test_without_a_residual_connection_words_of_the_model_are_more_alike():
    told = _alike()
    assert float(told["added"]) < float(told["cut"])


def test_norms_by_hand_and_what_is_stored_of_depth():
    x = torch.tensor(worked_example.VALUE, dtype=DOUBLE)
    told = answer("block-2")
    assert "(0, 1.225, −1.225)" in told
    assert normed(x, "layer")[0].tolist() == pytest.approx((0, 1.225, -1.225), abs=5e-4)
    # 2, 2, 0: mean 4/3, deviation √8/3, and (2 − 4/3) / (√8/3) = 1/√2
    assert "is 0.707" in told and near(normed(x, "batch")[0, 0], "0.707")
    x[2, 0] = 2.0
    assert normed(x, "batch")[0, 0] == 0
    grown = {name: float(number) for name, number in _grown().items()}
    assert (grown["layers"], grown["fewer"]) == (24, 16)
    # what the text says of them
    assert grown["last"] > 4 * grown["first"]
    assert grown["gradient_last"] < grown["gradient_first"] / 4
    assert grown["after_least"] < grown["after_first"]
    assert grown["after_first"] == pytest.approx(grown["after_last"], abs=0.05)
    assert grown["after_fewer"] < grown["after_first"] / 1.5
    assert grown["after_fewer_least"] < grown["after_fewer"] < grown["after_first"]


def test_waves_of_a_small_base_do_not_grow_apart():
    # the slowest of 64 pairs has the period 2π · b^(126/128)
    told = answer("positions-1")
    assert "54,410" in told and near(2 * pi * 10_000 ** (126 / 128), "54410")
    assert "Every 61 positions" in told and near(2 * pi * 10 ** (126 / 128), "61")
    for base, apart in ((10, ("12.2", "10.8")), (10_000, ("7.1", "7.6", "9.0"))):
        waves = sinusoidal_positions(128, 128, base, DOUBLE)
        for distance, written in zip((20, 50, 127), apart, strict=False):
            assert written in told
            assert near((waves[distance] - waves[0]).norm(), written)


def test_a_rotary_score_before_and_after():
    scores = two_words("rotary", 128, 100, 64)
    assert "3.0 at distance 5 and 3.9 at −5" in answer("positions-3")
    assert near(scores[50, 45], "3.0") and near(scores[50, 55], "3.9")


def test_thirty_words_through_windows_of_four():
    assert "⌈29/3⌉ = 10" in answer("costs-2") and "⌈log₄ 30⌉ = 3" in answer("costs-2")
    assert costs.layers_contiguous(30, 4) == 10 and costs.layers_dilated(30, 4) == 3


def test_scores_and_mixing_in_a_whole_layer_of_width_512():
    told = answer("costs-3")
    assert "3,072 words" in told and "1,024 words they make up a quarter" in told
    for n, share in ((3072, 1 / 2), (1024, 1 / 4)):
        linear, square = costs.whole_layer(n, 512).values()
        assert square / (linear + square) == share


def test_parameters_and_memory_of_the_smallest_and_the_largest_row():
    small, large = sizes.TABLE[0], sizes.TABLE[-1]
    parts = [sizes.gpt(row.layers, row.d_model) for row in (small, large)]
    words = [
        100 * (part["words"] + part["positions"]) / sum(part.values()) for part in parts
    ]
    assert "32% of *Small* and 0.4% of *175B*" in answer("sizes-1")
    assert near(words[0], "32") and near(words[1], "0.4")
    assert "would have 2.9 billion" in answer("sizes-2")
    assert near(sum(sizes.gpt(24, 3072).values()) / 1e9, "2.9")
    told = answer("sizes-3")
    assert "77 GB become 309 GB" in told and "18% of its memory" in told
    assert "83%, but only 1.2 GB" in told and near(4 * 77.309, "309")
    for row, part, share, size in (
        (small, parts[0], "83", "1.2"),
        (large, parts[1], "18", "77"),
    ):
        weights = row.layers * row.heads * 2048**2
        assert near(100 * weights / (weights + sum(part.values())), share)
        assert near(2 * weights / 1e9, size)


def test_a_mask_gives_the_order_away_in_the_second_layer():
    assert _number(_last_rows()["one_layer"]) < 1e-5
    assert _number(_last_rows()["two_layers"]) > 0.01
    assert _number(_deviations()["without_positions"]) < 1e-5
    assert _number(_deviations()["with_positions"]) > 0.1
    assert _deviations()["words"] == "The fish ate the woman"


def _number(told: str) -> float:
    return float(told.replace("\u202f", ""))
