"""The lab of query, key and value: the lecture's numbers, roles, and a catalogue."""

import json
import re

import pytest
import streamlit as st
import torch
from plotly import graph_objects as go

from core.attention import dot_product_scores, masked_softmax
from core.errors import InputError
from core.labs import worked_example
from core.labs.retrieval import distances
from tests.viz.opening import opened, said
from viz import address
from viz.figures import catalogue
from viz.figures import query_key_value as figures
from viz.pages.labs import query_key_value_drag
from viz.pages.labs.query_key_value import fit

LAB = "query-key-value"


def test_both_rows_of_the_lecture_are_said_with_the_case_that_is_played():
    app = opened(LAB)
    assert not app.exception
    words = said(app)
    assert (
        "without dividing: weights (0.879, 0.002, 0.119), output (1.762, 3.229, 0.998)"
        in (words)
    )
    assert "Scores divided by √3: weights (0.743, 0.023, 0.234)" in words
    assert len(app.get("plotly_chart")) == 6
    by_hand = " ".join(text.value for text in app.markdown)
    assert "2·2 + (−1)·1 + 0·(−1) = **3**" in by_hand
    assert "20.086 / 22.854 = **0.879**" in by_hand
    app.button(key="qkv-play").click().run()
    assert not app.exception and len(app.get("plotly_chart")) == 6


def test_a_blank_says_right_or_try_again_and_never_locks():
    app = opened(LAB, qkv_part="blank", qkv_first="0.7")
    assert "5.652, 0.177, 1.781. They add up to 7.610" in said(app)
    assert "Not yet. Try again." in said(app)
    assert "0.743" not in said(app)
    app.text_input(key="qkv_first").set_value("0,743").run()
    assert "Right: 0.743." in said(app)
    row = opened(LAB, qkv_part="row", qkv_row="1.532 3.375 0.9")
    assert "Not yet. Check number 3 again." in said(row)
    row.text_input(key="qkv_row").set_value("<b>").run()
    assert "Type a number here" in said(row)


def test_typed_matrices_are_computed_and_what_is_wrong_is_said_under_its_field():
    app = opened(LAB, qkv_part="own", qkv_k="1 2; 3 4", qkv_v="1; 3")
    assert "A query has 3 numbers and a key 2" in said(app)
    app.text_input(key="qkv_q").set_value("0 0").run()
    assert "weights (0.500, 0.500), output (2.000)" in said(app)
    # the others stay on the page, unseen: what was typed is in the address so long
    unseen = {field.key for field in app.text_input if field.label == field.key}
    assert unseen == {"qkv_k", "qkv_v"}
    app.button_group(key="pick-qkv_edit").set_value("k").run()
    assert "A query has" not in said(app)
    assert "weights (0.500, 0.500)" in said(app)
    app.text_input(key="qkv_k").set_value("1 2; 3 x").run()
    assert "Row 2, column 2: x is not a number" in said(app)
    assert "weights (0.500, 0.500)" in said(app)  # the last good ones stay
    assert app.text_input(key="qkv_k").value == "1 2; 3 x"
    elsewhere = opened(LAB, qkv_part="own", qkv_k="1 2; 3 x")
    assert "K: Row 2, column 2: x is not a number" in said(elsewhere)


def test_matrices_that_do_not_fit_are_refused_with_both_sizes():
    with pytest.raises(InputError, match="A query has 3 numbers and a key 2"):
        fit(((1.0, 2.0, 3.0),), ((1.0, 2.0),), ((1.0,),))
    with pytest.raises(InputError, match="There are 2 keys and 1 value"):
        fit(((1.0,),), ((1.0,), (2.0,)), ((1.0,),))


def test_with_identity_projections_the_three_are_one_and_the_scores_symmetric():
    # x = (2, −1): q = x W_Q = (1, 1), k = x W_K = (2, −3), v = x W_V = (0.5, −1)
    app = opened(LAB, step="2")
    assert "x = (2, −1), q = (1, 1), k = (2, −3), v = (0.5, −1)" in said(app)
    # fish asks woman (1, 1)·(1, 1)/√2 = 1.41, woman asks fish (−2, 3)·(2, −3)/√2
    assert "“fish” gives “woman” 1.41, “woman” gives “fish” −9.19" in said(app)
    assert len(app.get("plotly_chart")) == 2
    # a quarter of a turn: x = (1, 2), q = (−2, 3), k = (1, 1), v = (1.5, 2)
    app.slider(key="qkv_turn").set_value(90).run()
    assert "x = (1, 2), q = (−2, 3), k = (1, 1), v = (1.5, 2)" in said(app)
    app.slider(key="qkv_turn").set_value(0).run()
    app.toggle(key="qkv_same").set_value(True).run()
    assert "q = (2, −1), k = (2, −1), v = (2, −1)" in said(app)
    assert "The scores are symmetric: “fish” and “woman” give each other" in said(app)


def test_a_value_moves_the_output_alone_and_a_key_moves_the_weights():
    still = opened(LAB, step="2", qkv_roles="move")
    assert "0.879, 0.002, 0.119" in said(still)
    value = opened(LAB, step="2", qkv_roles="move", qkv_value="4")
    # 0.87888 · (4 − 2) = 1.758
    assert "the weights stay the same" in said(value)
    assert "0.879 times as much, +1.758" in said(value)
    key = opened(LAB, step="2", qkv_roles="move", qkv_key="0")
    # the score of k₁ falls from 3 to −1: e⁻¹ / (e⁻¹ + e⁻³ + e) = 0.117
    assert "the weight of k₁ goes from 0.879 to 0.117" in said(key)


def test_the_duck_is_found_when_it_is_asked_for():
    key = torch.tensor(
        [worked_example.marked(*names) for names in worked_example.OBJECTS]
    )
    query = torch.tensor([worked_example.marked(*worked_example.DUCK)])
    weights = masked_softmax(dot_product_scores(query, key, scale=1.0))
    # scores 0, 1, 0, 2, 0: e² / (3 + e + e²) = 0.564
    torch.testing.assert_close(
        weights, torch.tensor([[0.076, 0.207, 0.076, 0.564, 0.076]]), atol=6e-4, rtol=0
    )
    unasked = opened(LAB, step="2", qkv_roles="cue")
    assert "“red, inanimate” gets the largest weight" in said(unasked)
    assert "content attention" in said(unasked)
    asked = opened(LAB, step="2", qkv_roles="cue", qkv_cue="duck")
    assert "“yellow, animal” gets the largest weight, 56%" in said(asked)
    assert "context attention" in said(asked)


def test_the_catalogue_gives_the_best_a_draw_and_a_film_nobody_made():
    # no wish: the plain average, 1938.75 and 113.75 minutes
    app = opened(LAB, step="3", qkv_comedy="0", qkv_action="0")
    assert (
        "The soft answer is a film from 1939 with 114 minutes, which does not exist"
        in said(app)
    )
    cold = opened(LAB, step="3", qkv_action="1", qkv_temperature="0.1")
    assert "best match is The General (ring, 100%)" in said(cold)
    assert "The soft answer is a film from 1926 with 78 minutes" in said(cold)


def test_draws_are_compared_with_the_soft_answer_and_its_variance():
    app = opened(LAB, step="3", qkv_comedy="0", qkv_action="0")
    # minutes 68, 78, 207, 102: mean 113.75, Σ (v − y)²/4 = 12,204.75/4
    assert "The soft answer, E[v(x) | x_s], is 113.8 minutes" in said(app)
    assert "Σ a (v − y)² = 3,051" in said(app)
    # the standard error of 500 draws is √(3,051/500) = 2.5 minutes
    found = re.search(r"After 500 draws the mean is ([\d.]+) minutes", said(app))
    assert found is not None and abs(float(found[1]) - 113.75) < 5


@pytest.mark.parametrize(
    "query",
    [
        {"turned": "true", "qkv_scaled": "true"},
        {"qkv_part": "own", "qkv_q": "1", "qkv_k": "1", "qkv_v": "1"},
        {"qkv_part": "own", "qkv_q": "", "qkv_k": "9999", "qkv_v": "<b>"},
        {"step": "2", "qkv_turn": "360", "turned": "true"},
        {"step": "3", "qkv_comedy": "-3"},
        {"step": "9", "qkv_temperature": "0", "qkv_cue": "<b>"},
    ],
)
def test_every_corner_draws_something_that_is_a_number(query):
    app = opened(LAB, **query)
    assert not app.exception
    assert app.get("plotly_chart")
    assert not re.search(r"nan|\binf\b|\d[eE][-+]?\d", said(app))


@pytest.mark.parametrize("dark", [False, True])
def test_the_pictures_are_ones_that_plotly_accepts(dark):
    origin = {"x": (0.0, 0.0), "q": (1.0, 2.0), "k": (1.0, 2.0), "v": (3.0, -1.0)}
    drawn = [
        figures.plane("<b>", origin, {"The": (1.0, 1.0)}, dark=dark),
        figures.plane("a", origin, {}, {"x": [(0.0, 1.0), (1.0, 0.0)]}, dark=dark),
        figures.moved({"k": (0.2, 0.3)}, {"1": (-1.0, 2.0)}, reach=4.0, dark=dark),
        figures.looked({"pink, human": (0.1, 0.9)}, dark=dark),
        catalogue.settling([1.0, 2.0], [0.0, 1.0], (1.5, 0.5), dark=dark),
    ]
    films = {"A": ((1930.0, 70.0), 0.9), "B": ((1940.0, 90.0), 0.1)}
    drawn.append(
        catalogue.catalogue(films, [0, 1], (1931.0, 72.0), "A", "B", dark=dark)
    )
    for one in drawn:
        go.Figure(one.plot.to_dict())
    assert "<b>" not in drawn[0].plot.data[1].hovertemplate
    assert drawn[0].plot.layout.annotations[1].text == "<b>q = k</b>"  # they coincide


def test_what_is_chosen_is_in_the_address():
    chosen = address.Choices(step=3, qkv_temperature=0.5, qkv_turn=20, turned=True)
    query = address.encode(chosen, LAB)
    assert query["qkv_temperature"] == "0.5" and query["turned"] == "true"
    assert address.decode(query) == (chosen, ())


def test_a_dragged_key_and_value_find_what_the_core_computes():
    numbers = query_key_value_drag.everywhere()
    weights = numbers[: 81 * 3].reshape(81, 3)
    first = numbers[81 * 3 :][: 81 * 81].reshape(81, 81)
    second = numbers[81 * 3 + 81 * 81 :]
    # k₁ = (2, 1, −1) and v₁ = (2, 3, 1) of the lecture stand at 60 of 0 to 80
    assert weights[60].tolist() == pytest.approx([0.879, 0.002, 0.119], abs=5e-4)
    assert first[60, 60].item() == pytest.approx(1.762, abs=5e-4)
    assert second[60].item() == pytest.approx(3.229, abs=5e-4)
    # the value one further: the weights stand still, the output goes 0.879 as far
    assert (first[60, 70] - first[60, 60]).item() == pytest.approx(0.879, abs=5e-4)
    # k₁ = (0, 1, −1): scores −1, −3 and 1
    assert weights[40].tolist() == pytest.approx([0.117, 0.016, 0.867], abs=5e-4)


def test_places_from_a_browser_are_checked(monkeypatch):
    kept = []
    monkeypatch.setattr(
        query_key_value_drag.frame, "keep", lambda **given: kept.append(given)
    )
    state = {query_key_value_drag.KEY: {}}
    monkeypatch.setattr(st, "session_state", state)
    for offered in (
        {"key": 1.04, "value": -4},
        {"key": 4.1, "value": 0},
        {"key": float("nan"), "value": 0},
        {"key": True, "value": 0},
        {"key": 1},
        "<b>",
        None,
    ):
        state[query_key_value_drag.KEY] = {"at": offered}
        query_key_value_drag._moved()
    assert kept == [{"qkv_key": 1.0, "qkv_value": -4.0}]


def test_along_the_wrong_axis_the_weights_of_a_query_add_up_to_something_else():
    app = opened("query-key-value", qkv_columns="true")
    assert not app.exception
    # column k₂: e⁻³ against e⁻¹; with the other two it makes 1.119, and 3 in all
    assert "For each query they add up to 1.119, 1.881" in said(app)
    assert len(app.get("plotly_chart")) == 7
    named = opened("query-key-value", qkv_columns="true", named="true")
    switch = next(one for one in named.toggle if one.key == "qkv_columns")
    assert switch.label == "Softmax over query"


@pytest.mark.parametrize(
    ("axis", "over", "told"),
    [
        ("key", "key", "5 queries and 5 keys give 25 scores"),
        ("key", "query", "Nothing refuses it"),
        ("query", "query", "So each word is compared with itself only: 5 scores."),
        ("query", "key", "S has no axis key: its axes are query."),
    ],
)
def test_the_name_of_an_axis_decides_what_meets_what(axis, over, told):
    part = {"qkv_part": "names", "qkv_axis": axis, "qkv_over": over}
    app = opened("query-key-value", **part)
    assert not app.exception
    assert told in said(app)
    assert len(app.get("plotly_chart")) == (1 if over == "key" != axis else 3)


def test_parameters_give_the_same_weights_whatever_the_cue_is():
    duck = opened(LAB, step="2", qkv_roles="content")
    assert not duck.exception
    # e⁴ / (e⁴ + e² + 3) = 0.840; e² / (e² + 3e + 1) = 0.447
    assert "“yellow animal” the largest weight, 84%" in said(duck)
    assert "“red inanimate” keeps 45%" in said(duck)
    blue = opened(LAB, step="2", qkv_roles="content", qkv_ask="blue")
    assert "“blue inanimate” the largest weight" in said(blue)
    assert "“red inanimate” keeps 45%" in said(blue)
    itself = opened(LAB, step="2", qkv_roles="content", qkv_ask="self")
    assert "self-attention without keys" in said(itself)


def test_values_travel_to_the_output_that_is_followed():
    app = opened(LAB, step="2", qkv_roles="travel", qkv_output="5")
    assert not app.exception
    assert "Output y₅ (“fish”) takes most from" in said(app)
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    x = torch.tensor(worked_example.EMBEDDED)
    q, k = (
        x @ torch.tensor(way)
        for way in (worked_example.TO_QUERY, worked_example.TO_KEY)
    )
    weights = masked_softmax(dot_product_scores(q, k))
    thick = max(line["line"]["width"] for line in spec["data"][-6:] if "line" in line)
    assert thick == pytest.approx(26 * weights[4].max().item(), rel=1e-5)


def test_two_draws_of_opposite_values_are_as_far_away_as_worked_out_by_hand():
    weights, value = torch.tensor([0.5, 0.5]), torch.tensor([[1.0], [-1.0]])
    found, expected = distances(weights, value, torch.tensor([0, 0, 1]))
    # means 1, 1 and 1/3 around 0; √(1/1), √(1/2), √(1/3)
    assert found.tolist() == pytest.approx([1, 1, 1 / 3])
    assert expected.tolist() == pytest.approx([1, 0.70711, 0.57735], abs=1e-5)


def test_draws_from_a_real_head_settle_on_what_it_hands_on():
    app = opened(LAB, step="2", qkv_roles="head", qkv_word="4")
    assert not app.exception
    told = re.search(
        r"draws the average \(thin line\) is ([\d.]+) away .* which is ([\d.]+) long",
        said(app),
    )
    assert told and float(told[1]) < 0.2 * float(told[2])
    last = opened(LAB, step="2", qkv_roles="head", qkv_word="8")
    assert not last.exception
