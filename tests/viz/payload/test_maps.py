"""A pass, as numbers and words for the browser."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from core.experiments.experiment import Experiment
from core.layers import AttentionRecord
from core.networks.names import AttentionName, MapChoice
from core.networks.transformer import (
    DecoderLayerRecord,
    EncoderLayerRecord,
    TransformerRecord,
)
from core.text.sides import Side
from core.text.tokenizer import Pieces, Tokenizer
from core.trace import Trace, Translation
from tests.packed import unpack
from viz.components.attention import pack
from viz.figures import changes
from viz.payload import maps as views

NAN = np.nan
SOURCE = Side(
    ("wo", "man", ".", "‹end›"),
    ("woman", ".", "‹end›"),
    (0, 0, 1, 2),
    (False, False, True),
)
READ = Side(("‹start›", "fem", "me"), ("‹start›", "femme"), (0, 1, 1), (True, False))
PREDICTED = Side(("fem", "me", "‹end›"), ("femme", "‹end›"), (0, 0, 1), (False, True))
ENCODER = [[0.25, 0.25, 0.25, 0.25]] * 4
DECODER = [[1.0, 0, 0], [0.4, 0.6, 0], [0.2, 0.5, 0.3]]
CROSS = [[0.1, 0.3, 0.4, 0.2], [0.5, 0.1, 0.2, 0.2], [0, 0, 0.25, 0.75]]
AT_THE_END = [[0.0, 0, 0, 1]] * 3
PROBABILITIES = [
    [0.02, 0.03, 0.05, 0.6, 0.2, 0.1],
    [0.1, 0.3, 0.25, 0.2, 0.01, 0.14],
    [0.05, 0.05, 0.7, 0.1, 0.06, 0.04],
]


def attention(weights, mask=None) -> AttentionRecord:
    """A record of two heads of which only weights and mask are real."""
    weights = torch.tensor(weights)
    heads, queries, keys = weights.shape
    allowed = torch.ones(1, queries, keys, dtype=torch.bool) if mask is None else mask
    d_head = 5
    return AttentionRecord(
        torch.zeros(heads, queries, d_head),
        torch.zeros(heads, keys, d_head),
        torch.zeros(heads, keys, d_head),
        torch.zeros(heads, queries, keys),
        allowed,
        weights,
        torch.zeros(heads, queries, d_head),
        torch.zeros(queries, 10),
    )


class Numbered(Tokenizer):
    """A vocabulary whose pieces are called by their number."""

    def __init__(self):
        """It spells nothing."""

    def piece(self, index):
        """p0, p1, …"""
        return f"p{index}"


def made(experiment=None, cross=CROSS, source=SOURCE, ahead=0) -> Trace:
    n, m = len(source.pieces), 3
    x, y = torch.zeros(n, 10), torch.zeros(m, 10)
    causal = torch.ones(m, m).tril(ahead).bool()[None]
    encoder = EncoderLayerRecord(
        x, attention([np.full((n, n), 1 / n).tolist()] * 2), x, torch.zeros(n, 7), x
    )
    decoder = DecoderLayerRecord(
        y,
        attention([DECODER, DECODER], causal),
        y,
        attention([cross, [[0.0] * (n - 1) + [1.0]] * m]),
        y,
        torch.zeros(m, 7),
        y,
    )
    pieces = Pieces("femme", (3, 4), ("fem", "me"), ("femme",), (0, 0))
    return Trace(
        "tiny",
        "0123abcd",
        experiment or Experiment(),
        False,
        Translation("femme", pieces, -1.0, finished=True),
        source,
        READ,
        PREDICTED,
        tuple(range(3, 3 + n)),
        (3, 4, 2),
        TransformerRecord(
            x, (encoder,), y, (decoder,), torch.tensor(PROBABILITIES).log()
        ),
        Numbered(),
    )


def stack(view, name):
    header, body = view
    found = next(stack for stack in header["stacks"] if stack["id"] == name)
    *maps, n, m = found["shape"]
    rows, columns = np.tril_indices(n, 0 if "lower" in found else m, m)
    whole = np.full((*maps, n, m), NAN, "<f4")
    count = int(np.prod(maps)) * len(rows)
    numbers = body[found["offset"] : found["offset"] + count]
    whole[..., rows, columns] = numbers.reshape(*maps, -1)
    return whole


def test_words_sum_the_weights_into_their_pieces_and_average_their_rows():
    cross = stack(views.transformer_view(made()), "cross")
    assert cross.shape == (1, 2, 2, 3)  # layer, head, query, key
    assert cross[0, 0] == pytest.approx(np.array([[0.5, 0.3, 0.2], [0, 0.25, 0.75]]))
    assert cross[0, 1] == pytest.approx(np.array([[0, 0, 1.0], [0, 0, 1]]))


def test_pieces_are_the_weights_as_they_are_and_the_future_is_nan():
    view = views.transformer_view(made(), words=False)
    assert stack(view, "cross")[0, 0] == pytest.approx(np.array(CROSS))
    future = np.array([[1, NAN, NAN], [0.4, 0.6, NAN], [0.2, 0.5, 0.3]])
    assert stack(view, "decoder")[0, 0] == pytest.approx(future, nan_ok=True)
    assert [s["shape"] for s in view[0]["stacks"]] == [
        [1, 2, 4, 4],
        [1, 2, 3, 3],
        [1, 2, 3, 4],
    ]
    # of the decoder's self-attention the 6 cells that are not ahead, in both heads
    assert [s["offset"] for s in view[0]["stacks"]] == [0, 32, 44]
    assert ["lower" in s for s in view[0]["stacks"]] == [False, True, False]


def test_a_decoder_that_may_look_ahead_is_sent_whole():
    view = views.transformer_view(made(ahead=2), words=False)
    assert "lower" not in view[0]["stacks"][1]
    assert stack(view, "decoder")[0, 0] == pytest.approx(np.array(DECODER))


def test_self_attention_is_named_by_the_word_read_cross_attention_by_the_predicted():
    header, _ = views.transformer_view(made())
    sides = {s["id"]: (s["queries"], s["keys"]) for s in header["stacks"]}
    assert sides == {
        "encoder": ("source", "source"),
        "decoder": ("read", "read"),
        "cross": ("predicted", "source"),
    }
    sequences = header["sequences"]
    assert [sequences[name]["side"] for name in ("source", "read", "predicted")] == [
        *("source", "output", "output")
    ]
    assert [s["back"] for s in header["stacks"]] == [False, True, False]
    assert sequences["read"]["words"] == ["‹start›", "femme"]
    assert sequences["predicted"]["words"] == ["femme", "‹end›"]
    assert sequences["predicted"]["special"] == [False, True]
    pieces, _ = views.transformer_view(made(), words=False)
    assert pieces["sequences"]["source"]["words"] == ["wo", "man", ".", "‹end›"]
    assert pieces["sequences"]["source"]["special"] == [False, False, False, True]


def test_the_next_piece_of_a_word_is_that_of_its_first_piece():
    words, _ = views.transformer_view(made())
    pieces, _ = views.transformer_view(made(), words=False)
    first, last = words["next"]["rows"]
    assert first[:2] == [["p3", 0.6, True, 0], ["p4", 0.2, False, 1]]
    assert last[0] == ["p2", 0.7, True, 0]
    assert len(pieces["next"]["rows"]) == 3


def test_the_piece_that_was_written_is_always_among_the_next_ones():
    (row,) = views.next_rows(made(), [1], k=2)
    assert row == [["p1", 0.3, False, 0], ["p4", 0.01, True, 5]]


def test_the_scores_of_every_next_piece_lie_behind_the_weights():
    header, body = views.transformer_view(made(), words=False)
    logits = header["next"]["logits"]
    assert logits == {"offset": 68, "vocabulary": 6, "best": 512, "group": 64}
    scores = body[68:].view("<f2").reshape(3, 6).astype(float)
    assert scores[:, 0].tolist() == [0, 0, 0]
    odds = np.exp(scores)
    assert odds / odds.sum(-1, keepdims=True) == pytest.approx(
        -np.sort(-np.array(PROBABILITIES)), rel=4e-3
    )


def test_behind_the_best_neighbours_share_the_score_of_their_mean(monkeypatch):
    monkeypatch.setattr(views, "BEST", 2)
    monkeypatch.setattr(views, "GROUP", 3)
    sent = views.half_scores(made(), [0]).view("<f2").astype(float)
    falling = sorted(PROBABILITIES[0], reverse=True)
    assert len(sent) == 4  # 0.6, 0.2, then one for three pieces and one for the last
    assert np.exp(sent) * falling[0] == pytest.approx(
        [falling[0], falling[1], sum(falling[2:5]) / 3, falling[5]], rel=4e-3
    )


def test_a_word_of_several_pieces_says_how_many():
    words, _ = views.transformer_view(made())
    pieces, _ = views.transformer_view(made(), words=False)
    assert words["sequences"]["read"]["pieces"] == [1, 2]
    assert "pieces" not in pieces["sequences"]["read"]


def test_one_map_is_one_head_or_their_mean():
    name = AttentionName("decoder", 0, "cross_attention")
    one = stack(views.alignment_view(made(), MapChoice(name, 0)), "alignment")
    mean = stack(views.alignment_view(made(), MapChoice(name)), "alignment")
    assert one[0, 0, 0] == pytest.approx([0.5, 0.3, 0.2])
    assert mean[0, 0, 0] == pytest.approx([0.25, 0.15, 0.6])


def test_a_map_read_one_step_later_has_no_row_for_the_end_that_nothing_reads():
    name = AttentionName("decoder", 0, "cross_attention")
    header, body = views.alignment_view(made(), MapChoice(name, 0, "read"))
    assert header["stacks"][0]["queries"] == "predicted"
    assert header["sequences"]["predicted"]["words"] == ["femme"]
    rows = stack((header, body), "alignment")[0, 0]
    assert rows.shape == (1, 3)
    assert rows[0] == pytest.approx([0.3, 0.225, 0.475])  # having read fem, me


def test_sizes_are_those_of_the_pass():
    assert views.sizes(made()) == {"layers": 1, "heads": 2, "d_k": 5}


def test_what_is_packed_is_what_is_drawn_and_only_another_picture_has_another_id():
    header, body = views.transformer_view(made())
    read, numbers = unpack(pack(header, body))
    assert read == header
    np.testing.assert_array_equal(numbers, body)
    assert header["id"] == views.transformer_view(made())[0]["id"]
    assert header["id"] != views.transformer_view(made(), words=False)[0]["id"]


def test_a_change_is_cut_where_the_sentences_differ():
    old, new = changes.runs(
        ("Elle", "n'", "est", "pas", "là", "."),
        ("Elle", "n'", "est", "plus", "là", "."),
    )
    assert [(run.text, run.fate, run.tight) for run in old] == [
        ("Elle n'est", "same", True),
        ("pas", "removed", False),
        ("là.", "same", False),
    ]
    assert [(run.text, run.fate) for run in new] == [
        ("Elle n'est", "same"),
        ("plus", "added"),
        ("là.", "same"),
    ]


def test_a_change_right_after_an_elision_stands_without_a_space():
    old, new = changes.runs(("l'", "eau"), ("l'", "or", "."))
    assert [run.tight for run in old] == [True, True]
    assert new[1] == changes.Run("or.", "added", tight=True)


def test_nothing_written_before_is_all_added():
    assert changes.runs((), ("Oui",)) == ((), (changes.Run("Oui", "added", True),))


def test_the_weight_on_pads_is_told_row_by_row():
    side = Side(
        ("wo", "man", "‹end›", "‹pad›"),
        ("woman", "‹end›", "‹pad›"),
        (0, 0, 1, 2),
        (False, True, True),
    )
    trace = made(Experiment(pads=1, padding_mask=False), source=side)
    assert changes.pad_shares(trace, "cross", 0, 0) == pytest.approx([0.2, 0.75])
    assert changes.pad_shares(trace, "cross", 0, -1) == pytest.approx([0.6, 0.875])
    assert changes.pad_shares(trace, "encoder", 0, 1) == pytest.approx([0.25, 0.25])
    assert changes.pad_shares(trace, "decoder", 0, 0) is None
    assert changes.pad_shares(made(), "cross", 0, 0) == pytest.approx([0.0, 0.0])


def test_probabilities_are_compared_only_where_the_same_pieces_stand():
    trace = made()
    assert changes.largest_difference(trace, made()) == 0
    other = replace(trace, predicted_ids=(3, 5, 2))
    assert changes.largest_difference(trace, other) is None


def test_figures_of_heads_travel_with_what_is_counted_on_the_page():
    measured = {"sentences": 200, "maps": {}}
    for words, unit in ((True, "words"), (False, "pieces")):
        header, _ = views.transformer_view(made(), words=words, statistics=measured)
        assert header["statistics"] == {**measured, "unit": unit}
    header, _ = views.transformer_view(made())
    assert "statistics" not in header
