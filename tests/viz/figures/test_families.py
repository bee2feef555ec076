"""Figure 1 with what a family leaves out: what is crossed out, and the masks."""

import pytest

from viz.figures.families import figure_one, published

CELLS = 5 * 5
FORBIDDEN = 5 * 4 // 2


def shapes(family):
    """Boxes, the cells of masks, the strokes of forbidden cells, and crosses."""
    found = figure_one(family).plot.layout.shapes
    small = [one for one in found if one.xsizemode == "pixel"]
    large = [one for one in found if one.xsizemode != "pixel"]
    return tuple(
        sum(one.type == kind for one in some)
        for some in (large, small)
        for kind in ("rect", "line")
    )


@pytest.mark.parametrize(
    ("family", "crossed"), [("both", 0), ("decoder", 3), ("encoder", 4)]
)
def test_what_is_left_out_is_crossed_out(family, crossed):
    boxes, crosses, cells, forbidden = shapes(family)
    assert boxes == 6
    assert crosses == 2 * crossed
    assert cells == 3 * CELLS
    assert forbidden == FORBIDDEN  # of masked self-attention, shown or crossed out
    head, *rows = figure_one(family).rows
    assert len(head) == len(rows[0])
    assert [row[2] for row in rows].count("left out") == crossed


def test_published_models_are_told_as_printed():
    head, *rows = published()
    assert len(rows) == 6
    assert all(len(row) == len(head) for row in rows)
    gpt3 = rows[-1]
    assert gpt3[:8] == [
        *("GPT-3", "2020", "decoder only", "96", "12,288", "96", "2,048"),
        "175 billion",
    ]
    assert rows[0][6] == "–"


def test_what_comes_later_is_struck_out_above_the_diagonal():
    """Rows from above: the first query is forbidden four keys, the last one none."""
    struck = [
        one
        for one in figure_one("decoder").plot.layout.shapes
        if one.xsizemode == "pixel" and one.type == "line"
    ]
    by_row = {}
    for one in struck:
        by_row.setdefault(one.y1, []).append(one.x0)
    highest = sorted(by_row, reverse=True)
    assert [len(by_row[row]) for row in highest] == [4, 3, 2, 1]
    assert min(by_row[highest[0]]) < min(by_row[highest[-1]])


def test_the_encoder_is_asked_only_where_there_is_cross_attention():
    """An arrow to each kept part, and one across: 6 + 1, 3, 2."""
    arrows = {
        family: sum(one.showarrow for one in figure_one(family).plot.layout.annotations)
        for family in ("both", "decoder", "encoder")
    }
    assert arrows == {"both": 7, "decoder": 3, "encoder": 2}


def test_a_part_that_is_left_out_attends_to_nothing():
    _, *rows = figure_one("decoder").rows
    masks = {row[1]: row[3] for row in rows}
    assert masks["masked self-attention"] == "itself and the words before it"
    assert masks["cross-attention"] == masks["feed-forward"] == "–"
