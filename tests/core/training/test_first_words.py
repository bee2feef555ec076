"""First inputs, and what counts as their French."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.analysis.sureness import Usual
from core.in_use.translator import Translator
from core.training import doubt
from core.training.first_words import (
    FirstWords,
    bare,
    count_right,
    read_first_words,
    spelled,
)
from core.training.tokenizer import train
from tests.core.tiny import LINES, make_transformer, make_translator

FILE = Path(__file__).parents[3] / "recipes/held-out/first-words.tsv"


def test_two_hundred_inputs_of_thirteen_kinds_are_kept():
    items = read_first_words(FILE)
    kinds = Counter(item.kind for item in items)
    assert len({item.english for item in items}) == len(items) == 200
    assert len(kinds) == 13 and min(kinds.values()) == 6
    assert all(item.french for item in items)


def test_choices_are_spelled_out():
    assert set(spelled("[bonjour/salut] [tom/] | coucou")) == {
        "bonjour tom",
        "salut tom",
        "bonjour",
        "salut",
        "coucou",
    }


@pytest.mark.parametrize(
    ("french", "words"),
    [
        ("Allez-vous bien ?", "allez vous bien"),
        ("L'œuf !", "l oeuf"),
        ("  ", ""),
        ("Où est-il ?", "où est il"),
    ],
)
def test_capitals_and_marks_do_not_count(french, words):
    assert bare(french) == words


def test_what_is_right_is_counted_by_kind_and_capitals_are_read_as_a_page_reads_them():
    items = [
        FirstWords("noun", "cat", frozenset({"chat"})),
        FirstWords("noun", "dog", frozenset({"chien", "un chien"})),
        FirstWords("capitals", "I LOVE IT", frozenset({"j adore"})),
    ]
    read = []

    def translate(texts):
        read.extend(texts)
        return ["Chat.", "le chien", "J'adore !"]

    found = count_right(items, translate)
    assert read == ["cat", "dog", "I love it"]
    assert (found["right"], found["of"]) == (2, 3)
    assert found["kinds"] == {
        "noun": {"of": 2, "right": 1},
        "capitals": {"of": 1, "right": 1},
    }
    assert found["wrong"] == [{"kind": "noun", "english": "dog", "french": "le chien"}]


SAID = {
    "one": ("Un.", "usual"),
    "two": ("deux", "less"),
    "six": ("sept", "usual"),
    "ten": ("onze", "wrong"),
}


def test_doubt_is_counted_both_ways(tmp_path, monkeypatch):
    path = tmp_path / "first-words.tsv"
    path.write_text("a\tone\tun\na\ttwo\tdeux\na\tsix\tsix\na\tten\tdix\n")

    def explain(_, english):
        french, sure = SAID[english]
        return SimpleNamespace(translation=SimpleNamespace(text=french), sure=sure)

    monkeypatch.setattr(Translator, "explain", explain)
    monkeypatch.setattr(doubt, "verdict", lambda _, trace, *__: trace.sure)
    monkeypatch.setattr(doubt, "unattended_in", lambda *_: ())
    monkeypatch.setattr(doubt, "read", lambda _: Usual(3, (0.1,)))
    tokenizer = train(LINES, size=410)
    model = make_translator(make_transformer(tokenizer.size), tokenizer)
    assert doubt.measured(model, path, {}) == {
        "wrong": 2,
        "wrong_and_sure": 1,
        "right": 2,
        "right_and_doubtful": 1,
    }
    assert doubt.measured(model, tmp_path / "none.tsv", {}) == {}
