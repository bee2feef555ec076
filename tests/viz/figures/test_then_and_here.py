from core.labs.then_and_here import Training
from viz.figures.then_and_here import Trained, rows
from viz.say.numbers import powered


def test_the_papers_column_stands_before_ours():
    ours = Trained(
        Training(5_000_000, 40_000_000, 6.31), "2 cores", {"tatoeba/valid": 46.44}
    )
    assert rows({"Transformer": ours}) == [
        ["what", "Transformer (big), 2017", "Transformer"],
        ["parameters N", "213,000,000", "5,000,000"],
        ["pieces read D, both languages", "15,000,000,000", "40,000,000"],
        ["operations, 6·N·D", "1.9 · 10¹⁹", "1.2 · 10¹⁵"],
        ["trained on", "8 GPUs (P100)", "2 cores"],
        ["hours", "84", "6.3"],
        ["BLEU, news, English to German", "28.4", "–"],
        ["BLEU, news, English to French", "41.8", "–"],
        ["BLEU, Tatoeba, held out", "–", "46.4"],
    ]


def test_what_a_folder_does_not_say_is_a_dash():
    bare = rows({"Ours": Trained(Training(1, 1, 0.1), "", {})})
    assert [row[2] for row in bare[4:]] == ["–", "0.1", "–", "–"]


def test_a_number_with_a_power_has_two_figures():
    assert [powered(x) for x in (2.3e19, 1.0, 0.00012)] == [
        "2.3 · 10¹⁹",
        "1.0 · 10⁰",
        "1.2 · 10⁻⁴",
    ]
