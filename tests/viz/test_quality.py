"""Measured quality as rows; tables as HTML."""

from viz.figures.quality import alignments, lengths, map_of, scores, signatures
from viz.markup import table


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


def test_scores_stand_side_by_side_and_what_is_missing_is_a_dash():
    assert scores(INFOS) == [
        [
            *("test sentences", "number", "Bahdanau BLEU", "Transformer BLEU"),
            *("Bahdanau chrF", "Transformer chrF"),
        ],
        ["Tatoeba, held out", "2,295", "27.5", "31.5", "48.2", "52.8"],
        ["my/own", "2,295", "–", "20.5", "–", "44.5"],
    ]


def test_bleu_by_length():
    assert lengths(INFOS)[1] == ["Tatoeba, held out, 6–10", "1,204", "28.5", "32.5"]
    assert lengths(INFOS)[2] == ["my/own, 6–10", "1,204", "–", "21.5"]


def test_the_alignment_error_is_that_of_the_recorded_map_beside_the_diagonal():
    assert alignments(INFOS) == [
        ["sentences", "number", "diagonal", "Bahdanau", "Transformer"],
        ["Stories, linked by hand", "522", "51.2 %", "25.0 %", "22.0 %"],
    ]


def test_a_map_that_is_not_among_the_measured_ones_has_no_figure():
    other = {**TRANSFORMER, "alignment": aligned()}
    assert alignments({"Transformer": other})[1][3] == "–"


def test_the_recorded_map_in_words():
    assert map_of(RECURRENT) == "one attention, rows named by the word read"
    assert map_of(TRANSFORMER) == (
        "cross-attention 2, mean of 8 heads, rows named by the word predicted"
    )


def test_a_signature_is_said_once():
    assert signatures(INFOS) == ["BLEU|2.6.0"]


def test_models_without_figures_leave_only_the_header():
    bare = {"Transformer": {"sizes": {}}}
    assert [len(rows(bare)) for rows in (scores, lengths, alignments)] == [1, 1, 1]
    assert signatures(bare) == []


def test_what_stands_in_a_table_is_text_and_never_markup():
    written = table([["a", "b"], ["<i>x</i>", '" onclick="']], 'size & "name"')
    assert "<i>" not in written
    assert "&lt;i&gt;x&lt;/i&gt;" in written
    assert 'aria-label="size &amp; &quot;name&quot;"' in written
    assert "<td>&quot; onclick=&quot;</td>" in written


def test_a_table_names_its_rows_and_columns_for_those_who_hear_it():
    written = table([["model", "BLEU"], ["Bahdanau", "27.5"]], "Quality")
    assert "<caption>Quality</caption>" in written
    assert '<th scope="col">BLEU</th>' in written
    assert '<th scope="row">Bahdanau</th><td>27.5</td>' in written
    assert 'tabindex="0"' in written
