"""The timed layers do what they are timed for."""

import torch

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs.layer_times import (
    SIZES,
    WIDTH,
    measure,
    restricted_attention,
    timed_layers,
)


def test_restricted_attention_is_attention_with_a_band_for_a_mask():
    torch.manual_seed(4)
    query, key = torch.randn(2, 7, 3)
    value = torch.randn(7, 5)
    distance = (torch.arange(7)[:, None] - torch.arange(7)).abs()
    for k in (1, 3, 5):
        band = distance <= k // 2
        weights = masked_softmax(dot_product_scores(query, key), band)
        found = restricted_attention(query, key, value, k)
        torch.testing.assert_close(found, mix(weights, value))


def test_a_window_as_wide_as_the_sentence_is_plain_attention():
    torch.manual_seed(4)
    x = torch.randn(4, 6)
    plain = mix(masked_softmax(dot_product_scores(x, x)), x)
    torch.testing.assert_close(restricted_attention(x, x, x, 7), plain)


def test_every_kind_is_timed_at_every_size():
    said = []
    found = measure(said.append, sizes=(3, 5), repeats=2)
    assert said == ["3 words", "5 words"]
    assert [times.kind for times in found.times] == list(timed_layers())
    for times in found.times:
        assert len(times.milliseconds) == 2
        assert all(taken > 0 for taken in times.milliseconds)
    assert (found.sizes, found.width, found.repeats) == ((3, 5), WIDTH, 2)
    assert len(SIZES) == 7
