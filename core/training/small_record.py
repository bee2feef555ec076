"""Measure a small model; keep what was found in its folder, and write its card."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from core import sealed
from core.assets import WORLDS
from core.errors import InputError
from core.in_use.small import Small, load
from core.shelf.models import GOLDEN
from core.training.card import portable
from core.training.small import read_files, remembered_small, task_of
from core.training.task import Task

WORLD = (
    "It knows nothing but its small world: the words and things below `core/worlds`."
)
FROM = "From nothing"
MADE_UP = "made up as they were needed"
GENERATED = "Examples and pictures come from the app's own generators."
TEMPLATE = Path(__file__).with_name("small-card.md")


def record_small(
    name: str, root: Path | None = None, files: Sequence[Path] = ()
) -> None:
    """Measure `name` on examples that were never drawn; write what was found.

    `files` are those that it was trained on; InputError for others.
    """
    model, folder = load(name, root), (root or WORLDS) / name
    recipe = remembered_small(model.info["recipe"])
    task = task_of(recipe)
    kept = read_files(task, recipe, files)
    if any(model.info[key] != value for key, value in kept.items()):
        raise InputError(f"{name} was not trained on these files.")
    config = sealed.read_json(folder / sealed.CONFIG)
    config["measured"] = task.measure(model.network)
    golden = {"examples": task.golden(model.network)}
    written = small_card(model, config, task)
    # Nothing is written before all is measured: see `core.training.record`.
    sealed.write_json(folder / sealed.CONFIG, config)
    sealed.write_json(folder / GOLDEN, golden)
    (folder / sealed.CARD).write_text(written, encoding="utf-8")
    sealed.seal(folder)


def small_card(model: Small, config: Mapping[str, Any], task: Task) -> str:
    """What a reader should know of the model, as Markdown; every figure is measured."""
    schedule = remembered_small(config["recipe"]).schedule
    what, measured = task.card(config)
    last = f", in a line to nothing over the last {schedule.cooldown:,}"
    commit = f" Commit {config['commit']}." if config.get("commit") else ""
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        name=model.name,
        what=what,
        source=getattr(task, "source", GENERATED),
        knows=getattr(task, "knows", WORLD),
        begun=getattr(task, "begun", FROM),
        drawn=getattr(task, "drawn", MADE_UP),
        measured=measured,
        parameters=f"{model.parameters:,}",
        command=portable(config.get("command", "")),
        minutes=f"{model.history[-1]['minutes']:.0f}",
        machine=config["machine"],
        updates=f"{schedule.updates:,}",
        batch=schedule.batch,
        peak=f"{schedule.peak:g}",
        warmup=f"{schedule.warmup:,}",
        cooldown=last if schedule.cooldown else "",
        clip=f"{schedule.clip:g}",
        seed=schedule.seed,
        average=f"{schedule.average:g}",
        kept=f"{config['kept']:,}",
        commit=commit,
    )
