import math

import pytest
import torch

from core.labs.content_attention import content_weights, context_weights, cues, values


def test_the_duck_asks_for_the_yellow_animal():
    weights = context_weights(cues([("yellow", "animal")]))
    # scores 0, 2, 0, 4, 0: e⁴ / (e⁴ + e² + 3)
    assert weights[0, 3].item() == pytest.approx(
        math.exp(4) / (math.exp(4) + math.exp(2) + 3)
    )


def test_what_strikes_the_eye_is_red_whatever_is_asked():
    # scores 1, 1, 0, 1, 2: e² / (e² + 3e + 1)
    assert content_weights()[0].tolist() == pytest.approx(
        [math.exp(s) / (math.exp(2) + 3 * math.e + 1) for s in (1, 1, 0, 1, 2)]
    )


def test_another_first_cue_changes_the_first_row_alone():
    human, blue = ("human",), ("blue",)
    one = context_weights(cues([("yellow", "animal"), human, blue]))
    other = context_weights(cues([human, human, blue]))
    assert not torch.allclose(one[0], other[0])
    assert torch.equal(one[1:], other[1:])


def test_where_the_values_ask_every_object_finds_its_like():
    weights = context_weights(values())
    assert weights.argmax(-1).tolist() == [0, 1, 2, 3, 4]
    assert torch.allclose(
        weights @ torch.ones(5, dtype=weights.dtype), torch.ones(5).double()
    )
