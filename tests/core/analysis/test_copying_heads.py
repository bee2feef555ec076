"""Copying heads: the place that counts, and a network that copies by construction."""

import math
from types import SimpleNamespace

import torch

from core.analysis import copying_heads
from core.analysis.copying_heads import copying, repeated
from core.experiments.changes import Silent
from core.experiments.experiment import Experiment
from core.networks.names import AttentionName
from tests.close import close
from tests.core.tiny import make_writer

FIRST = AttentionName.of("decoder", 0)


def test_a_sequence_is_drawn_without_repeats_and_stands_twice():
    text = repeated(400, 5, 3, seed=7)
    assert text.shape == (3, 11) and (text[:, 0] == 1).all()
    assert torch.equal(text[:, 1:6], text[:, 6:])
    assert all(len(set(row.tolist())) == 5 for row in text[:, 1:6])
    assert text[:, 1:].min() >= 259
    assert torch.equal(text, repeated(400, 5, 3, seed=7))


def test_a_head_that_looks_at_what_followed_last_time_scores_1(monkeypatch):
    # ‹start› a b c a b c: the second a (4) looks at b (2), the second b (5) at c (3)
    weights = torch.zeros(2, 7, 7)
    weights[0, 4, 2] = weights[0, 5, 3] = 1
    weights[1, 4, 1] = weights[1, 5, 3] = 1
    logits = torch.zeros(7, 300)
    text = repeated(300, 3, 1)
    for row in (4, 5):
        logits[row, text[0, row + 1]] = 50
    record = SimpleNamespace(
        logits=logits,
        attentions=lambda: (FIRST,),
        attention=lambda name: (weights, None),
    )
    monkeypatch.setattr(copying_heads, "rewired", lambda network, e: lambda *a: record)
    found = copying(make_writer(), text)
    assert found.scores == {FIRST: (1.0, 0.5)}
    close(torch.tensor(found.uniform), torch.tensor((1 / 5 + 1 / 6) / 2))
    assert math.isclose(found.first, math.log(300), rel_tol=1e-5)
    assert found.second < 1e-4


def test_a_silenced_head_still_looks_and_changes_what_is_said():
    writer = make_writer(vocabulary=300)
    text = repeated(300, 5, 2)
    whole = copying(writer, text)
    cut = copying(writer, text, Experiment(silent=frozenset({Silent(str(FIRST), 1)})))
    assert cut.scores[FIRST] == whole.scores[FIRST]
    assert cut.second != whole.second
