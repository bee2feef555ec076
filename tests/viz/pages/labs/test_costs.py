"""The lab of costs: the paper's table, cones, a whole layer, measured times."""

import pytest

from core.labs import costs, results
from core.labs.layer_times import Found, Times
from tests.viz.opening import opened, said
from viz import address
from viz.figures import cones, whole_layer
from viz.figures import costs as figures


def test_table_one_stands_with_its_numbers_and_the_blank_is_judged():
    app = opened("costs", cost_blank="2000")
    assert not app.exception
    # 64² · 512 and 64 · 512²
    assert "needs 2.1 million operations and a recurrence 16.8 million" in said(app)
    assert "The two cross at n = d" in said(app)
    assert "Right: 2000." in said(app)


def test_a_row_of_table_one_is_worked_term_by_term():
    words = said(opened("costs"))
    assert "multiplies the state by a 20 × 20 matrix, d² = 400 operations." in words
    assert "There is one step for each word: n d² = 10 · 400 = 4,000." in words
    assert "10 steps in a row, and 9 from the first word to the last." in words
    assert costs.operations(10, 20, 3)["recurrent"] == 4_000
    assert costs.waiting_steps(10)["recurrent"] == 10
    assert costs.paths(10, 3)["recurrent"] == 9


def test_sixteen_words_with_a_kernel_of_three_need_eight_layers_or_three():
    app = opened("costs", step="2")
    assert not app.exception
    assert "⌈(16 − 1)/(3 − 1)⌉ = 8 layers until one unit sees all" in said(app)
    assert "Windows without gaps need 8 layers, windows with growing gaps 3" in said(
        app
    )


def test_half_of_a_whole_layer_is_at_six_times_the_width():
    app = opened("costs", step="3", cost_n="3072")
    assert not app.exception
    # 12 · 3,072 · 512² = 2 · 3,072² · 512 = 9,663,676,416
    assert "mixing need 9.66 billion operations, projections and feed-forward 9.66" in (
        said(app)
    )
    assert "is 50% of the layer. It is half at n = 6 d = 3,072" in said(app)
    assert "not at n = d = 512" in said(app)


def test_stored_times_are_shown_with_their_machine_and_slopes():
    app = opened("costs", step="3", cost_view="timed")
    assert not app.exception
    assert "Computed beforehand (" in said(app)
    assert costs.FITTED == 4
    assert "The slopes over the four longest texts are recurrence" in said(app)


@pytest.mark.parametrize(
    "query",
    [
        {"cost_n": "1", "cost_d": "1", "cost_k": "1", "cost_blank": "NaN"},
        {"step": "2", "cost_reach": "1", "cost_kind": "dilated"},
        {"step": "2", "cost_reach": "32", "cost_k": "1"},
        {"step": "3", "cost_view": "memory", "cost_n": "12288", "cost_d": "1"},
    ],
)
def test_every_corner_draws_something(query):
    app = opened("costs", **query)
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert "nan" not in said(app).lower()


def test_the_curves_of_three_panels_pass_through_the_dots():
    drawn = figures.operations(64, 512, 3).plot
    lines = [trace for trace in drawn.data if trace.mode == "lines"]
    dots = [trace for trace in drawn.data if trace.mode == "markers"]
    assert len(lines) == 12 and len(dots) == 3  # four layers in three panels
    for at, line in enumerate(lines):
        panel, layer = divmod(at, 4)
        here = list(line.x).index(dots[panel].x[layer])
        assert line.y[here] == dots[panel].y[layer]
    assert [trace.name for trace in lines if trace.showlegend] == [
        "recurrence", "convolution", "self-attention", "restricted attention"
    ]  # fmt: skip


def test_a_whole_layer_marks_both_crossings():
    drawn = whole_layer.counted(64, 512).plot
    assert [s["x0"] for s in drawn.to_dict()["layout"]["shapes"]] == [512, 3072]


def test_matrices_take_four_bytes_a_head_and_cell():
    # 8 heads, 1,024 words: 4 · 8 · 1,024²; queries, keys and values 12 · 1,024 · 512
    assert costs.matrix_bytes(1024, 8) == 33_554_432
    assert costs.vector_bytes(1024, 512) == 6_291_456
    found = whole_layer.memory(1024, 512, 8)
    assert list(found.plot.data[2].y) == [6_291_456, 33_554_432]
    assert found.rows[1:] == [["matrices", 33_554_432], ["vectors", 6_291_456]]


@pytest.mark.parametrize(
    ("kind", "layers", "links"),
    [
        ("contiguous", 3, 15 + 9 + 3),  # 5, 3 and 1 units read three places each
        ("dilated", 2, 7 + 3),  # the unit of word 1 has no words before it
        ("self-attention", 1, 7),
        ("recurrent", 1, 7 + 6),
    ],
)
def test_the_cone_of_seven_words(kind, layers, links):
    found = cones.links_of(7, 3, kind)
    assert len(found) == layers
    assert sum(map(len, found)) == links
    drawn = cones.reach(7, 3, kind)
    places = drawn.plot.data[1]
    assert len(places.x) == 7 * (layers + 1)
    assert len(drawn.rows) == 1 + links


def test_times_are_rows_too():
    taken = (
        Times("recurrent", (1.0, 2.0), 1.0),
        Times("restricted", (3.0, 6.0), 1.0),
        Times("self-attention", (5.0, 20.0), 2.0),
    )
    drawn = whole_layer.timed(Found((8, 16), 64, 5, 9, taken))
    assert drawn.rows == [
        ["words", "recurrence", "restricted attention", "self-attention"],
        [8, 1.0, 3.0, 5.0],
        [16, 2.0, 6.0, 20.0],
    ]
    assert [trace.name for trace in drawn.plot.data] == [
        "recurrence: slope 1.0",
        "restricted attention: slope 1.0",
        "self-attention: slope 2.0",
    ]
    assert (
        "At 16 words the recurrence takes 2 ms and self-attention 20 ms."
        in drawn.caption
    )


def test_recall_and_its_memory_have_addresses_of_their_own():
    for view in ("recall", "doubling"):
        choices, notices = address.decode({"step": "3", "cost_view": view})
        assert (choices.step, choices.cost_view, notices) == (3, view, ())


def test_what_is_recalled_stands_on_its_page_with_what_it_came_from():
    app = opened("costs", step="3", cost_view="recall")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert "Computed beforehand (" in said(app)
    far = [one.accuracy[-1] for one in results.read("recall").found.networks]
    percents = " and ".join(f"{100 * right:.0f}%" for right in far)
    assert f"After 1,000 steps it is {percents}; guessing gets 10%." in said(app)


def test_twice_as_many_pairs_take_twice_the_memory_or_four_times():
    app = opened("costs", step="3", cost_view="doubling")
    assert not app.exception
    # 4 · 4,000² bytes of weights against 4 · 2,000²; 144 and 128 · 4,000 numbers
    assert "From 2,000 to 4,000 pairs, the pass of the recurrence needs 2.00" in (
        said(app)
    )
    assert "its attention weights alone 4.00 times" in said(app)
    assert "its last state, 0.6 kB; the look back needs all states, 2.0 MB." in (
        said(app)
    )
