"""What each layer would say, as tables."""

from dataclasses import replace

import torch

from core.analysis.layer_predictions import LayerPredictions
from viz.figures import lens

FOUND = LayerPredictions(
    torch.tensor([[[2, 3], [3, 2]], [[1, 2], [2, 1]]]),
    torch.tensor([[[0.5, 0.25], [0.9, 0.05]], [[0.75, 0.125], [0.6, 0.3]]]),
    torch.tensor([[4, 1], [0, 0]]),
)
SPELLED = {1: "<b>", 2: "fish", 3: "ate"}


def read():
    return lens.spelled(FOUND, ("The", "cat"), ("<b>", "fish"), SPELLED)


def test_the_last_layer_stands_on_top_and_every_cell_has_piece_and_rank():
    table = lens.grid(read(), 1, dark=False)
    assert table.index("layer 1") < table.index("embedding")
    assert "<b>fish</b><small>60% · rank 1</small>" in table
    assert "<b>ate</b><small>90% · rank 2</small>" in table
    assert "<b>fish</b><small>50% · rank 5</small>" in table
    assert "title=" not in table  # nothing is told to a pointer alone


def test_where_nothing_follows_yet_no_piece_is_said_to_follow():
    shown = lens.spelled(FOUND, ("The", "cat"), ("fish", "ate"), SPELLED)
    assert lens.grid(shown, 1, dark=False).endswith(
        "<td>fish</td><td>ate</td></tr></tbody></table></div>"
    )
    newest = replace(shown, open_ended=True)
    assert lens.grid(newest, 1, dark=False).endswith(
        "<td>fish</td><td>‹?›</td></tr></tbody></table></div>"
    )


def test_a_piece_that_looks_like_markup_stays_text():
    for table in (lens.grid(read(), 0, dark=True), lens.five(read(), 0)):
        assert "&lt;b&gt;" in table
        assert "<b><b>" not in table


def test_the_best_pieces_of_one_place_stand_layer_by_layer():
    table = lens.five(read(), 1)
    assert "fish 60%" in table
    assert "<b>" not in table
    assert "ate 90%" in table
