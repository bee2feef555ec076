"""What role a head is given, and what is recorded in a model folder."""

import json
from pathlib import Path

import pytest

from core import checkpoint, sealed
from core.analysis import training_replay
from core.analysis.head_statistics import MEASURES, MapStatistics, recorded
from core.errors import InputError
from core.training import record as recording
from core.training import roles
from core.training.evaluation import evenly
from core.training.kept_apart import KeptApart
from core.training.pair_files import Source
from core.training.record import best_head, best_map, record
from tests.core.tiny import make_transformer

NONE = dict.fromkeys(MEASURES, 0.125)


def shares(**given) -> dict:
    return {**NONE, **given}


def test_a_head_has_the_role_of_the_place_it_looks_at_most():
    found = roles.role(shares(previous=0.75, first=0.5), shares(previous=0.625), None)
    assert found == {
        "role": "previous",
        "share": 0.75,
        "shuffled": 0.625,
        "positional": True,
    }


def test_a_role_that_goes_with_the_words_is_not_positional():
    found = roles.role(shares(same=0.5), shares(same=0.375), None)
    assert (found["role"], found["positional"]) == ("same", False)


def test_a_head_below_the_threshold_is_mixed():
    assert roles.role(shares(end=0.4375), shares(), None) == {"role": "mixed"}
    assert roles.role(shares(next=None), shares(next=None), 0.625)["role"] == "mixed"


def test_a_head_that_finds_drawn_links_aligns():
    found = roles.role(shares(same=0.75), shares(), 0.4375)
    assert found == {"role": "aligns", "error_rate": 0.4375}


def test_the_best_head_of_each_place_is_one_of_self_attention():
    one = {"role": "same", "share": 0.625, "shuffled": 0.5}
    two = {**one, "share": 0.75}
    found = roles.best_of_each(
        {
            "encoder.0.self_attention": [{"role": "mixed"}, one],
            "encoder.1.self_attention": [two, one],
            "decoder.0.cross_attention": [{**one, "share": 0.9}],
        }
    )
    assert found == {
        "same": {
            "map": "encoder.1.self_attention",
            "head": 0,
            "share": 0.75,
            "shuffled": 0.5,
        }
    }


def test_the_better_reading_of_a_head_counts_for_its_role():
    kept = MapStatistics((NONE, NONE), NONE, 3)
    both = ({"decoder.0.cross_attention": kept},) * 2
    maps = [
        {"map": "decoder.0.cross_attention", "head": head, "error_rate": rate}
        for head, rate in (("1", 0.75), ("1", 0.25), ("mean", 0.1), ("0", 0.625))
    ]
    found = roles.heads(both, maps)["roles"]["decoder.0.cross_attention"]
    assert [of_head["role"] for of_head in found] == ["mixed", "aligns"]


def test_sentences_are_taken_at_even_distances():
    assert evenly(list("abcdefgh"), 4) == ["a", "c", "e", "g"]
    assert evenly(list("ab"), 4) == ["a", "b"]
    assert evenly("abcde", 3) == ["a", "b", "d"]  # 0, 5/3, 10/3


def test_shuffled_sentences_have_the_same_words(tiny_transformer, monkeypatch):
    seen = []
    force = type(tiny_transformer).force

    def watched(self, source, target):
        seen.append(source)
        return force(self, source, target)

    monkeypatch.setattr(type(tiny_transformer), "force", watched)
    text = "The woman ate the fish and the fish ate the woman."
    too_long = "fish " * 70
    (plain, shuffled), measured = roles.observed(tiny_transformer, [text, too_long])
    assert measured == 1
    assert sorted(seen[0]) == sorted(tiny_transformer.explain(text).source.words[:-1])
    assert " ".join(seen[0]) != text
    assert plain.keys() == shuffled.keys()


MAPS = [
    {"map": "decoder.1.cross_attention", "head": "mean", "reading": "read"},
    {"map": "decoder.0.cross_attention", "head": "2", "reading": "read"},
    {"map": "decoder.0.cross_attention", "head": "1", "reading": "predicted"},
]
MAPS = [{**m, "error_rate": 0.25 + i / 8} for i, m in enumerate(MAPS)]


def test_the_best_map_is_chosen_over_both_readings():
    together = {"maps": MAPS, "sentences": 30, "left_out": 4}
    found = best_map(together, ["one", "two"])
    assert (found["map"], found["head"]) == ("decoder.1.cross_attention", None)
    assert (found["reading"], found["error_rate"]) == ("read", 0.25)
    assert (found["sentences"], found["left_out"]) == (30, 4)
    assert found["chosen_on"] == ["one", "two"]
    assert best_map({**together, "maps": MAPS[1:]}, [])["head"] == 2


def test_the_head_that_aligns_is_one_whose_rows_are_named_by_the_word_predicted():
    assert best_head(MAPS)["head"] == 1


def test_the_recorded_map_is_kept_however_many_are_better(monkeypatch):
    monkeypatch.setattr(recording, "BEST_KEPT", 1)
    best = {"map": "decoder.0.cross_attention", "head": 1, "reading": "predicted"}
    kept = recording.with_recorded({"maps": MAPS}, best)["maps"]
    assert kept == [MAPS[0], MAPS[2]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tokenizer):
    """A tiny model folder with frames and a trial, measured and recorded."""
    root = tmp_path_factory.mktemp("models")
    network = make_transformer(tokenizer.size, seed=5)
    info = {
        "command": "python -m core train small.toml --pairs tatoeba/train.tsv",
        "recipe": {"kind": "transformer", "sizes": {"n_heads": 3}, "schedule": {}},
        "kept": 40,
    }
    row = {"update": 40, "pieces": 9, "minutes": 2.5, "loss": 4.5, "bleu": 1.5}
    rows = [row, {**row, "update": 80, "bleu": 1.25}]
    checkpoint.save(root / "tiny", "transformer", network, tokenizer, rows, info)
    (root / "tiny" / "trials.csv").write_text("change,bleu\nwider,7.5\n")
    frames = tuple(
        training_replay.Frame(update, 5.0, 0.5, ()) for update in (10, 20, 80)
    )
    training_replay.save(root / "tiny", training_replay.Replay((), frames))
    sealed.seal(root / "tiny")
    data = root / "tatoeba"
    data.mkdir()
    (data / "valid.tsv").write_text("The fish.\tLe poisson.\nThe woman.\tLa femme.\n")
    line = {"en": ["The", "fish"], "fr": ["Le", "poisson"]}
    line |= {"sure": [[0, 0], [1, 1]], "possible": []}
    (data / "links.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "HARD", recording.HARD[:1])
        record("tiny", [data / "valid.tsv"], [data / "links.jsonl"], root=root)
    return root / "tiny"


@pytest.mark.parametrize(
    "given", [{"read": [Source(Path("x.tsv"), 1.0)]}, {"apart": KeptApart(["one"])}]
)
def test_a_translator_is_not_asked_which_lines_it_read(folder, given):
    with pytest.raises(InputError, match="--read and --apart are for models that only"):
        pairs = [folder.parent / "tatoeba" / "valid.tsv"]
        record("tiny", pairs, [], root=folder.parent, **given)


def test_what_was_measured_lies_in_the_folder(folder):
    found = recording.load("tiny", folder.parent)
    assert found.info["quality"]["tatoeba/valid"]["sentences"] == 2
    assert found.info["best_alignment"]["chosen_on"] == ["links"]
    assert found.info["roles"]["aligns"]["reading"] == "predicted"
    heads = recorded("tiny", folder.parent)
    assert (heads["sentences"], heads["files"]) == (2, ["tatoeba/valid.tsv"])
    assert len(heads["maps"]["encoder.1.self_attention"].heads) == 3
    assert heads["share_at_least"] == 0.5
    assert "| wider | 7.5 |" in found.card


def test_the_last_frame_is_of_the_shipped_weights(folder):
    found = training_replay.load("tiny", folder.parent)
    assert [frame.update for frame in found.frames] == [10, 20, 40]
    last = found.frames[-1]
    assert (last.loss, last.bleu) == (4.5, 1.5)
    english, french = training_replay.PAIRS[0]
    trace = recording.load("tiny", folder.parent).explain(english, target=french)
    shown = trace.heads("decoder.0.cross_attention")
    assert (last.maps[0]["decoder.0.cross_attention"] - shown).abs().max() < 1e-3
