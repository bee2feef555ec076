"""Model folders: what a trained translator is on disk.

config.json          kind, sizes, languages, and what was measured on the trained model
weights.safetensors  half precision
tokenizer.json       shared by all shipped models
history.csv          how training went
card.md              for readers; the one file that may be edited freely
heads.json           statistics and roles of the heads
replay.safetensors   the maps of six sentences while the model was trained
trials.csv           what was tried, the discarded too
manifest.json        sha256 of every other file but the card

A model that was trained on from another and differs in a part of it has its folder in
that one's: its weights are those that differ, and its config names what they belong to.
"""

import csv
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from core.assets import MANIFEST, MODELS, digest
from core.errors import InputError
from core.networks.kinds import Translating, build, fitting
from core.shelf.languages import USUAL, Languages, languages_of
from core.shelf.models import CONFIG, folders, located, shelved
from core.text.tokenizer import Tokenizer

SHIPPED = MODELS
WEIGHTS = "weights.safetensors"
TOKENIZER, HISTORY = "tokenizer.json", "history.csv"
CARD = "card.md"
TRIALS = "trials.csv"
FORMER = re.compile(r"^(encoder\.\d+\.)(norm_)?attention\.")


class DamagedModel(InputError):
    """A model folder with a file that is missing, cut short or changed."""


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
        return sum(tensor.numel() for tensor in self.network.parameters())


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


def write_weights(folder: Path, weights: Mapping[str, Tensor]) -> None:
    """Weights by their names, in half precision."""
    half = {n: t.detach().cpu().half().contiguous() for n, t in weights.items()}
    (folder / WEIGHTS).write_bytes(save_tensors(half))


def write_history(folder: Path, history: list[dict[str, int | float]]) -> None:
    """One row a validation, before and after the weights that are kept."""
    with (folder / HISTORY).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, history[0] if history else ["update"])
        writer.writeheader()
        writer.writerows(history)


def seal(folder: Path) -> None:
    """Write the manifest again, after a file was changed on purpose."""
    files = (path for path in folder.iterdir() if path.is_file())
    files = sorted(path for path in files if path.name not in (MANIFEST, CARD))
    write_json(folder / MANIFEST, {path.name: checksum(path) for path in files})


def load(name: str, root: Path | None = None) -> Checkpoint:
    """Read and verify a model folder; the network is ready to use and never trained.

    DamagedModel names the file that is missing, cut short or changed.
    """
    folder = root / name if root else located(name)
    verify(folder, name)
    with reading(folder, CONFIG):
        info = read_json(folder / CONFIG)
        kind = info.pop("kind")
        languages_of(info.get("languages", USUAL))
    weights = base_weights(folder, info)
    with reading(folder, WEIGHTS):
        half = load_tensors((folder / WEIGHTS).read_bytes())
        weights |= {name: tensor.float() for name, tensor in half.items()}
        if not all(bool(tensor.isfinite().all()) for tensor in half.values()):
            raise ValueError("not every weight is a finite number")
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
        history = read_history(folder / HISTORY)
    card = folder / CARD
    return Checkpoint(
        folder.name,
        kind,
        network,
        tokenizer,
        info,
        history,
        card.read_text(encoding="utf-8") if card.is_file() else "",
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
    """Weights under the names of today; the encoder once said only "attention"."""
    return {FORMER.sub(r"\1\2self_attention.", k): v for k, v in weights.items()}


def verify(folder: Path, asked: str | None = None) -> None:
    """Hold every file against its sum in the manifest; `asked` is what was looked for.

    Neither torch nor safetensors notices a flipped bit in a tensor.
    """
    if not (folder / MANIFEST).is_file():
        there = folders(folder.parent) or shelved()
        raise DamagedModel(
            "model_missing",
            "The model {model} is missing: there is no {file} in its "
            "folder. Models that are there: {models}.",
            model=repr(folder.name if asked is None else asked),
            file=MANIFEST,
            models=", ".join(sorted(there)) or "none",
        )
    with reading(folder, MANIFEST):
        expected = read_json(folder / MANIFEST)
    for file in sorted({CONFIG, WEIGHTS, TOKENIZER, HISTORY, *expected}):
        if not (folder / file).is_file():
            raise DamagedModel(
                "model_lacks_file",
                "The model {model} lacks its file {file}.",
                model=repr(folder.name),
                file=file,
            )
        if checksum(folder / file) != expected.get(file):
            raise damaged(folder, file)


@contextmanager
def reading(folder: Path, file: str) -> Iterator[None]:
    """Whatever goes wrong while a file is read becomes DamagedModel with its name."""
    try:
        yield
    except (
        AttributeError,
        KeyError,
        OSError,
        RuntimeError,
        SafetensorError,
        TypeError,
        ValueError,
    ) as error:
        raise damaged(folder, file) from error


def damaged(folder: Path, file: str) -> DamagedModel:
    """The error for a file that is not what was saved."""
    return DamagedModel(
        "model_damaged",
        "The model {model} is damaged: {file} is not the file that "
        "was saved. Fetch the folder again.",
        model=repr(folder.name),
        file=file,
    )


def read_history(path: Path) -> tuple[dict[str, float], ...]:
    """One row a validation: update, pieces, minutes, loss, BLEU."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if any("update" not in row for row in rows):
        raise ValueError("a row without its update")
    return tuple({key: float(value) for key, value in row.items()} for row in rows)


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
        if schedule.get("lexicon"):
            begin += schedule.get("lexicon_after", 0)
            if spans and spans[-1][1] == begin:
                begin, _ = spans.pop()
            spans.append((begin, end))
        begin = end
    return spans


def checksum(path: Path) -> str:
    """sha256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object; ValueError where it is none."""
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict):
        raise ValueError(f"{path.name} is not a JSON object")
    return content


def write_json(path: Path, content: dict[str, Any]) -> None:
    """JSON for people: indented, accents as they are."""
    text = json.dumps(content, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
