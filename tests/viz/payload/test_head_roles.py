"""Roles of heads in words: with the figure they were given for."""

from core.analysis.head_statistics import MapStatistics
from viz.payload.head_roles import head_figures, role_said

ENCODER, CROSS = "encoder.0.self_attention", "decoder.1.cross_attention"


def test_a_role_stands_with_its_figure_and_says_when_it_goes_by_places():
    role = {"role": "previous", "share": 0.712, "shuffled": 0.66, "positional": True}
    assert role_said(ENCODER, role) == (
        "previous piece 0.71, by position (with words shuffled: 0.66)"
    )
    kept = role | {"shuffled": 0.21, "positional": False}
    assert role_said(ENCODER, kept) == "previous piece 0.71"
    assert role_said(CROSS, kept) == "one position before 0.71"


def test_a_head_that_aligns_says_how_often_it_errs_and_others_are_mixed():
    aligns = {"role": "aligns", "error_rate": 0.312}
    assert role_said(CROSS, aligns) == "aligns, error rate 0.31"
    assert role_said(CROSS, {"role": "mixed"}) == "mixed: fits no pattern"


def test_figures_of_all_heads_stand_beside_uniform_attention():
    found = MapStatistics(({"entropy": 0.5}, {"entropy": 1.5}), {"entropy": 3.0}, 40)
    recorded = {
        "sentences": 200,
        "share_at_least": 0.4,
        "error_rate_at_most": 0.3,
        "maps": {CROSS: found},
        "roles": {CROSS: [{"role": "mixed"}, {"role": "aligns", "error_rate": 0.25}]},
    }
    assert head_figures(recorded) == {
        "sentences": 200,
        "maps": {
            CROSS: {
                "heads": [{"entropy": 0.5}, {"entropy": 1.5}],
                "even": {"entropy": 3.0},
                "roles": ["mixed: fits no pattern", "aligns, error rate 0.25"],
            }
        },
        "threshold": "A head is given a label only if enough of its attention fits "
        "that pattern: a share of at least 0.40. To count as aligning, it needs an "
        "alignment error rate of at most 0.30.",
    }


def test_where_nothing_was_measured_nothing_is_said():
    assert head_figures({}) == {"sentences": 0, "maps": {}}
