"""Where the state of a run lies, how it is written, and whose it is.

A killed run goes on from there: translators and small models alike.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from core import sealed
from core.errors import InputError, reading

STATE = "state.pt"
SAVE_EVERY = 30.0
"""At most this many seconds of updates are lost; a validation is repeated."""


def state_path(out: Path) -> Path:
    """Where the state of a run into `out` lies; its folder is made."""
    refuse_nameless(out)
    folder = out.with_name(out.name + ".resume")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / STATE


def refuse_nameless(out: Path) -> None:
    """InputError where a run's state cannot lie beside its folder."""
    if out.name in ("", ".."):
        raise InputError("Give --out a folder with a name of its own.")


def write_state(path: Path, state: Mapping[str, Any]) -> None:
    """Written beside and then moved into place: a kill leaves a whole one."""
    torch.save(state, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def read_state(path: Path, device: torch.device) -> dict[str, Any]:
    """What was saved; InputError where the file is no state, or not a whole one."""
    with reading(path):
        try:
            return torch.load(path, map_location=device, weights_only=True)
        except (RuntimeError, EOFError, UnpicklingError) as error:
            raise InputError(
                f"{path} holds no state of a run, or a part of one."
            ) from error


def machine(device: torch.device) -> str:
    """What a run runs on, in words."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{os.cpu_count()} processor cores"


def refuse_another(path: Path, recipe: object, saved: object) -> None:
    """InputError where a state was saved by another recipe."""
    if saved != recipe:
        raise InputError(
            f"{path.parent.name} holds a run of another recipe; go on with that one, "
            "or train into another folder."
        )


def refuse_removed(out: Path, path: Path) -> None:
    """InputError where the model of a run that is over is not there any more."""
    if not (out / sealed.CONFIG).is_file():
        raise InputError(
            f"{path.parent} holds a run that is over, but its model in {out} was "
            "removed. To train it anew, remove the former as well."
        )
