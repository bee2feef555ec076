"""headlight translate: text, or all that a model says of it."""

import io
import json
import math
import sys

import pytest

from core.__main__ import main


def lines(monkeypatch, capsys, model, given: str, *arguments: str) -> list[str]:
    """What `translate` prints, line by line."""
    monkeypatch.setattr("core.in_use.translator.load", lambda name: model)
    monkeypatch.setattr(sys, "stdin", io.StringIO(given))
    main(["translate", *arguments])
    return capsys.readouterr().out.removesuffix("\n").split("\n")


@pytest.mark.parametrize("options", [(), ("--beam", "3")], ids=["greedy", "beam"])
def test_json_says_the_same_text_and_how_probable_each_piece_was(
    options, translator, monkeypatch, capsys
):
    given = "The woman ate.\n\nthe fish\n"
    texts = lines(monkeypatch, capsys, translator, given, *options)
    found = lines(monkeypatch, capsys, translator, given, "--json", *options)
    assert len(found) == 3 and found[1] == ""
    for text, line, source in zip(texts, found, given.split("\n"), strict=False):
        if not line:
            continue
        said = json.loads(line)
        assert (said["text"], said["source"]) == (text, source)
        assert said["model"] == translator.name and said["forced"] is False
        assert len(said["pieces"]) == len(said["probabilities"])
        assert (said["pieces"][-1:] == ["‹end›"]) == said["finished"]
        logs = sum(map(math.log, said["probabilities"]))
        assert logs == pytest.approx(said["log_probability"], abs=0.05)
        assert len(said.get("hypotheses", [1])) == (3 if options else 1)


def test_sentences_that_are_decoded_together_have_the_beams_of_each_alone(
    translator, monkeypatch, capsys
):
    given = "The woman ate.\nthe fish\nIt was signed in August, and he ate it.\n"
    found = lines(monkeypatch, capsys, translator, given, "--beam", "3")
    alone = [translator.translate(line, beam=3).text for line in given.splitlines()]
    assert found == alone
