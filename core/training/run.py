"""A training run as it stands: what a killed one needs, and what its folder holds."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import torch

from core import checkpoint
from core.analysis import training_replay
from core.errors import InputError
from core.networks.kinds import Translating
from core.training.half import HalfCopy
from core.training.lexicon import Lexicon, learns_after
from core.training.recipe import Recipe, Schedule, remembered
from core.training.state import read_state, refuse_another, write_state

History = list[dict[str, int | float]]


@dataclass
class Progress:
    """Where a run stands; whether it computes in bfloat16 is decided once for it.

    `update` counts those of this run. `before` are the updates behind the weights that
    it started from; `pieces` and `seconds` count on from theirs. `owed` is a validation
    that was due when the state was saved, and had not been made. `begun_anew` is the
    update at which a run that was sent to another machine went on there.
    """

    update: int = 0
    epoch: int = 0
    batch: int = 0
    pieces: int = 0
    seconds: float = 0.0
    best: float = -math.inf
    bfloat16: bool | None = None
    before: int = 0
    owed: bool = False
    begun_anew: int = 0

    @property
    def total(self) -> int:
        """All updates behind the weights, those of earlier runs among them."""
        return self.before + self.update


@dataclass
class Run:
    """Everything that changes while a model is trained, and that a killed run needs.

    And the recipe that it is trained by.
    """

    recipe: Recipe
    network: Translating
    average: Translating
    optimizer: torch.optim.Optimizer
    lexicon: Lexicon | None = None
    progress: Progress = field(default_factory=Progress)
    history: History = field(default_factory=list)
    frames: list[training_replay.Frame] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    """Of every update since the last row of the history."""
    stints: list[dict[str, Any]] = field(default_factory=list)
    """By what code, on what machine and from what data it went on, and from where."""
    earlier: list[dict[str, Any]] = field(default_factory=list)
    """The runs behind the weights that it started from, the first one first."""
    tokenizer_digest: str = ""

    @cached_property
    def half(self) -> HalfCopy:
        """What goes through the pass where half the bits are faster."""
        return HalfCopy(self.network)

    def save(self, path: Path) -> None:
        """All of it, into one file."""
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "lexicon": self.lexicon and self.lexicon.state_dict(),
            "progress": asdict(self.progress),
            "history": self.history,
            "frames": training_replay.packed(self.frames),
            "losses": self.losses,
            "stints": self.stints,
            "earlier": self.earlier,
            "recipe": asdict(self.recipe),
            "pieces": self.tokenizer_digest,
        }
        write_state(path, state)

    def resume(self, path: Path, device: torch.device) -> None:
        """Take up what was saved; InputError if it was by another recipe or tokenizer.

        States that were saved before they kept these are taken as they are.
        """
        state = read_state(path, device)
        if "progress" not in state:
            raise InputError(f"{path.parent.name} holds a run of a small model.")
        if written := state.get("recipe"):
            saved = remembered(written)
            if not same_until(state["progress"]["update"], saved, self.recipe):
                refuse_another(path, self.recipe, saved)
        read = self.tokenizer_digest
        if read and state.get("pieces", read) != read:
            raise InputError(
                f"{path.parent.name} holds a run that reads the pieces of another "
                "tokenizer: give the same --tokenizer, or train into another folder."
            )
        if (self.lexicon is None) != (state.get("lexicon") is None):
            raise InputError(
                f"{path.parent.name} holds a run with another lexicon in its recipe; "
                "go on with that recipe, or train into another folder."
            )
        self.network.load_state_dict(checkpoint.renamed(state["network"]))
        average = state.get("average", state["network"])
        self.average.load_state_dict(checkpoint.renamed(average))
        if self.lexicon:
            self.lexicon.load_state_dict(state["lexicon"])
        self.progress = Progress(**state["progress"])
        if "optimizer" in state:
            self.optimizer.load_state_dict(state["optimizer"])
        else:
            self.progress.begun_anew = self.progress.update
            self.progress.bfloat16 = None
        self.history = state["history"]
        self.frames = training_replay.unpacked(state.get("frames", []))
        self.losses = state.get("losses", [])
        self.stints = state.get("stints", [])
        self.earlier = state.get("earlier", self.earlier)

    def take_up(self, made: Mapping[str, Any]) -> bool:
        """Write down what goes on from here; whether it reads other data now."""
        last = self.stints[-1] if self.stints else {}
        told = ("commit", "machine", "data")
        now = {key: made[key] for key in told if key in made}
        if any(last.get(key) != value for key, value in now.items()):
            self.stints.append({"update": self.progress.total, **now})
        return "data" in last and last["data"] != now.get("data")

    def row(self, loss: float, bleu: float) -> Mapping[str, int | float]:
        """One more row of the history: what was measured, and what it has taken."""
        self.history.append(
            {
                "update": self.progress.total,
                "pieces": self.progress.pieces,
                "minutes": round(self.progress.seconds / 60, 2),
                "loss": loss,
                "bleu": bleu,
            }
        )
        return self.history[-1]

    def carry_on(self, begun: checkpoint.Checkpoint) -> None:
        """Count on from the updates, pieces and minutes behind the weights of `begun`.

        Its history up to those weights and its replay are part of this run's own.
        """
        self.earlier = stages(begun)
        if not begun.history:
            return
        kept = checkpoint.kept_row(begun.info, begun.history)
        past = begun.history[: begun.history.index(kept) + 1]
        self.history = [dict(row) for row in past]
        self.progress.before = int(kept["update"])
        self.progress.pieces = int(kept["pieces"])
        self.progress.seconds = kept["minutes"] * 60
        if begun.folder is None:
            return
        if earlier := training_replay.load(begun.name, begun.folder.parent):
            self.frames = [f for f in earlier.frames if f.update <= kept["update"]]


def same_until(update: int, saved: Recipe, recipe: Recipe) -> bool:
    """Whether two recipes have been the same up to this update.

    `updates` and `cooldown` may differ until the run cools down by one of them,
    `lexicon_after` until its lexicon learns by one of them, and how much the `lexicon`
    counts until the attention is asked by one of them.
    """
    schedules = saved.schedule, recipe.schedule
    free = []
    if all(update <= s.updates - s.cooldown for s in schedules):
        free += ["updates", "cooldown"]
    if all(update <= learns_after(s) for s in schedules):
        free += ["lexicon_after"]
    if all(update <= s.lexicon_after for s in schedules):
        free += ["lexicon"]
    pace = {key: getattr(recipe.schedule, key) for key in free}
    return replace(saved, schedule=replace(saved.schedule, **pace)) == recipe


def lexicon_begins(progress: Progress, schedule: Schedule) -> bool:
    """Whether the attention is asked to be a lexicon's alignment after this update."""
    return bool(schedule.lexicon) and progress.update == schedule.lexicon_after


def due(progress: Progress, schedule: Schedule) -> bool:
    """Whether the history has a row for this update."""
    last = progress.update == schedule.updates
    by_number = progress.update % schedule.validate_every == 0
    return last or by_number or lexicon_begins(progress, schedule)


def stages(begun: checkpoint.Checkpoint) -> list[dict[str, Any]]:
    """The runs behind the weights of `begun`, the first one first."""
    told = ("command", "commit", "recipe", "machine", "stints")
    latest = {key: begun.info[key] for key in told if key in begun.info}
    row = checkpoint.kept_row(begun.info, begun.history)
    return [*begun.info.get("before", []), {**latest, **row}]
