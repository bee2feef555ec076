"""A run that goes on on another machine: its state, small enough to be sent there.

    python -m core.training.sent RUN.resume/state.pt SENT/state.pt

What is left out is soon made again: the optimizer's moments remember some fifty
updates, the running mean of the weights a few thousand. The weights are kept in half
precision. In the place of state.pt on the other machine, the same command goes on.
"""

import sys
from pathlib import Path
from typing import Any

import torch

LEFT_OUT = ("optimizer", "average")


def smaller(state: dict[str, Any]) -> dict[str, Any]:
    """The state of a run without what is soon made again, its weights in float16."""
    kept = {part: what for part, what in state.items() if part not in LEFT_OUT}
    for part in ("network", "lexicon"):
        if kept[part]:
            kept[part] = {name: tensor.half() for name, tensor in kept[part].items()}
    return kept


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found, sent = map(Path, sys.argv[1:])
    sent.parent.mkdir(parents=True, exist_ok=True)
    torch.save(smaller(torch.load(found, map_location="cpu")), sent)
