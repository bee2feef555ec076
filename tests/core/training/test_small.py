"""Small models are trained by one loop, whatever they learn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from core.__main__ import main
from core.errors import InputError
from core.in_use import small as in_use
from core.networks import kinds
from core.sealed import DamagedModel
from core.training import small, small_record
from tests.core.training.runs import Killed, without_recipe

RECIPE = """
kind = "adder"
[sizes]
width = 4
[schedule]
updates = 9
batch = 8
warmup = 2
cooldown = 3
average = 0.5
validate_every = 3
[task]
terms = 3
"""


@dataclass(frozen=True)
class AdderConfig:
    width: int = 2


class Adder(nn.Module):
    """Learns to add numbers up."""

    def __init__(self, config: AdderConfig) -> None:
        super().__init__()
        self.config = config
        self.hidden = nn.Linear(3, config.width)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(config.width, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.dropout(self.hidden(x))).squeeze(-1)


class Adding:
    killed_at = 0

    def __init__(self, terms: int = 2) -> None:
        self.terms, self.looks = terms, 0

    def loss(
        self, network: nn.Module, chance: torch.Generator, batch: int, done: float
    ) -> Tensor:
        self.looks += 1
        if self.looks == self.killed_at:
            raise Killed
        x = torch.rand(batch, self.terms, generator=chance)
        return (network(x) - done * x.sum(-1)).square().mean()

    def validate(self, network: nn.Module) -> dict[str, float]:
        return {"closeness": -self._apart(network), "other": 2.0}

    def measure(self, network: nn.Module) -> dict[str, Any]:
        return {"apart": self._apart(network)}

    def golden(self, network: nn.Module) -> list[dict[str, Any]]:
        return [{"sum": network(torch.ones(1, self.terms)).item()}]

    def card(self, info: Mapping[str, Any]) -> tuple[str, str]:
        return "It adds.", f"It is {info['measured']['apart']:.3f} off."

    def _apart(self, network: nn.Module) -> float:
        with torch.inference_mode():
            return (network(torch.ones(5, self.terms)) - self.terms).abs().mean().item()


@pytest.fixture(autouse=True)
def adder(monkeypatch):
    monkeypatch.setitem(kinds.SMALL, "adder", (Adder, AdderConfig))
    monkeypatch.setitem(small.TASKS, "adder", Adding)


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    (tmp_path / "adder.toml").write_text(RECIPE)
    return tmp_path / "adder.toml"


def test_a_killed_run_goes_on_with_the_same_examples(tmp_path, recipe, monkeypatch):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    read = small.read_small_recipe(recipe)
    small.train(read, whole)
    monkeypatch.setattr(small, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(Adding, "killed_at", 5)
    with pytest.raises(Killed):
        small.train(read, killed)
    monkeypatch.setattr(Adding, "killed_at", 0)
    small.train(read, killed)
    weights = [(out / "weights.safetensors").read_bytes() for out in (whole, killed)]
    assert weights[0] == weights[1]
    rows = [(out / "history.csv").read_text().splitlines() for out in (whole, killed)]
    assert [row.split(",")[0] for row in rows[1]] == ["update", "3", "6", "9"]
    assert [row.split(",")[2:] for row in rows[0]] == [
        row.split(",")[2:] for row in rows[1]
    ]


def test_a_run_goes_on_by_its_own_recipe_alone(tmp_path, recipe, monkeypatch):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    read = small.read_small_recipe(recipe)
    small.train(read, whole)
    monkeypatch.setattr(Adding, "killed_at", 5)
    with pytest.raises(Killed):
        small.train(read, killed)
    monkeypatch.setattr(Adding, "killed_at", 0)
    other = replace(read, task={"terms": 2})
    with pytest.raises(
        InputError, match=r"killed\.resume holds a run of another recip"
    ):
        small.train(other, killed)
    without_recipe(killed)
    small.train(read, killed)
    weights = [(out / "weights.safetensors").read_bytes() for out in (whole, killed)]
    assert weights[0] == weights[1]


def test_a_run_that_is_over_says_that_its_model_was_removed(tmp_path, recipe):
    read, out = small.read_small_recipe(recipe), tmp_path / "out"
    small.train(read, out)
    rmtree(out)
    with pytest.raises(InputError, match=r"out\.resume holds a run that is over"):
        small.train(read, out)


def test_a_model_that_was_taken_away_is_written_again(tmp_path, recipe, monkeypatch):
    looks = iter([{"good": 3.0}, {"good": 2.0}, {"good": 1.0}])
    monkeypatch.setattr(Adding, "validate", lambda self, network: next(looks))
    monkeypatch.setattr(Adding, "killed_at", 5)
    read, out = small.read_small_recipe(recipe), tmp_path / "out"
    with pytest.raises(Killed):
        small.train(read, out)
    rmtree(out)
    monkeypatch.setattr(Adding, "killed_at", 0)
    small.train(read, out)
    assert in_use.load("out", tmp_path).info["kept"] == 6


def test_the_state_of_a_translator_is_not_taken_up(tmp_path, recipe):
    (tmp_path / "out.resume").mkdir()
    torch.save({"progress": {}}, tmp_path / "out.resume" / "state.pt")
    with pytest.raises(InputError, match="holds a run of a translator"):
        small.train(small.read_small_recipe(recipe), tmp_path / "out")


def test_the_folder_holds_the_weights_of_the_best_look(tmp_path, recipe, monkeypatch):
    looks = iter([{"good": 1.0}, {"good": 3.0}, {"good": 2.0}])
    monkeypatch.setattr(Adding, "validate", lambda self, network: next(looks))
    small.train(small.read_small_recipe(recipe), tmp_path / "out")
    assert in_use.load("out", tmp_path).info["kept"] == 6
    assert len(in_use.load("out", tmp_path).history) == 3


def test_one_command_trains_and_another_measures(tmp_path, recipe, monkeypatch):
    monkeypatch.setattr("core.in_use.small.WORLDS", tmp_path)
    monkeypatch.setattr("core.training.small_record.WORLDS", tmp_path)
    monkeypatch.setattr("core.commands.training.WORLDS", tmp_path)
    assert main(["train", str(recipe), "--out", str(tmp_path / "adder-3")]) == 0
    assert main(["record", "--model", "adder-3"]) == 0
    model = in_use.load("adder-3")
    assert repr(model) == f"Small(adder-3, adder, {model.digest})"
    assert model.parameters == 3 * 4 + 4 + 4 + 1
    apart = model.info["measured"]["apart"]
    assert "It adds." in model.card
    assert f"It is {apart:.3f} off." in model.card
    assert "9 updates of 8 examples" in model.card
    assert "none of those that it is measured on was among them" in model.card
    assert (
        "inverse square root of the update, in a line to nothing over the last 3, g"
        in (model.card)
    )
    assert (tmp_path / "adder-3" / "golden.json").read_text().count("sum") == 1


def test_a_changed_or_missing_folder_is_named(tmp_path, recipe):
    small.train(small.read_small_recipe(recipe), tmp_path / "out")
    small_record.record_small("out", tmp_path)
    weights = tmp_path / "out" / "weights.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\0")
    with pytest.raises(DamagedModel, match=r"weights\.safetensors is not the file"):
        in_use.load("out", tmp_path)
    with pytest.raises(DamagedModel, match="'nothing' is missing"):
        in_use.load("nothing", tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("width = 4", "height = 4", "unknown key 'height'; known here: width"),
        ("batch = 8", "pairs = 8", "unknown key 'pairs'"),
        ("batch = 8", "batch = 0", r"adder\.toml: batch is 0; it must be at least 1"),
        ("[sizes]\nwidth = 4", "sizes = 4", "are tables of keys"),
        ("[task]", "[tasks]", "unknown key 'tasks'"),
    ],
)
def test_a_recipe_that_does_not_fit_says_why(recipe, old, new, says):
    recipe.write_text(RECIPE.replace(old, new))
    with pytest.raises(InputError, match=says):
        small.read_small_recipe(recipe)


def test_a_size_that_no_network_can_have_is_named(recipe):
    recipe.write_text('kind = "memory"\n[sizes]\nn_hops = 0\n')
    with pytest.raises(InputError, match=r"adder\.toml: n_hops must be at least 1"):
        small.read_small_recipe(recipe)


@pytest.mark.parametrize(
    ("task", "says"),
    [
        ("soft = 1.5", "soft is at least 0 and at most 1, not 1.5"),
        ('first_soft = "x"', "task"),
        ("entropy = -1.0", "entropy is at least 0, not -1.0"),
    ],
)
def test_a_task_of_captions_has_to_be_possible(recipe, task, says):
    recipe.write_text(f'kind = "captioner"\n[task]\n{task}\n')
    with pytest.raises(InputError, match=says):
        small.task_of(small.read_small_recipe(recipe))


def test_what_only_its_task_knows_has_to_fit_it(recipe):
    recipe.write_text(RECIPE.replace("terms", "factors"))
    with pytest.raises(InputError, match="factors"):
        small.task_of(small.read_small_recipe(recipe))


def test_files_of_pairs_are_for_translators(tmp_path, recipe, capsys):
    out = ["--out", str(tmp_path / "out")]
    assert main(["train", str(recipe), "--pairs", "x.tsv", *out]) == 2
    assert "makes its examples up" in capsys.readouterr().err
    recipe.write_text('kind = "rnn"')
    assert main(["train", str(recipe), *out]) == 2
    assert "Give --pairs and --valid" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--pairs", "--limit", "--before", "--read"])
def test_a_model_that_makes_its_examples_up_is_recorded_without_files(option, capsys):
    assert main(["record", "--model", "captions-soft", option, "5"]) == 2
    assert "This model makes its examples up: give" in capsys.readouterr().err


def test_a_kind_that_is_no_word_is_refused(tmp_path, recipe, capsys):
    recipe.write_text('kind = ["adder"]')
    files = ["--pairs", "x.tsv", "--valid", "x.tsv", "--out", str(tmp_path / "out")]
    assert main(["train", str(recipe), *files]) == 2
    assert "kind must be one of" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["captions-sofT", "", "../worlds/captions-soft", "/"])
def test_what_can_be_measured_without_pairs_is_named(name, capsys):
    assert main(["record", "--model", name]) == 2
    said = capsys.readouterr().err
    assert "captions-soft, " in said and "memory-1, memory-2" in said
