"""Small models, whose examples never end: one loop for them all.

What a model learns from is a `Task`: it makes examples up as they are needed. A killed
run goes on from its last saved state with the same examples and the same result.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from core import sealed
from core.errors import InputError
from core.networks.kinds import SMALL
from core.training.captions import Captions
from core.training.films import Films
from core.training.hotels import judging
from core.training.listening import Spell
from core.training.model_folder import forget_measured
from core.training.recipe import Pace, content_of, refuse, refuse_sizes
from core.training.seeing import LearnToSee, WriteCaptions
from core.training.seen import Seen
from core.training.state import (
    SAVE_EVERY,
    machine,
    read_state,
    refuse_another,
    refuse_removed,
    state_path,
    write_state,
)
from core.training.step import adam, step
from core.training.stopping import Stop
from core.training.stories import Stories
from core.training.summaries import Summaries
from core.training.task import Begins, Reads, Task
from core.training.twins import MarkTwins

TOLD = 50
"""How often, in updates, the loss is printed."""


@dataclass(frozen=True)
class SmallPace(Pace):
    """A pace, and how many examples an update sees."""

    batch: int = 64


@dataclass(frozen=True)
class SmallRecipe:
    """The kind of network, its sizes, how long, and what only its task knows."""

    kind: str
    sizes: dict[str, int | float]
    schedule: SmallPace
    task: dict[str, Any] = field(default_factory=dict)


TASKS: dict[str, Callable[..., Task]] = {
    "captioner": Captions,
    "captioner_hard": Captions,
    "captioner_mean": Captions,
    "caption_writer": WriteCaptions,
    "film": Films,
    "film_mean": Films,
    "gates": Seen,
    "gates_alone": Seen,
    "hierarchical": Stories,
    "listener": Spell,
    "memory": Stories,
    "patches": Seen,
    "patches_alone": Seen,
    "pointer": Summaries,
    "pointer_alone": Summaries,
    "reviews": judging,
    "reviews_mean": judging,
    "reviews_sentences": judging,
    "reviews_sentences_mean": judging,
    "seeing_writer": LearnToSee,
    "twins": MarkTwins,
    "twins_alone": MarkTwins,
}
"""The task of each kind of small network, made of the [task] of a recipe."""


def read_small_recipe(path: Path) -> SmallRecipe:
    """Read a recipe. InputError names the file and the key that does not belong."""
    content = content_of(path)
    kind, task = content.pop("kind"), content.pop("task", {})
    sizes, schedule = content.pop("sizes", {}), content.pop("schedule", {})
    if not all(isinstance(table, dict) for table in (sizes, schedule, task)):
        raise InputError(
            f"{path.name}: [sizes], [schedule] and [task] are tables of keys."
        )
    _, config = SMALL[kind]
    if content:
        known = {f.name for f in fields(SmallRecipe)}
        refuse(path.name, content, known)
    refuse(path.name, sizes, {f.name for f in fields(config)})
    refuse(path.name, schedule, {f.name for f in fields(SmallPace)})
    refuse_sizes(path.name, sizes)
    try:
        config(**sizes)
        return SmallRecipe(kind, sizes, SmallPace(**schedule), task)
    except ValueError as error:
        raise InputError(f"{path.name}: {error}") from error


def remembered_small(written: Mapping[str, Any]) -> SmallRecipe:
    """The recipe that a folder keeps."""
    return SmallRecipe(**{**written, "schedule": SmallPace(**written["schedule"])})


def task_of(recipe: SmallRecipe) -> Task:
    """The task of a recipe; InputError where its [task] says what it cannot."""
    try:
        return TASKS[recipe.kind](**recipe.task)
    except (TypeError, ValueError) as error:
        raise InputError(f"[task]: {error}.") from error


def read_files(
    task: Task, recipe: SmallRecipe, files: Sequence[Path]
) -> dict[str, Any]:
    """What the folder of a model keeps of the files that its task reads.

    InputError for files that it does not read, or lacks.
    """
    if not isinstance(task, Reads):
        if files:
            raise InputError("This model makes its examples up: give no --pairs.")
        return {}
    if not files:
        raise InputError("Give --pairs: files with a label and a text a line.")
    _, config = SMALL[recipe.kind]
    return task.read(files, config(**recipe.sizes).vocabulary)


@dataclass
class SmallRun:
    """Everything that changes while a small model is trained, and by which recipe."""

    recipe: SmallRecipe
    network: nn.Module
    average: nn.Module
    optimizer: torch.optim.Optimizer
    update: int = 0
    seconds: float = 0.0
    best: float = float("-inf")
    history: list[dict[str, int | float]] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """All of it, into one file."""
        parts = ("network", "average", "optimizer")
        state = {name: getattr(self, name).state_dict() for name in parts}
        rest = ("update", "seconds", "best", "history", "losses")
        state |= {name: getattr(self, name) for name in rest}
        state["recipe"] = asdict(self.recipe)
        write_state(path, state)

    def resume(self, path: Path) -> None:
        """Take up what was saved; InputError if it was by another recipe.

        States that were saved before they kept their recipe are taken as they are.
        """
        state = read_state(path, torch.device("cpu"))
        if "progress" in state:
            raise InputError(f"{path.parent.name} holds a run of a translator.")
        if written := state.pop("recipe", None):
            refuse_another(path, self.recipe, remembered_small(written))
        for name, value in state.items():
            part = getattr(self, name)
            if isinstance(part, nn.Module | torch.optim.Optimizer):
                part.load_state_dict(value)
            else:
                setattr(self, name, value)


def train(
    recipe: SmallRecipe,
    out: Path,
    made: Mapping[str, Any] | None = None,
    stop: Stop | None = None,
    files: Sequence[Path] = (),
) -> None:
    """Train by the recipe into the folder `out`, from nothing or where it was killed.

    `files` are what the task reads, where it does not make its examples up.
    After every validation the folder holds the averaged weights with the best one.
    """
    schedule, stop, task = recipe.schedule, stop or Stop(), task_of(recipe)
    kept = read_files(task, recipe, files)
    torch.manual_seed(schedule.seed)
    build, config = SMALL[recipe.kind]
    sizes = config(**recipe.sizes)
    network = build(sizes)
    if isinstance(task, Begins):
        task.begin(network)
    run = started(recipe, network)
    info = {
        "kind": recipe.kind,
        "sizes": asdict(sizes),
        **kept,
        **(made or {}),
        "recipe": asdict(recipe),
        "machine": machine(torch.device("cpu")),
    }
    state = state_path(out)
    if state.exists():
        run.resume(state)
    if run.update >= schedule.updates:
        refuse_removed(out, state)
    if not (out / sealed.CONFIG).is_file():
        run.best = float("-inf")  # the model that reached it was taken away
    began = time.monotonic() - run.seconds
    saved = time.monotonic()

    def keep_state() -> None:
        nonlocal saved
        run.seconds = time.monotonic() - began
        run.save(state)
        saved = time.monotonic()

    stop.where = lambda: f"after update {run.update:,} of {schedule.updates:,}"
    with tqdm(
        total=schedule.updates, initial=run.update, file=sys.stderr, mininterval=2
    ) as bar:
        while run.update < schedule.updates:
            with stop.finishing(keep_state):
                run.losses.append(learn(run, task, schedule))
                bar.update()
                if run.update % TOLD == 0:
                    bar.set_postfix(loss=f"{fmean(run.losses[-200:]):.3f}")
                last = run.update == schedule.updates
                if last or run.update % schedule.validate_every == 0:
                    run.seconds = time.monotonic() - began
                    found = task.validate(run.average.eval())
                    keep(out, run, info, found)
                    bar.write(str(run.history[-1]), file=sys.stderr)
                    keep_state()
                elif time.monotonic() - saved >= SAVE_EVERY:
                    keep_state()


def started(recipe: SmallRecipe, network: nn.Module) -> SmallRun:
    """A network with its optimizer, at the weights that it was built with."""
    average = deepcopy(network).requires_grad_(False)
    return SmallRun(recipe, network.train(), average, adam(network.parameters()))


def learn(run: SmallRun, task: Task, schedule: SmallPace) -> float:
    """One update of the weights and of their running mean; the loss before it (nats).

    Examples and dropout of an update depend on its number alone.
    """
    run.update += 1
    seed = schedule.seed * 1_000_003 + run.update
    torch.manual_seed(seed)
    chance = torch.Generator().manual_seed(seed)
    done = run.update / schedule.updates
    loss = task.loss(run.network, chance, schedule.batch, done)
    run.optimizer.zero_grad(set_to_none=True)
    loss.backward()
    step(run, schedule, run.update)
    return float(loss.detach())


def keep(
    out: Path, run: SmallRun, info: Mapping[str, Any], found: Mapping[str, float]
) -> None:
    """One more row; the folder holds the weights of the best one, and all rows."""
    row = {
        "update": run.update,
        "minutes": round(run.seconds / 60, 2),
        "loss": round(fmean(run.losses), 4),
    }
    run.history.append({**row, **found})
    run.losses.clear()
    out.mkdir(parents=True, exist_ok=True)
    judged = next(iter(found.values()))
    if judged > run.best:
        run.best = judged
        sealed.write_json(out / sealed.CONFIG, {**info, "kept": run.update})
        sealed.write_weights(out, run.average.state_dict())
        forget_measured(out)
    sealed.write_history(out, run.history)
    sealed.seal(out)
