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
        *("GPT-3", "2020", "decoder", "96", "12,288", "96", "2,048"),
        "175,000 million",
    ]
    assert rows[0][6] == "–"
