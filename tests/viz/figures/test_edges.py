"""What carries a piece, drawn: lines from a threshold on, and what they are called."""

import pytest
import torch
from plotly import graph_objects as go

from core.analysis.contributions import Carried
from core.networks.names import AttentionName
from viz.figures.edges import Words, graph

ENCODER, DECODER, CROSS = (
    AttentionName.of(short, 0) for short in ("encoder", "decoder", "cross")
)
WORDS = Words(("the", "fish"), ("‹start›", "le", "x"), ("le", "poisson", "y"), 0.97)
FOUND = Carried(
    1,
    (torch.tensor([0.25, 0.5]), torch.tensor([0.15, 0.6])),
    (torch.tensor([0.05, 0.2, 0.0]), torch.tensor([0.0, 1.0, 0.0])),
    {
        CROSS: torch.tensor([0.0, 0.25, 0.0]),
        DECODER: torch.tensor([0.0, 0.18, 0.0]),
        ENCODER: torch.tensor([0.1, 0.4]),
    },
    {
        CROSS: torch.tensor(
            [[[0, 0], [0.1, 0.2], [0, 0]], [[0, 0], [0.05, 0.4], [0, 0]]]
        ),
        DECODER: torch.tensor([[[0, 0, 0], [0.05, 0.02, 0], [0, 0, 0.0]]]),
        ENCODER: torch.tensor([[[0.05, 0.0], [0.1, 0.1]]]),
    },
)


@pytest.fixture
def figure():
    return graph(FOUND, WORDS, 0.1)


def hovers(figure):
    return [
        text
        for one in go.Figure(figure.plot).data
        if one.customdata is not None
        for text in one.customdata
    ]


def test_only_lines_from_the_threshold_on_are_drawn_the_strongest_first(figure):
    shares = [row[3] for row in figure.rows[1:]]
    wanted = [0.6, 0.4, 0.18, 0.15, 0.1, 0.1, 0.1]
    assert shares == pytest.approx(wanted)
    assert len(hovers(figure)) == len(shares)
    assert len(graph(FOUND, WORDS, 0.3).rows) == 3


def test_a_line_is_wider_for_more(figure):
    lines = [one for one in go.Figure(figure.plot).data if one.mode == "lines"]
    widths = sorted({one.line.width for one in lines})
    # 12 widths up to 15: shares of 10%, 15% and 18%, 40%, 60%
    assert widths == pytest.approx([1.25, 2.5, 6.25, 8.75])


def test_a_line_says_from_where_to_where_and_which_head_brings_most(figure):
    assert hovers(figure)[0] == (
        "decoder cross-attention, layer 1: fish → poisson, 60%, mostly head 2"
    )
    assert "encoder layer 1, residual connection: fish stays in its place, 40%" in (
        hovers(figure)
    )


def test_the_caption_says_what_each_side_brings(figure):
    assert figure.caption == (
        "7 of 11 connections carry at least 10% of “poisson” each. The English brings "
        "75%, most of it “fish” (50%); the French written before it brings 25%. The "
        "strongest connection is decoder cross-attention, layer 1, from “fish” to "
        "“poisson” (60%)."
    )


def test_the_levels_are_named_from_the_english_to_the_last_layer(figure):
    assert list(go.Figure(figure.plot).layout.yaxis.ticktext) == [
        *("English", "encoder 1", "French so far", "decoder 1")
    ]


def test_words_that_are_not_written_yet_have_no_place(figure):
    layout = go.Figure(figure.plot).layout
    assert layout.annotations[0].text == "<b>poisson</b> 97%"
    named = [text.partition("<br>")[0] for text in layout.xaxis2.ticktext]
    assert named == ["‹start›", "le"]
    assert [text.partition("<br>")[0] for text in layout.xaxis.ticktext] == [
        *("the", "fish")
    ]
