"""The numbers in the covered answers of the labs are those that the labs compute.

Most are worked out by hand beside them; those of trained toys are what is stored.
"""

from math import exp

import pytest
import torch

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs import pooling, worked_example
from core.labs.norms import normed
from core.labs.positions import two_words
from core.labs.results import read
from core.labs.retrieval import FILMS
from core.labs.scores import cost
from viz.content import languages
from viz.figures import head_panels

DOUBLE = torch.float64


def answer(name: str) -> str:
    """The covered answer of a step, its lines joined."""
    text = (languages.FOLDER / "en" / f"{name}.md").read_text("utf-8")
    return " ".join(text.partition("{{ answer }}")[2].partition("####")[0].split())


def near(value, expected):
    """Whether a number is the one that is written, to its last digit."""
    places = len(expected.partition(".")[2])
    return round(float(value), places) == float(expected)


def test_pooling_at_a_wide_and_a_narrow_width():
    data = pooling.points(24)
    wide, narrow = (
        pooling.nearness_weights(
            torch.tensor([[4.6]], dtype=DOUBLE), data.x[:, None], width
        )[0]
        for width in (5.0, 0.05)
    )
    assert "between 0.03 and 0.05" in answer("pooling-1")
    assert near(wide.min(), "0.03") and near(wide.max(), "0.05")
    assert "all the weight, 1.00" in answer("pooling-1")
    assert near(narrow.max(), "1.00")


def test_pooling_with_more_points():
    found = read("pooling").found
    assert "levels off at 0.006" in answer("pooling-2")
    assert near(found.fixed[-1], "0.006") and near(found.bias, "0.006")
    assert "0.0004 at 6,400 points" in answer("pooling-2")
    assert found.n[-1] == 6400 and near(found.ruled[-1], "0.0004")


def test_a_wish_at_three_temperatures():
    query = torch.tensor([[1.0, 0.5]])
    key, value = (
        torch.tensor([getattr(film, part) for film in FILMS])
        for part in ("key", "value")
    )

    def minutes(temperature):
        scores = dot_product_scores(query, key, scale=1 / temperature)
        return mix(masked_softmax(scores), value)[0, 1]

    assert "78 minutes at 0.1" in answer("query-key-value-3")
    assert near(minutes(0.1), "78")
    assert "(114; at 5 it has come to 108)" in answer("query-key-value-3")
    assert near(value[:, 1].mean(), "114") and near(minutes(5.0), "108")


def test_scores_of_five_words_and_one_score_moved():
    # 2 · 5 · 64² + 5² · 64 = 40,960 + 1,600
    assert "42,560 products instead of 1,600" in answer("scores-1")
    assert cost("additive", 64, 5).operations == 42_560
    assert cost("dot", 64, 5).operations == 1_600
    # e² / (e³ + e⁻³ + e²) instead of e / (e³ + e⁻³ + e)
    before, now = (exp(s) / (exp(3) + exp(-3) + exp(s)) for s in (1, 2))
    assert "from 0.119 to 0.268" in answer("scores-2")
    assert near(before, "0.119") and near(now, "0.268")


def test_masks_on_five_words_and_on_a_score_of_nine():
    assert "10 of 25" in answer("masks-1")
    total = exp(2) + exp(1) + exp(9)
    assert "(0.001 and 0.000)" in answer("masks-2")
    assert near(exp(2) / total, "0.001") and near(exp(1) / total, "0.000")


def test_two_decoders_as_they_are_stored():
    found = read("masks").found
    told = answer("masks-3")
    assert "at 0.003 nats" in told and near(found.unmasked.losses[-1], "0.003")
    assert "cost 6.4" in told and near(found.unmasked.alone, "6.4")
    assert "15 % of them" in told and near(100 * found.unmasked.fitting, "15")
    assert "chance costs, 0.67" in told
    assert near(found.masked.losses[-1], "0.67") and near(found.masked.alone, "0.67")


def test_a_head_for_colour_and_a_head_for_kind():
    _, record = head_panels.asked("yellow", "animal", 16.0)
    colour, kind = record.weights.squeeze().tolist()
    told = answer("heads-3")
    assert "0.991 of its light" in told and near(kind[3], "0.991")
    assert (
        "0.498 each" in told and near(colour[1], "0.498") and near(colour[3], "0.498")
    )
    assert "1.74 of 2" in told and near(head_panels.best(record)[1], "1.74")


def test_norms_by_hand_and_what_is_stored_of_depth():
    x = torch.tensor(worked_example.VALUE, dtype=DOUBLE)
    told = answer("block-2")
    assert "(0, 1.225, −1.225)" in told
    assert normed(x, "layer")[0].tolist() == pytest.approx((0, 1.225, -1.225), abs=5e-4)
    # 2, 2, 0: mean 4/3, deviation √8/3, and (2 − 4/3) / (√8/3) = 1/√2
    assert "is 0.707" in told and near(normed(x, "batch")[0, 0], "0.707")
    x[2, 0] = 2.0
    assert normed(x, "batch")[0, 0] == 0
    stacks = {s.order: s for s in read("block").found.stacks if s.depth == 24}
    told = answer("block-3")
    assert "1.0 to 5.0 in 24 layers" in told and "from 1.3 to 0.2" in told
    before, after = stacks["before"], stacks["after"]
    assert near(before.stream[0], "1.0") and near(before.stream[-1], "5.0")
    assert near(before.gradient[0], "1.3") and near(before.gradient[-1], "0.2")
    assert "1.0 at both ends, falls to 0.3" in told
    assert near(after.gradient[0], "1.0") and near(after.gradient[-1], "1.0")
    assert near(min(after.gradient), "0.3")


def test_a_rotary_score_before_and_after():
    scores = two_words("rotary", 128, 100, 64)
    assert "3.0 at distance 5 and 3.9 at −5" in answer("positions-3")
    assert near(scores[50, 45], "3.0") and near(scores[50, 55], "3.9")
