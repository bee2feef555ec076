"""The lab of sizes: counts beside what the table states, in picture, words and rows."""

import pytest

from core.labs.sizes import TABLE
from tests.viz.opening import opened, said
from viz.figures import batch_and_rate as trained
from viz.figures import sizes as figures
from viz.figures.bars import bars

RECIPE = {"schedule": {"pieces_per_batch": 480, "peak": 1.2e-3}}


def test_small_is_counted_and_the_blank_is_judged():
    app = opened("sizes", size_blank="80.05")
    assert not app.exception
    assert (
        "125,226,240 parameters. The table says 125M; the difference is +0.2%"
        in said(app)
    )
    assert "Right: 80.05." in said(app)


def test_a_row_is_counted_part_by_part():
    words = said(opened("sizes"))
    assert "Words and positions: (50,257 + 2,048) · 768 = 40,170,240." in words
    assert "Attention: 12 · (4 · 768² + 4 · 768) = 28,348,416." in words
    assert "Feed-forward: 12 · (8 · 768² + 5 · 768) = 56,669,184." in words
    assert "Norms: 25 · 2 · 768 = 38,400. Total: 125,226,240." in words
    words = said(opened("sizes", size_row="175B"))
    # 96 · (4 · 12,288² + 4 · 12,288)
    assert "Attention: 96 · (4 · 12,288² + 4 · 12,288) = 57,986,777,088." in words


def test_the_count_says_which_number_to_doubt():
    app = opened("sizes", step="2")
    assert not app.exception
    words = said(app)
    assert "24 × 128 = 3,072, not 2,048" in words
    assert (
        "The count is 1.32 billion at width 2,048, and 1.52 billion with projections"
        in words
    )
    assert "projections as wide as the heads" in words
    assert "40 × 128 = 5,120, not 5,140" in words
    assert (
        "12.95 billion at 5,140 and 12.85 billion at 5,120, both round to 13" in words
    )


@pytest.mark.parametrize(
    "query",
    [
        {"size_row": "175B", "size_blank": "<b>many</b>"},
        {"step": "2", "size_tied": "false"},
        {"step": "3", "size_context": "32768", "size_bits": "8"},
    ],
)
def test_every_corner_draws_something(query):
    app = opened("sizes", **query)
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1


def test_the_shipped_models_stand_in_the_table_with_no_difference():
    found = figures.shipped(
        "tiny",
        "transformer",
        {"vocabulary": 7, "d_model": 4, "d_hidden": 6, "n_heads": 2, "n_layers": 3},
        28 + 9 * 80 + 6 * 58 + 15 * 8,  # words, attentions, feed-forward, norms
    )
    assert found.difference == 0
    assert found.n_maps == 18
    rows = figures.compared([*figures.table(), found])
    assert rows[4] == ["XL", "1,315,723,264", "1.3B", "+1.2%", "3,072 ≠", "2,048"]
    assert rows[-1] == ["tiny", "1,216", "1,216", "0.0%", "", ""]


def test_memory_at_32_16_and_8_bits():
    small = figures.table()[0]
    assert figures.memory([small], 2048, 16)[1] == [
        "Small",
        *("500.9 MB", "250.5 MB", "125.2 MB"),  # 125,226,240 · 4, 2, 1
        *("144", "604.0 million", "1.2 GB"),  # 144 · 2,048² numbers of two bytes
    ]


def test_bars_keep_their_names_as_text_and_begin_at_zero():
    drawn = bars(["<b>", "b"], [1.0, 3.0], ["1", "3"], title="x")
    assert drawn.layout["yaxis"]["ticktext"] == ("&lt;b&gt;", "b")
    assert drawn.layout["xaxis"]["range"][0] == 0
    assert bars([], [], [], title="x").layout["xaxis"]["range"][1] == 1


def test_every_row_has_its_dot_and_two_have_a_ring():
    drawn = figures.differences(figures.table(), tied=True).plot
    assert [len(trace.x) for trace in drawn.data] == [8, 2]
    assert drawn.data[1].x[0] == pytest.approx(0.167, abs=5e-4)  # XL: 1.517 over 1.3
    assert TABLE[3].name == "XL"
    assert drawn.data[1].text[0] == "  +16.7%"


def test_a_ring_too_near_its_dot_for_words_of_its_own_is_said_by_the_dot():
    dots, rings = figures.differences(figures.table(), tied=True).plot.data
    assert TABLE[6].name == "13B"
    assert dots.text[6] == "  −0.4%, ring −0.5%"
    assert rings.text[1] == "" and rings.customdata[1] == "−0.5%"


def test_batch_and_learning_rate_stand_beside_the_parameters():
    app = opened("sizes", step="2", size_show="training")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    # 175 B over 125 M, 3.2 M over 0.5 M, 6.0 over 0.6
    words = said(app)
    assert "1,400 times, the batch 6.4 times" in words
    found = trained.rows([*trained.stated(), trained.shipped("tiny", RECIPE, 1216)])
    assert found[8] == ["175B", "175.00 billion", "3,200,000", "0.6 · 10⁻⁴"]
    assert found[9] == ["tiny", "1,216", "480", "12.0 · 10⁻⁴"]
