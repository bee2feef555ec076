"""The training loss as two strips."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.say.captions import signed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("experiments")


@dataclass(frozen=True)
class Loss:
    """The input, the target at each position, and −log p of each target piece."""

    fed: tuple[str, ...]
    wanted: tuple[str, ...]
    losses: tuple[float, ...]
    instead: tuple[str, ...]

    @property
    def mean(self) -> float:
        """The training loss of the sentence, in nats a piece (without smoothing)."""
        return sum(self.losses) / len(self.losses)

    @property
    def perplexity(self) -> float:
        """exp of the mean: as unsure as an even choice among that many pieces."""
        return math.exp(self.mean)

    def rows(self) -> list[list[str]]:
        """The strips as a table, one column a row of the decoder."""
        losses = [written(loss) for loss in self.losses]
        return [
            [say("loss.rows.row"), *(str(i + 1) for i in range(len(self.fed)))],
            [say("loss.rows.fed"), *self.fed],
            [say("loss.rows.wanted"), *self.wanted],
            [say("loss.rows.loss"), *losses],
            [say("loss.rows.instead"), *self.instead],
        ]


def looking_ahead(before: "Trace", after: "Trace") -> list[list[str]]:
    """What the same French loses without the causal mask, row by row, as a table.

    Beside each row: how much of its weight the decoder's self-attention, in the mean of
    all layers and heads, puts on words that the row has yet to predict; and the
    log-probability of the piece with the mask, without it, and the change (nats).
    """
    names = [name for name in after.attentions() if name.looks_back]
    maps = [after.heads(name, words=False).triu(1).nansum(-1).mean(0) for name in names]
    was, now = loss(before), loss(after)
    rows = zip(was.wanted, *(layer.tolist() for layer in maps), strict=False)
    ahead = [sum(layers) / len(layers) for _, *layers in rows]
    return [
        [say("ahead.rows.predicted"), *was.wanted],
        [say("ahead.rows.weight"), *(written(share) for share in ahead)],
        [say("ahead.rows.with"), *(signed(-one) for one in was.losses)],
        [say("ahead.rows.without"), *(signed(-one) for one in now.losses)],
        [
            say("ahead.rows.change"),
            *(signed(a - b) for a, b in zip(was.losses, now.losses, strict=True)),
        ],
    ]


def loss(trace: "Trace") -> Loss:
    """The loss of every row that wrote its piece (or was forced), computed at once."""
    rows = len(trace.predicted_ids) - (not trace.translation.finished)
    written = trace.written()[:rows].clamp_min(1e-30).log().neg()
    best = trace.probabilities[:rows].argmax(-1).tolist()
    return Loss(
        trace.read.pieces[:rows],
        trace.predicted.pieces[:rows],
        tuple(written.tolist()),
        tuple(trace.vocabulary.piece(index) for index in best),
    )
