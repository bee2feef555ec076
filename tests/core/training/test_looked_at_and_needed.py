"""The tally of most and least looked-at words, against counting by hand."""

import pytest

from core.analysis.attribution import removals
from core.analysis.occlusion import left_out
from core.errors import InputError
from core.training.looked_at_and_needed import tally

FIRST, SECOND = "The woman ate the fish.", "The fish ate."


def counted(model, name, head):
    found = 0
    for text in (FIRST, SECOND):
        trace = model.explain(text)
        for one in removals(trace, left_out(model, trace), name, head):
            found += one.loss_of_most > one.loss_of_least
    return found


def test_every_head_and_the_mean_are_counted_over_all_sentences(tiny_transformer):
    refused = "a" * 500
    found = tally(tiny_transformer, [FIRST, "fish", refused, SECOND])
    assert list(found) == ["decoder.0.cross_attention", "decoder.1.cross_attention"]
    words = sum(tiny_transformer.explain(t).written_words for t in (FIRST, SECOND))
    for name, kept in found.items():
        assert kept["words"] == words
        assert kept["mean"] == counted(tiny_transformer, name, None)
        assert len(kept["heads"]) == 3
        assert kept["heads"][2] == counted(tiny_transformer, name, 2)


def test_without_a_sentence_nothing_is_told(tiny_transformer):
    assert tally(tiny_transformer, []) == {}


def test_a_model_of_another_kind_is_refused(tiny_bahdanau):
    with pytest.raises(InputError, match="no encoder of this kind"):
        tally(tiny_bahdanau, [FIRST])
