"""What a reader does on the picture: whose cells are whose, and what does not fit."""

import pytest
import torch

from core.experiments.changes import Forbidden
from core.experiments.experiment import Experiment
from core.in_use.translator import Translator
from core.networks.transformer import Transformer, TransformerConfig
from core.training.tokenizer import train
from viz import address
from viz.address import experiments
from viz.pages.app import frame, session
from viz.pages.sentence import strokes
from viz.pages.transformer.experiments import refused
from viz.payload import walk
from viz.payload.forbidden import forbidden_by

LINES = ["The woman ate the fish. La femme a mangé le poisson."] * 5
CROSS = "decoder.0.cross_attention"


@pytest.fixture(scope="module")
def trace():
    """ "xyz" and "The" have several pieces, "." has one."""
    tokenizer = train(LINES, size=400)
    torch.manual_seed(2)
    config = TransformerConfig(
        tokenizer.size, d_model=12, d_hidden=20, n_heads=2, n_layers=1
    )
    network = Transformer(config).eval().requires_grad_(False)
    model = Translator("tiny", "transformer", network, tokenizer, {}, (), "", "0" * 8)
    forbidden = {Forbidden(CROSS, 1, 2, 1), Forbidden(CROSS, None, None, 0)}
    experiment = Experiment(pads=2, forbidden=frozenset(forbidden))
    return model.explain("The woman ate.", "La xyz femme.", experiment=experiment)


def test_own_cells_and_pads_are_named_by_word_or_by_piece(trace):
    n = len(trace.source.words)
    assert trace.predicted.word_of[2] == 1  # the second piece of "xyz"
    assert trace.source.word_of[1] == 0  # and of "The"
    every = [0, None, None, 0]
    encoder, decoder, cross = trace.stacks()
    assert forbidden_by(trace, cross, True) == {
        "mine": [[0, 1, 1, 0], every],
        "pads": [n - 2, n - 1],
    }
    pieces = forbidden_by(trace, trace.stacks(words=False)[2], False)
    assert pieces["mine"] == [[0, 1, 2, 1], every]
    assert forbidden_by(trace, decoder, True) == {}
    assert forbidden_by(trace, encoder, True) == {"pads": [n - 2, n - 1]}


@pytest.fixture
def shown(monkeypatch):
    def words_or_pieces(pieces):
        choices = address.Choices(pieces=pieces)
        monkeypatch.setattr(frame, "choices", lambda: choices)

    words_or_pieces(False)
    return words_or_pieces


def done(cells, **changes):
    what = {"kind": "cross", "layer": 0, "heads": [1], "cells": cells}
    return what | changes


def test_a_stroke_over_words_is_written_cell_by_cell(trace, shown):
    owners = trace.predicted.word_of
    rows = [at + 1 for at, word in enumerate(owners) if word == 1]
    assert len(rows) > 1
    dot = trace.source.word_of.index(3) + 1
    entry = ",".join(f"cross.1.2.{row}-{dot}" for row in rows)
    assert cells(trace, done([[1, 3]])) == entry
    assert cells(trace, done([[None, 3]], heads=None)) == f"cross.1.*.*-{dot}"
    twice = cells(trace, done([[-1 + len(trace.predicted.words), 3]] * 2))
    assert twice == f"cross.1.2.{len(trace.predicted.pieces)}-{dot}"
    shown(True)
    both = cells(trace, done([[1, 2]], heads=[0, 1]))
    assert both == "cross.1.1.2-3,cross.1.2.2-3"


def cells(trace, done):
    """The cells of a stroke as the address writes them."""
    return experiments.written(
        strokes.cells(trace, done, pieces=frame.choices().pieces)
    )["forbid"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "<b>"},
        {"layer": 7},
        {"layer": "0"},
        {"heads": [8]},
        {"heads": "all"},
        {"cells": None},
        {"cells": [[99, 0]]},
        {"cells": [[0, -1]]},
        {"cells": [[True, 0]]},
        {"cells": [[0]]},
        {"cells": ["ab"]},
    ],
)
def test_what_a_browser_sends_that_does_not_fit_is_passed_over(trace, shown, wrong):
    assert (
        strokes.cells(
            trace,
            done([[0, 0]], **wrong) if "cells" not in wrong else done(wrong["cells"]),
            pieces=False,
        )
        == ()
    )


def test_a_number_is_opened_by_its_place_its_role_and_two_counts():
    done = {
        "what": "products",
        "place": "next",
        "role": "logits",
        "row": 2,
        "column": 0,
    }
    assert walk.opened(done) == ("next", "logits", 2, 0)
    for wrong in (
        {"place": 3},
        {"role": None},
        {"row": -1},
        {"row": "2"},
        {"row": True},
        {"column": False},
        {"column": 0.5},
        {"column": True},
    ):
        assert walk.opened(done | wrong) is None


def test_what_was_refused_is_said_of_what_it_was_asked_and_until_it_is_done(
    monkeypatch,
):
    said = []
    monkeypatch.setattr(session.st, "session_state", {})
    monkeypatch.setattr(frame, "refuse", said.append)
    refused.keep("hand", "The fish.", "too many")
    refused.keep("form", "The fish.", "no row")
    refused.tell("hand", "The woman.")
    refused.tell("piece", "The fish.")
    assert said == []
    refused.tell("hand", "The fish.")
    refused.keep("hand", "The fish.", "")
    refused.tell("hand", "The fish.")
    refused.tell("form", "The fish.")
    assert said == ["too many", "no row"]
