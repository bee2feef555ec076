"""Words of a review left out in turn, or read alone."""

import pytest
import torch

from core.analysis.review_words import MOST_LEFT_OUT, kept, left_out
from core.in_use.reviews import accepted, read_words
from core.in_use.small import Small
from core.networks.reviews import Reviews, ReviewsConfig

WORDS = "soup cold good bad a b c d"


@pytest.fixture
def model() -> Small:
    torch.manual_seed(3)
    sizes = ReviewsConfig(vocabulary=8, d_embedding=5, d_state=4, d_align=3)
    network = Reviews(sizes).eval().requires_grad_(False)
    return Small("tiny", "reviews", network, {"words": WORDS})


def test_leaving_a_word_out_is_as_if_it_had_not_been_written(model: Small):
    read = read_words(model, accepted("soup cold good"))
    changes = left_out(model, read).changes
    assert {*changes} == {0, 1, 2}
    for at, rest in enumerate(("cold good", "soup good", "soup cold")):
        without = read_words(model, accepted(rest)).record.logit
        assert changes[at] == pytest.approx(
            float(read.record.logit - without), abs=1e-5
        )


def test_of_a_long_review_the_heaviest_words_are_left_out(model: Small):
    read = read_words(model, accepted("a b c d " * 20))
    found = left_out(model, read)
    assert len(found.changes) == MOST_LEFT_OUT == 40
    least = min(float(read.weights[at]) for at in found.changes)
    others = [at for at in range(80) if at not in found.changes]
    assert all(float(read.weights[at]) <= least for at in others)
    assert found.change(others[0]) is None


def test_the_heaviest_words_are_read_alone_and_then_all_the_others(model: Small):
    read = read_words(model, accepted("soup cold good bad"))
    order = read.weights.argsort(descending=True).tolist()
    found = kept(model, read, 2)
    assert found.places == tuple(sorted(order[:2]))
    words = read.text.words
    alone = " ".join(words[at] for at in found.places)
    others = " ".join(words[at] for at in sorted(order[2:]))
    assert found.alone == pytest.approx(read_words(model, accepted(alone)).good)
    assert found.without == pytest.approx(read_words(model, accepted(others)).good)


def test_where_all_words_are_kept_nothing_else_is_judged(model: Small):
    read = read_words(model, accepted("soup cold"))
    found = kept(model, read, 20)
    assert found.places == (0, 1) and found.without is None
    assert found.alone == pytest.approx(read.good)


def test_from_a_single_word_nothing_is_left_out(model: Small):
    assert left_out(model, read_words(model, accepted("soup"))).changes == {}
