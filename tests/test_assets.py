"""Everything that ships with the app keeps its contract: models, presets, lessons."""

import hashlib
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import core
from core import checkpoint
from core.analysis import training_replay
from core.in_use.language_model import LanguageModel
from core.labs import results
from core.shelf.models import WRITER
from viz.content import presets

ASSETS = Path(__file__).parent.parent / "assets"
MODELS = sorted(path for path in (ASSETS / "models").glob("*") if path.is_dir())
LESSONS = sorted((ASSETS / "lessons").glob("*/*.md"))
MOST_BYTES, MOST_OF_A_WRITER = 15 * 1024 * 1024, 8 * 1024 * 1024

each_model = pytest.mark.parametrize("folder", MODELS, ids=lambda path: path.name)
each_lesson = pytest.mark.parametrize(
    "lesson", LESSONS, ids=lambda path: f"{path.parent.name}/{path.name}"
)


def test_only_known_models_are_shipped():
    known = {"bahdanau-en-fr", "transformer-en-fr", "rnn-en-fr", "writer-en"}
    assert {folder.name for folder in MODELS} <= known
    assert core.models() == tuple(folder.name for folder in MODELS)


@each_model
def test_a_model_folder_is_at_most_15_mib(folder: Path):
    most = MOST_BYTES if folder.name != WRITER else MOST_OF_A_WRITER
    assert sum(file.stat().st_size for file in folder.iterdir()) <= most


@each_model
def test_the_manifest_names_every_file_but_the_card_with_its_sum(folder: Path):
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    sums = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.is_file() and file.name not in {"manifest.json", "card.md"}
    }
    assert manifest == sums
    assert {"config.json", "weights.safetensors", "tokenizer.json"} <= sums.keys()


@each_model
def test_a_model_loads_and_says_what_it_is(folder: Path):
    loaded = checkpoint.load(folder.name)
    assert loaded.kind == folder.name.split("-")[0]
    assert re.fullmatch("[0-9a-f]{8}", loaded.digest)
    assert loaded.history, "no training history"
    for said in ("Tatoeba", "CC BY", "python -m core train"):
        assert said in loaded.card


@pytest.mark.parametrize("name", ["transformer-en-fr", "bahdanau-en-fr"])
def test_the_replay_begins_with_the_first_weights_and_goes_on_evenly(name: str):
    """Evenly in the logarithm of the update, to the weights that ship."""
    model, replay = load(name), training_replay.load(name)
    assert replay
    updates = [frame.update for frame in replay.frames]
    assert len(updates) == 12
    assert (updates[0], updates[1], updates[-1]) == (0, 10, model.info["kept"])
    steps = [after / before for before, after in pairwise(updates[1:])]
    assert min(steps) > 2 and max(steps) < 2.6
    assert replay.frames[0].loss is None


def test_the_recurrent_models_read_the_same():
    """*Why it was needed* compares them: what differs is the attention alone.

    The one without it read a fortieth more.
    """
    models = [load(name) for name in ("bahdanau-en-fr", "rnn-en-fr")]
    read = [
        [
            stint["data"]
            for run in (*m.info["before"], m.info)
            for stint in run["stints"]
        ]
        for m in models
    ]
    assert set(read[0]) == set(read[1])
    attending, fixed = (model.history[-1]["pieces"] for model in models)
    assert 1 <= fixed / attending < 1.03


@each_model
def test_a_model_given_its_own_text_computes_the_same_numbers(folder: Path):
    english, model = "The woman ate the fish.", load(folder.name)
    free = model.explain(english)
    if isinstance(model, LanguageModel):
        forced = model.explain(free.translation.text, pieces=0)
    else:
        forced = model.explain(english, target=free.translation.text)
    assert forced.predicted_ids == free.predicted_ids
    for one, other in zip(core.walk(free), core.walk(forced), strict=True):
        assert one[:2] == other[:2]
        assert bool((one[2] == other[2]).all()), one[0]


def test_all_models_share_one_tokenizer():
    assert len({(folder / "tokenizer.json").read_bytes() for folder in MODELS}) <= 1


def test_presets_are_at_least_fifteen_and_fit_the_input():
    shipped = presets.shipped()
    assert len(shipped) >= 15
    assert [p.id for p in shipped if max(len(p.english), len(p.french)) > 400] == []
    known = {"bahdanau-en-fr", "transformer-en-fr", "rnn-en-fr", "writer-en"}
    assert {expected.model for p in shipped for expected in p.expects} <= known


@cache
def load(name: str):
    return core.load(name)


@each_lesson
def test_a_lesson_fills_slots_with_names_and_asks_nobody_else(lesson: Path):
    text = lesson.read_text(encoding="utf-8")
    slots = re.findall(r"\{\{(.*?)\}\}", text)
    assert [slot for slot in slots if not re.fullmatch(r" [a-z_.]+ ", slot)] == []
    assert re.findall(r"!\[[^]]*\]\(https?:|<script|<img|<iframe", text) == []


@pytest.mark.parametrize("lab", sorted(results.MEASURED))
def test_a_stored_result_says_where_when_and_how_long(lab: str):
    found = results.read(lab)
    assert found.machine.endswith("cores")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", found.day)
    assert 0 < found.seconds < 600


def test_every_stored_result_belongs_to_a_lab():
    stored = {path.stem for path in (ASSETS / "results").glob("*.json")}
    assert stored == set(results.MEASURED)
