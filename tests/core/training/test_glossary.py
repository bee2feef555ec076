"""Learning what words mean from sentences and their translations."""

import pytest

from core.text.glossary import Glossary
from core.training.glossary import learn, main, rounded, units, usually_written

PAIRS = [
    ("the cat sleeps", "le chat dort"),
    ("the dog sleeps", "le chien dort"),
    ("the cat eats", "le chat mange"),
    ("the dog eats", "le chien mange"),
    ("a bird eats", "un oiseau mange"),
]


def test_words_that_come_together_are_each_other_s_meaning():
    found = learn([units(*pair) for pair in PAIRS], [1.0] * len(PAIRS))
    best = {word: next(iter(meanings)) for word, meanings in found.items()}
    assert best["chat"] == "cat" and best["chien"] == "dog"
    assert best["dort"] == "sleeps" and best["mange"] == "eats"
    assert sum(found["chat"].values()) == pytest.approx(1.0)


def test_a_pair_of_more_weight_decides():
    pairs = [units("bank", "rive"), units("shore", "rive")]
    assert next(iter(learn(pairs, [1.0, 3.0])["rive"])) == "shore"
    assert next(iter(learn(pairs, [3.0, 1.0])["rive"])) == "bank"


def test_what_marks_an_owner_is_no_meaning():
    pairs = [units("Tom's", "de Tom"), units("Ann's", "d'Ann"), units("Ann", "Ann")]
    found = learn(pairs, [1.0] * 3)
    assert all("'s" not in meanings for meanings in found.values())


def test_the_words_of_a_pair_are_those_that_are_looked_up():
    assert units("Isn't he tired?", "N'est-il pas fatigué ?") == (
        ["is", "not", "he", "tired"],
        ["n'", "est", "il", "pas", "fatigué"],
    )


def test_counts_are_exact_below_sixteen():
    assert [rounded(n) for n in (1, 9, 15, 16, 31, 1000)] == [1, 9, 15, 16, 16, 512]


def test_names_keep_their_capital():
    cased = {"Tom": 5.0, "tom": 1.0, "the": 9.0, "The": 2.0, "TOM": 0.5}
    assert usually_written(cased) == {"tom": "Tom"}


def test_the_command_writes_the_file_that_is_looked_up(tmp_path, capsys):
    pairs, out = tmp_path / "pairs.tsv", tmp_path / "out.tsv.gz"
    lines = ["Here Tom sleeps.\tIci Tom dort.", "Here Tom eats.\tIci Tom mange."]
    pairs.write_text("\n".join(lines) + "\n", encoding="utf-8")
    main(str(out), f"{pairs}:2")
    assert capsys.readouterr().out == f"4 + 4 words: {out}\n"
    read = Glossary.read(out)
    found = read.gloss(["Tom", "mange"], "Tom eats.")
    assert [one.english for one in found] == ["Tom", "eats"]
    assert read.times("sleeps") == 1


def test_a_weight_below_one_learns_from_a_part_but_counts_all(tmp_path):
    pairs, out = tmp_path / "pairs.tsv", tmp_path / "out.tsv.gz"
    words = ["un", "deux", "trois", "quatre"]
    lines = [f"w{'x' * n} here\t{word} ici" for n, word in enumerate(words)]
    pairs.write_text("\n".join(lines) + "\n", encoding="utf-8")
    main(str(out), f"{pairs}:0.5")
    read = Glossary.read(out)
    assert [bool(read.meanings(word)) for word in words] == [True, False, True, False]
    assert read.meanings("deux") == {}
    assert read.times("here") == 4
