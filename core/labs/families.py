"""Three families of models: what each keeps of the Transformer's figure 1, and sizes.

Figure 1 is that of Vaswani et al. (2017). Encoder only: Devlin et al. (2019). Decoder
only: Radford et al. (2019), Brown et al. (2020).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool
from torch import Tensor

from core.attention import causal_mask

FIGURE: Mapping[str, Sequence[str]] = {
    "encoder": ("self", "feed"),
    "decoder": ("masked", "cross", "feed", "next"),
}
"""The sublayers of both sides of figure 1 from below, and what stands on top."""
ATTENTIONS = ("self", "masked", "cross")
"""The parts that attend."""
KEPT: Mapping[str, Mapping[str, Sequence[str]]] = {
    "decoder": {"encoder": (), "decoder": ("masked", "feed", "next")},
    "encoder": {"encoder": ("self", "feed"), "decoder": ()},
    "both": FIGURE,
}
"""Of each side, what a family keeps."""


@dataclass(frozen=True)
class Published:
    """A model as its paper prints it; None is what the paper leaves open.

    `layers` are those of one side. Positions that are computed have no end: None too.
    """

    name: str
    year: int
    family: str
    layers: int
    d_model: int
    heads: int | None
    positions: int | None
    parameters: int
    source: str


VASWANI = "Vaswani et al. 2017, table 3"
DEVLIN = "Devlin et al. 2019 (first printed 2018), section 3, appendix A.2"
RADFORD = "Radford et al. 2019, table 2, section 2.3"
BROWN = "Brown et al. 2020, table 2.1, section 2.1"
MILLION = 10**6
PUBLISHED = (
    Published("Transformer base", 2017, "both", 6, 512, 8, None, 65 * MILLION, VASWANI),
    Published(
        "Transformer big", 2017, "both", 6, 1024, 16, None, 213 * MILLION, VASWANI
    ),
    Published("BERT base", 2018, "encoder", 12, 768, 12, 512, 110 * MILLION, DEVLIN),
    Published("BERT large", 2018, "encoder", 24, 1024, 16, 512, 340 * MILLION, DEVLIN),
    Published("GPT-2", 2019, "decoder", 48, 1600, None, 1024, 1542 * MILLION, RADFORD),
    Published("GPT-3", 2020, "decoder", 96, 12288, 96, 2048, 175_000 * MILLION, BROWN),
)


def mask(part: str, queries: int, keys: int) -> Bool[Tensor, "query key"]:
    """Where a part's queries may look; only the "masked" one is kept from looking on.

    Raises ValueError for a part that looks nowhere.
    """
    if part == "masked":
        return causal_mask(keys)[-queries:]
    if part not in ATTENTIONS:
        raise ValueError(f"{part} has no attention")
    return torch.ones(queries, keys, dtype=torch.bool)
