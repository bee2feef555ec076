"""The small matrix of the labs: its picture, its words, its table, the notation."""

import math

import pytest
from plotly import graph_objects as go

from tests.viz.colours import contrast
from viz.content import texts
from viz.figures import matrix_panels
from viz.figures.small_matrices import caption, cover, matrix, rows_of, turned, written
from viz.say import theme

WEIGHTS = matrix("A", [[0.879, 0.002, 0.119], [0.25, 0.75, 0.0]], "ab", "xyz")
MASKED = matrix(
    "A", [[1.0, 0.0], [0.5, 0.5]], "ab", "xy", allowed=[[True, False], [True, True]]
)
SCORES = matrix("S", [[5.0, -3.0], [-math.inf, 0.5]], "ab", "xy", means="signed")


def picture(shown, **how):
    return matrix_panels.picture(shown, **how).plot


@pytest.mark.parametrize("shown", [WEIGHTS, MASKED, SCORES])
@pytest.mark.parametrize("turn", [False, True])
def test_every_picture_is_one_that_plotly_accepts(shown, turn):
    drawn = picture(shown, turn=turn, row=1, cell=(0, 1), dark=turn)
    go.Figure(drawn.to_dict())
    assert drawn.layout.width == matrix_panels.width(shown, turn=turn)


def test_weights_are_coloured_from_0_to_1_and_others_by_their_sign():
    cells = picture(WEIGHTS).data[0]
    assert (cells.zmin, cells.zmax) == (0, 1)
    cells = picture(SCORES).data[0]
    assert (cells.zmin, cells.zmax) == (-5, 5)
    far = matrix("S", [[1.0]], "a", "x", means="signed", limit=9.0)
    assert (picture(far).data[0].zmin, picture(far).data[0].zmax) == (-9, 9)


def test_a_forbidden_cell_has_no_fill_no_number_and_is_hatched():
    drawn = picture(MASKED)
    assert drawn.data[0].z == ([1.0, None], [0.5, 0.5])
    assert drawn.data[-1].text == ("1.000", "", "0.500", "0.500")
    assert drawn.data[1].x[0] == pytest.approx(0.54)  # the column at 1, from its left
    assert drawn.data[-1].hovertext[1] == "a, y: forbidden"


def test_a_score_of_minus_infinity_is_written_and_hatched():
    drawn = picture(SCORES)
    assert drawn.data[-1].text == ("+5.0", "−3.0", "−∞", "+0.5")
    assert len(drawn.data[1].x) == 6


def test_numbers_have_no_more_digits_than_the_matrix_needs():
    whole = matrix("Q", [[2.0, -1.0, 0.0]], "q", "123", means="signed")
    assert picture(whole).data[-1].text == ("+2", "−1", "0")


def test_turning_puts_queries_in_columns_with_the_frame():
    there = picture(WEIGHTS, turn=True, row=1)
    assert list(there.data[0].z[0]) == [0.879, 0.25]
    assert there.layout.xaxis.ticktext == ("a", "b")
    assert there.layout.xaxis.title.text == "queries"
    box = there.layout.shapes[0]
    assert (box.x0, box.x1, box.y0, box.y1) == (0.5, 1.5, -0.5, 2.5)
    assert turned(turned(WEIGHTS)) == WEIGHTS


def test_a_point_knows_the_row_and_column_of_its_cell_whichever_way_it_is_turned():
    assert list(picture(WEIGHTS).data[-1].customdata[1]) == [0, 1]
    assert list(picture(WEIGHTS, turn=True).data[-1].customdata[1]) == [1, 0]


def test_a_row_that_is_ignored_lies_under_a_thin_page():
    pale = matrix("A", [[1.0], [1.0]], "ab", "x", pale=(1,))
    box = picture(pale).layout.shapes[0]
    assert (box.y0, box.y1, box.opacity) == (0.5, 1.5, 0.6)


def test_the_words_say_where_each_row_looks():
    assert caption(WEIGHTS) == "a attends most to x (88%); b attends most to y (75%)."
    half = matrix("A", [[0.5, 0.5, 0.0]], "a", "xyz")
    assert caption(half) == "a attends most to x and y (50% each)."
    assert caption(SCORES) == "S runs from −3.0 (a, y) to +5.0 (a, x)."


def test_a_picture_carries_its_words_its_table_and_its_title():
    drawn = matrix_panels.picture(WEIGHTS, turn=True)
    assert drawn.caption == caption(WEIGHTS)
    assert drawn.rows == rows_of(WEIGHTS)
    assert drawn.alt == "A. a attends most to x (88%); b attends most to y (75%)."


def test_the_table_leaves_forbidden_cells_empty():
    assert rows_of(MASKED) == [
        ["query \\ key", "x", "y"],
        ["a", 1.0, None],
        ["b", 0.5, 0.5],
    ]
    assert rows_of(SCORES)[2] == ["b", "−∞", 0.5]


def test_names_that_do_not_fit_the_numbers_are_a_mistake():
    with pytest.raises(ValueError, match="names do not fit"):
        matrix("A", [[1.0, 2.0]], "a", "x")


def test_a_weight_that_rounds_to_nothing_is_as_short_as_the_others():
    shown = matrix("A", [[0.996, 0.004], [0.25, 0.75]], "ab", "xy", digits=2)
    assert [written(value, shown) for value in shown.values[0]] == ["1.00", ".00"]
    signed = matrix("S", [[-0.004, 0.26]], "a", "xy", means="signed", digits=2)
    assert [written(value, signed) for value in signed.values[0]] == ["0.00", "+0.26"]


def test_a_typed_name_is_text_and_never_markup():
    drawn = picture(matrix("<i>", [[1.0]], ["<b>x</b>"], ["&"]))
    assert drawn.layout.yaxis.ticktext == ("&lt;b&gt;x&lt;/b&gt;",)
    assert drawn.layout.xaxis.ticktext == ("&amp;",)
    assert "&lt;i&gt;" in drawn.layout.title.text


def test_a_covered_cell_tells_its_number_nowhere():
    hidden = cover(WEIGHTS, [(0, 0)])
    drawn = picture(hidden)
    assert drawn.data[-1].text[0] == "?"
    assert drawn.data[-1].hovertext[0] == "a, x: for you to find"
    assert list(drawn.data[1].x) == []  # not hatched: nobody forbids it
    assert caption(hidden) == "a: for you to find; b attends most to y (75%)."
    assert rows_of(hidden)[1] == ["a", "?", 0.002, 0.119]
    assert picture(hidden, turn=True).data[-1].text[0] == "?"
    assert "879" not in repr(hidden)


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_read_well_on_the_colour_that_is_drawn_under_them(dark):
    values = [[step / 10 for step in range(-50, 51)]]
    shown = matrix("S", values, "a", [str(x) for x in values[0]], means="signed")
    drawn = picture(shown, dark=dark)
    stops = [colour for _, colour in drawn.data[0].colorscale]
    for value, ink in zip(values[0], drawn.data[-1].textfont.color, strict=True):
        fill = theme.on_scale(tuple(stops), (value + 5) / 10)
        assert contrast(ink, fill) >= 4.5, value


def test_a_matrix_has_the_decimal_sign_of_the_language():
    texts.speak("fr")
    try:
        assert [written(value, SCORES) for value in (0.5, -3.0, 0.0)] == [
            *("+0,5", "−3,0", "0,0"),
        ]
        assert written(0.25, WEIGHTS) == "0,250"
        assert "−3,0 (a, y)" in caption(SCORES)
    finally:
        texts.speak(texts.ENGLISH)
