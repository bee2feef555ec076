"""The Plotly heatmap of one map."""

import pytest
import torch
from plotly import graph_objects as go

from core.trace import AttentionMap
from viz.figures.heatmap import heatmap
from viz.say import theme

SHOWN = AttentionMap(
    torch.tensor([[0.75, 0.21875, 0.03125], [0.125, 0.875, 0.0]]),
    torch.tensor([[True, True, True], [True, True, False]]),
    ("la", "‹end›"),
    ("the", "<b>&", "the"),
    "",
)


def test_queries_go_down_and_keys_across_on_a_fixed_range():
    figure = heatmap(SHOWN).plot
    assert (figure.data[0].zmin, figure.data[0].zmax) == (0, 1)
    assert list(figure.layout.xaxis.range) == [-0.5, 2.5]
    assert list(figure.layout.yaxis.range) == [1.5, -0.5]
    assert figure.data[0].z[0] == [0.75, 0.21875, 0.03125]


def test_a_forbidden_cell_has_no_fill():
    assert heatmap(SHOWN).plot.data[0].z[1] == [0.125, 0.875, None]


def test_repeated_words_keep_a_place_each():
    axis = heatmap(SHOWN).plot.layout.xaxis
    assert axis.tickvals == (0, 1, 2)
    assert axis.ticktext[0] == axis.ticktext[2] == "the"


def test_words_are_text_and_never_markup():
    figure = heatmap(SHOWN).plot
    assert figure.layout.xaxis.ticktext[1] == "&lt;b&gt;&amp;"
    assert figure.data[0].text[0][1] == "la attends to &lt;b&gt;&amp;: 0.219"


def test_hover_says_the_cell_with_three_decimals():
    data = heatmap(SHOWN).plot.data[0]
    assert data.text[0][0] == "la attends to the (1): 0.750"
    assert data.text[1][2] == "‹end› can't attend to the (3)"
    assert data.hovertemplate == "%{text}<extra></extra>"


def test_numbers_below_the_smallest_are_left_out_and_all_inks_can_be_read():
    numbers = heatmap(SHOWN).plot.data[1]
    written = zip(numbers.x, numbers.y, numbers.text, strict=True)
    assert list(written) == [
        (0, 0, ".75"),
        (1, 0, ".22"),
        (0, 1, ".12"),
        (1, 1, ".88"),
    ]
    black, white = "#000000", "#FFFFFF"
    assert list(numbers.textfont.color) == [white, black, black, white]
    assert numbers.hoverinfo == "skip"


@pytest.mark.parametrize("row", [None, 1])
def test_plotly_finds_nothing_wrong_with_a_figure_that_was_not_checked(row: int | None):
    checked = go.Figure(heatmap(SHOWN, row=row).plot.to_dict())
    assert (len(checked.data), len(checked.layout.shapes)) == (2, row or 0)


def test_the_chosen_row_is_framed():
    (frame,) = heatmap(SHOWN, row=1).plot.layout.shapes
    assert (frame.y0, frame.y1, frame.x0, frame.x1) == (0.5, 1.5, -0.5, 2.5)
    assert frame.line.color == "#131A2A"


def test_without_a_chosen_row_nothing_is_framed():
    assert heatmap(SHOWN).plot.layout.shapes == ()
    assert heatmap(SHOWN, row=2).plot.layout.shapes == ()


def test_night_has_its_own_colours():
    figure = heatmap(SHOWN, dark=True).plot
    assert figure.data[0].colorscale[0][1] == theme.NIGHT.weights[0]
    assert figure.layout.yaxis.tickfont.color == "#FEB251"


def test_a_projector_gets_larger_words_and_rows():
    plain, large = heatmap(SHOWN).plot, heatmap(SHOWN, scale=1.5).plot
    assert (plain.layout.height, large.layout.height) == (152, 228)
    assert large.layout.xaxis.tickfont.size == 24
