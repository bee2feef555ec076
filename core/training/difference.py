"""Of a model that was trained further from another, ship only what differs.

    python -m core.training.difference RUN BASE NAME

RUN is the folder that training wrote, BASE that of the shipped model; what differs goes
into BASE/NAME, and `core.load("BASE/NAME")` puts both together.
"""

import shutil
from pathlib import Path

import torch

from core import checkpoint, sealed
from core.errors import InputError
from core.training import module_command


def keep_difference(run: Path, base: Path, name: str) -> list[str]:
    """Write `base`/`name`; the names of the weights that differ.

    InputError where the run has weights of other names or shapes than its base, and
    where the name is not that of a folder in it.
    """
    if Path(name).name != name or name in ("", ".."):
        raise InputError(f"{name!r} does not name a folder inside {base.name}.")
    trained = checkpoint.load(run.name, run.parent)
    shipped = checkpoint.load(base.name, base.parent)
    before, after = shipped.network.state_dict(), trained.network.state_dict()
    if {n: t.shape for n, t in before.items()} != {
        n: t.shape for n, t in after.items()
    }:
        raise InputError(f"{run.name} was not trained on from {base.name}.")
    different = [n for n in after if not torch.equal(before[n], after[n])]
    out = base / name
    out.mkdir(exist_ok=True)
    for file in (checkpoint.TOKENIZER, sealed.HISTORY):
        shutil.copyfile(run / file, out / file)
    config = sealed.read_json(run / sealed.CONFIG)
    config["base"] = sealed.checksum(base / sealed.WEIGHTS)
    sealed.write_json(out / sealed.CONFIG, config)
    sealed.write_weights(out, {n: after[n] for n in different})
    sealed.seal(out)
    return different


def main(run: str, base: str, name: str) -> None:
    """Write what differs, and say which weights do."""
    print("\n".join(keep_difference(Path(run), Path(base), name)))


if __name__ == "__main__":
    module_command.run(__doc__, main, 3, 3)
