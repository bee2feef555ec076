"""What heads do, as small matrices and in words: poked, reporting, joined."""

from collections.abc import Sequence
from functools import partial
from itertools import compress

import torch
from torch import Tensor

from core.attention import masked_softmax
from core.labs import heads
from core.labs.worked_example import ATTRIBUTES, OBJECTS, WORDS, marked
from core.layers import AttentionRecord, MultiHeadAttention
from viz.content.texts import texts
from viz.figures import small_matrices
from viz.say.captions import percent
from viz.say.lists import either, parted, together
from viz.say.numbers import written

say, shared = texts("labs/heads"), texts("labs/shared")
matrix = partial(small_matrices.matrix, digits=2)
WIDTH, STEP = 8, 1.0
MIDDLE = 2  # “ate”, with “woman” before it and “the” behind
PAIR = (MIDDLE - 1) * len(WORDS) + MIDDLE + 1  # its neighbours, of all pairs


# --- two wirings ----------------------------------------------------------------------


def poked(n_heads: int) -> dict[str, Tensor]:
    """For both wirings how far each head moves, coordinate by coordinate."""
    x = torch.randn(len(WORDS), WIDTH, generator=torch.Generator().manual_seed(4))
    return {
        wiring: heads.reactions(heads.fresh(wiring, WIDTH, n_heads), x, STEP)
        for wiring in heads.WIRINGS
    }


def wirings(found: dict[str, Tensor], coordinate: int) -> list[small_matrices.Matrix]:
    """The two side by side on one scale; the poked coordinate carries an arrow."""
    names = [str(at) for at in range(1, WIDTH + 1)]
    names[coordinate - 1] = say("wiring.poked", coordinate=coordinate)
    most = max(moved.max().item() for moved in found.values())
    return [
        matrix(
            say(f"wiring.panel.{wiring}"),
            moved,
            names,
            [str(head) for head in range(1, moved.shape[-1] + 1)],
            means="signed",
            limit=most,
            down=say("wiring.axis"),
            across=say("wiring.head"),
        )
        for wiring, moved in found.items()
    ]


def reacting(moved: Tensor, coordinate: int) -> str:
    """Which heads moved at all: "head 2 alone", "all 4 heads"."""
    lit = [head + 1 for head in moved[coordinate - 1].nonzero().flatten().tolist()]
    if len(lit) == moved.shape[-1]:
        how = "only" if len(lit) == 1 else "all"
        return say(f"wiring.moved.{how}", heads=len(lit))
    if len(lit) == 1:
        return say("wiring.moved.alone", head=lit[0])
    return say("wiring.moved.some", heads=together(map(str, lit)))


def counts(d_model: int, n_heads: Sequence[int]) -> list[list[str]]:
    """What one attention learns in both wirings, by the number of heads."""
    rows = [say.row("counts.columns")]
    for n in n_heads:
        learned = (heads.parameters(name, d_model, n) for name in heads.WIRINGS)
        numbers = (written(number, ",") for number in learned)
        rows.append([str(n), str(d_model // n), *numbers])
    return rows


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


def neighbours(given: tuple[float, ...], mlp: bool) -> list[small_matrices.Matrix]:
    """For “ate”: where its heads look, what they bring home, what is read from it."""
    allowed = torch.zeros(1, len(WORDS), dtype=torch.bool)
    allowed[0, [MIDDLE - 1, MIDDLE + 1]] = True
    scores = torch.zeros(len(given), len(WORDS), dtype=heads.EXACT)
    for row, share in zip(scores, given, strict=True):
        row[MIDDLE - 1], row[MIDDLE + 1] = torch.tensor([share, 1 - share]).log()
    names = [say("neighbours.head", head=n) for n in range(1, len(given) + 1)]
    return [
        matrix(
            say("neighbours.weights", word=WORDS[MIDDLE]),
            masked_softmax(scores, allowed),
            names,
            WORDS,
            allowed=allowed.expand_as(scores),
            down=say("neighbours.down"),
        ),
        matrix(
            say("neighbours.brought"),
            heads.neighbours(given, len(WORDS))[:, PAIR],
            names,
            WORDS,
            down=say("neighbours.down"),
            across="value",
        ),
        matrix(
            say("neighbours.read"),
            read(given, mlp)[:, PAIR],
            say.row("side"),
            WORDS,
            means="signed",
            limit=1.0,
            down=say("neighbours.reported"),
            across=say("neighbours.word"),
        ),
    ]


def reports(share: float) -> list[list[str]]:
    """How often left and right are right over all pairs, in the four cases."""
    return [
        [
            say("reports.pairs", pairs=len(WORDS) ** 2),
            *(
                say("reports.column", readout=say(f"reports.{readout}"), side=side)
                for readout in ("linear", "mlp")
                for side in say.row("side")
            ),
        ],
        *(
            [
                say(f"neighbours.{name}"),
                *(
                    percent(correct)
                    for mlp in (False, True)
                    for correct in heads.reported(read(shares(share, two), mlp))
                ),
            ]
            for two, name in ((False, "one_head"), (True, "two_heads"))
        ),
    ]


def reading(found: Tensor) -> str:
    """What is read for “ate”: "left: “woman”, correct; right: “woman”, but it is …"."""
    truths = (WORDS[MIDDLE - 1], WORDS[MIDDLE + 1])
    sides = zip(say.row("side"), found[:, PAIR], truths, strict=True)
    return parted(_reading(*one) for one in sides)


def _reading(side: str, row: Tensor, truth: str) -> str:
    best = list(compress(WORDS, row >= row.max() - 1e-9))
    how = "wrong" if truth not in best else "guess" if len(best) > 1 else "correct"
    return say(
        f"reading.{how}",
        side=side,
        words=either(say("reading.word", word=word) for word in best),
        truth=say("reading.word", word=truth),
    )


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


def joined(
    attention: MultiHeadAttention, record: AttentionRecord
) -> list[small_matrices.Matrix]:
    """Where the two heads look, what each adds, and the sum."""
    parts = heads.contributions(attention, record)[:, 0, : len(ATTRIBUTES)]
    output = record.output[:, : len(ATTRIBUTES)]
    return [
        matrix(
            say("join.weights"),
            record.weights[:, 0].T,
            [_called(*names) for names in OBJECTS],
            [say("join.colour"), say("join.kind")],
            down="key",
            across=say("join.head"),
        ),
        matrix(
            say("join.parts"),
            torch.cat([parts, output]).T,
            [shared(f"attribute.{name}") for name in ATTRIBUTES],
            [say("join.colour"), say("join.kind"), say("join.join")],
            means="signed",
            limit=1.0,
            down=say("join.attribute"),
            across=say("join.part"),
        ),
    ]


def best(record: AttentionRecord) -> tuple[str, float]:
    """The object that fits the joined output best, and how well, at most 2."""
    output = record.output[0, : len(ATTRIBUTES)]
    fits = {
        _called(*names): (output @ torch.tensor(marked(*names))).item()
        for names in OBJECTS
    }
    most = max(fits.values())
    names = [name for name, fit in fits.items() if fit > most - 1e-4]
    return together(names), most


def _called(colour: str, kind: str) -> str:
    """An object by its two attributes."""
    return say(
        "join.object",
        colour=shared(f"attribute.{colour}"),
        kind=shared(f"attribute.{kind}"),
    )


def apart(attention: MultiHeadAttention, record: AttentionRecord) -> float:
    """The largest difference between the join and the sum of the heads' parts."""
    parts = heads.contributions(attention, record).sum(-3)
    return (parts + attention.join.bias - record.output).abs().max().item()
