"""The three writers of streets, a few numbers wide and never trained."""

from core.in_use.captioner import WRITERS
from core.in_use.small import Small
from core.networks.captioner import (
    Captioner,
    CaptionerConfig,
    HardCaptioner,
    MeanCaptioner,
)

NETWORKS = {"none": MeanCaptioner, "soft": Captioner, "hard": HardCaptioner}
SIZES = {"d_embedding": 12, "d_state": 10, "d_align": 14, "d_annotation": 18}


MEASURED = {
    "streets": 1_000,
    "captions": {
        "exact": 0.81,
        "right_things": 0.92,
        "on": {
            "color": {"share": 0.77, "uniform": 0.19},
            "kind": {"share": 0.63, "uniform": 0.17},
        },
    },
    "answers": {
        "where": {"questions": 900, "right": 0.8},
        "color": {"questions": 100, "right": 0.3},
    },
}


def captioners() -> dict[str, Small]:
    """Each by the name of its folder."""
    import torch

    torch.manual_seed(7)
    made = {}
    for writer, folder in WRITERS.items():
        network = NETWORKS[writer](CaptionerConfig(**SIZES, d_edges=4, d_parts=6))
        network.eval().requires_grad_(False)
        info = {"measured": MEASURED} if writer == "soft" else {}
        made[folder] = Small(folder, writer, network, info, (), "", f"digest-{writer}")
    return made
