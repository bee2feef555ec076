"""What each head attends to, in a few numbers, over one sentence or many.

Every number stands beside the one that uniform attention would have, which spreads each
row evenly over the keys that it may look at: a share of 0.3 on the previous piece is
much where there are thirty keys, and nothing where there are three.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core import sealed
from core.networks.maps import Maps
from core.shelf.models import located
from core.text.sides import Side
from core.text.tokenizer import END, PAD, SHOWN

Values = dict[str, float | None]

HEADS = "heads.json"
MEASURES = (
    "entropy",
    "distance",
    "previous",
    "same",
    "next",
    "first",
    "end",
    "maximum",
)
"""The columns of `measures`, in order.

entropy    −Σ_j w_ij log₂ w_ij, bits: 0 is one key alone, 3 is eight keys evenly
distance   Σ_j w_ij |i − j|, places; in cross-attention, places of two languages
previous   the weight on place i − 1; same: on i; next: on i + 1
first      the weight on the first key; in decoder self-attention that is ‹start›
end        the weight on the ‹end› of the source
maximum    the largest weight of the row
"""


@dataclass(frozen=True)
class MapStatistics:
    """The measures of every head of one attention, averaged over `rows` rows.

    None where no row has that place: under a causal mask nothing stands next.
    """

    heads: tuple[Values, ...]
    uniform: Values
    rows: int

    def __repr__(self) -> str:
        """How many heads and rows there are, and which measures."""
        named = ", ".join(self.uniform)
        return f"MapStatistics({len(self.heads)} heads, {self.rows} rows: {named})"


def uniform(allowed: Bool[Tensor, "query key"]) -> Float[Tensor, "query key"]:
    """Rows spread evenly over the keys that may be looked at."""
    return allowed / allowed.sum(-1, keepdim=True)


def measures(
    weights: Float[Tensor, "head query key"],
    allowed: Bool[Tensor, "query key"],
    end: int | None = None,
) -> Float[Tensor, "head query measure"]:
    """The `MEASURES` of every row; NaN where the place is not there or forbidden.

    `end` is the key of ‹end›, None where the keys have none.
    """
    queries, keys = allowed.shape
    places = torch.arange(keys)
    from_row = places - torch.arange(queries)[:, None]

    def share(there: Bool[Tensor, "#query key"]) -> Float[Tensor, "head query"]:
        there = there & allowed
        return (weights * there).sum(-1).where(there.any(-1), torch.nan)

    bits = torch.special.entr(weights).sum(-1) / torch.log(torch.tensor(2.0))
    return torch.stack(
        [
            bits.where((weights >= 0).all(-1), torch.nan),  # below 0 there is none
            (weights * from_row.abs()).sum(-1),
            share(from_row == -1),
            share(from_row == 0),
            share(from_row == 1),
            share((places == 0)[None]),
            share((places == (-1 if end is None else end))[None]),
            weights.amax(-1),
        ],
        dim=-1,
    )


def statistics(
    passes: Maps | Iterable[Maps], words: bool = False
) -> dict[str, MapStatistics]:
    """The measures of every head of every attention, by the attention's name.

    Averaged over all rows of all sentences: a long sentence counts more than a short
    one. Pieces, unless `words`; rows of ‹pad› are left out.
    """
    found: dict[str, list[Tensor]] = {}
    even: dict[str, list[Tensor]] = {}
    for one in [passes] if isinstance(passes, Maps) else passes:
        for name in one.names():
            query, key = one.sides(name)
            heads = one.heads(name, words)[:, : _place(query, PAD, words)]
            allowed = ~heads[0].isnan()
            end = _place(key, END, words)
            weights = heads.nan_to_num(0.0)
            found.setdefault(name, []).append(measures(weights, allowed, end))
            even.setdefault(name, []).append(
                measures(uniform(allowed)[None], allowed, end)
            )
    return {
        name: MapStatistics(
            tuple(_averages(head) for head in torch.cat(parts, dim=1)),
            _averages(torch.cat(even[name], dim=1)[0]),
            sum(part.shape[1] for part in parts),
        )
        for name, parts in found.items()
    }


def recorded(name: str, root: Path | None = None) -> dict[str, Any]:
    """What was measured on a shipped model; empty where nothing was.

    `sentences`, `files`, `maps` (a `MapStatistics` by name, over pieces), `shuffled`
    (the same after the words of both languages had changed places at random), and
    `removed`: by the name of a cross-attention, of how many output `words` the source
    word most looked at was missed more than the least, by its `heads` and their `mean`.
    """
    path = (root / name if root else located(name)) / HEADS
    if not path.is_file():
        return {}
    with sealed.reading(path.parent, HEADS):
        content = sealed.read_json(path)
        for part in ("maps", "shuffled"):
            content[part] = {
                name: MapStatistics(tuple(kept["heads"]), kept["uniform"], kept["rows"])
                for name, kept in content[part].items()
            }
    return content


def _place(side: Side, special: int, words: bool) -> int | None:
    """Where the first such special piece stands; None where there is none."""
    shown = side.on_a_map("", "", words)
    for at, item in enumerate(shown.items):
        if shown.special[at] and item == SHOWN[special]:
            return at
    return None


def _averages(rows: Float[Tensor, "query measure"]) -> Values:
    means = rows.nanmean(0).tolist()
    return {
        measure: None if mean != mean else mean
        for measure, mean in zip(MEASURES, means, strict=True)
    }
