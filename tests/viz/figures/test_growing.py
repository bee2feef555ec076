"""Curves of growing sentences, coverage and the replay, in numbers written out."""

import pytest
import torch

from core.analysis.alignment_links import Aligned
from core.trace import AttentionMap
from viz.figures import coverage, growing, replaying

KEPT = {
    "one fixed vector": [
        {"clauses": 1, "sentences": 50, "words": 4.6, "kept": [0.9]},
        {"clauses": 2, "sentences": 50, "words": 10.5, "kept": [0.8, 0.3]},
    ],
    "attention": [{"clauses": 1, "sentences": 50, "words": 4.6, "kept": [0.95]}],
}


FIGURES = dict.fromkeys((0, 5, 7, 10, 40, 100, 200, 900), ("", ""))


def answer(course):
    return replaying.shares(course, 0, FIGURES).caption


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
    assert coverage.coverage(shown, "").caption == (
        "All columns together add up to 2.00, "
        "because 2 rows have a total of 1 each. "
        "‹end› gets the most attention (1.00), b the least (0.20)."
    )


def test_the_share_kept_is_that_of_all_clauses_together():
    assert growing.share(KEPT["one fixed vector"][1]) == pytest.approx(0.55)
    drawn = growing.growing(KEPT, {}, main="attention")
    assert [*drawn.rows][1:] == [
        ["one fixed vector, 1 clause", "4.6", "90%"],
        ["one fixed vector, 2 clauses", "10.5", "55%"],
        ["attention, 1 clause", "4.6", "95%"],
    ]
    assert "with one clause and 55% with 2." in drawn.caption


def test_the_shares_of_the_clauses_make_a_triangle_with_the_open_row_marked():
    assert growing.triangle(KEPT["one fixed vector"], chosen=2) == [
        ["", "clause 1", "2"],
        ["1 clause", "90%", ""],
        ["2 clauses, as above", "80%", "30%"],
    ]


def test_labels_lean_to_the_left_so_that_the_last_one_is_not_cut_off():
    shown = attention_map([[0.7, 0.2, 0.1], [0.1, 0.0, 0.9]])
    assert coverage.coverage(shown, "").plot.layout.xaxis.tickangle < 0


def test_the_lengths_of_the_training_are_marked():
    trained = {"one fixed vector": 20, "attention": 30}
    figure = growing.growing(KEPT, trained, main="attention", chosen=2).plot
    shaded = [s for s in figure.layout.shapes if s.type == "rect"]
    assert [(one.x0, one.x1) for one in shaded] == [(0, 20), (0, 30)]
    said = [note.text for note in figure.layout.annotations]
    assert "up to 20 words: one fixed vector" in said
    assert "up to 30 words: attention" in said
    assert [list(line.x) for line in figure.data] == [[4.6, 10.5], [4.6]]


def test_two_models_trained_on_equal_lengths_share_one_mark():
    figure = growing.growing(
        KEPT, {"one fixed vector": 20, "attention": 20}, main="attention"
    ).plot
    said = [note.text for note in figure.layout.annotations]
    assert said[0] == "up to 20 words: both"
    assert len([s for s in figure.layout.shapes if s.type == "rect"]) == 1


@pytest.mark.parametrize("words", [20, 40])
def test_the_mark_of_the_training_stands_on_the_axis(words):
    figure = growing.growing(KEPT, {"attention": words}, main="attention").plot
    low, high = figure.layout.xaxis.range
    assert low <= words < high


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
    assert answer([early, late]) == (
        "The diagonal: half of the links in order are found from the snapshot "
        "at update 100 on, half of the crossing links only from that at update 900 on."
    )
    assert replaying.earlier([early, late]) == 0
    only = [replaying.Found(7, 1, 4, 10, 4)]
    assert answer(only) == (
        "The reordered phrase: half of the crossing links are found from the "
        "snapshot at update 7 on. "
        "No snapshot finds half of the links in order."
    )
    assert replaying.earlier(only) == 1


def test_half_of_the_links_count_once_they_stay_found():
    lucky = replaying.Found(10, 2, 3, 10, 4)
    course = [lucky, replaying.Found(50, 7, 1, 10, 4), replaying.Found(90, 8, 2, 10, 4)]
    assert replaying.half(course) == (50, 90)
    assert replaying.earlier(course) == 0


def test_moments_that_begin_late_or_end_early_decide_nothing():
    there = replaying.Found(0, 9, 3, 10, 4)
    late = [there, replaying.Found(40, 9, 4, 10, 4)]
    assert answer(late) == (
        "These snapshots begin too late to tell: in the first of them, at update 0, "
        "half of each kind is already found."
    )
    early = [replaying.Found(5, 1, 1, 10, 4)]
    assert answer(early).startswith("Neither: even")
    together = [*early, there]
    assert answer(together).startswith("Both at once")
    for course in (late, early, together):
        assert replaying.earlier(course) is None


def test_the_shares_of_the_moments_are_drawn_with_the_shown_one_marked():
    course = [replaying.Found(10, 1, 0, 10, 4), replaying.Found(200, 9, 3, 10, 4)]
    figure = replaying.shares(course, 1, FIGURES).plot
    assert [list(line.y) for line in figure.data] == [[0.1, 0.9], [0.0, 0.75]]
    assert list(figure.layout.xaxis.ticktext) == ["10", "200"]
    marks = [s.x0 for s in figure.layout.shapes if s.x0 == s.x1]
    assert marks == [1]
