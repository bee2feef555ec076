from pathlib import Path

import pytest

from core.training.kept_apart import RUN, KeptApart, words
from core.training.nearest import in_a_row, main, nearest, shared
from core.training.tables import read_table

RECIPES = Path(__file__).parents[3] / "recipes"


def test_words_in_common_are_counted_as_often_as_both_have_them():
    # the and fish stand in both, the second the in one only: 2·2 / (3 + 3).
    assert shared(words("The the fish"), words("the fish swims")) == pytest.approx(
        2 / 3
    )


def test_the_longest_run_of_words_in_both_is_found():
    one, other = words("a red old door opens"), words("the red old door of a house")
    assert in_a_row(one, other) == 3


def test_the_nearest_line_of_each_sentence_is_found():
    lines = ["A cat sleeps.", "The woman ate the bread.", "The raccoon ate."]
    found = nearest(["The woman ate the fish.", "The raccoon slept."], lines)
    assert [near.line for near in found] == [lines[1], lines[2]]
    assert [near.running for near in found] == [4, 2]
    assert found[0].share == pytest.approx(0.8)


def test_the_table_leaves_out_what_training_leaves_out(tmp_path):
    apart, pairs = tmp_path / "apart.txt", tmp_path / "pairs.tsv"
    apart.write_text("The old woman ate the fish.\n" * 2, encoding="utf-8")
    pairs.write_text(
        "The old woman ate the fish.\tLa vieille femme a mangé le poisson.\n"
        "The woman ate the bread.\tLa femme a mangé le pain.\n",
        encoding="utf-8",
    )
    unread = tmp_path / "unread.tsv"
    unread.write_text("The old woman ate the bread.\tDu pain.\n", encoding="utf-8")
    main(str(apart), str(tmp_path / "out.tsv"), f"{pairs}:3", f"{unread}:0")
    row = (tmp_path / "out.tsv").read_text(encoding="utf-8").rstrip("\n").split("\t")
    assert row == [
        "The old woman ate the fish.",
        "The woman ate the bread.",
        "0.73",
        "3",
    ]


def test_the_table_has_every_sentence_and_no_line_with_five_of_its_words_in_a_row():
    rows = read_table(RECIPES / "held-out/nearest.tsv", columns=4)
    kept = KeptApart.read(RECIPES / "kept-apart.txt")
    assert [sentence for sentence, *_ in rows] == list(dict.fromkeys(kept.sentences))
    assert all(int(running) < RUN for *_, running in rows)
