"""The lab of pooling: its pictures are pure, its sentences say its numbers."""

import numpy as np
import pytest
import streamlit as st

from core.labs import pooling as core
from core.labs.pooling_convergence import Found
from core.labs.results import read
from tests.viz.opening import opened, said
from viz.figures import pooling as figures
from viz.figures import widths
from viz.figures.lit_points import caption, worked
from viz.figures.pooling_matrix import matrix
from viz.figures.street import street
from viz.pages.labs import pooling, pooling_lamp
from viz.pages.labs.pooling import lit, rows_of_queries, three
from viz.pages.labs.pooling_lamp import everywhere
from viz.pages.labs.pooling_street import with_query, without_query


@pytest.fixture
def given():
    return core.points(24)


@pytest.mark.parametrize("view", ["average", "kernel", "softmax"])
@pytest.mark.parametrize("query", [0.0, 4.6, 10.0])
def test_bars_stand_under_their_points_and_the_answer_on_the_curve(given, view, query):
    shown = lit(given, view, query, 0.5)
    assert shown.weights.sum() == pytest.approx(1)
    at = int(np.abs(shown.grid - query).argmin())
    assert shown.curve[at] == pytest.approx(shown.answer, abs=1e-9)
    figure = figures.nearness(shown, 0.5).plot
    bars = next(trace for trace in figure.data if trace.type == "bar")
    np.testing.assert_array_equal(bars.x, given.x.numpy())
    assert max(bars.y) <= figure.layout.yaxis2.range[1]


def test_the_bell_passes_through_the_tops_of_the_bars(given):
    for view in ("kernel", "softmax"):
        shown = lit(given, view, 4.6, 0.5)
        found = np.interp(shown.x, shown.grid, shown.bell)
        np.testing.assert_allclose(found, shown.bars, atol=2e-3)


@pytest.mark.parametrize("view", ["average", "kernel", "softmax"])
@pytest.mark.parametrize("width", [0.05, 0.5, 5.0])
def test_a_dragged_lamp_finds_the_light_that_the_figure_draws(given, view, width):
    light = everywhere(given, view, width).numpy()
    places, n, grid = 101, 24, 201
    sizes = (places * n, places * n, places, places, 2 * grid - 1, grid, grid)
    parts = np.split(light, np.cumsum(sizes)[:-1])
    assert len(light) == sum(sizes) and np.isfinite(light).all()
    weights, heights = (part.reshape(places, n) for part in parts[:2])
    answers, scales, bell, curve, truth = parts[2:]
    for at, query in ((0, 0.0), (46, 4.6), (100, 10.0)):
        shown = lit(given, view, query, width)
        np.testing.assert_allclose(weights[at], shown.weights, atol=1e-12)
        np.testing.assert_allclose(heights[at], shown.bars, atol=1e-12)
        assert answers[at] == pytest.approx(shown.answer)
        here = bell[200 - 2 * at :][:grid] * scales[at]
        np.testing.assert_allclose(here, shown.bell, rtol=1e-9)
    np.testing.assert_allclose(curve, shown.curve)
    np.testing.assert_allclose(truth, shown.truth)


def test_a_place_from_a_browser_is_checked(monkeypatch):
    kept = []
    monkeypatch.setattr(pooling_lamp.frame, "keep", lambda **given: kept.append(given))
    state = {"pooling-lamp": {}}
    monkeypatch.setattr(st, "session_state", state)
    for offered in (7.5, 3, None, "5", [1], -0.1, 10.1, float("nan"), 1e999, True):
        state["pooling-lamp"] = {"x": offered}
        pooling_lamp._moved()
    assert kept == [{"pool_x": 7.5}, {"pool_x": 3.0}]


def test_a_beam_is_as_wide_as_its_weight(given):
    shown = lit(given, "average", 5.0, 0.5)
    beams = [
        trace
        for trace in figures.nearness(shown, 0.5).plot.data
        if "fill" in trace and trace.fill == "toself"
    ]
    assert len(beams) == 24
    wide = beams[0].x[2] - beams[0].x[1]
    assert wide == pytest.approx(20 * figures.FAR / 24)


def test_the_framed_row_of_the_matrix_is_the_query_and_turns_with_it(given):
    queries = rows_of_queries(4.6)
    assert queries.tolist() == [0, 1, 2, 3, 4, 4.6, 6, 7, 8, 9, 10]
    rows = core.nearness_weights(queries[:, None], given.x[:, None], 0.5).numpy()
    shown = lit(given, "matrix", 4.6, 0.5)
    np.testing.assert_allclose(rows[5], shown.weights)
    for turned in (False, True):
        options = {"turned": turned, "dark": False}
        drawn = matrix(shown, 0.5, queries.numpy(), rows, **options)
        figure = drawn.plot
        heat = next(trace for trace in figure.data if trace.type == "heatmap")
        assert np.shape(heat.z) == ((24, 11) if turned else (11, 24))
        framed = figure.data[-1]
        line = "one column of 24" if turned else "one row of 24"
        assert line in drawn.caption
        span = framed.x if turned else framed.y
        assert min(span) < 4.6 < max(span)


def test_a_click_on_a_cell_of_the_matrix_leads_to_its_query(given, monkeypatch):
    kept = []
    monkeypatch.setattr(pooling.frame, "keep", lambda **at: kept.append(at))
    queries = rows_of_queries(4.6)
    rows = core.nearness_weights(queries[:, None], given.x[:, None], 0.5).numpy()
    shown = lit(given, "matrix", 4.6, 0.5)
    for turned in (False, True):
        options = {"turned": turned, "dark": False}
        drawn = matrix(shown, 0.5, queries.numpy(), rows, **options).plot.data
        cells = next(t for t in drawn if t.yaxis == "y2" and t.customdata is not None)
        # lists: a typed array would come back from the browser as an object
        assert isinstance(cells.customdata[0], list)
        at = 7 * 24 + 3  # the fourth point in the row (or column) of the query 7
        assert (cells.x[at] if turned else cells.y[at]) == 7
        pooling._move({"x": cells.x[at], "customdata": cells.customdata[at]})
    pooling._move({"x": 11.0})
    assert kept == [{"pool_x": 7.0}, {"pool_x": 7.0}, {"pool_x": 10.0}]


def test_an_average_says_the_same_everywhere(given):
    here, there = (lit(given, "average", x, 1.0) for x in (2.0, 7.0))
    assert here.answer == there.answer == pytest.approx(given.y.mean().item())
    assert "1/24 = 0.042" in caption(here, "average", 1.0)


def test_a_descent_and_the_error_against_n_are_drawn_as_given():
    ways = {"left out": ([2.0, 1.0], [0.4, 0.3]), "training": ([2.0, 0.9], [0.3, 0.2])}
    losses = ([0.3, 0.2, 0.4], [0.1, 0.2, 0.3])
    drawn = widths.losses([0.5, 1.0, 2.0], *losses, ways).plot
    assert [list(trace.x) for trace in drawn.data[2:]] == [[2.0, 1.0], [2.0, 0.9]]
    assert drawn.data[2].text[-1] == "<b>w = 1.00</b>"
    found = Found(0.5, 1, (400, 800), (0.1, 0.05), (0.1, 0.01), 0.04)
    errors = widths.errors(found).plot
    assert errors.layout.shapes[0].y0 == 0.04


def test_what_is_stored_levels_off_at_the_bias_and_falls_without_end():
    found = read("pooling").found
    assert found.fixed[-1] == pytest.approx(found.bias, rel=0.1)
    assert found.ruled[-1] < found.bias / 10


def test_light_that_is_shared_adds_up_to_one_and_a_maximum_falls_on_few_cells():
    for light in (without_query("average"), with_query("sign", 0, 0)):
        assert light.shared and light.cells.sum() == pytest.approx(1)
    maximum = without_query("max")
    assert not maximum.shared and (maximum.cells > 0).sum() <= 7
    assert "row 2, column 7 (stop sign)" in with_query("place", 1, 6).caption


def test_the_gate_is_the_trained_one_of_the_pictures():
    app = opened("pooling", step="3", pool_free="gate")
    assert "The 16 gates of this street add up to" in said(app)
    assert not app.exception


def test_the_street_is_drawn_over_its_light_with_a_ring_where_it_is_looked_at():
    light = without_query("average")
    plain = street(light, ["x"] * 48, ["a"] * 7).plot
    ringed = street(light, ["x"] * 48, ["a"] * 7, spot=(1, 6)).plot
    assert len(ringed.layout.shapes) == len(plain.layout.shapes) + 1
    assert ringed.layout.shapes[-1].x0 == pytest.approx(5.54)


def test_the_lab_opens_on_a_lit_picture_and_says_what_it_shows():
    app = opened("pooling")
    assert not app.exception
    assert "f(4.6) = " in said(
        app
    ) and "gives the same weights as kernel / sum" in said(app)
    assert [slider.key for slider in app.slider] == ["pool_x", "pool_width"]
    app.slider(key="pool_x").set_value(10.0)
    app.slider(key="pool_width").set_value(0.05).run()
    assert "f(10) = " in said(app)


def test_sliders_write_the_decimal_sign_of_the_language():
    app = opened("pooling", lang="fr", pool_width="0.05")
    assert not app.exception and not app.slider
    query, width = app.select_slider
    assert (query.value, width.value) == (4.6, 0.05)
    assert (query.options[0], query.options[-1]) == ("0,0", "10,0")
    query.set_value(4.7).run()
    assert app.query_params["pool_x"] == "4.7"
    assert "f(4,7) = " in said(app)


def test_more_points_are_shown_from_what_is_stored():
    app = opened("pooling", step="2", pool_see="points")
    assert not app.exception
    assert "Computed beforehand (" in said(app) and "theory: −0.80" in said(app)


def test_the_street_has_a_picture_without_and_one_with_a_query():
    app = opened("pooling", step="3", pool_asked="place", pool_cell="48")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2
    assert "row 6, column 8 (road)" in said(app)


def test_three_points_by_hand_and_the_same_with_a_blank():
    table = worked(three(0.0), 1.0)
    # e^(−1/2) = 0.607 and e^(−9/2) = 0.011; divided by 1.618; times 1, 2 and 4
    assert [row[3] for row in table[1:]] == ["1.000", "0.607", "0.011", "1.618"]
    assert [row[4] for row in table[1:]] == ["0.618", "0.375", "0.007", "1.000"]
    assert [row[5] for row in table[1:]] == ["0.618", "0.750", "0.027", "1.396"]
    # at 1: (0.60653 · 1 + 1 · 2 + 0.13534 · 4) / 1.74187
    assert three(1.0).answer == pytest.approx(1.8072, abs=1e-4)
    app = opened("pooling", pool_view="hand", pool_hand="1.807")
    assert not app.exception
    assert "f(0) = 1.396" in said(app)
    assert "Right: 1.807. The kernels are 0.607, 1.000 and 0.135" in said(app)


def test_a_kernel_of_two_inputs_learns_to_ignore_the_noise():
    app = opened("pooling", step="2", pool_see="inputs", pool_steps="20")
    assert not app.exception
    assert "After 20 steps the width of x is 0.1" in said(app)
    other = opened("pooling", step="2", pool_see="inputs", pool_kernel="exponential")
    assert not other.exception
