"""Axes with names: the same numbers as without, and what a wrong name does."""

import pytest
import torch

from core.errors import InputError
from core.labs.named_axes import Named, attend, contracted, scored, softmax
from tests.close import close

Q = torch.tensor([[2.0, -1, 0], [-2, 1, 4]])
K = torch.tensor([[2.0, 1, -1], [0, 3, -1], [1, 1, 3]])
V = torch.tensor([[2.0, 3, 1], [2, -1, 0], [0, 5, 1]])
X = torch.tensor([[1.0, 0], [1, 2], [-1, 1]])


def test_with_right_names_it_is_the_lecture_s_attention():
    found = attend(Q, K, V, "key", "key")
    assert found.scores.axes == ("query", "key")
    assert found.scores.values.tolist() == [[3, -3, 1], [-7, -1, 11]]
    close(found.weights.values[0], [0.879, 0.002, 0.119], 0.001)
    assert found.mixed.axes == ("query", "d_v")
    close(found.mixed.values[0], [1.762, 3.229, 0.998], 0.001)


def test_the_order_of_named_axes_does_not_matter():
    one = contracted(Named(Q, ("query", "d")), Named(K, ("key", "d")), "d")
    other = contracted(Named(K.T, ("d", "key")), Named(Q.T, ("d", "query")), "d")
    assert other.axes == ("key", "query")
    close(other.values.T, one.values)
    close(softmax(other, "key").values.T, softmax(one, "key").values)


def test_over_the_queries_columns_add_up_to_1_and_outputs_are_no_averages():
    found = attend(Q, K, V, "key", "query")
    close(found.weights.values.sum(0), [1.0, 1, 1])
    # row 1: 1/(1 + e⁻¹⁰), 1/(1 + e²), 1/(1 + e¹⁰); they add up to 1.1192
    close(found.weights.values[0], [0.99995, 0.1192, 0.00005], 0.0001)
    close(found.mixed.values[0], [2.2383, 2.8809, 1.0002], 0.001)


def test_keys_along_an_axis_called_query_meet_only_the_query_of_their_own_number():
    scores = scored(X, X, "query")
    assert scores.axes == ("query",) and scores.values.tolist() == [1, 5, 2]
    found = attend(X, X, X, "query", "query")
    # e¹, e⁵, e² over their sum 158.52; one output for all three queries
    close(found.weights.values, [0.0171, 0.9362, 0.0466], 0.0001)
    assert found.mixed.axes == ("d_v",)
    close(found.mixed.values, [0.9067, 1.9191], 0.001)


@pytest.mark.parametrize(
    ("axis", "over", "said"),
    [
        ("query", "key", "S has no axis key: its axes are query"),
        ("query", "query", "Axis query has 2 entries in one matrix and 3"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(axis, over, said):
    queries = X if over == "key" else Q
    keys = X if over == "key" else K
    with pytest.raises(InputError, match=said):
        attend(queries, keys, keys, axis, over)


def test_names_must_fit_their_numbers():
    with pytest.raises(ValueError, match="axes"):
        Named(Q, ("query",))
    with pytest.raises(ValueError, match="axes"):
        Named(Q, ("query", "query"))
