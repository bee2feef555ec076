"""Training runs of a second, for tests."""

from dataclasses import replace
from pathlib import Path

import torch

from core.networks.kinds import Translating
from core.training.corpus import Batch
from core.training.loop import cross_entropy
from core.training.recipe import Recipe, Schedule

PAIRS = [
    ("The woman ate the fish.", "La femme a mangé le poisson."),
    ("The fish ate the woman.", "Le poisson a mangé la femme."),
    ("The economic zone.", "La zone économique."),
    ("Fish.", "Poisson."),
]

SIZES = {
    "transformer": {"d_model": 12, "d_hidden": 20, "n_heads": 3, "n_layers": 1},
    "bahdanau": {"d_embedding": 10, "d_state": 7, "d_align": 9},
}


def short(kind: str, **changes) -> Recipe:
    """Eight updates with dropout, smoothing and averaging; validated every second."""
    schedule = Schedule(updates=8, warmup=3, pieces_per_batch=60, validate_every=2)
    return Recipe(kind, {**SIZES[kind], "dropout": 0.2}, replace(schedule, **changes))


def quality(network: torch.nn.Module) -> float:
    """Stands for BLEU: a number that depends on the weights alone."""
    return network.embedding.weight.sum().item()


class Killed(Exception):
    pass


def killing(at: int):
    """A validation that works until the `at`-th time."""
    times = 0

    def validate(network: torch.nn.Module) -> float:
        nonlocal times
        times += 1
        if times == at:
            raise Killed
        return quality(network)

    return validate


def state_of(out: Path) -> dict:
    return torch.load(out.with_name(out.name + ".resume") / "state.pt")


def without_recipe(out: Path) -> None:
    """The state as it was saved before it kept the recipe."""
    state = state_of(out)
    del state["recipe"]
    torch.save(state, out.with_name(out.name + ".resume") / "state.pt")


def assert_same_run(one: Path, other: Path) -> None:
    weights = [out / "weights.safetensors" for out in (one, other)]
    assert weights[0].read_bytes() == weights[1].read_bytes()
    first, second = state_of(one), state_of(other)
    for part in ("network", "average"):
        for name, tensor in first[part].items():
            assert torch.equal(tensor, second[part][name]), name
    without_time = [
        [{**row, "minutes": 0} for row in state["history"]] for state in (first, second)
    ]
    assert without_time[0] == without_time[1]


def batch_loss(
    network: Translating, batch: Batch, label_smoothing: float
) -> torch.Tensor:
    """What a batch costs a network as it is."""
    record = network(batch.source, batch.read, batch.source_allowed)
    return cross_entropy(record.logits, batch, label_smoothing)
