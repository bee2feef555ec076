"""Scores that the model was not trained for, beside the one that it was."""

import pytest
import torch

from core.analysis.other_scores import other_scores, ranks
from core.trace import recurrent

ENGLISH = "The woman ate the fish."
FRENCH = "La femme a mangé le poisson."


@pytest.fixture(scope="module")
def forced(tiny_bahdanau):
    return tiny_bahdanau.explain(ENGLISH, target=FRENCH)


def test_the_other_scores_are_dot_products_of_the_projected_vectors(forced):
    record = recurrent(forced)
    additive, dot, scaled = other_scores(record, 2)
    query = record.decoder[2].attention.projected_query
    by_hand = [
        sum(a * b for a, b in zip(query.tolist(), key.tolist(), strict=True))
        for key in record.encoder.projected_key
    ]
    assert dot.scores == pytest.approx(by_hand, abs=1e-5)
    assert scaled.scores == pytest.approx([s / 3 for s in by_hand], abs=1e-5)  # √9
    assert additive.scores == pytest.approx(record.decoder[2].attention.scores.tolist())
    assert additive.weights == pytest.approx(
        record.decoder[2].attention.weights.tolist()
    )
    assert [s.trained for s in (additive, dot, scaled)] == [True, False, False]
    assert dot.ranks == scaled.ranks
    assert sum(dot.weights) == pytest.approx(1.0)


def test_ranks_begin_at_1_for_the_largest_score():
    assert ranks(torch.tensor([0.5, 2.0, -1.0, 2.0])) == (3, 1, 4, 2)
