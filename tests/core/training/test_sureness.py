"""How sure a model is of held-out sentences, as it is measured."""

import numpy as np
import pytest

import core
from core.analysis import sureness as kept
from core.training import sureness
from core.training.evaluation import Sentence


def test_percentiles_and_the_quality_of_every_tenth(
    tiny_transformer, tmp_path, monkeypatch
):
    path = tmp_path / "pairs" / "valid.tsv"
    path.parent.mkdir()
    numbers = range(20)
    path.write_text("".join(f"cat w{n}\tchat {n}\n" for n in numbers), encoding="utf-8")

    def observed(model, tests: list[Sentence]):
        assert len(tests) == 20
        return np.array(numbers) / 100, np.array(numbers) * 5.0

    monkeypatch.setattr(sureness, "observed", observed)
    found = sureness.measured(tiny_transformer, [path])
    assert found["sentences"] == 20 and found["files"] == ["pairs/valid.tsv"]
    assert found["percentiles"][0] == 0.0 and found["percentiles"][100] == 0.19
    assert found["chrf"] == [2.5 + 10 * n for n in range(10)]
    assert found["poor"] == [1.0] * 4 + [0.0] * 6
    usual = kept.read({kept.KEPT: found})
    assert usual is not None and usual.surer_than(0.095) == 50


def test_the_same_number_is_measured_as_is_shown():
    model = core.load("rnn-en-fr")
    tests = [Sentence("The cat is sleeping.", ("Le chat dort.",))]
    trace = model.explain(tests[0].source)
    assert trace.translation.finished
    (sure,), (chrf,) = sureness.observed(model, tests)
    words = len(trace.translation.pieces.words)
    shown = kept.mean_probability(trace.written().tolist(), words)
    assert sure == pytest.approx(shown, rel=1e-3)
    assert 0 < sure < 1 and 0 < chrf <= 100
