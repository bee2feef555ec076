"""A masked score matrix: its panels, its words, and the ways to put a mask on."""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from core.attention import masked_softmax
from core.labs import masks, worked_example
from core.labs.lookahead import END, START, VOICES, WORDS
from viz.figures.small_matrices import Matrix, matrix
from viz.say.captions import counted

D_K = 64
FINITE, HUGE = 10.0, 1e9
ORDER = ("future", "length", "padding", "you")
BY = {
    "future": "the future",
    "length": "their row's length",
    "padding": "padding",
    "you": "you",
}
GUESSING = math.log(len(WORDS) - 1)  # every piece but ‹start› can be wanted
WAYS = ("mask before", "zero after", "zero, renormalise")
NOTHING = (
    "Forbid some cells of a row and leave two: a table then shows what adding does."
)


def names(queries: int, keys: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What rows and columns are called: words where the sentence is long enough."""
    if max(queries, keys) <= len(worked_example.WORDS):
        return worked_example.WORDS[:queries], worked_example.WORDS[:keys]
    numbers = tuple(map(str, range(1, max(queries, keys) + 1)))
    return numbers[:queries], numbers[:keys]


def panels(
    scores: Tensor, forbidden: Mapping[str, Tensor], length: int
) -> tuple[Matrix, Matrix]:
    """The scores, −∞ where forbidden, and the weights; cells say who forbade them.

    Rows from `length` on are padding themselves: computed, then ignored, so pale.
    """
    queries, keys = names(*scores.shape)
    may = masks.allowed(forbidden, *scores.shape)
    who = [[by(forbidden, q, k) for k in range(len(keys))] for q in range(len(queries))]
    says = tuple(
        tuple(_cell(query, key, found) for key, found in zip(keys, row, strict=True))
        for query, row in zip(queries, who, strict=True)
    )
    pale = tuple(range(length, len(queries))) if len(queries) == len(keys) else ()
    shown = matrix(
        "scores, and who forbade",
        scores.masked_fill(~may, -math.inf),
        queries,
        keys,
        means="signed",
        limit=scores.abs().max().item(),
        digits=2,
        says=says,
        marks=tuple(tuple("\n".join(found) for found in row) for row in who),
        pale=pale,
    )
    weights = masked_softmax(scores, may)
    empty = ~may.any(-1, keepdim=True)
    found = matrix(
        "weights", weights, queries, keys, allowed=may | empty, digits=2, pale=pale
    )
    return shown, found


def by(forbidden: Mapping[str, Tensor], query: int, key: int) -> list[str]:
    """Who forbids a cell."""
    return [who for who in ORDER if who in forbidden and forbidden[who][query, key]]


def _cell(query: str, key: str, found: Sequence[str]) -> str:
    if not found:
        return f"{query} may look at {key}"
    names = " and ".join(BY[who] for who in found)
    return f"{query} may not look at {key}: forbidden by {names}"


def forbidden_in_words(forbidden: Mapping[str, Tensor]) -> str:
    """How many cells each forbids."""
    if not forbidden:
        return "Nothing is forbidden."
    told = [
        f"{counted(int(cells.sum()), 'cell', 'cells')} by {BY[who]}"
        for who, cells in forbidden.items()
    ]
    return f"Forbidden: {', '.join(told)}."


def instructive(may: Tensor) -> int | None:
    """The first row with two cells to choose from, and one forbidden."""
    rows = ((may.sum(-1) >= 2) & (~may).any(-1)).nonzero()
    return int(rows[0]) if len(rows) else None


def ways_to_add(scores: Tensor, may: Tensor) -> list[list[str]]:
    """One row of scores under masks of −∞, −10 and −10⁹: before and after the division.

    Last what each makes of a row with nothing allowed.
    """
    empty = torch.zeros_like(may)

    def weights(mask: float, *, before: bool, cells: Tensor = may) -> str:
        found = masks.added(scores, cells, mask, D_K, before=before)[0]
        return "0/0" if found.isnan().any() else shares(found.tolist())

    root = f"√{D_K}"
    return [
        ["a mask of", f"before ÷ {root}", f"after ÷ {root}", "nothing allowed"],
        *(
            [
                name,
                weights(mask, before=True),
                weights(mask, before=False),
                f"{weights(mask, before=False, cells=empty)}, {what}",
            ]
            for name, mask, what in (
                ("−∞", -math.inf, "refused"),
                ("−10", -FINITE, "as if all were allowed"),
                ("−10⁹, float32", -HUGE, "all equal"),
            )
        ),
    ]


def three_ways(scores: Tensor, may: Tensor) -> Matrix:
    """One row: masked before the softmax, zeroed after it, and then renormalised."""
    before = masked_softmax(scores, may)
    zeroed = masks.zeroed(scores, may)
    again = masks.renormalised(zeroed)
    found = torch.cat([before, zeroed, again])
    keys = tuple(f"k{subscript}" for subscript in "₁₂₃₄₅₆₇₈"[: scores.shape[-1]])
    shown = torch.cat([may, torch.ones(2, len(keys), dtype=torch.bool)])
    return matrix("weights", found, WAYS, keys, allowed=shown, down="way")


def strips(text: Sequence[str]) -> list[list[str]]:
    """What is fed and what is wanted, place by place."""
    return [
        ["place", *map(str, range(1, len(text) + 2))],
        ["fed", WORDS[START], *text],
        ["wanted", *text, WORDS[END]],
    ]


def voices(text: str) -> str:
    """A text of the two voices, each by itself: they speak in turns, word by word."""
    words = text.split()
    told = (" ".join(words[voice::VOICES]) for voice in range(VOICES))
    return " – and in turns with it – ".join(f"“{said}”" for said in told)


def shares(weights: Sequence[float]) -> str:
    """Weights with two decimals and no leading 0, exact ends as 0 and 1."""
    return "  ".join(
        f"{weight:.0f}" if weight in (0, 1) else f"{weight:.2f}".removeprefix("0")
        for weight in weights
    )
