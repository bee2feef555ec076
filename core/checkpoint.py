"""Model folders: what a trained translator is on disk.

config.json          kind, sizes, and what was measured on the trained model
weights.safetensors  half precision
tokenizer.json       shared by all shipped models
history.csv          how training went
card.md              for readers; the one file that may be edited freely
manifest.json        sha256 of every other file but the card
"""

import csv
import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors

from core.errors import InputError
from core.networks import CONFIGS, Translating, build
from core.tokenizer import Tokenizer

SHIPPED = Path(__file__).parent.parent / "assets" / "models"
MANIFEST = "manifest.json"
CARD = "card.md"


class DamagedModel(InputError):
    """A model folder with a file that is missing, cut short or altered."""


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A model folder, read and verified."""

    name: str
    kind: str
    network: Translating
    tokenizer: Tokenizer
    info: dict[str, Any]
    history: tuple[dict[str, float], ...]
    card: str
    digest: str


def models(root: Path = SHIPPED) -> tuple[str, ...]:
    """The names of the shipped models that have a folder."""
    return tuple(sorted(path.parent.name for path in root.glob(f"*/{MANIFEST}")))


def save(
    folder: Path,
    kind: str,
    network: Translating,
    tokenizer: Tokenizer,
    history: list[dict[str, float]],
    info: dict[str, Any] | None = None,
) -> None:
    """Write a model folder; what `info` says stays beside kind and sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = asdict(network.config)
    config = {"kind": kind, "sizes": sizes, **(info or {})}
    write_json(folder / "config.json", config)
    half = {
        name: tensor.detach().cpu().half().contiguous()
        for name, tensor in network.state_dict().items()
    }
    (folder / "weights.safetensors").write_bytes(save_tensors(half))
    tokenizer.save(folder / "tokenizer.json")
    with (folder / "history.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, history[0] if history else ["update"])
        writer.writeheader()
        writer.writerows(history)
    seal(folder)


def seal(folder: Path) -> None:
    """Write the manifest anew, after a file was changed on purpose."""
    files = sorted(p for p in folder.iterdir() if p.name not in (MANIFEST, CARD))
    write_json(folder / MANIFEST, {path.name: checksum(path) for path in files})


def load(name: str, root: Path = SHIPPED) -> Checkpoint:
    """Read and verify a model folder; the network is ready to use and never trained.

    DamagedModel names the file that is missing, cut short or altered.
    """
    folder = root / name
    manifest_path = folder / MANIFEST
    if not manifest_path.is_file():
        raise DamagedModel(f"The model {name!r} is missing: {MANIFEST} is not there.")
    manifest = read_json(manifest_path, name)
    for file, expected in manifest.items():
        if not (folder / file).is_file():
            raise DamagedModel(f"The model {name!r} lacks its file {file}.")
        if checksum(folder / file) != expected:
            raise DamagedModel(
                f"The model {name!r} is damaged: {file} is not the file that was "
                "saved. Fetch the folder again."
            )
    info = read_json(folder / "config.json", name)
    kind, sizes = info.pop("kind", None), info.get("sizes")
    if kind not in CONFIGS or not isinstance(sizes, dict):
        raise DamagedModel(f"The model {name!r} has no known kind in config.json.")
    network = build(kind, sizes)
    try:
        half = load_tensors((folder / "weights.safetensors").read_bytes())
        network.load_state_dict({k: v.float() for k, v in half.items()})
    except (SafetensorError, RuntimeError, OSError) as error:
        raise DamagedModel(
            f"The model {name!r} is damaged: weights.safetensors does not fit its "
            "config.json."
        ) from error
    network.eval().requires_grad_(False)
    with (folder / "history.csv").open(newline="", encoding="utf-8") as file:
        history = tuple(
            {key: float(value) for key, value in row.items()}
            for row in csv.DictReader(file)
        )
    card = folder / CARD
    return Checkpoint(
        name,
        kind,
        network,
        Tokenizer.load(folder / "tokenizer.json"),
        info,
        history,
        card.read_text(encoding="utf-8") if card.is_file() else "",
        hashlib.sha256(manifest_path.read_bytes()).hexdigest()[:8],
    )


def checksum(path: Path) -> str:
    """sha256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_json(path: Path, name: str) -> dict[str, Any]:
    """A JSON object; DamagedModel where it is none."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DamagedModel(
            f"The model {name!r} is damaged: {path.name} cannot be read."
        ) from error
    if not isinstance(content, dict):
        raise DamagedModel(f"The model {name!r} is damaged: {path.name} is no object.")
    return content


def write_json(path: Path, content: dict[str, Any]) -> None:
    """JSON for people: indented, accents as they are."""
    text = json.dumps(content, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
