import pytest

from core.training.kept_apart import KeptApart, runs

APART = KeptApart(["The woman ate the old fish.", "Salut !", "L'été est là."])


@pytest.mark.parametrize(
    "pair",
    [
        ("Yesterday THE woman, ate the old shoe.", "x"),  # five running words
        ("x", "the woman ate the old"),
        ("Salut", "x"),  # a short one as a whole
        ("l été est là", "x"),
    ],
)
def test_a_line_that_shares_five_running_words_is_kept_out(pair):
    assert not APART.allows(pair)


@pytest.mark.parametrize(
    "pair",
    [
        ("The woman ate the fish.", "La femme a mangé le poisson."),
        ("Salut les amis", "x"),
        ("", ""),
    ],
)
def test_a_line_that_shares_less_is_allowed(pair):
    assert APART.allows(pair)


def test_runs_are_all_five_words_in_a_row():
    assert runs("a b c d e f g") == {
        ("a", "b", "c", "d", "e"),
        ("b", "c", "d", "e", "f"),
        ("c", "d", "e", "f", "g"),
    }
    assert runs("... !") == set()


def test_a_file_holds_a_sentence_a_line_and_says_whose_it_is(tmp_path):
    (tmp_path / "apart.txt").write_text("# a lecture\nOne.\n\nTwo, three.\n")
    assert KeptApart.read(tmp_path / "apart.txt").sentences == ("One.", "Two, three.")
