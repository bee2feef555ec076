"""The lab of scores: four kinds with their costs, a cosine, a constant, and √d."""

import re

import pytest
import torch
from plotly import graph_objects as go

from core.attention import dot_product_scores
from core.labs.scores import LONG_KEY, SHORT_QUERY, Heads, of_widths, products
from tests.viz.opening import opened, said
from viz import address
from viz.figures import scores_scaling
from viz.figures.scores import cosine


def test_four_scores_of_the_same_vectors_and_what_they_cost():
    app = opened("scores", sc_d="3", sc_n="2")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 4
    assert "k₃ (additive), k₂ (bilinear), k₁ (dot), k₁ (scaled dot)" in said(app)
    costs = next(h.proto.body for h in app.get("html") if "Cost for" in h.proto.body)
    numbers = re.findall(r"<td>([\d,]+)</td>", costs)
    # 2·9 + 3 and 2·2·9 + 4·3; 9 and 2·9 + 12; 0 and 12; 0 and 12 + 4
    assert numbers == ["21", "48", "9", "30", "0", "12", "0", "16"]


def test_the_blank_of_the_scaled_score_is_eleven_over_the_root_of_three():
    app = opened("scores", sc_blank="11")
    assert "Not yet. Try again." in said(app)
    assert "6.351" not in app.get("plotly_chart")[3].proto.spec  # it is covered
    app = opened("scores", sc_blank="6.351")
    assert "Right: 6.351." in said(app)
    assert "6.351" in app.get("plotly_chart")[3].proto.spec


def test_the_cosine_is_in_the_dot_product():
    # 2 · 1.5 · cos 60° = 1.5
    app = opened("scores", step="2")
    assert "2 · 1.5 · 0.500 = 1.500" in said(app)
    right = opened("scores", step="2", sc_angle="90")
    assert "the score is 0" in said(right)


def test_a_constant_changes_no_weight_and_one_score_changes_all():
    still = opened("scores", step="2", sc_says="constant", sc_constant="10")
    assert "Largest change of a weight: 0. exp(s + c)" in said(still)
    # exp 2 / (exp 3 + exp −3 + exp 2): k₃ rises from 0.11894 to 0.26845, by 0.1495
    moved = opened("scores", step="2", sc_says="constant", sc_one="1")
    assert "Largest change of a weight: 0.150. Only one score changed" in said(moved)


def test_the_variance_is_measured_beside_the_theory():
    app = opened("scores", step="3", sc_width="16")
    found = re.search(r"variance of q·k is ([\d.]+); theory says 16 ", said(app))
    assert found and float(found[1]) == pytest.approx(16, rel=0.1)
    follows = opened("scores", step="3", sc_width="64", sc_follows="1.0")
    found = re.search(r"after dividing by √64 still ([\d.]+)", said(follows))
    assert found and float(found[1]) == pytest.approx(8, rel=0.02)  # 64 / 8


def test_the_softmax_is_said_with_and_without_the_root():
    app = opened("scores", step="3", sc_why="softmax", sc_width="256")
    found = re.findall(r"(\d\.\d+) nats", said(app))
    assert [float(number) for number in found] == [
        pytest.approx(0.16, abs=0.04),
        pytest.approx(1.92, abs=0.05),
        pytest.approx(2.30, abs=0.005),  # log 10
    ]


def test_every_head_of_the_shipped_transformer_is_measured():
    app = opened("scores", step="3", sc_why="heads")
    assert not app.exception
    assert "72 heads with d = 32, over" in said(app)
    assert "Training is free to change it" in said(app)


@pytest.mark.parametrize(
    "query",
    [
        {"sc_d": "1", "sc_n": "1", "turned": "true"},
        {"step": "2", "sc_angle": "180", "sc_length": "0"},
        {"step": "3", "sc_width": "1", "sc_follows": "0.5"},
        {"step": "3", "sc_why": "softmax", "sc_width": "1", "sc_keys": "1"},
        {"step": "9", "sc_why": "<b>", "sc_d": "0"},
    ],
)
def test_every_corner_draws_something_that_is_a_number(query):
    app = opened("scores", **query)
    assert not app.exception
    assert app.get("plotly_chart")
    assert "broke" not in said(app)
    assert not re.search(r"nan|\binf\b|\d[eE][-+]?\d", said(app))


@pytest.mark.parametrize("dark", [False, True])
def test_the_pictures_are_ones_that_plotly_accepts(dark):
    plain, divided = [(1.0, 0.4)] * 2, [(1.5, 0.3)] * 2
    chosen = (plain[1], divided[1])
    for drawn in (
        cosine(120, 2.0, dark=dark),
        scores_scaling.variance([1, 2], [1.1, 1.9], 2, products(2, 9), dark=dark),
        scores_scaling.softmax([1, 2], plain, divided, 2, chosen, 10, dark=dark),
        scores_scaling.heads(
            Heads(32, {"encoder.0.self_attention": [20.0, 40.0]}), 3, dark=dark
        ),
    ):
        go.Figure(drawn.plot.to_dict())


def test_what_is_chosen_is_in_the_address():
    chosen = address.Choices(step=3, sc_follows=0.5, sc_keys=4, sc_why="softmax")
    query = address.encode(chosen, "scores")
    assert query["sc_follows"] == "0.5"
    assert address.decode(query) == (chosen, ())


def test_queries_and_keys_of_different_widths_have_two_scores_out_of_three():
    found = of_widths()
    additive, bilinear = found["additive"], found["bilinear"]
    assert additive is not None and bilinear is not None and found["dot"] is None
    # tanh(2) three times and tanh(0); (1, 0) W (1, 0, 1) with W = (1 0 1; 0 1 0)
    assert additive[0, 0].item() == pytest.approx(3 * 0.9640276, abs=1e-5)
    assert bilinear.tolist() == [[2, 0, 2], [0, 2, 2]]
    with pytest.raises((RuntimeError, TypeError)):
        dot_product_scores(torch.tensor(SHORT_QUERY), torch.tensor(LONG_KEY))


def test_the_page_says_why_a_dot_product_refuses():
    app = opened("scores", sc_widths="different")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 4 + len("WUM")
    assert "is 2.892, the bilinear one 2.000. The dot" in said(app)
