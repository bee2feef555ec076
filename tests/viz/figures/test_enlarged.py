"""On a projector a figure is drawn larger: what is told in pixels, and nothing else."""

from viz.figures.drawing import enlarged


def test_letters_and_margins_grow_and_the_numbers_that_are_shown_do_not():
    drawn = {
        "data": [
            {"type": "bar", "x": [1, 2], "width": 0.5, "marker": {"size": [3, 4]}},
            {"type": "heatmap", "z": [[0.25, 0.75]], "xgap": 2},
        ],
        "layout": {"height": 300, "margin": {"l": 7}, "font": {"size": 15}},
    }
    assert enlarged(drawn, 2) == {
        "data": [
            {"type": "bar", "x": [1, 2], "width": 0.5, "marker": {"size": [6, 8]}},
            {"type": "heatmap", "z": [[0.25, 0.75]], "xgap": 4},
        ],
        "layout": {"height": 600, "margin": {"l": 14}, "font": {"size": 30}},
    }
