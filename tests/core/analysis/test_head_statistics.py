"""What kind of looker a head is, in numbers computed by hand."""

import json
import math

import pytest
import torch

from core.analysis.head_statistics import (
    HEADS,
    MEASURES,
    MapStatistics,
    measures,
    recorded,
    statistics,
    uniform,
)
from core.trace import Experiment

FREE = torch.ones(3, 4, dtype=torch.bool)
CAUSAL = torch.ones(3, 3, dtype=torch.bool).tril()


def table(weights, allowed, end=None):
    """Measure by measure, the rows of one head."""
    found = measures(torch.tensor([weights]), allowed, end)
    return dict(zip(MEASURES, found[0].T.tolist(), strict=True))


def close(found, expected):
    assert found == pytest.approx(expected, abs=1e-6, nan_ok=True)


def test_the_measures_of_three_rows_over_four_keys():
    found = table(
        [[0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.25, 0.25, 0.25, 0.25]],
        FREE,
        end=3,
    )
    close(found["entropy"], [1.0, 0.0, 2.0])
    close(found["distance"], [0.5, 1.0, (2 + 1 + 0 + 1) / 4])
    close(found["previous"], [math.nan, 0.0, 0.25])
    close(found["same"], [0.5, 0.0, 0.25])
    close(found["next"], [0.5, 1.0, 0.25])
    close(found["first"], [0.5, 0.0, 0.25])
    close(found["end"], [0.0, 0.0, 0.25])
    close(found["maximum"], [0.5, 1.0, 0.25])


def test_a_place_that_is_forbidden_is_not_a_share_of_nothing():
    found = table([[1.0, 0, 0], [0.3, 0.7, 0], [0.2, 0.3, 0.5]], CAUSAL)
    assert all(math.isnan(share) for share in found["next"])
    assert all(math.isnan(share) for share in found["end"])
    close(found["previous"], [math.nan, 0.3, 0.3])


def test_uniform_attention_is_even_over_what_may_be_seen():
    close(
        uniform(CAUSAL).tolist()[2] + uniform(CAUSAL).tolist()[1],
        [1 / 3, 1 / 3, 1 / 3, 0.5, 0.5, 0],
    )


def test_every_head_of_every_attention_has_its_measures(tiny_transformer):
    trace = tiny_transformer.explain("The woman ate.", target="La femme a mangé.")
    found = statistics(trace)
    assert tuple(found) == trace.names()
    one = found["encoder.1.self_attention"]
    assert len(one.heads) == 3
    assert one.rows == len(trace.source.pieces)
    weights = trace.heads("encoder.1.self_attention", words=False)
    assert one.heads[2]["maximum"] == pytest.approx(
        sum(max(row) for row in weights[2].tolist()) / one.rows
    )
    assert one.heads[1]["end"] == pytest.approx(
        sum(row[-1] for row in weights[1].tolist()) / one.rows
    )


def test_uniform_stands_beside_with_the_same_rows(tiny_transformer):
    trace = tiny_transformer.explain("The woman ate.", target="La femme.")
    n, m = len(trace.source.pieces), len(trace.read.pieces)
    found = statistics(trace)
    even = found["encoder.0.self_attention"].uniform
    assert even["first"] == even["same"] == pytest.approx(1 / n)
    assert even["entropy"] == pytest.approx(math.log2(n))
    looking_back = found["decoder.0.self_attention"].uniform
    assert looking_back["next"] is None
    assert looking_back["end"] is None
    assert looking_back["same"] == pytest.approx(sum(1 / (i + 1) for i in range(m)) / m)
    assert found["decoder.0.cross_attention"].uniform["end"] == pytest.approx(1 / n)


def test_many_sentences_are_pooled_by_their_rows(tiny_transformer):
    short = tiny_transformer.explain("Fish.", target="Poisson.")
    long = tiny_transformer.explain("The woman ate the fish.", target="La femme.")
    name = "encoder.0.self_attention"
    parts = [statistics(trace)[name] for trace in (short, long)]
    pooled = statistics([short, long])[name]
    assert pooled.rows == parts[0].rows + parts[1].rows
    by_hand = sum(part.heads[1]["entropy"] * part.rows for part in parts) / pooled.rows
    assert pooled.heads[1]["entropy"] == pytest.approx(by_hand, abs=1e-6)


def test_the_one_attention_of_bahdanau_is_measured_too(tiny_bahdanau):
    found = statistics(tiny_bahdanau.explain("The woman.", target="La femme."))
    assert list(found) == ["decoder.alignment"]
    assert len(found["decoder.alignment"].heads) == 1


def test_words_are_measured_as_words(tiny_transformer):
    trace = tiny_transformer.explain("The woman ate.", target="La femme.")
    found = statistics(trace, words=True)["encoder.0.self_attention"]
    assert found.rows == len(trace.source.words)


def test_rows_of_padding_are_left_out(tiny_transformer):
    plain = tiny_transformer.explain("The fish.", target="Poisson.")
    padded = tiny_transformer.explain("The fish.", "Poisson.", Experiment(pads=3))
    assert statistics(padded)["encoder.1.self_attention"].rows == len(
        plain.source.pieces
    )
    for words in (False, True):
        one, other = (statistics(t, words) for t in (plain, padded))
        for name, found in one.items():
            for head, same in zip(found.heads, other[name].heads, strict=True):
                close(
                    [head[m] for m in MEASURES if head[m] is not None],
                    [same[m] for m in MEASURES if same[m] is not None],
                )


def test_what_was_recorded_is_read_again(tmp_path):
    values = dict.fromkeys(MEASURES, 0.25) | {"next": None}
    kept = {"heads": [values], "uniform": values, "rows": 7}
    content = {"sentences": 2, "maps": {"a": kept}, "shuffled": {"a": kept}}
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / HEADS).write_text(json.dumps(content))
    found = recorded("tiny", tmp_path)
    assert found["sentences"] == 2
    assert found["maps"]["a"] == MapStatistics((values,), values, 7)
    assert found["shuffled"]["a"].heads[0]["next"] is None
    assert recorded("nobody", tmp_path) == {}
