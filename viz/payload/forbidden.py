"""Who forbade a cell: the reader by hand, or the mask over the padding.

What is left, a later word in the decoder's own attention, is the causal mask.
"""

from typing import TYPE_CHECKING, Any

from viz.address.experiments import kind_of

if TYPE_CHECKING:
    from core.trace import Trace


def forbidden_by(
    trace: "Trace", kind: str, queries: str, keys: str, words: bool
) -> dict[str, Any]:
    """For one kind of attention: `mine`, the reader's cells; `pads`, the padded keys.

    A cell is [layer, head, query, key] of words or pieces; None stands for all.
    """
    query, key = getattr(trace, queries), getattr(trace, keys)

    def shown(side: Any, piece: int | None) -> int | None:
        return side.word_of[piece] if words and piece is not None else piece

    mine = [
        [
            cell.name.layer,
            cell.head,
            shown(query, cell.query),
            shown(key, cell.key),
        ]
        for cell in trace.experiment.forbidden
        if kind_of(cell.name) == kind
    ]
    n = len(key.words if words else key.pieces)
    pads = list(range(n - trace.experiment.pads, n)) if keys == "source" else []
    found = {"mine": sorted(mine, key=repr), "pads": pads}
    return {name: cells for name, cells in found.items() if cells}
