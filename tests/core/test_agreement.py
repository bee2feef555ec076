"""How far two maps agree, in numbers computed by hand."""

import pytest
import torch

from core.agreement import agreement, overlap
from core.trace import AttentionMap


def attention_map(weights, queries=("un", "deux"), keys=("a", "b", "c")):
    numbers = torch.tensor(weights)
    return AttentionMap(numbers, torch.ones_like(numbers).bool(), queries, keys, "")


ONE = attention_map([[0.7, 0.2, 0.1], [0.0, 1.0, 0.0]])
OTHER = attention_map([[0.5, 0.1, 0.4], [1.0, 0.0, 0.0]])


def test_overlap_is_what_both_rows_have_in_common():
    shared = overlap(ONE.weights, OTHER.weights).tolist()
    assert shared == pytest.approx([0.7, 0.0])


def test_overlap_is_one_minus_half_the_sum_of_differences():
    differences = (ONE.weights - OTHER.weights).abs().sum(-1)
    assert (1 - differences / 2).tolist() == pytest.approx([0.7, 0.0])


def test_agreement_counts_rows_with_the_same_largest_weight():
    found = agreement(ONE, OTHER)
    assert found.same == (True, False)
    assert found.mean == pytest.approx(0.35)
    assert found.least == 1


def test_a_map_agrees_wholly_with_itself():
    assert agreement(ONE, ONE).mean == pytest.approx(1.0)


def test_maps_over_different_words_are_not_compared():
    other = attention_map([[0.5, 0.1, 0.4], [1.0, 0.0, 0.0]], ("un", "trois"))
    with pytest.raises(ValueError, match="different words"):
        agreement(ONE, other)
