"""Curves of growing sentences, coverage and the replay, in numbers written out."""

import pytest
import torch

from core.links import Aligned
from core.trace import AttentionMap
from viz.figures import coverage, growing, replaying

KEPT = {
    "one fixed vector": [
        {"clauses": 1, "sentences": 50, "words": 4.6, "kept": [0.9]},
        {"clauses": 2, "sentences": 50, "words": 10.5, "kept": [0.8, 0.3]},
    ],
    "attention": [{"clauses": 1, "sentences": 50, "words": 4.6, "kept": [0.95]}],
}


def attention_map(weights):
    numbers = torch.tensor(weights)
    return AttentionMap(
        numbers,
        torch.ones_like(numbers).bool(),
        ("un", "‹end›"),
        ("a", "b", "‹end›"),
        "",
    )


def test_columns_of_a_map_add_up_to_the_number_of_rows():
    shown = attention_map([[0.7, 0.2, 0.1], [0.1, 0.0, 0.9]])
    assert coverage.received(shown) == pytest.approx([0.8, 0.2, 1.0])
    assert coverage.said(shown) == (
        "The columns add up to 2.00: 2 rows, each with a light of 1. "
        "‹end› received most (1.00), b least (0.20)."
    )


def test_the_share_kept_is_that_of_all_clauses_together():
    assert growing.share(KEPT["one fixed vector"][1]) == pytest.approx(0.55)
    assert growing.by_clause(KEPT)[1:] == [
        ["one fixed vector, 1 clause", "4.6", "90 %", ""],
        ["one fixed vector, 2 clauses", "10.5", "80 %", "30 %"],
        ["attention, 1 clause", "4.6", "95 %", ""],
    ]
    assert (
        "of one clause and, as the mean of the clauses' shares, 55 %"
        in growing.said(KEPT)
    )


def test_the_lengths_of_the_training_are_marked():
    figure = growing.growing(KEPT, 20, chosen=2)
    (shaded,) = [s for s in figure.layout.shapes if s.type == "rect"]
    assert (shaded.x0, shaded.x1) == (0, 20)
    assert [list(line.x) for line in figure.data] == [[4.6, 10.5], [4.6]]


def test_links_in_order_and_crossing_links_are_counted_apart():
    sure = frozenset({(0, 0), (1, 2), (2, 1)})
    pair = Aligned(("the", "red", "house"), ("la", "maison", "rouge"), sure, sure)
    straight = AttentionMap(
        torch.eye(3), torch.ones(3, 3).bool(), pair.target, pair.source, ""
    )
    found = replaying.found(500, [straight], [pair])
    assert (found.in_order, found.all_in_order) == (1, 1)
    assert (found.crossing, found.all_crossing) == (0, 2)


def test_the_answer_names_what_was_half_found_first():
    early = replaying.Found(100, 6, 0, 10, 4)
    late = replaying.Found(900, 9, 3, 10, 4)
    assert replaying.answered([early, late]) == (
        "The diagonal: half of the links in order are found at update 100, half of "
        "those that cross at update 900."
    )
    assert replaying.answered([replaying.Found(7, 1, 4, 10, 4)]).startswith(
        "The reordered phrase"
    )
