"""One kind of attention between its sides: what fits, and which cells are open."""

import torch
from torch import Tensor
from torch.nn.functional import pad

from core.other_models.attentions import Layers
from core.other_models.checking import check_sizes
from core.other_models.reading import across, looks_ahead, seen, without_padding
from core.other_models.shapes import SINK, open_cells

SIDES = {
    "attentions": ("source", "source"),
    "decoder": ("target", "target"),
    "cross": ("target", "source"),
}
Sides = dict[str, tuple[list[str] | None, Tensor | None]]
"""The tokens of a side, and the places of those that are no padding."""


def between(
    name: str, weights: Tensor, sides: Sides, causal: bool | None, allowed: object
) -> Layers:
    """One kind of attention between its sides, without what is padding."""
    asking, along = SIDES[name]
    sink = name == "attentions" and "with_sink" in sides
    along = "with_sink" if sink else along
    (queries, keep), (keys, keep_keys) = sides[asking], sides[along]
    fits, (rows, columns) = (len(queries or ()), len(keys or ())), weights.shape[-2:]
    check_sizes(name, weights, *fits, _advice(rows, columns, *fits))
    cells = open_cells(weights, allowed)
    if cells is not None:
        cells = cells if keep is None else cells[..., keep, :]
        cells = cells if keep_keys is None else cells[..., keep_keys]
    weights = without_padding(weights.nan_to_num(0.0), keep, keep_keys)
    if name == "cross":
        cells = across(weights) if cells is None else cells
        return Layers("cross", asking, along, weights, cells)
    if name == "decoder":
        causal = True if causal is None else causal
    elif sides["target"][0] is not None:
        causal = False  # an encoder
    if cells is None:
        cells, back = seen(weights[..., : weights.shape[-2]], causal)
        cells = pad(cells, (0, int(sink)), value=True)
    else:
        ahead = torch.ones(cells.shape[-2:], dtype=torch.bool).triu(1)
        ahead[:, weights.shape[-2] :] = False
        back = len(ahead) > 1 and not bool((cells & ahead).any())
        if causal is not None:
            looks_ahead(weights[..., : weights.shape[-2]], causal)
            back = causal
    short = "decoder" if name == "decoder" or back else "encoder"
    return Layers(short, asking, along, weights, cells, back)


def sink_behind(
    tokens: list[str] | None, keep: Tensor | None
) -> tuple[list[str], Tensor | None]:
    """The keys with the column of a sink behind them."""
    known = [*(tokens or ()), SINK]
    return known, keep if keep is None else pad(keep, (0, 1), value=len(known) - 1)


def _advice(rows: int, columns: int, queries: int, keys: int) -> str:
    """What usually is the matter where so many rows and columns have other tokens."""
    if rows == 1 and columns > 1:
        return (
            "This is one step of a generation: give the whole output of generate(), or "
            "run one pass over the finished text, without past_key_values. If one row "
            "stands for a whole text, name it: target=['all']."
        )
    if rows == columns == queries - 1:
        return (
            "The last token was written and never read, so it has no row: leave it "
            "out, tokens[:-1], or give the whole output of generate()."
        )
    if rows < columns == keys and rows < queries:
        return (
            f"Only {rows} tokens have a row; the others were read before, from a "
            f"cache. If they are the last, say target=tokens[-{rows}:]; else give the "
            "whole output of generate()."
        )
    if columns == rows + 1 == keys + 1:
        return "One column is no token. If it is a sink behind them, say sink=True."
    if rows == queries and columns < rows:
        return (
            "If columns are places around each token, say window=True; if they are of "
            "other tokens, give those as tokens and these as target."
        )
    return (
        "Give every token that the model read, special ones too "
        "(tokenizer.convert_ids_to_tokens)."
    )
