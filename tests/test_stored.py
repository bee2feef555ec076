"""What the shipped models write and show is what was stored of them."""

import json
from functools import cache
from pathlib import Path

import pytest

import core
from core.analysis import training_replay
from core.shelf.models import GOLDEN
from tests.places import ROOT
from tests.stored import is_largest, seen_alike
from viz.content import presets

MODELS = sorted(path.parent for path in (ROOT / "assets/models").glob(f"*/{GOLDEN}"))
REPLAYED = ("transformer-en-fr", "bahdanau-en-fr")
EXPECTED = [
    pytest.param(preset, expected, id=f"{preset.id}-{expected.model}-{expected.row}")
    for preset in presets.shipped()
    for expected in preset.expects
]


@cache
def load(name: str):
    return core.load(name)


@pytest.mark.parametrize("folder", MODELS, ids=lambda path: path.name)
def test_a_model_writes_what_it_wrote_when_it_was_recorded(folder: Path):
    golden = json.loads((folder / GOLDEN).read_text(encoding="utf-8"))["sentences"]
    assert len(golden) >= 15
    for one in golden:
        written = load(folder.name).translate(one["source"])
        assert written.text == one["translation"]
        seen_alike(written.log_probability, one["log_probability"], digits=3)


@pytest.mark.parametrize("name", REPLAYED)
def test_the_last_moment_of_the_replay_is_the_model_that_ships(name: str):
    kept = training_replay.load(name)
    assert kept
    now = training_replay.take(load(name), 0, None, None)
    for before, after in zip(kept.frames[-1].maps, now.maps, strict=True):
        for attention, heads in after.items():
            seen_alike(heads, before[attention], digits=3)  # kept in half the bits


@pytest.mark.parametrize(("preset", "expected"), EXPECTED)
def test_a_preset_shows_what_its_reason_promises(
    preset: presets.Preset, expected: presets.Expectation
):
    model = load(expected.model)
    place = {"map": expected.map, "head": None}
    if expected.map.startswith("@"):
        place = model.info["roles"][expected.map[1:]]
    head = place["head"] if isinstance(place["head"], int) else None
    trace = model.explain(preset.english, target=preset.french)
    shown = trace.attention(place["map"], head=head)
    row = shown.weights[shown.query_words.index(expected.row)].nan_to_num()
    if surer := expected.less_sure_than:
        other = shown.weights[shown.query_words.index(surer)].nan_to_num()
        assert float(row.max()) < float(other.max())
        return
    weight = float(row[shown.key_words.index(expected.column)])
    if expected.most:
        assert is_largest(weight, row.tolist())
    else:
        assert weight >= expected.at_least
