"""Model folders: what a trained translator is on disk.

A sealed folder (`core.sealed`) with more in it; its config names the languages too.

tokenizer.json       shared by all shipped models
heads.json           statistics and roles of the heads
replay.safetensors   the maps of six sentences while the model was trained
trials.csv           what was tried, the discarded too

A model that was trained on from another and differs in a part of it has its folder in
that one's: its weights are those that differ, and its config names what they belong to.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from torch import Tensor

from core.assets import MODELS, digest
from core.layers import parameters
from core.networks.kinds import Translating, build, fitting
from core.sealed import (
    CONFIG,
    HISTORY,
    WEIGHTS,
    checksum,
    damaged,
    read_card,
    read_history,
    read_json,
    read_weights,
    reading,
    seal,
    verify,
    write_history,
    write_json,
    write_weights,
)
from core.shelf.languages import USUAL, Languages, languages_of
from core.shelf.models import folders, located, shelved
from core.text.tokenizer import Tokenizer

SHIPPED = MODELS
TOKENIZER, TRIALS = "tokenizer.json", "trials.csv"
FORMER = re.compile(r"^(encoder\.\d+\.)(norm_)?attention\.")


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A model folder, read and verified; one that was only built has no `folder`."""

    name: str
    kind: str
    network: Translating
    tokenizer: Tokenizer
    info: dict[str, Any] = field(default_factory=dict)
    history: tuple[dict[str, float], ...] = ()
    card: str = ""
    digest: str = ""
    folder: Path | None = None

    def __repr__(self) -> str:
        """Its name, its kind, and which training it is."""
        return f"{type(self).__name__}({self.name}, {self.kind}, {self.digest})"

    @property
    def languages(self) -> Languages:
        """From which language it translates, and into which."""
        return languages_of(self.info.get("languages", USUAL))

    @property
    def parameters(self) -> int:
        """How many numbers it has learned; what is used twice counts once."""
        return parameters(self.network)


def models(root: Path | None = None) -> tuple[str, ...]:
    """The names of the models that have a folder: in `root`, else shipped and own."""
    return tuple(sorted(folders(root) if root else shelved()))


def save(
    folder: Path,
    kind: str,
    network: Translating,
    tokenizer: Tokenizer,
    history: list[dict[str, int | float]],
    info: dict[str, Any] | None = None,
) -> None:
    """Write a model folder; what `info` says stays beside kind and sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = asdict(network.config)
    config = {"kind": kind, "sizes": sizes, **(info or {})}
    write_json(folder / CONFIG, config)
    write_weights(folder, network.state_dict())
    tokenizer.save(folder / TOKENIZER)
    write_history(folder, history)
    seal(folder)


def load(name: str, root: Path | None = None) -> Checkpoint:
    """Read and verify a model folder; the network is ready to use and never trained.

    DamagedModel names the file that is missing, cut short or changed.
    """
    folder = root / name if root else located(name)
    verify(folder, name, [TOKENIZER])
    with reading(folder, CONFIG):
        info = read_json(folder / CONFIG)
        kind = info.pop("kind")
        languages_of(info.get("languages", USUAL))
    weights = base_weights(folder, info)
    with reading(folder, WEIGHTS):
        weights |= read_weights(folder)
    with reading(folder, CONFIG):
        if folder.parent == SHIPPED:  # the check would bring torch's compiler along
            network = build(kind, info["sizes"])
        else:
            network = fitting(kind, info["sizes"], weights)
    with reading(folder, WEIGHTS):
        network.load_state_dict(renamed(weights))
    network.eval().requires_grad_(False)
    with reading(folder, TOKENIZER):
        tokenizer = Tokenizer.load(folder / TOKENIZER)
        if tokenizer.size != network.config.vocabulary:
            raise ValueError("another number of pieces than the model has")
    with reading(folder, HISTORY):
        history = read_history(folder)
    return Checkpoint(
        folder.name,
        kind,
        network,
        tokenizer,
        info,
        history,
        read_card(folder),
        digest(folder),
        folder,
    )


def base_weights(folder: Path, info: Mapping[str, Any]) -> dict[str, Tensor]:
    """The weights that a model shares with the one whose folder it stands in, if any.

    DamagedModel where that is another one than it was trained on from.
    """
    if "base" not in info:
        return {}
    base = load(folder.parent.name, folder.parent.parent)
    if checksum(folder.parent / WEIGHTS) != info["base"]:
        raise damaged(folder, CONFIG)
    return dict(base.network.state_dict())


def renamed(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Weights under today's names; old files call the encoder's just "attention"."""
    return {FORMER.sub(r"\1\2self_attention.", k): v for k, v in weights.items()}


def trials(folder: Path) -> tuple[dict[str, str], ...]:
    """What was tried: change, bleu, chrf, aer, minutes, verdict; what is there."""
    if not (folder / TRIALS).is_file():
        return ()
    with (folder / TRIALS).open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def kept_row(
    info: Mapping[str, Any], history: Sequence[Mapping[str, float]]
) -> Mapping[str, float]:
    """The row of the history at which the shipped weights were kept.

    Folders that do not say which one keep no row beyond it; one without a history has
    an empty row.
    """
    found = (row for row in history if row["update"] == info.get("kept"))
    return next(found, history[-1] if history else {})


def updates_with_lexicon(
    info: Mapping[str, Any], history: Sequence[Mapping[str, float]]
) -> list[tuple[int, int]]:
    """Between which updates a lexicon stood beside the attention; see the recipe.

    `info` is the content of config.json, with the runs before the last one. A lexicon
    may begin late in its run.
    """
    last = {**info, "update": kept_row(info, history).get("update", 0)}
    spans, begin = list[tuple[int, int]](), 0
    for run in (*info.get("before", ()), last):
        end = int(run.get("update", begin))
        schedule = run.get("recipe", {}).get("schedule", {})
        begin += schedule.get("lexicon_after", 0)
        if schedule.get("lexicon") and begin < end:
            if spans and spans[-1][1] == begin:
                begin, _ = spans.pop()
            spans.append((begin, end))
        begin = end
    return spans
