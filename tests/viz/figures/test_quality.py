"""Measured quality as rows; tables as HTML."""

from viz.figures.quality import (
    alignments,
    layers,
    left_out,
    lengths,
    map_of,
    scores,
    signatures,
)


def measured(bleu, chrf, file="tatoeba/valid"):
    part = {"from": 6, "to": 10, "sentences": 1204, "bleu": bleu + 1}
    whole = {"bleu": bleu, "chrf": chrf, "signature": "BLEU|2.6.0", "sentences": 2295}
    return {file: {**whole, "by_length": [part]}}


def aligned(*maps):
    names = ("map", "head", "reading", "error_rate")
    return {
        "alibi": {
            "sentences": 522,
            "diagonal": {"error_rate": 0.512},
            "maps": [dict(zip(names, found, strict=True)) for found in maps],
        }
    }


RECURRENT = {
    "sizes": {"d_state": 256},
    "best_alignment": {"map": "decoder.alignment", "head": None, "reading": "read"},
    "quality": measured(27.5, 48.25),
    "alignment": aligned(("decoder.alignment", "0", "read", 0.25)),
}
TRANSFORMER = {
    "sizes": {"n_heads": 8},
    "best_alignment": {
        "map": "decoder.1.cross_attention",
        "head": None,
        "reading": "predicted",
    },
    "quality": measured(31.5, 52.75) | measured(20.5, 44.5, "my/own"),
    "alignment": aligned(
        ("decoder.2.cross_attention", "3", "predicted", 0.21),
        ("decoder.1.cross_attention", "mean", "predicted", 0.22),
    ),
}
INFOS = {"Bahdanau": RECURRENT, "Transformer": TRANSFORMER}


def test_scores_have_a_row_each_and_what_is_missing_is_a_dash():
    assert scores(INFOS) == [
        ["test sentences: model", "BLEU", "chrF", "sentences"],
        ["Tatoeba, held out: Bahdanau", "27.5", "48.2", "2,295"],
        ["Tatoeba, held out: Transformer", "31.5", "52.8", "2,295"],
        ["my/own: Bahdanau", "–", "–", "–"],
        ["my/own: Transformer", "20.5", "44.5", "2,295"],
    ]


def test_bleu_by_length():
    assert lengths(INFOS)[1] == ["Tatoeba, held out, 6–10", "1,204", "28.5", "32.5"]
    assert lengths(INFOS)[2] == ["my/own, 6–10", "1,204", "–", "21.5"]


def test_the_alignment_error_is_that_of_the_recorded_map_beside_the_diagonal():
    assert alignments({**INFOS, "Fixed vector": {"sizes": {}}}) == [
        ["sentences: map", "error rate", "sentences"],
        ["Stories, linked by people: diagonal", "51.2%", "522"],
        ["Stories, linked by people: Bahdanau", "25.0%", "522"],
        ["Stories, linked by people: Transformer", "22.0%", "522"],
    ]


def test_a_map_that_is_not_among_the_measured_ones_has_no_figure():
    other = {**TRANSFORMER, "alignment": aligned()}
    assert alignments({"Transformer": other})[2][1] == "–"


def test_what_was_left_out_is_said_once():
    info = {"quality": {"my/own": {"limit": 9, "sentences": 9, "of": 90, "longer": 4}}}
    info["alignment"] = {"alibi": {"left_out": 84}}
    two = {"A": info, "B": info}
    assert left_out(two, "quality") == (
        "my/own: 9 of 90 sentences, drawn at random once; "
        "my/own: 4 have more than 30 words and are in no group."
    )
    assert left_out(two, "alignment") == (
        "Stories, linked by people: 84 left out because they are too long for the app."
    )
    assert left_out(INFOS, "quality") == ""


def test_the_recorded_map_in_words():
    assert map_of(RECURRENT) == (
        "Alignment, rows labelled with the word just read, one step later"
    )
    assert map_of(TRANSFORMER) == (
        "Cross-attention, layer 2, mean of the heads, "
        "rows labelled with the word about to be written"
    )


def test_a_signature_is_said_once():
    assert signatures(INFOS) == ["BLEU|2.6.0"]


def test_models_without_figures_leave_only_the_header():
    bare = {"Transformer": {"sizes": {}}}
    assert [len(rows(bare)) for rows in (scores, lengths, alignments)] == [1, 1, 1]
    assert signatures(bare) == []


def test_layers_are_said_by_the_better_reading_of_their_mean():
    def found(layer, head, rate, reading="predicted"):
        name = f"decoder.{layer}.cross_attention"
        return {"map": name, "head": head, "reading": reading, "error_rate": rate}

    maps = [
        found(0, "mean", 0.625),
        found(0, "mean", 0.5, "read"),
        found(0, "3", 0.125),
        found(1, "mean", 0.25),
    ]
    told = {"alignment": {"alibi": {"maps": maps}}}
    assert layers(told) == (
        "50.0% in layer 1, 25.0% in layer 2 "
        "(Stories, linked by people, mean of the heads)"
    )
    assert layers({}) == layers(RECURRENT) == "not measured"
