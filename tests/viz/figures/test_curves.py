"""The training curves as picture, as words and as rows."""

from viz.figures.curves import curves
from viz.figures.growing import growing
from viz.figures.lengths import FILE, lengths
from viz.say import theme

NAMES = ("update", "pieces", "minutes", "loss", "bleu")


def run(*measured):
    return [dict(zip(NAMES, row, strict=True)) for row in measured]


PARTS = [{"from": 1, "to": 5, "sentences": 9, "bleu": 9.0, "low": 8.0, "high": 9.5}]
RUNS = {
    "Bahdanau": run((500.0, 68e4, 13.0, 6.0, 3.5), (1000.0, 14e5, 26.0, 4.5, 20.25)),
    "Transformer": run(
        (500.0, 68e4, 14.0, 6.5, 0.5),
        (1000.0, 14e5, 28.0, 4.0, 31.0),
        (1500.0, 21e5, 42.0, 3.75, 30.5),
    ),
}


def test_each_model_has_a_curve_of_loss_and_a_curve_of_bleu():
    data = curves(RUNS).plot.data
    assert [(line.name, line.yaxis) for line in data] == [
        ("Bahdanau", "y"),
        ("Bahdanau", "y2"),
        ("Transformer", "y"),
        ("Transformer", "y2"),
    ]
    assert data[2].x == (500.0, 1000.0, 1500.0)
    assert data[2].y == (6.5, 4.0, 3.75)
    assert data[3].y == (0.5, 31.0, 30.5)


def test_the_same_curves_stand_against_minutes():
    figure = curves(RUNS, against="minutes").plot
    assert figure.data[1].x == (13.0, 26.0)
    assert figure.layout.xaxis.title.text == "minutes"


def test_models_are_told_apart_by_more_than_colour_and_named_above_the_figure():
    three = {**RUNS, "Fixed vector": RUNS["Bahdanau"]}
    figure = curves(three).plot
    pens = [(line.line.dash, line.line.width) for line in figure.data[::2]]
    assert pens == [("dot", 4), ("solid", 2), ("dash", 2)]
    colours = {line.line.color for line in figure.data}
    assert colours == set(theme.DAY.curves)
    named = [line.name for line in figure.data if line.showlegend]
    assert named == ["Bahdanau", "Transformer", "Fixed vector"]
    assert figure.layout.legend.y > 1
    assert figure.layout.annotations == ()


def test_a_model_is_drawn_alike_wherever_it_stands_and_whoever_stands_beside_it():
    kinds = {"Transformer": "transformer", "Fixed vector": "rnn"}
    two = dict.fromkeys(("Fixed vector", "Transformer"), RUNS["Bahdanau"])
    drawn = curves(two, kinds=kinds).plot.data[::2]
    assert [line.line.color for line in drawn] == ["#131A2A", "#1763C8"]
    assert [line.line.dash for line in drawn] == ["dash", "dot"]
    bare = {"quality": {FILE: {"by_length": PARTS}}}
    kept = {"fixed": [{"clauses": 1, "words": 4.6, "kept": [0.9]}]}
    beside = (
        lengths({"Fixed vector": bare}, kinds=kinds).plot.data[1],
        growing(kept, {}, main="attention").plot.data[0],
    )
    assert [line.line for line in beside] == [drawn[0].line, drawn[0].line]


def test_two_models_of_one_kind_are_told_apart():
    kinds = dict.fromkeys(("small", "large"), "transformer")
    drawn = curves(dict.fromkeys(kinds, RUNS["Bahdanau"]), kinds=kinds).plot.data[::2]
    assert [(line.line.width, line.line.dash) for line in drawn] == [
        (3, "dot"),
        (2, "solid"),
    ]


def test_both_panels_begin_at_zero_so_that_two_trainings_compare():
    layout = curves(RUNS).plot.layout
    assert layout.yaxis.rangemode == layout.yaxis2.rangemode == "tozero"


def test_hover_says_when_and_how_good():
    line = curves(RUNS).plot.data[3]
    assert line.text[1] == (
        "Transformer<br>after 1,000 updates (28 minutes)<br>loss 4.00, BLEU 31.0"
    )


def test_a_model_measured_once_has_a_point_and_one_without_history_has_none():
    figure = curves({"Bahdanau": RUNS["Bahdanau"][:1], "Transformer": []}).plot
    assert figure.data[0].mode == "lines+markers"
    assert figure.data[2].x == ()


def test_the_curves_in_words():
    assert curves(RUNS).caption.startswith(
        "Bahdanau was measured 2 times. Its loss falls from 6.00 to 4.50. Its BLEU "
        "goes from 3.5 after 500 updates (13 minutes) to 20.2 after 1,000 updates "
        "(26 minutes). "
    )
    assert curves(RUNS).caption.endswith(
        "The best is 31.0, after 1,000 updates (28 minutes)."
    )


def test_few_measurements_in_words():
    assert curves({"Bahdanau": RUNS["Bahdanau"][:1], "Transformer": []}).caption == (
        "Bahdanau was measured once: loss 6.00, BLEU 3.5 after 500 updates "
        "(13 minutes). Transformer: no record of the training was kept."
    )


def test_the_curves_as_rows():
    table = curves(RUNS).rows
    assert table[0] == ["model", "updates", "minutes", "pieces", "loss", "BLEU"]
    assert table[2] == ["Bahdanau", 1000.0, 26.0, 14e5, 4.5, 20.25]
    assert len(table) == 6


def test_night_has_its_own_ink():
    assert curves(RUNS, dark=True).plot.data[2].line.color == "#5C9DFF"
