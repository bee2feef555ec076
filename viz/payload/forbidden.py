"""Who forbade a cell: the reader by hand, or the mask over the padding.

What is left, a later word in the decoder's own attention, is the causal mask.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.attention_map import MapSide, Stack
    from core.trace import Trace


def forbidden_by(trace: "Trace", stack: "Stack", words: bool) -> dict[str, Any]:
    """For one stack: `mine`, the reader's cells; `pads`, the padded keys.

    A cell is [layer, head, query, key] of words or pieces; None stands for all.
    """

    def shown(side: "MapSide", piece: int | None) -> int | None:
        if not words or piece is None:
            return piece
        return getattr(trace, side.name).word_of[piece]

    mine = [
        [
            cell.name.layer,
            cell.head,
            shown(stack.queries, cell.query),
            shown(stack.keys, cell.key),
        ]
        for cell in trace.experiment.forbidden
        if cell.attention in stack.names
    ]
    n, pads = len(stack.keys.items), trace.experiment.pads
    padded = list(range(n - pads, n)) if stack.keys.of == "source" else []
    found = {"mine": sorted(mine, key=repr), "pads": padded}
    return {name: cells for name, cells in found.items() if cells}
