"""A run that goes on on another machine: its state, small enough to be sent there.

    python -m core.training.portable_state RUN.resume/state.pt SENT/state.pt

What is left out is soon made again: the optimizer's moments remember some fifty
updates, the running mean of the weights a few thousand. The weights are kept in half
precision. In the place of state.pt on the other machine, the same command goes on.
"""

from pathlib import Path
from typing import Any

import torch

from core.errors import InputError
from core.training import module_command
from core.training.state import read_state, write_state

LEFT_OUT = ("optimizer", "average")


def smaller(state: dict[str, Any]) -> dict[str, Any]:
    """The state of a run without what is soon made again, its weights in float16."""
    kept = {part: what for part, what in state.items() if part not in LEFT_OUT}
    for part in ("network", "lexicon"):
        if kept[part]:
            kept[part] = {name: tensor.half() for name, tensor in kept[part].items()}
    return kept


def main(found: str, sent: str) -> None:
    """Read the one, write the other."""
    if Path(found).resolve() == Path(sent).resolve():
        raise InputError("Give the smaller state a place of its own.")
    state = read_state(Path(found), torch.device("cpu"))
    if "progress" not in state:
        raise InputError(f"{found} holds a run of a small model: it is small enough.")
    Path(sent).parent.mkdir(parents=True, exist_ok=True)
    write_state(Path(sent), smaller(state))


if __name__ == "__main__":
    module_command.run(__doc__, main, 2, 2)
