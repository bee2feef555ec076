"""A mask goes before the softmax, as −∞; whatever else is seen gives other numbers."""

import math

import pytest
import torch

from core.attention import causal_mask, masked_softmax
from core.errors import InputError
from core.labs import masks


def close(found, expected, digits=3):
    assert found.tolist() == pytest.approx(expected, abs=0.5 * 10**-digits + 1e-9)


def allowed(queries, keys, kind="none", length=99, own=()):
    return masks.allowed(
        masks.forbidding(queries, keys, kind, length, own), queries, keys
    )


def test_minus_infinity_leaves_the_others_among_themselves():
    scores = torch.tensor([[2.0, 2.0, -math.inf]])
    close(masked_softmax(scores)[0], [1 / 2, 1 / 2, 0], 6)
    scores = torch.tensor([[1.0, 1.0, 1.0, -math.inf]])
    close(masked_softmax(scores)[0], [1 / 3, 1 / 3, 1 / 3, 0], 6)


def test_valid_lengths_one_to_n_are_the_causal_mask():
    assert torch.equal(allowed(4, 4, "lengths"), causal_mask(4))
    assert torch.equal(allowed(4, 4, "causal"), causal_mask(4))


def test_padding_forbids_the_same_columns_in_every_row():
    may = allowed(2, 5, length=3)
    assert may.tolist() == [[True, True, True, False, False]] * 2


def test_every_cell_knows_who_forbade_it():
    found = masks.forbidding(3, 3, "causal", 2, {(1, 0), (2, 2), (5, 5)})
    assert list(found) == ["future", "padding", "you"]
    assert found["future"].tolist() == [
        [False, True, True], [False, False, True], [False, False, False]
    ]  # fmt: skip
    assert found["padding"][:, 2].all() and not found["padding"][:, :2].any()
    assert found["you"].nonzero().tolist() == [[1, 0], [2, 2]]
    assert allowed(3, 3, "causal", 2, {(1, 0)}).tolist() == [
        [True, False, False], [False, True, False], [True, True, False]
    ]  # fmt: skip


def test_a_causal_mask_needs_as_many_keys_as_queries():
    for kind in ("causal", "lengths"):
        with pytest.raises(InputError, match="here are 2 queries and 3 keys"):
            masks.forbidding(2, 3, kind, 9)


def test_mask_before_zero_after_and_renormalised():
    scores, may = torch.tensor([[2.0, 1.0, 3.0]]), torch.tensor([[True, True, False]])
    close(masked_softmax(scores, may)[0], [0.731, 0.269, 0])
    wrong = masks.zeroed(scores, may)
    close(wrong[0], [0.245, 0.090, 0])
    close(wrong.sum(-1), [0.335])
    close(masks.renormalised(wrong)[0], [0.731, 0.269, 0])


def test_minus_infinity_is_the_same_before_and_after_the_division_a_number_is_not():
    scores, may = torch.tensor([[2.0, 1.0, 3.0]]), torch.tensor([[True, True, False]])

    def weights(mask, before):
        return masks.added(scores, may, mask, 4, before=before)[0]

    # divided by √4: scores 1, ½, 3/2; e^1 / (e^1 + e^½) = 0.622
    close(weights(-math.inf, True), [0.622, 0.378, 0])
    close(weights(-math.inf, False), [0.622, 0.378, 0])
    # (3 − 5) / 2 = −1 before; 3/2 − 5 = −7/2 after: e^−1 = 0.368, e^−3.5 = 0.030
    # 2.718 + 1.649 + 0.368 = 4.735; 2.718 + 1.649 + 0.030 = 4.397
    close(weights(-5.0, True), [0.574, 0.348, 0.078])
    close(weights(-5.0, False), [0.618, 0.375, 0.007])


def test_an_empty_row_is_nothing_over_nothing_or_uniform_or_refused():
    scores, may = torch.tensor([[2.0, 1.0, 3.0]]), torch.tensor([[False] * 3])
    assert masked_softmax(scores, may).isnan().all()
    big = masks.added(scores, may, -1e9, 1, before=True)
    assert big.dtype == torch.float32
    close(big[0], [1 / 3, 1 / 3, 1 / 3], 6)  # −10⁹ + 3 is −10⁹ in float32
    exact = masks.added(scores.double(), may, -1e9, 1, before=True)
    close(exact[0], [0.245, 0.090, 0.665])  # and in float64 the scores survive
    with pytest.raises(InputError, match="Row 1 would be left empty"):
        masks.check(may)
    masks.check(torch.tensor([[True, False], [False, True]]))


def test_one_query_and_one_key_have_nothing_to_choose():
    may = allowed(1, 1, "causal")
    close(masked_softmax(torch.tensor([[-7.0]]), may)[0], [1])
    with pytest.raises(InputError, match="Row 1"):
        masks.check(allowed(1, 1, own={(0, 0)}))
