"""How well attention finds drawn links, in numbers computed by hand."""

import json
from dataclasses import replace

import pytest
import torch

from core.analysis.alignment_links import read_alignments
from core.errors import InputError
from core.training.alignments import (
    Aligned,
    Counts,
    Measured,
    counted,
    diagonal_links,
    measure,
    same_map,
    strongest_links,
    word_maps,
)

DRAWN = Aligned(
    ("the", "red", "car"),
    ("la", "voiture", "rouge"),
    sure=frozenset({(1, 2), (2, 1)}),
    possible=frozenset({(0, 0), (1, 2), (2, 1)}),
)
PAIR = Aligned(
    ("The", "woman", "ate."),
    ("La", "femme", "a", "mangé."),
    sure=frozenset({(0, 0), (1, 1)}),
    possible=frozenset({(0, 0), (1, 1), (2, 2), (2, 3)}),
)


def test_error_precision_and_recall_are_those_of_och_and_ney():
    counts = counted({(0, 0), (1, 1), (1, 2)}, DRAWN)
    # two of three links are possible, one of two sure ones is found
    assert counts.rates() == {
        "error_rate": round(1 - (1 + 2) / (3 + 2), 4),
        "precision": 0.6667,
        "recall": 0.5,
    }


def test_links_of_two_texts_are_pooled_not_their_rates():
    one, other = counted({(1, 2), (2, 1)}, DRAWN), counted({(0, 1)}, DRAWN)
    assert one.rates()["error_rate"] == 0.0
    assert other.rates()["error_rate"] == 1.0
    # 4 hits of 3 links found and 4 sure ones: not the mean of 0 and 1
    assert (one + other).rates()["error_rate"] == round(1 - 4 / 7, 4)


def test_every_target_word_is_linked_to_the_word_it_looks_at_most():
    weights = torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.2, 0.7]])
    assert strongest_links(weights) == {(0, 0), (2, 1)}


def test_a_row_that_lies_wholly_on_the_end_links_nothing():
    weights = torch.tensor([[0.0, 0.0, 0.0], [0.1, 0.2, 0.7]])
    assert strongest_links(weights) == {(2, 1)}


def test_the_diagonal_goes_by_places_alone():
    assert diagonal_links(3, 6) == {(0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (2, 5)}
    assert diagonal_links(3, 2) == {(0, 0), (1, 1)}


def test_both_readings_are_one_step_apart(tiny_transformer):
    trace = tiny_transformer.force(PAIR.source, PAIR.target)
    predicted, read = word_maps(trace, "decoder.1.cross_attention")
    assert predicted.shape == read.shape == (3, 4, 3)
    for place, reading in enumerate(("predicted", "read")):
        for head in range(3):
            aligned = tiny_transformer.align(
                PAIR.source, PAIR.target, layer=1, head=head, reading=reading
            )
            found = (predicted, read)[place][head]
            found = found / found.sum(-1, keepdim=True)
            torch.testing.assert_close(found, aligned.weights, atol=1e-5, rtol=0)


def test_every_head_and_every_mean_is_measured_in_both_readings(tiny_transformer):
    long = replace(PAIR, source=("word",) * 200)
    report = measure(tiny_transformer, [PAIR, long]).report()
    assert (report["sentences"], report["left_out"]) == (1, 1)
    found = {(m["map"], m["head"], m["reading"]) for m in report["maps"]}
    assert found == {
        (f"decoder.{layer}.cross_attention", head, reading)
        for layer in (0, 1)
        for head in ("0", "1", "2", "mean")
        for reading in ("predicted", "read")
    }
    errors = [m["error_rate"] for m in report["maps"]]
    assert errors == sorted(errors)
    # four links, (0, 0) and (1, 1) sure, (2, 3) possible, (1, 2) not
    assert diagonal_links(3, 4) == {(0, 0), (0, 1), (1, 2), (2, 3)}
    assert report["diagonal"]["error_rate"] == round(1 - (1 + 2) / (4 + 2), 4)


def test_one_attention_has_one_map_in_two_readings(tiny_bahdanau):
    report = measure(tiny_bahdanau, [PAIR]).report()
    assert [m["head"] for m in report["maps"]] == ["0", "0"]


def test_two_files_measured_apart_are_the_same_as_together(tiny_bahdanau):
    other = replace(PAIR, target=("Une", "femme", "mange."))
    apart = measure(tiny_bahdanau, [PAIR]) + measure(tiny_bahdanau, [other])
    assert apart.report() == measure(tiny_bahdanau, [PAIR, other]).report()


def test_sentences_none_of_which_fits_are_refused(tiny_bahdanau):
    with pytest.raises(InputError, match="No aligned sentence fits"):
        measure(tiny_bahdanau, [replace(PAIR, source=("word",) * 200)])


def test_nothing_found_is_no_division_by_nothing():
    assert Counts().rates()["precision"] == 0
    assert Measured().report()["maps"] == []


def test_the_recorded_map_is_found_again_among_the_measured():
    best = {"map": "decoder.1.cross_attention", "head": None, "reading": "read"}
    measured = {**best, "head": "mean"}
    assert same_map(measured, best)
    assert not same_map({**measured, "head": "0"}, best)
    assert not same_map({**measured, "reading": "predicted"}, best)
    assert same_map({**measured, "head": "2"}, {**best, "head": 2})
    alone = {"map": "decoder.alignment", "head": None, "reading": "read"}
    assert same_map({**alone, "head": "0"}, alone)


def test_lines_of_drawn_links_are_read_and_a_wrong_one_is_named(tmp_path):
    line = {"en": ["a"], "fr": ["un"], "sure": [[0, 0]], "possible": []}
    path = tmp_path / "links.jsonl"
    path.write_text(json.dumps(line) + "\n")
    (found,) = read_alignments(path)
    assert found.possible == found.sure == {(0, 0)}
    path.write_text(json.dumps(line) + "\n{}\n")
    with pytest.raises(InputError, match=r"links\.jsonl, line 2"):
        read_alignments(path)
