import pytest

from core.training.mending import mended, mended_french


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ("Y a il consentement ?", "Y a-t-il consentement ?"),
        ("Que compte il faire ?", "Que compte-t-il faire ?"),
        (
            "Pourquoi la province a elle refusé ?",
            "Pourquoi la province a-t-elle refusé ?",
        ),
        ("Quand le ministre va il agir ?", "Quand le ministre va-t-il agir ?"),
        ("Pourquoi n'a il rien dit ?", "Pourquoi n'a-t-il rien dit ?"),
        ("Ne l'a elle pas signé ?", "Ne l'a-t-elle pas signé ?"),
        ("A on mis fin à cette pratique ?", "A-t-on mis fin à cette pratique ?"),
        ("Plus de 6,9p. 100 du total.", "Plus de 6,9 p. 100 du total."),
        ("Le député de Burin -St. Georges.", "Le député de Burin -St. Georges."),
    ],
)
def test_what_a_french_sentence_has_lost_is_put_back(written, mended):
    assert mended_french(written) == mended


@pytest.mark.parametrize(
    "text",
    [
        "Est-ce l'idée elle-même ?",
        "Y a il consentement.",  # no question: left as it is
        "De quelle manière elle procédera ?",
        "Pourquoi et comment elle vient ?",
        "Est-ce la raison pour laquelle il vient ?",
        "Quand a-t-il signé ?",
        "Comme il le dit, est-ce vrai ?",
        "Pensez-vous que je le crois quand elle parle ?",
    ],
)
def test_what_has_lost_nothing_stays(text):
    assert mended_french(text) == text


@pytest.mark.parametrize(
    "side",
    [
        *("don ' t", "$ 270 million", 'he said " yes', '" yes', "the '' house"),
        *("``yes", "I think that -", "- and so", "[Translation]", "No. 12.. Text"),
        "Standing COMMITTEE ON FINANCE",
    ],
)
def test_pairs_with_marks_cut_loose_and_headings_are_left_out(side):
    pairs = [("fish", "poisson"), (side, "deux"), ("deux", side)]
    assert list(mended(pairs)) == [("fish", "poisson")]


@pytest.mark.parametrize(
    "side", ["l'accord", "the boys' house", "$270", 'he said "yes" twice', "a - b"]
)
def test_marks_that_belong_to_a_word_stay(side):
    assert list(mended([(side, "deux")])) == [(side, "deux")]


def test_a_pair_comes_once_and_one_whose_sides_are_not_alike_in_length_never():
    long = "one two three four five six seven eight nine ten eleven"
    pairs = [("a", "b"), ("a", "b"), ("a", "c"), (long, "un"), ("un", long)]
    assert list(mended(pairs)) == [("a", "b"), ("a", "c")]
