"""headlight explain: a whole pass as JSON, or every tensor as npz."""

import io
import json
import sys

import numpy as np
import pytest

from core import __version__, walk
from core.__main__ import main
from core.analysis.whole_pass import as_json, as_npz
from core.commands.lines import REFUSED


@pytest.fixture(autouse=True)
def asked(monkeypatch, tiny_transformer):
    monkeypatch.setattr("core.in_use.translator.load", lambda name: tiny_transformer)


def test_json_holds_words_and_every_map_and_null_where_nobody_may_look(
    tiny_transformer,
):
    trace = tiny_transformer.explain("The fish ate.", target="La femme")
    said = json.loads(json.dumps(as_json(trace)))
    assert said["version"] == __version__ and said["source"] == "The fish ate."
    assert said["translation"]["text"] == "La femme" and said["translation"]["forced"]
    assert list(said["maps"]) == list(trace.names()) and len(said["maps"]) == 6
    own = said["maps"]["decoder.1.self_attention"]
    words = said["sides"][own["queries"]]["words"]
    assert (own["queries"], own["keys"], words) == (
        *("read", "read"),
        ["‹start›", "La", "femme"],
    )
    head = own["weights"][2]
    assert len(own["weights"]) == 3 and len(head) == 3
    assert head[0][0] == 1 and head[0][1:] == [None, None]
    assert sum(head[2]) == pytest.approx(1, abs=1e-5)


def test_maps_are_over_pieces_where_that_is_asked_for(tiny_transformer):
    trace = tiny_transformer.explain("zebra", target="La")
    pieces = as_json(trace, words=False)
    map_ = pieces["maps"]["encoder.0.self_attention"]["weights"][0]
    assert pieces["maps_over"] == "pieces"
    assert len(map_) == len(pieces["sides"]["source"]["pieces"]) > 2
    assert len(as_json(trace)["maps"]["encoder.0.self_attention"]["weights"][0]) == 2


def test_npz_holds_every_tensor_under_its_name_and_the_same_bytes_each_time(
    translator,
):
    trace = translator.explain("The fish ate.")
    held = np.load(io.BytesIO(as_npz(trace)))
    header = json.loads(str(held["header"]))
    assert set(held.files) == {"header"} | {name for name, _, _ in walk(trace)}
    for name, axes, tensor in walk(trace):
        assert np.array_equal(held[name], tensor.numpy()), name
        assert header["axes"][name] == list(axes)
    assert header["digest"] == trace.digest
    assert header["sides"]["source"]["words"] == list(trace.source.words)
    assert as_npz(trace) == as_npz(translator.explain("The fish ate."))


def test_a_sentence_is_given_or_read_line_by_line(monkeypatch, capsys, tmp_path):
    assert main(["explain", "the fish"]) == 0
    alone = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.StringIO("the fish\n\nthe woman\n"))
    assert main(["explain", "--json"]) == 0
    first, empty, second, rest = capsys.readouterr().out.split("\n")
    assert first + "\n" == alone and empty == rest == ""
    assert json.loads(second)["source"] == "the woman"
    assert main(["explain", "the fish", "-o", str(tmp_path / "pass.json")]) == 0
    assert (tmp_path / "pass.json").read_text("utf-8") == alone


def test_a_file_of_tensors_holds_one_sentence(monkeypatch, capsys, tmp_path):
    file = tmp_path / "pass.npz"
    monkeypatch.setattr(sys, "stdin", io.StringIO("the fish\n"))
    assert main(["explain", "--npz", "--out", str(file)]) == 0
    assert "encoder.0.self_attention.weights" in np.load(file).files
    monkeypatch.setattr(sys, "stdin", io.StringIO("the fish\nthe woman\n"))
    assert main(["explain", "--npz", "--out", str(file)]) == REFUSED
    assert "2 lines came in" in capsys.readouterr().err
