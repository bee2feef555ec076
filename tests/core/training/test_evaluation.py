"""Scores of translations: samples, bins and bands."""

import gzip

import pytest
import sacrebleu

from core.training import evaluation, quality
from core.training.evaluation import (
    Sentence,
    accepted,
    bleu_with_band,
    drawn,
    group,
    in_bins,
    score,
)
from core.training.quality import translation_quality

FRENCH = [
    ["la femme a mangé le poisson rouge .", "la femme mangea le poisson ."],
    ["le chat dort sur le lit ."],
    ["il a acheté une petite voiture noire ."],
]
WRITTEN = [
    "la femme a mangé le poisson .",
    "le chat dort sur la chaise .",
    "il acheta une voiture noire .",
]


def test_bleu_from_counts_a_sentence_is_that_of_sacrebleu():
    tests = [Sentence("a", tuple(french)) for french in FRENCH]
    found = bleu_with_band(WRITTEN, FRENCH)
    assert found["bleu"] == pytest.approx(score(WRITTEN, tests).bleu, abs=0.006)
    streams = [[r[0] for r in FRENCH], [r[-1] for r in FRENCH]]
    whole = sacrebleu.corpus_bleu(WRITTEN, streams).score
    assert found["bleu"] == pytest.approx(whole, abs=0.006)
    assert found["low"] < found["bleu"] < found["high"]


def test_the_band_is_the_same_every_time_and_narrow_where_all_are_alike():
    assert bleu_with_band(WRITTEN, FRENCH) == bleu_with_band(WRITTEN, FRENCH)
    alike = bleu_with_band(WRITTEN[:1] * 5, FRENCH[:1] * 5)
    assert alike["low"] == alike["bleu"] == alike["high"]


def test_a_sample_is_fixed_and_in_order():
    once = drawn(range(100), 7)
    assert once == drawn(range(100), 7) == sorted(once)
    assert len(set(once)) == 7
    assert drawn([4, 9], 7) == [4, 9]
    assert drawn(range(3), None) == [0, 1, 2]


def test_sentences_fall_into_bins_by_their_words():
    sources = ["w " * n + "w" for n in (0, 4, 5, 29, 30)]  # 1, 5, 6, 30, 31
    bins = in_bins([Sentence(source, ()) for source in sources])
    assert bins[1, 5] == [0, 1]
    assert bins[6, 10] == [2]
    assert bins[26, 30] == [3]


def test_two_sentences_of_one_length_make_a_text_and_none_stands_in_two():
    tests = [
        Sentence(f"{'w ' * 15}{n}", (f"mot {n}", "autre")) for n in range(103)
    ]  # 16 words each
    tests += [Sentence(f"{'w ' * 29}{n}", ("b",)) for n in range(60)]  # 30 texts: few
    found = evaluation.joined(tests, None)
    assert list(found) == [(32, 40)]
    texts = found[32, 40]
    assert len(texts) == 51
    assert {len(text.source.split()) for text in texts} == {32}
    first, second = texts[0].source.split()[15::16]
    assert texts[0].references == (f"mot {first} mot {second}",)
    numbers = [number for text in texts for number in text.source.split()[15::16]]
    assert len(set(numbers)) == 102
    assert len(evaluation.joined(tests, 50)[32, 40]) == 50
    assert evaluation.joined(tests, 50) == evaluation.joined(tests, 50)


def test_sentences_are_read_as_the_app_reads_them(tokenizer):
    tests = [Sentence("It’s  here…", ("a",)), Sentence("word " * 90, ("b",))]
    assert accepted(tests, tokenizer) == ([("It's here...", ("a",))], 1)


def test_the_report_has_the_texts_of_two_sentences(
    tiny_bahdanau, tmp_path, monkeypatch
):
    asked = []

    def translate(network, tokenizer, sources):
        asked.append(len(sources[0].split()))
        return ["la femme mange le poisson"] * len(sources)

    monkeypatch.setattr(quality, "translate_all", translate)
    monkeypatch.setattr(evaluation, "RESAMPLES", 20)
    path = tmp_path / "valid.tsv"
    lines = [f"{'a ' * 15}{n}\tla femme mange le poisson {n}" for n in range(104)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    (part,) = translation_quality(tiny_bahdanau, path)["joined"]
    assert (part["from"], part["to"], part["sentences"]) == (32, 40, 52)
    assert asked == [16, 32]
    assert part["bleu"] > 0


def test_versions_of_one_sentence_are_its_references():
    tests = group(
        [("Go!", "Va !"), ("Go.", "Allez !"), ("Go.", "Va !"), ("No.", "Non.")]
    )
    assert tests == [("Go!", ("Va !", "Allez !")), ("No.", ("Non.",))]


def test_quality_counts_what_it_drew_left_out_and_put_in_no_bin(
    tiny_bahdanau, tmp_path, monkeypatch
):
    asked = []

    def translate(network, tokenizer, sources):
        asked.extend(sources)
        return ["la femme a mangé le poisson"] * len(sources)

    monkeypatch.setattr(quality, "translate_all", translate)
    monkeypatch.setattr(evaluation, "RESAMPLES", 20)
    lines = [f"fish {n}\tpoisson {n}" for n in range(20)]
    lines += [f"{'a ' * 31}{n}\tb" for n in range(2)]
    lines += ["a " * 300 + "\tb"]
    path = tmp_path / "valid.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    found = translation_quality(tiny_bahdanau, path, limit=6)
    assert (found["sentences"], found["of"]) == (6, 22)
    assert (found["left_out"], found["longer"]) == (1, 2)
    (part,) = found["by_length"]
    assert (part["from"], part["to"]) == (1, 5)
    assert (part["sentences"], part["of"]) == (1, 20)
    assert len(asked) == len(set(asked)) <= 7
    assert found["joined"] == []  # too few
    whole = translation_quality(tiny_bahdanau, path)
    assert (whole["sentences"], whole["by_length"][0]["sentences"]) == (22, 20)
