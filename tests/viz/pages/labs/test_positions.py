"""The lab of positions: waves, distances, and what else is done about places."""

import math
import re

import pytest
import torch

from core.errors import InputError
from core.labs.positions import partial_sums, two_words, variance_share
from tests.viz.opening import opened, said
from viz.figures import positions as figures
from viz.figures.demands import demands
from viz.pages.app import library
from viz.pages.labs import positions


def test_the_lecture_s_fifty_components_are_reproduced():
    app = opened("positions", step="2", pos_view="parts")
    assert not app.exception
    assert "first 50 of 128 components make up 81%" in said(app)
    assert "first 56 of 128 components make up 91%" in said(app)
    far = opened("positions", step="2", pos_view="parts", pos_reach="500")
    assert "first 50 of 128 components make up 23%" in said(far)


def test_the_dot_product_at_distance_twelve_is_that_of_the_drawing():
    app = opened("positions", step="2")
    assert "At distance 12 the dot product is 42.4; at 0 it is d / 2 = 64" in said(app)
    assert "the rounding of 32-bit numbers" in said(app)


@pytest.mark.parametrize(
    "query",
    [
        {"step": "1", "pos_length": "2", "pos_d": "2"},
        {"step": "1", "pos_length": "128", "pos_d": "255"},
        {"step": "2", "pos_d": "3", "pos_distance": "0"},
        {"step": "2", "pos_view": "parts", "pos_d": "3", "pos_reach": "2"},
        {"step": "2", "pos_view": "shift", "pos_d": "3"},
        {"step": "3", "pos_kind": "learned", "pos_d": "2"},
        {"step": "3", "pos_kind": "rotary"},
        {"step": "9", "pos_d": "-1", "pos_kind": "<b>"},
    ],
)
def test_every_corner_of_the_positions_lab_draws_something(query):
    app = opened("positions", **query)
    assert not app.exception
    by_hand = query["step"] not in "23"  # there is no ninth: the first
    assert len(app.get("plotly_chart")) == 1 + by_hand
    assert "nan" not in said(app).lower()
    assert not re.search(r"\d[eE][-+]?\d", said(app))


def test_an_odd_width_leaves_the_distance_and_says_why():
    app = opened("positions", step="2", pos_d="5")
    assert "the last sine has no cosine beside it" in said(app)
    # two pairs make 1 each; sin²(99 · 10000^(−4/5)) = sin² 0.06246 = 0.0039
    assert "from position 99" in said(app) and "at 0 it is 2.004, from 2 pairs" in said(
        app
    )
    assert "differs for +Δ and −Δ" in said(app)
    assert "d / 2" not in said(app)


def test_only_the_rotary_score_knows_the_direction_and_only_the_distance():
    rotary = two_words("rotary", 8, 30, 20)
    assert rotary.diagonal(3).std() < 1e-12
    assert abs(rotary[9, 4] - rotary[4, 9]) > 1e-3
    summed = two_words("sum", 8, 30, 20)
    assert summed.diagonal(3).std() > 0.1
    assert two_words("learned", 8, 30, 20).shape == (20, 20)
    joined = two_words("concatenation", 8, 30, 20)
    torch.testing.assert_close(joined, joined.T)
    biased = two_words("bias", 8, 30, 20)
    assert (biased[0, 0] - biased[0, 10]).item() == pytest.approx(5)  # 10 · ½


def test_seven_and_eight_differ_in_four_digits_in_the_table_of_demands():
    rows = {row[0]: row for row in demands(64, 128, 10_000)}
    assert rows["binary"][1] == "yes: 6 digits"
    assert rows["index n"][2] == "no: up to 63"
    # a step is 1/63 = 0.0159 and becomes 1/127 = 0.0079
    assert rows["n / N"][3] == "no: a step of 0.0159 becomes 0.0079"


def test_every_demand_is_decided_by_a_number():
    rows = demands(64, 128, 10_000)
    assert all(re.search(r"\d", cell) for row in rows[1:] for cell in row[1:])
    found = {row[0]: row for row in rows}
    # neighbours are √Σ (2 − 2 cos ω) apart, over 64 pairs, wherever they stand
    assert found["sinusoids"][1] == "yes: 1.95 apart"
    assert found["rotary"][1] == found["sinusoids"][1]
    assert demands(2, 2, 10)[1][1] == "yes: steps of 1"


def test_places_are_worked_by_hand_and_one_is_left_blank():
    app = opened("positions")
    assert not app.exception
    # sin 3 = 0.14112, cos 3 = −0.98999; 10,000^(2/4) = 100, so then 0.03
    assert "sin 3 = 0.141 and cos 3 = −0.990" in said(app)
    assert "sin 0.03 = 0.030 and cos 0.03 = 1.000" in said(app)
    assert "Right: 0.909. " in said(opened("positions", pos_blank=".909"))
    wrong = opened("positions", pos_blank="<b>")
    assert not wrong.exception and "Right" not in said(wrong)


def test_single_curves_are_those_of_the_fastest_and_the_slowest_pair():
    app = opened("positions", pos_curves="true", pos_d="4", pos_base="100")
    # 2π, and 2π · 100^(2/4)
    assert "component 1 every 6.3, component 3 every 62.8" in said(app)
    for d in ("2", "3", "255"):
        assert not opened("positions", pos_curves="true", pos_d=d).exception


def test_partial_sums_are_of_whole_pairs_and_end_at_the_dot_product():
    sums = partial_sums(4, 100, 12).tolist()  # cos Δ, then cos Δ + cos 0.1 Δ
    assert sums[0][3] == pytest.approx(-0.98999, abs=1e-5)
    assert sums[1][3] == pytest.approx(-0.98999 + 0.95534, abs=1e-5)
    drawn = figures.parts(4, 100, 12).plot
    curves = {t.name: t.y for t in drawn.data if t.yaxis == "y2"}
    assert curves == {"first 2": tuple(sums[0]), "all 4": tuple(sums[1])}


def test_a_share_ends_at_the_whole():
    assert variance_share(6, 10, 9)[-1].item() == pytest.approx(1)


@pytest.mark.usefixtures("with_writer")
def test_the_table_that_a_model_learned_ends_and_says_so():
    here = opened("positions", step="3", pos_kind="learned", pos_place="3")
    assert not here.exception
    assert "Only 64 positions have one" in said(here)  # of two words, as before
    assert "Most similar to position 3:" in said(here)
    behind = opened("positions", step="3", pos_kind="learned", pos_place="24")
    assert "has learned 24 positions, numbered from 0" in said(behind)


def test_a_damaged_writer_leaves_the_other_figure_alone(monkeypatch):
    def damaged(name):
        raise InputError(f"The model '{name}' lacks its file config.json.")

    monkeypatch.setattr(positions, "shelved", lambda: {library.WRITER: None})
    monkeypatch.setattr(library, "any_model", damaged)
    app = opened("positions", step="3", pos_kind="learned")
    assert not app.exception
    assert "Only 64 positions have one" in said(app)
    assert "lacks its file config.json" in said(app)


def test_the_derivation_comes_line_by_line_with_its_numbers():
    first = opened("positions", step="2", pos_view="lines")
    assert not first.exception
    assert "adds up the products" in said(first)
    assert "addition theorem" not in said(first)
    every = opened("positions", step="2", pos_view="lines", pos_line="4")
    assert "t = 22 and t′ = 10, and " in said(every)
    total = sum(math.cos(12 * 10_000 ** (-2 * i / 8)) for i in range(4))
    assert said(every).count(f"{total:.3f}") == 2  # here and 50 places further


def test_positions_side_by_side_make_a_layer_four_times_as_large():
    app = opened("positions", step="3", pos_kind="concatenation", pos_d="128")
    rows = next(h.proto.body for h in app.get("html") if "side by side" in h.proto.body)
    # 4·128² + 4·128 and 8·128² + 5·128; the same at 256
    assert [cell in rows for cell in ("66,048", "131,712", "263,168", "525,568")] == [
        True
    ] * 4
    assert "<td>3.99</td>" in rows
