"""What a sublayer adds to the stream, taken from a recorded pass."""

import math

import pytest
import torch

from core.labs.stream import Added, added, alike, kept
from tests.core.tiny import make_transformer


def test_stream_and_update_added_and_normed_are_the_stream_after():
    layer = make_transformer().encoder_layers()[1]
    record = layer(torch.randn(5, 12), torch.ones(5, 5, dtype=torch.bool))
    norms = {
        "attention": layer.norm_self_attention,
        "feed-forward": layer.norm_feed_forward,
    }
    for part, norm in norms.items():
        found = added(layer, record, part)
        after = norm.norm(found.before + found.update)
        torch.testing.assert_close(after, found.after)
    assert found.before is record.after_self_attention
    assert found.active is not None and found.active.shape == (5, 20)
    assert torch.equal(found.active, record.hidden > 0)


def test_a_word_is_kept_as_far_as_it_still_points_there():
    before = torch.tensor([[1.0, 0], [0, 2], [3, 0]])
    after = torch.tensor([[5.0, 0], [1, 0], [1, 1]])
    found = kept(Added(before, before, after, None)).tolist()
    assert found == pytest.approx([1, 0, math.sqrt(0.5)])


def test_words_at_right_angles_are_not_alike_and_copies_are():
    assert alike(torch.eye(3)) == pytest.approx(0)
    assert alike(torch.tensor([[1.0, 2], [2, 4], [3, 6]])) == pytest.approx(1)
    # cosines 1, 0, 0 of the three pairs
    assert alike(torch.tensor([[1.0, 0], [1, 0], [0, 1]])) == pytest.approx(1 / 3)
    assert math.isnan(alike(torch.ones(1, 4)))
