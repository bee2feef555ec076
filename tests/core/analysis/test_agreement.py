"""How far two maps agree, in numbers computed by hand."""

import pytest
import torch

from core.analysis.agreement import agreement, correlation, diagonal, overlap, stretched
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


def test_correlation_is_that_of_pearson_over_all_cells():
    # by hand: cells (0.7, 0.3) and (0.1, 0.9) against (0.6, 0.4) and (0.5, 0.5)
    one = torch.tensor([[0.7, 0.3], [0.1, 0.9]])
    other = torch.tensor([[0.6, 0.4], [0.5, 0.5]])
    # means 0.5: deviations (0.2, −0.2, −0.4, 0.4) · (0.1, −0.1, 0, 0) = 0.04,
    # over √0.4 · √0.02 = 0.0894427
    assert correlation(one, other) == pytest.approx(0.4472136)
    assert correlation(one, one) == pytest.approx(1.0)
    assert correlation(one, 1 - one) == pytest.approx(-1.0)
    assert agreement(ONE, ONE).correlation == pytest.approx(1.0)


def test_a_map_that_is_the_same_everywhere_correlates_with_nothing():
    flat = torch.full((3, 4), 0.25)
    assert correlation(flat, flat) is None


def test_the_diagonal_lies_on_the_key_at_the_same_place():
    assert diagonal(3, 5).argmax(-1).tolist() == [0, 1, 3]  # 5/3, 10/3 rounded down
    assert diagonal(5, 3).argmax(-1).tolist() == [0, 0, 1, 1, 2]
    assert diagonal(5, 3).sum(-1).tolist() == [1.0] * 5


def test_a_stretched_map_keeps_its_corners_and_its_rows_add_up_to_1():
    weights = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    found = stretched(weights, 3, 3)
    expected = [[2 / 3, 1 / 3, 0], [1 / 3, 1 / 3, 1 / 3], [0, 1 / 3, 2 / 3]]
    torch.testing.assert_close(found, torch.tensor(expected))
    assert torch.equal(stretched(weights, 2, 2), weights)


def test_a_map_that_shrinks_loses_no_light_and_an_empty_row_stays_empty():
    # key 2 of 5 covers [1/5, 2/5]: 2/3 of it lie in [0, 1/3], 1/3 in [1/3, 2/3]
    narrow = torch.tensor([[0.0, 1, 0, 0, 0], [0.0, 0, 0, 0, 0]])
    expected = torch.tensor([[2 / 3, 1 / 3, 0], [0.0, 0, 0]])
    torch.testing.assert_close(stretched(narrow, 2, 3), expected)
    # 0.2 and 0.8 on the first and last key of 4: half of [0, 1] each of 2
    uneven = torch.tensor([[0.2, 0.0, 0.0, 0.8]])
    torch.testing.assert_close(stretched(uneven, 1, 2), torch.tensor([[0.2, 0.8]]))
