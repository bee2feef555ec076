"""A model that only writes, recorded: its guesses beside counts, maps, a card."""

import json

import numpy as np
import pytest
import torch

from core import checkpoint
from core.analysis.head_statistics import recorded
from core.decoding.prompted import between
from core.errors import InputError
from core.in_use.loading import load
from core.training import record as recording
from core.training.kept_apart import KeptApart
from core.training.next_piece import (
    held_out_pairs,
    lines_read,
    log_probabilities,
    measured,
)
from core.training.ngrams import NGrams
from core.training.pair_files import Source
from core.training.recipe import remembered
from tests.core.tiny import make_writer

READ = "The fish.\tLe poisson.\nThe woman ate.\tLa femme a mangé.\n"
APART = "The woman ate the fish now.\tLa femme a mangé le poisson.\n"
PIECES = 90  # of three batches that hold each line of READ twice, alone or as a pair
HELD_OUT = "The woman.\tLa femme.\nThe fish ate.\tLe poisson a mangé.\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory, tokenizer):
    """A tiny writer's folder, as a run of three updates would leave it, recorded."""
    root = tmp_path_factory.mktemp("models")
    network = make_writer(tokenizer.size, positions=128)
    folder = root / "data" / "read.tsv"
    info = {
        "command": f"python -m core train r.toml --pairs {folder}:2",
        "recipe": {"kind": "writer", "sizes": {"n_heads": 3}, "schedule": {}},
        "kept": 3,
    }
    row = {"update": 3, "pieces": PIECES, "minutes": 1.0, "loss": 4.5, "bleu": 1.5}
    checkpoint.save(root / "tiny", "writer", network, tokenizer, [row], info)
    data = root / "data"
    data.mkdir()
    (data / "read.tsv").write_text(READ + APART)
    (data / "valid.tsv").write_text(HELD_OUT)
    line = {"en": ["The", "fish"], "fr": ["Le", "poisson"]}
    line |= {"sure": [[0, 0], [1, 1]], "possible": []}
    (data / "links.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "HARD", recording.HARD[:1])
        recording.record(
            "tiny",
            [data / "valid.tsv"],
            [data / "links.jsonl"],
            root=root,
            read=[Source(data / "read.tsv", 2.0)],
            apart=KeptApart(["the woman ate the fish now"]),
            limit=2,
        )
    return root


def test_the_weights_before_a_lexicon_are_not_asked_of_a_model_that_only_writes(root):
    with pytest.raises(InputError, match="--before is for translators"):
        pairs = [root / "data" / "valid.tsv"]
        recording.record("tiny", pairs, [], root=root, before=root / "tiny")


def test_the_lines_read_are_those_of_its_batches_but_for_what_was_kept_apart(root):
    model = load("tiny", root)
    source = Source(root / "data" / "read.tsv", 2.0)
    apart = KeptApart(["the woman ate the fish now"])
    recipe = remembered(model.info["recipe"])
    lines = lines_read(model, recipe, [source], apart)
    texts = {model.tokenizer.decode(line) for line in lines}
    # three updates of one batch each: a pass takes every pair twice
    assert len(lines) == 3 * 4
    assert texts <= {
        "The fish.",
        "The woman ate.",
        "The fish. = Le poisson.",
        "The woman ate. = La femme a mangé.",
    }


def test_losses_are_means_over_the_pieces_of_each_part(root):
    model = load("tiny", root)
    found = model.info["next_piece"]
    pairs = held_out_pairs(
        model,
        [root / "data" / "valid.tsv"],
        remembered(model.info["recipe"]).schedule,
    )
    equals = between(model.tokenizer)
    behind, alone = [], []
    for source, target in pairs:
        for text, first, kept in (
            ([*source, *equals, *target], len(source) + len(equals), behind),
            (source, 0, alone),
        ):
            words = torch.tensor([[1, *text, 2]])
            none = words[:, :0], torch.ones(1, 1, 0, dtype=torch.bool)
            logs = model.network(none[0], words[:, :-1], none[1]).logits.log_softmax(-1)
            kept += [
                logs[0, at, words[0, at + 1]].item()
                for at in range(first, words.shape[1] - 1)
            ]
    assert found["pieces"] == {"alone": len(alone), "behind": len(behind)}
    assert found["loss"]["writer"] == {
        "alone": pytest.approx(-np.mean(alone), abs=1e-3),
        "behind": pytest.approx(-np.mean(behind), abs=1e-3),
    }


def test_counts_are_those_of_the_lines_read(root):
    model = load("tiny", root)
    found = model.info["next_piece"]
    recipe = remembered(model.info["recipe"])
    source = Source(root / "data" / "read.tsv", 2.0)
    apart = KeptApart(["the woman ate the fish now"])
    lines = lines_read(model, recipe, [source], apart)
    assert found["read"] == {"lines": 12, "pieces": sum(len(x) + 1 for x in lines)}
    pairs = held_out_pairs(model, [root / "data" / "valid.tsv"], recipe.schedule)
    counts = NGrams(lines, model.tokenizer.size, 2)
    alone = -np.log(counts.probabilities([source for source, _ in pairs])).mean()
    assert found["loss"]["pairs"]["alone"] == pytest.approx(alone, abs=1e-4)
    assert list(found["loss"]) == ["writer", "triples", "pairs", "singles"]


def test_pairs_that_the_model_has_not_read_are_refused(root):
    model, data = load("tiny", root), root / "data"
    source, valid = Source(data / "read.tsv", 1.0), [data / "valid.tsv"]
    with pytest.raises(InputError, match="tiny has read 90: name the files"):
        measured(model, [source], KeptApart([]), valid)


def test_what_earlier_runs_read_is_not_guessed(root, monkeypatch):
    model, data = load("tiny", root), root / "data"
    monkeypatch.setitem(model.info, "before", [{"command": "train a"}])
    with pytest.raises(InputError, match="tiny went on from other weights"):
        measured(model, [], KeptApart([]), [data / "valid.tsv"])


def test_no_texts_of_two_sentences_are_asked_of_it(root):
    assert load("tiny", root).info["quality"]["data/valid"]["joined"] == []


def test_lines_of_many_lengths_are_as_one_by_one(root):
    model = load("tiny", root)
    lines = [[5, 6, 7], [8], [9, 5]]
    together = log_probabilities(model.writer, lines)
    apart = [log_probabilities(model.writer, [line]) for line in lines]
    np.testing.assert_allclose(together, np.concatenate(apart), atol=1e-5)


def test_its_maps_are_measured_on_lines_with_both_sentences(root):
    model = load("tiny", root)
    best = model.info["best_alignment"]
    assert best["map"].endswith("self_attention") and best["chosen_on"] == ["links"]
    heads = recorded("tiny", root)
    assert heads["sentences"] == 2
    assert len(heads["maps"]["decoder.1.self_attention"].heads) == 3
    assert heads["maps"].keys() == heads["shuffled"].keys()


def test_its_card_says_what_it_is_and_what_counting_knows(root):
    said = load("tiny", root).card
    assert "| triples, counted |" in said and "this model" in said
    assert "behind “English =” it writes French" in said
    assert "| layers | 2 |" in said and "| positions | 128 |" in said
    assert "Both sentences are read as one line" in said
    assert str(root) not in said


def test_no_folder_of_the_machine_stays_in_its_command(root):
    assert str(root) not in load("tiny", root).info["command"]
