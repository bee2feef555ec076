"""A network that points in use: the few lines that say what happened to a thing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention_map import MapSide, Stack
from core.errors import InputError
from core.in_use.memory import numbered
from core.in_use.small import Small
from core.networks.pointer import AloneRecord, Pointer, PointerAlone, PointerRecord
from core.sealed import CONFIG, damaged
from core.showing import brief
from core.worlds.stories import check_length
from core.worlds.summaries import thing_of
from core.worlds.telling import VOCABULARY, read

END = "‹end›"


@brief
@dataclass(frozen=True, eq=False)
class SummaryPass:
    """One pass over a story: a line is pointed at in each step, or ‹end› in the last.

    `chosen` are the lines of the summary, from 0; `hidden` those that are not read.
    """

    model: str
    digest: str
    lines: tuple[str, ...]
    question: str
    hidden: frozenset[int]
    record: PointerRecord

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells this pass from every other one."""
        return (self.model, self.digest, self.lines, self.question, self.hidden)

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The lines that were pointed at, from 0, in their order."""
        return pointed_at([step.weights for step in self.record.steps])

    @property
    def steps(self) -> int:
        """How many steps were made, that of ‹end› included."""
        return min(len(self.chosen) + 1, len(self.record.steps))

    @cached_property
    def weights(self) -> Float[Tensor, "step key"]:
        """The weights of every step over the lines and ‹end›; a row adds up to 1."""
        return torch.stack([step.weights for step in self.record.steps[: self.steps]])

    def on(self, lines: Sequence[int]) -> float:
        """The share of attention on some lines, over the steps that chose a line."""
        return share_on(self.weights[: len(self.chosen)], lines)

    def uniform_on(self, lines: Sequence[int]) -> float:
        """The same of equal weights over all that each of these steps may point at."""
        rows = [step.allowed for step in self.record.steps[: len(self.chosen)]]
        return share_on([row / row.sum() for row in rows], lines)

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """One stack: a row each step, a column each line, and one for ‹end›."""
        rows = self.record.steps[: self.steps]
        allowed = torch.stack([step.allowed for step in rows])
        named = (*(self.lines[at] for at in self.chosen), END)[: self.steps]
        queries = MapSide(
            "steps", "output", named, tuple(at == END for at in named), kind="lines"
        )
        special = (*(False for _ in self.lines), True)
        keys = MapSide("lines", "source", (*self.lines, END), special, kind="lines")
        weights = self.weights[None, None]
        names = ("steps",)
        return (Stack("steps", queries, keys, names, weights, allowed[None, None]),)


def summarise(
    model: Small, lines: Sequence[str], question: str, hidden: Iterable[int] = ()
) -> SummaryPass:
    """One recorded pass over a story, step by step from what it pointed at itself.

    InputError for a line or question out of the grammar, for a story without a line or
    with too many, and where every line is hidden.
    """
    network, hidden = model.network, frozenset(hidden)
    if not isinstance(network, Pointer):
        raise InputError("no_pointer", "{model} sums up no stories.", model=model.name)
    inputs = _inputs(model, network.config.vocabulary, lines, question, hidden)
    with torch.inference_mode():
        record = network(*inputs)
    told = (tuple(lines), question, hidden)
    return SummaryPass(model.name, model.digest, *told, record)


def judged_alone(
    model: Small, lines: Sequence[str], question: str, hidden: Iterable[int] = ()
) -> tuple[int, ...]:
    """The lines, from 0, that belong to the summary, each judged by itself."""
    network, hidden = model.network, frozenset(hidden)
    if not isinstance(network, PointerAlone):
        raise InputError("no_pointer", "{model} sums up no stories.", model=model.name)
    inputs = _inputs(model, network.config.vocabulary, lines, question, hidden)
    with torch.inference_mode():
        return belonging(network(*inputs))


def _inputs(
    model: Small,
    size: int,
    lines: Sequence[str],
    question: str,
    hidden: frozenset[int],
) -> tuple[Tensor, Tensor, Tensor]:
    """The numbers of the lines and of the thing, and which lines are read.

    DamagedModel where the network knows another number of words, its `size`.
    """
    if size != len(VOCABULARY):
        raise damaged(Path(model.name), CONFIG)
    check_length(lines)
    for line in lines:
        read(line)
    thing = thing_of(question)
    allowed = torch.tensor([[at not in hidden for at in range(len(lines))]])
    if not allowed.any():
        raise InputError(
            "all_lines_hidden",
            "Every line is hidden, so there is nothing to attend to. Show one again.",
        )
    return numbered(lines), numbered([thing])[0], allowed


def pointed_at(weights: Sequence[Float[Tensor, " key"]]) -> tuple[int, ...]:
    """The lines with most weight, step by step, up to ‹end›."""
    found = []
    for row in weights:
        at = int(row.argmax())
        if at == len(row) - 1:
            break
        found.append(at)
    return tuple(found)


def belonging(record: AloneRecord) -> tuple[int, ...]:
    """The lines that are read, and rather belong than not."""
    belongs = (record.scores > 0) & record.allowed
    return tuple(belongs.nonzero().flatten().tolist())


def share_on(weights: Sequence[Tensor] | Tensor, lines: Sequence[int]) -> float:
    """The mean, over rows of weights, of what they put on some lines; 0 of no row."""
    shares = [float(row[list(lines)].sum()) for row in weights]
    return sum(shares) / len(shares) if shares else 0.0
