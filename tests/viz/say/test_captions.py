"""Figures in sentences and as tables."""

import pytest
import torch

from core.networks.names import MapChoice
from core.text.tokenizer import Pieces
from core.trace import AttentionMap, Translation
from viz.say import captions, tables

SHOWN = AttentionMap(
    torch.tensor([[0.5, 0.3125, 0.1875], [0.9033, 0.0967, 0.0]]),
    torch.tensor([[True, True, True], [True, True, False]]),
    ("la", "rouge"),
    ("red", "the", "the"),
    "",
)


def test_a_share_with_one_digit_is_100_percent_only_where_it_is_all():
    shares = (0, 0.875, 0.9994, 0.9998, 1)
    said = [captions.percent_of(float(share)) for share in shares]
    assert said == ["0.0%", "87.5%", "99.9%", "99.9%", "100%"]


def test_repeated_words_are_kept_apart_by_their_place():
    assert captions.apart(("la", "fin", "la")) == ("la (1)", "fin", "la (3)")


def test_a_row_that_may_look_nowhere_says_so():
    nowhere = AttentionMap(
        torch.zeros(1, 2), torch.zeros(1, 2).bool(), ("un",), ("a", "b"), ""
    )
    assert captions.description(nowhere, "Map").endswith("un: forbidden everywhere.")


def test_a_cell_is_said_with_three_decimals():
    assert captions.cells(SHOWN)[1][0] == "rouge attends to red: 0.903"
    assert captions.cells(SHOWN)[0][2] == "la attends to the (3): 0.188"


def test_a_forbidden_cell_is_said_to_be_forbidden():
    assert captions.cells(SHOWN)[1][2] == "rouge can't attend to the (3)"


def test_all_cells_are_said_row_by_row():
    said = captions.cells(SHOWN)
    assert [len(line) for line in said] == [3, 3]
    assert said[1][1] == "rouge attends to the (2): 0.097"


def test_a_map_is_described_with_the_largest_weight_of_every_row():
    assert captions.description(SHOWN, "Alignment") == (
        "Alignment. The word each query attends to most: la → red 50%; rouge → red 90%."
    )


def test_a_long_description_stops_after_24_rows():
    long = AttentionMap(
        torch.ones(26, 1),
        torch.ones(26, 1).bool(),
        tuple(f"mot{n}" for n in range(26)),
        ("word",),
        "",
    )
    said = captions.description(long, "Alignment")
    assert "mot23" in said
    assert "mot24" not in said
    assert said.endswith("and 2 more.")


@pytest.mark.parametrize(
    ("best", "said"),
    [
        ({"map": "decoder.alignment", "head": None}, "Alignment"),
        (
            {"map": "decoder.2.cross_attention", "head": "mean"},
            "Cross-attention, layer 3, mean of the heads",
        ),
        (
            {"map": "decoder.0.cross_attention", "head": 4},
            "Cross-attention, layer 1, head 5",
        ),
    ],
)
def test_a_map_is_named_as_the_screen_counts(best, said):
    assert captions.which_map(MapChoice.of(best)) == said


def test_a_model_that_does_not_end_is_said_to_have_been_stopped():
    pieces = Pieces("la la", (7, 7), ("la", "la"), ("la", "la"), (0, 1))
    stopped = Translation("la la", pieces, -1.0, finished=False)
    said = "The model hadn't finished after 2 pieces, so it was stopped."
    assert captions.unfinished(stopped) == said
    assert captions.unfinished(Translation("la la", pieces, -1.0, finished=True)) == ""


def test_weights_as_a_table_keep_forbidden_cells_empty():
    assert tables.as_csv(tables.weights(SHOWN)) == (
        "query \\ key,red,the (2),the (3)\r\n"
        "la,0.500000,0.312500,0.187500\r\n"
        "rouge,0.903300,0.096700,\r\n"
    )


@pytest.mark.parametrize(
    "typed", ["=1+1", "+1", "-1+1", "-a", "--", "@x", "\tx", "\r-"]
)
def test_no_word_becomes_a_formula_in_a_spreadsheet(typed):
    assert tables.as_csv([[typed]]).lstrip('"').startswith("'")


@pytest.mark.parametrize("typed", ["-", "-1", "-0.25"])
def test_a_hyphen_and_a_number_below_0_stay_what_they_are_in_a_table(typed):
    assert tables.as_csv([[typed]]) == f"{typed}\r\n"


def test_commas_and_quotes_stay_inside_their_cell():
    assert tables.as_csv([[",", '"']]) == '",",""""\r\n'


def test_a_step_that_counts_pieces_says_so_beside_a_row_of_words():
    assert captions.step_called(3, 3) == "Step 3"
    assert captions.step_called(3, 2) == "Step 3 (counted in pieces)"


def test_a_small_probability_has_a_first_figure_and_is_never_none():
    shares = (0.42, 0.0123, 0.004, 0.00003, 0.0000003, 0.0)
    said = ["42%", "1%", "0.4%", "0.003%", "< 0.001%", "0%"]
    assert [captions.probability(share) for share in shares] == said
