"""The pairs that were written for the models: what they cover and keep away from."""

import re
from collections import Counter
from pathlib import Path

import pytest

from core.analysis import content_words, training_replay
from core.training.kept_apart import KeptApart, runs, words
from core.training.pair_files import read_pairs
from core.training.sentences import GOLDEN, HARD
from core.training.templates import Frames, generate
from viz.content import examples, presets

RECIPES = Path(__file__).parents[1] / "recipes"
FILES = sorted((RECIPES / "pairs").glob("*.tsv"))
APART = KeptApart.read(RECIPES / "kept-apart.txt")
IRREGULAR = {
    line.split()[0]: set(line.split())
    for line in (RECIPES / "pairs/forms.txt").read_text(encoding="utf-8").splitlines()
}


@pytest.fixture(scope="module")
def pairs():
    return [pair for path in FILES for pair in read_pairs(path)]


def forms(word: str) -> set[str]:
    """A word and what it looks like in the plural, the past, …"""
    regular = {word + end for end in ("", "s", "es", "ed", "ing", "er", "est")}
    if word.endswith("e"):
        regular |= {word + "d", word[:-1] + "ing", word + "r", word + "st"}
    if word.endswith("y"):
        regular |= {word[:-1] + end for end in ("ies", "ied", "ier", "iest")}
    if re.search(r"[aeiou][bdglmnprt]$", word):
        regular |= {word + word[-1] + end for end in ("ed", "ing", "er", "est")}
    return regular | IRREGULAR.get(word, set())


def test_there_are_six_thousand_pairs_of_four_to_sixteen_words(pairs):
    assert len(pairs) >= 6_000
    assert len({words(english) for english, _ in pairs}) == len(pairs)
    lengths = [len(english.split()) for english, _ in pairs]
    assert 4 <= min(lengths) <= max(lengths) <= 16


def test_every_everyday_word_stands_there_five_times(pairs):
    counts = Counter(word for english, _ in pairs for word in words(english))
    everyday = (RECIPES / "pairs/words.txt").read_text(encoding="utf-8").split()
    assert len(everyday) >= 2_500
    rare = {w: sum(counts[f] for f in forms(w.lower())) for w in everyday}
    assert {word: n for word, n in rare.items() if n < 5} == {}


def test_french_marks_have_their_space(pairs):
    wrong = [f for _, f in pairs if re.search(r"\S[?!;:]|[’“”]|  ", f)]
    assert wrong == []


def test_no_pair_shares_five_running_words_with_what_is_shown(pairs):
    assert [pair for pair in pairs if not APART.allows(pair)] == []


def held_out(name: str) -> list[list[str]]:
    text = (RECIPES / "held-out" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def test_what_is_shown_is_kept_apart():
    shown = {*GOLDEN, *(text for _, *pair in HARD for text in pair)}
    shown |= {text for pair in training_replay.PAIRS for text in pair}
    shown |= {text for p in presets.shipped() for text in (p.english, p.french)}
    shown |= {one.english for group in examples.shipped() for one in group.sentences}
    shown |= {c.english for story in content_words.stories() for c in story}
    assert shown - set(APART.sentences) == set()


def test_what_is_judged_is_kept_apart():
    assert {sentence for _, sentence in held_out("sixty.tsv")} <= set(APART.sentences)
    assert {row[1] for row in held_out("items.tsv")} <= set(APART.sentences)


def test_the_sixty_are_five_of_each_of_twelve_kinds():
    kinds = Counter(kind for kind, _ in held_out("sixty.tsv"))
    assert set(kinds.values()) == {5} and len(kinds) == 12


def test_the_frames_of_the_items_are_not_those_of_the_templates():
    made = {
        run
        for english, _ in generate(Frames.read(RECIPES / "pairs/frames.toml"))
        for run in runs(english)
    }
    assert len(held_out("items.tsv")) == 200
    assert [
        row for row in held_out("items.tsv") if not runs(row[1]).isdisjoint(made)
    ] == []
