"""What heads do, as small matrices and in words: poked, reporting, joined."""

from collections.abc import Sequence

import torch
from torch import Tensor

from core.attention import masked_softmax
from core.labs import heads
from core.labs.worked_example import ATTRIBUTES, OBJECTS, WORDS, marked
from core.layers import AttentionRecord, MultiHeadAttention
from viz.figures.small_matrices import Matrix, matrix
from viz.say.captions import percent

WIDTH, STEP = 8, 1.0
MIDDLE = 2  # “ate”, with “woman” before it and “the” behind
NAMES = {"paper": "each projects all of x", "pieces": "each sees its piece of x"}
SIDES = ("left", "right")


# --- two wirings ----------------------------------------------------------------------


def poked(n_heads: int) -> dict[str, Tensor]:
    """For both wirings how far each head moves, coordinate by coordinate."""
    x = torch.randn(len(WORDS), WIDTH, generator=torch.Generator().manual_seed(4))
    return {
        wiring: heads.reactions(heads.fresh(wiring, WIDTH, n_heads), x, STEP)
        for wiring in heads.WIRINGS
    }


def wirings(found: dict[str, Tensor], coordinate: int) -> list[Matrix]:
    """The two side by side on one scale; the poked coordinate carries an arrow."""
    n_heads = next(iter(found.values())).shape[-1]
    names = [f"→ {i}" if i == coordinate else str(i) for i in range(1, WIDTH + 1)]
    most = max(moved.max().item() for moved in found.values())
    return [
        matrix(
            NAMES[wiring],
            moved,
            names,
            [str(head) for head in range(1, n_heads + 1)],
            means="signed",
            limit=most,
            digits=2,
            down="coordinate of x",
            across="head",
        )
        for wiring, moved in found.items()
    ]


def reacting(moved: Tensor, coordinate: int) -> str:
    """Which heads moved at all: "head 2 alone", "all 4 heads"."""
    lit = [head + 1 for head in moved[coordinate - 1].nonzero().flatten().tolist()]
    if len(lit) == moved.shape[-1]:
        return "the only head" if len(lit) == 1 else f"all {len(lit)} heads"
    if len(lit) == 1:
        return f"head {lit[0]} alone"
    return "heads " + " and ".join(map(str, lit))


def counts(d_model: int, n_heads: Sequence[int]) -> list[list[str]]:
    """What one attention learns in both wirings, by the number of heads."""
    return [
        ["heads", "width of each", "each projects all of x", "each sees its piece"],
        *(
            [
                str(n),
                str(d_model // n),
                *(f"{heads.parameters(name, d_model, n):,}" for name in heads.WIRINGS),
            ]
            for n in n_heads
        ),
    ]


# --- two neighbours -------------------------------------------------------------------


def shares(share: float, two: bool) -> tuple[float, ...]:
    """What each head gives its left neighbour; a second head mirrors the first."""
    return (share, round(1 - share, 9)) if two else (share,)


def read(given: tuple[float, ...], mlp: bool) -> Tensor:
    """What is reported of every pair of neighbours, from heads with these shares."""
    brought = heads.neighbours(given, len(WORDS))
    if mlp:
        return heads.relu_readout(brought, given)
    return heads.linear_readout(brought)


def neighbours(given: tuple[float, ...], mlp: bool) -> list[Matrix]:
    """For “ate”: where its heads look, what they bring home, what is read from it."""
    allowed = torch.zeros(1, len(WORDS), dtype=torch.bool)
    allowed[0, [MIDDLE - 1, MIDDLE + 1]] = True
    scores = torch.zeros(len(given), len(WORDS), dtype=heads.EXACT)
    for row, share in zip(scores, given, strict=True):
        row[MIDDLE - 1], row[MIDDLE + 1] = torch.tensor([share, 1 - share]).log()
    pair = (MIDDLE - 1) * len(WORDS) + MIDDLE + 1
    names = [f"head {n}" for n in range(1, len(given) + 1)]
    return [
        matrix(
            f"weights of “{WORDS[MIDDLE]}”",
            masked_softmax(scores, allowed),
            names,
            WORDS,
            allowed=allowed.expand_as(scores),
            digits=2,
            down="head",
        ),
        matrix(
            "what they bring home",
            heads.neighbours(given, len(WORDS))[:, pair],
            names,
            WORDS,
            digits=2,
            down="head",
            across="value",
        ),
        matrix(
            "what is read from it",
            read(given, mlp)[:, pair],
            SIDES,
            WORDS,
            means="signed",
            limit=1.0,
            digits=2,
            down="reported",
            across="word",
        ),
    ]


def reports(share: float) -> list[list[str]]:
    """How often left and right are right over all pairs, in the four cases."""
    return [
        ["over all 25 pairs", *(f"{how}: {s}" for how in HOW for s in SIDES)],
        *(
            [
                name,
                *(
                    percent(correct)
                    for mlp in (False, True)
                    for correct in heads.reported(read(shares(share, two), mlp))
                ),
            ]
            for two, name in ((False, "one head"), (True, "two heads"))
        ),
    ]


HOW = ("linear", "MLP")


def verdict(found: Tensor) -> str:
    """What is read for “ate”: "left: woman, right; right: woman, wrong (the)"."""
    pair = (MIDDLE - 1) * len(WORDS) + MIDDLE + 1
    told = []
    for side, row, truth in zip(
        SIDES, found[:, pair], (WORDS[MIDDLE - 1], WORDS[MIDDLE + 1]), strict=True
    ):
        best = [
            f"“{word}”"
            for word, value in zip(WORDS, row.tolist(), strict=True)
            if value >= row.max().item() - 1e-9
        ]
        if best == [f"“{truth}”"]:
            told.append(f"{side}: {best[0]}, correct")
        elif f"“{truth}”" in best:
            told.append(f"{side}: {' or '.join(best)}, a guess")
        else:
            told.append(f"{side}: {' or '.join(best)}, but it is “{truth}”")
    return "; ".join(told)


# --- the join -------------------------------------------------------------------------


def asked(
    colour: str, kind: str, strength: float
) -> tuple[MultiHeadAttention, AttentionRecord]:
    """A cue of a colour and a kind, asked of the five objects by two heads."""
    attention = heads.colour_and_kind(strength)
    room = (0.0,) * len(ATTRIBUTES)
    cue = torch.tensor([(*marked(colour, kind), *room)])
    objects = torch.tensor([(*marked(*names), *room) for names in OBJECTS])
    allowed = torch.ones(1, len(OBJECTS), dtype=torch.bool)
    return attention, attention(cue, objects, allowed)


def joined(attention: MultiHeadAttention, record: AttentionRecord) -> list[Matrix]:
    """Where the two heads look, what each adds, and the sum."""
    parts = heads.contributions(attention, record)[:, 0, : len(ATTRIBUTES)]
    output = record.output[:, : len(ATTRIBUTES)]
    return [
        matrix(
            "weights",
            record.weights[:, 0].T,
            [" ".join(names) for names in OBJECTS],
            ["colour", "kind"],
            digits=2,
            down="key",
            across="head",
        ),
        matrix(
            "what each adds, and the join",
            torch.cat([parts, output]).T,
            ATTRIBUTES,
            ["colour", "kind", "join"],
            means="signed",
            limit=1.0,
            digits=2,
            down="attribute",
            across="part",
        ),
    ]


def best(record: AttentionRecord) -> tuple[str, float]:
    """The object that fits the joined output best, and how well, at most 2."""
    output = record.output[0, : len(ATTRIBUTES)]
    fits = {
        " ".join(names): (output @ torch.tensor(marked(*names))).item()
        for names in OBJECTS
    }
    most = max(fits.values())
    names = [name for name, fit in fits.items() if fit > most - 1e-4]
    return " and ".join(names), most


def apart(attention: MultiHeadAttention, record: AttentionRecord) -> float:
    """The largest difference between the join and the sum of the heads' parts."""
    parts = heads.contributions(attention, record).sum(-3)
    return (parts + attention.join.bias - record.output).abs().max().item()
