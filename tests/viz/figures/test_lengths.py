"""BLEU by length as picture, as words and as rows."""

from viz.figures.curves import pen_of
from viz.figures.lengths import FILE, lengths


def info(*parts, file=FILE):
    names = ("from", "to", "sentences", "of", "bleu", "low", "high")
    return {
        "quality": {
            file: {"by_length": [dict(zip(names, p, strict=True)) for p in parts]}
        }
    }


INFOS = {
    "Bahdanau": info(
        (1, 5, 150, 900, 24.5, 21.0, 28.25), (6, 10, 149, 800, 20, 17, 22)
    ),
    "Transformer": info((1, 5, 150, 900, 27.5, 24, 31), (6, 10, 149, 800, 25, 22, 29)),
    "Fixed vector": info((1, 5, 150, 900, 23, 20, 26), file="tatoeba/valid"),
}


def test_each_model_has_a_line_and_a_band_over_hansards_alone():
    data = lengths(INFOS).plot.data
    assert [trace.name for trace in data[1::2]] == list(INFOS)
    assert data[1].x == ("1–5", "6–10")
    assert data[1].y == (24.5, 20)
    assert data[0].y == (28.25, 22, 17, 21.0)
    assert data[0].x == ("1–5", "6–10", "6–10", "1–5")
    assert data[5].x == ()


def test_two_sentences_joined_are_hollow_and_training_ends_at_a_line():
    model = info((16, 20, 9, 90, 20, 17, 22), (26, 30, 9, 90, 19, 16, 21))
    names = ("from", "to", "sentences", "bleu", "low", "high")
    twice = [(32, 40, 50, 18, 15, 20), (52, 60, 50, 9, 7, 11)]
    quality = model["quality"][FILE]
    quality["joined"] = [dict(zip(names, part, strict=True)) for part in twice]
    model["recipe"] = {"schedule": {"max_words": 20}}
    model["before"] = [{"recipe": {"schedule": {"max_words": 40}}}]
    figure = lengths({"Bahdanau": model})
    _, line = figure.plot.data
    assert line.x == ("16–20", "26–30", "32–40", "52–60")
    assert line.y == (20, 19, 18, 9)
    assert line.marker.symbol == ("circle", "circle", "circle-open", "circle-open")
    (upright,) = figure.plot.layout.shapes
    assert upright.x0 == upright.x1 == 2.5  # behind the third of the lengths
    assert figure.plot.layout.annotations[0].text == "trained on ≤ 40 words "
    assert figure.caption.endswith(
        "Trained on sentences of at most 40 words: Bahdanau."
    )
    assert "the hollow points are two sentences in a row" in figure.caption


def test_a_model_is_drawn_as_on_every_figure():
    kinds = {"Bahdanau": "bahdanau", "Transformer": "transformer"}
    drawn = lengths(INFOS, kinds=kinds).plot.data[1::2]
    for trace, kind in zip(drawn, kinds.values(), strict=False):
        pen = pen_of(0, False, kind)
        assert (trace.line.color, trace.line.dash) == (pen["color"], pen.get("dash"))


def test_hover_says_the_band_and_how_many_sentences():
    assert lengths(INFOS).plot.data[3].text[1] == (
        "Transformer, 6–10 words<br>BLEU 25.0 (22.0 to 29.0)<br>149 sentences"
    )


def test_the_figure_in_words_and_as_rows():
    assert lengths(INFOS).caption == (
        "Bahdanau: BLEU 24.5 for 1–5 words, 20.0 for 6–10. "
        "Transformer: BLEU 27.5 for 1–5 words, 25.0 for 6–10."
    )
    assert lengths(INFOS).rows[1] == ["Bahdanau", "1–5", 150, 900, 24.5, 21.0, 28.25]
    assert len(lengths(INFOS).rows) == 5


def test_bands_by_night_are_of_the_nights_ink():
    band = lengths(INFOS, dark=True).plot.data[2]
    assert band.fillcolor == "rgba(92, 157, 255, 0.14)"


def test_without_a_band_there_is_nothing_to_draw():
    bare = {"quality": {FILE: {"by_length": [{"from": 1, "to": 5, "bleu": 9.0}]}}}
    assert lengths({"Bahdanau": bare}) is None


def test_lengths_are_narrow_enough_for_a_phone():
    axis = lengths(INFOS).plot.layout.xaxis
    assert axis.tickvals == ("1–5", "6–10")
    assert axis.ticktext == ("1–<br>5", "6–<br>10")
