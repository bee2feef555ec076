"""Whether cells can be forbidden in a sentence: every row must keep one to look at."""

from collections.abc import Iterator

from jaxtyping import Bool
from torch import Tensor

from core.attention import causal_mask
from core.decoding.limits import limit_for
from core.errors import NOTHING_LEFT, InputError
from core.experiments.changes import Forbidden
from core.experiments.experiment import Experiment
from core.networks.kinds import Layered, Translating
from core.networks.names import AttentionName


def check_cells(
    network: Translating,
    experiment: Experiment,
    source_allowed: Bool[Tensor, "1 source"],
    target_allowed: Bool[Tensor, "target target"] | None = None,
    given: int = 0,
) -> None:
    """InputError where one of the forbidden cells cannot be; see `refused_cells`."""
    for _, problem in refused_cells(
        network, experiment, source_allowed, target_allowed, given
    ):
        raise problem


def refused_cells(
    network: Translating,
    experiment: Experiment,
    source_allowed: Bool[Tensor, "1 source"],
    target_allowed: Bool[Tensor, "target target"] | None = None,
    given: int = 0,
) -> Iterator[tuple[Forbidden, InputError]]:
    """The cells that lie outside the sentence or leave a row empty, and why.

    They are forbidden one after the other; one that is refused forbids nothing. Without
    a target, every step of a free translation is looked at, after the `given` pieces
    that it begins with.
    """
    if not isinstance(network, Layered):
        return
    if target_allowed is None:
        target_allowed = causal_mask(given + limit_for(int(source_allowed.sum())))
    parts, maps = network.parts(), dict[AttentionName, Tensor]()
    for cell in experiment.changes:
        if not isinstance(cell, Forbidden):
            continue
        name = cell.name
        try:
            cell.check_fit(parts)
            if name not in maps:
                allowed = target_allowed if name.looks_back else source_allowed
                rows = source_allowed.shape[-1]
                rows = rows if name.stack == "encoder" else len(target_allowed)
                maps[name] = allowed.expand(parts.n_heads, rows, -1).clone()
            _forbid(cell, maps[name])
        except InputError as problem:
            yield cell, problem


def _forbid(cell: Forbidden, allowed: Bool[Tensor, "head query key"]) -> None:
    """Forbid it in a map of its attention; InputError where a row would be empty."""
    name, (_, n, m) = cell.name, allowed.shape
    row_outside = name.stack == "encoder" and (cell.query or 0) >= n
    column_outside = not name.looks_back and (cell.key or 0) >= m
    if row_outside or column_outside:
        raise InputError(
            "cell_outside_sentence",
            "A forbidden cell of {attention} lies outside this sentence, "
            "which has {n} pieces there.",
            attention=name,
            n=m,
        )
    heads, rows, columns = cell.cells
    left = allowed[heads, rows].clone()
    left[..., columns] = False
    empty = (~left.any(-1)).nonzero().tolist()
    if empty:
        head, row = empty[0]
        raise InputError(
            "empty_row",
            "Row {row} of {attention}, head {head}, " + NOTHING_LEFT,
            row=row + (cell.query or 0) + 1,
            attention=name,
            head=head + (cell.head or 0) + 1,
        )
    allowed[heads, rows] = left
