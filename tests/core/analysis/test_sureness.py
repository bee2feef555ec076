"""How sure a model is of a sentence, beside what is usual."""

import json
from statistics import fmean

import pytest

from core import models
from core.analysis.sureness import Usual, mean_probability, read, usual

TENS = Usual(50, tuple(n / 100 for n in range(101)))


def test_the_mean_is_geometric_over_words():
    # one word of two pieces, and ‹end›: (0.5 · 0.5 · 0.25)^(1/2)
    assert mean_probability([0.5, 0.5, 0.25], 1) == pytest.approx(0.25)
    assert mean_probability([0.5, 0.0, 0.25], 2) == 0.0
    assert mean_probability([], 0) == 0.0


@pytest.mark.parametrize(
    ("probability", "place", "verdict"),
    [
        (0.0, 0, "wrong"),
        (0.095, 10, "less"),
        (0.085, 9, "wrong"),
        (0.245, 25, "usual"),
        (0.93, 93, "usual"),
        (1.0, 100, "usual"),
        (1.5, 100, "usual"),
    ],
)
def test_a_sentence_has_a_place_among_a_hundred(probability, place, verdict):
    assert TENS.surer_than(probability) == place
    assert TENS.verdict(probability) == verdict


def test_a_folder_that_was_not_measured_says_nothing(tmp_path):
    assert read({}) is None
    assert usual("none", tmp_path) is None
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{", encoding="utf-8")
    assert usual("broken", tmp_path) is None


def test_what_is_usual_is_read_without_the_model(tmp_path):
    (tmp_path / "some").mkdir()
    kept = {"sureness": {"sentences": 3, "percentiles": [0.1, 0.2], "chrf": [40.0]}}
    path = tmp_path / "some" / "config.json"
    path.write_text(json.dumps(kept), encoding="utf-8")
    assert usual("some", tmp_path) == Usual(3, (0.1, 0.2), (40.0,))


@pytest.mark.parametrize("model", models())
def test_a_low_place_does_mean_a_worse_translation(model: str):
    """What “Probably wrong” and “Less sure than usual” rest on."""
    if (known := usual(model)) is None:
        pytest.skip("not measured on this model yet")
    assert list(known.percentiles) == sorted(known.percentiles)
    assert len(known.percentiles) == 101
    lowest, middle, surest = known.chrf[0], known.chrf[5], known.chrf[-1]
    assert lowest < middle - 10 and middle < surest - 10
    poor, usually = known.poor[0], fmean(known.poor)
    # Three times the odds: where a quarter is poor, more than half of the lowest.
    assert poor * (1 - usually) > 3 * usually * (1 - poor)
