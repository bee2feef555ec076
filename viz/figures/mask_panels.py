"""A masked score matrix: its panels, its words, and the ways to put a mask on."""

import math
from collections.abc import Mapping, Sequence
from functools import reduce

import torch
from torch import Tensor

from core.attention import masked_softmax
from core.labs import masks, worked_example
from core.labs.two_voices import END, START, VOICES, WORDS
from viz.content.texts import texts
from viz.figures.small_matrices import Matrix, matrix
from viz.say.captions import subscript
from viz.say.lists import together
from viz.say.numbers import written

say = texts("labs/masks")
D_K = 64
MASKS = {"−∞": -math.inf, "−10": -10.0, "−10⁹, float32": -1e9}
ORDER = ("future", "length", "padding", "you")


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
    marks = tuple(
        tuple("\n".join(say(f"before.mark.{name}") for name in found) for found in row)
        for row in who
    )
    pale = tuple(range(length, len(queries))) if len(queries) == len(keys) else ()
    shown = matrix(
        say("before.scores"),
        scores.masked_fill(~may, -math.inf),
        queries,
        keys,
        means="signed",
        limit=scores.abs().max().item(),
        digits=2,
        says=says,
        marks=marks,
        pale=pale,
    )
    weights = masked_softmax(scores, may)
    empty = ~may.any(-1, keepdim=True)
    return shown, matrix(
        say("before.weights"),
        weights,
        queries,
        keys,
        allowed=may | empty,
        digits=2,
        pale=pale,
    )


def by(forbidden: Mapping[str, Tensor], query: int, key: int) -> list[str]:
    """Who forbids a cell."""
    return [who for who in ORDER if who in forbidden and forbidden[who][query, key]]


def _cell(query: str, key: str, found: Sequence[str]) -> str:
    if not found:
        return say("before.allowed", query=query, key=key)
    who = together(say(f"before.who.{name}") for name in found)
    return say("before.refused", query=query, key=key, who=who)


def forbidden_in_words(forbidden: Mapping[str, Tensor]) -> str:
    """How many cells each forbids."""
    if not forbidden:
        return say("forbidden.none")
    cells = (
        say("forbidden.cells", n=int(cells.sum()), who=say(f"before.who.{name}"))
        for name, cells in forbidden.items()
    )
    return say("forbidden.some", cells=", ".join(cells))


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
        [
            say("adding.mask"),
            say("adding.before", root=root),
            say("adding.after", root=root),
            say("adding.empty"),
        ],
        *(
            [
                name,
                weights(mask, before=True),
                weights(mask, before=False),
                say(
                    f"adding.empty_row.{name}",
                    weights=weights(mask, before=False, cells=empty),
                ),
            ]
            for name, mask in MASKS.items()
        ),
    ]


def three_ways(scores: Tensor, may: Tensor) -> Matrix:
    """One row: masked before the softmax, zeroed after it, and then renormalised."""
    before = masked_softmax(scores, may)
    zeroed = masks.zeroed(scores, may)
    again = masks.renormalised(zeroed)
    keys = tuple(f"k{subscript(at)}" for at in range(1, scores.shape[-1] + 1))
    return matrix(
        say("after.weights"),
        torch.cat([before, zeroed, again]),
        say.row("after.ways"),
        keys,
        allowed=torch.cat([may, torch.ones(2, len(keys), dtype=torch.bool)]),
        down=say("after.way"),
    )


def strips(text: Sequence[str]) -> list[list[str]]:
    """Input and target, position by position."""
    return [
        [say("shifted.place"), *map(str, range(1, len(text) + 2))],
        [say("shifted.fed"), WORDS[START], *text],
        [say("shifted.wanted"), *text, WORDS[END]],
    ]


def voices(text: str) -> str:
    """A text of the two voices, each by itself: they speak in turns, word by word."""
    words = text.split()
    voices = (" ".join(words[voice::VOICES]) for voice in range(VOICES))
    return reduce(
        lambda first, second: say("learned.voices", first=first, second=second),
        (say("learned.voice", words=spoken) for spoken in voices),
    )


def shares(weights: Sequence[float]) -> str:
    """Weights with two decimals and no leading 0, exact ends as 0 and 1."""
    return "  ".join(
        f"{weight:.0f}" if weight in (0, 1) else written(weight).removeprefix("0")
        for weight in weights
    )
