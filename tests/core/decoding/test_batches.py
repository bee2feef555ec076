"""Many sentences at once: each is decoded as it is alone, and all keep their order."""

import math
from itertools import pairwise

import pytest

from core.decoding.batches import beam_many, greedy_many, source_batch
from core.decoding.search import beam_search, greedy
from tests.core.tiny import SENTENCES, make_bahdanau, make_rnn, make_transformer


def test_these_networks_both_end_and_do_not(lively):
    lengths = {len(h.ids) for h in greedy(lively, *source_batch(SENTENCES))}
    assert len(lengths) > 2


def test_a_sentence_in_a_batch_is_translated_as_alone(lively):
    together = greedy(lively, *source_batch(SENTENCES))
    for ids, found in zip(SENTENCES, together, strict=True):
        (alone,) = greedy(lively, *source_batch([ids]))
        assert alone.ids == found.ids
        assert alone.finished == found.finished
        assert math.isclose(alone.log_probability, found.log_probability, abs_tol=1e-4)


def test_many_sentences_are_translated_in_their_order_whatever_the_batches(lively):
    expected = [greedy(lively, *source_batch([row]))[0].ids for row in SENTENCES]
    for pieces in (1, 10, 4_000):  # each alone, two or three together, all at once
        found = greedy_many(lively, SENTENCES, pieces=pieces)
        assert [h.ids for h in found] == expected


@pytest.mark.parametrize("make", [make_transformer, make_bahdanau, make_rnn])
@pytest.mark.parametrize("width", [1, 3, 4])
@pytest.mark.parametrize("pieces", [12, 4_000])
def test_a_batch_of_beams_finds_what_each_beam_finds_alone(make, width, pieces):
    network = make().eval()
    found = beam_many(network, SENTENCES, width, pieces=pieces)
    for row, one in zip(SENTENCES, found, strict=True):
        alone = beam_search(network, *source_batch([row]), width)
        scores = [hypothesis.score for hypothesis in alone]
        assert [o.score for o in one] == pytest.approx(scores, abs=1e-4)
        gaps = [math.inf, *(a - b for a, b in pairwise(scores)), math.inf]
        for rank, gap in enumerate(pairwise(gaps)):
            if min(gap) > 1e-4:
                assert one[rank].ids == alone[rank].ids
